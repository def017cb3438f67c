"""A campaign's terms and seats between rows, things and the rules' values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from rules.impact.pool import Table
from rules.impact.terms import Advantage, Mode, WoundRule
from sheets.models import Campaign, Seat
from sheets.state.things import Things

TERMS = (
    "lethality",
    "lethal_redemption",
    "wound_rule",
    "facettes",
    "spark_start",
    "spark_maximum",
    "players_set_danger",
)


@dataclass
class TermsState:
    """The terms of play of a campaign."""

    campaign: Campaign

    @property
    def prefix(self) -> str:
        return f"t.{self.campaign.pk.hex}."

    def snapshot(self) -> Things:
        return {self.prefix + name: getattr(self.campaign, name) for name in TERMS}

    def restore(self, things: Mapping[str, Any]) -> None:
        for name in TERMS:
            if self.prefix + name in things:
                setattr(self.campaign, name, things[self.prefix + name])

    def save(self, changed: Mapping[str, Any]) -> list[str]:
        fields = [name for name in TERMS if self.prefix + name in changed]
        if fields:
            # Undoing a change is a change too: a version number never stands for two sets of terms.
            self.campaign.contract_version += 1
            fields.append("contract_version")
        return fields


@dataclass
class SeatState:
    """Whether a seat is held, and in which role."""

    seat: Seat

    @property
    def thing(self) -> str:
        return f"s.{self.seat.pk.hex}"

    def snapshot(self) -> Things:
        held = not (self.seat.removed_at or self.seat._state.adding)
        return {self.thing: self.seat.role} if held else {}

    def restore(self, things: Mapping[str, Any]) -> None:
        if self.thing in things:
            role = things[self.thing]
            self.seat.removed_at = None if role else timezone.now()
            self.seat.role = role or self.seat.role

    def save(self, changed: Mapping[str, Any]) -> list[str]:
        if self.thing in changed:
            self.seat.save(update_fields=["role", "removed_at"])
        return []


def table_of(campaign: Campaign) -> Table:
    """The table's options that change a pool."""
    return Table(facettes=campaign.facettes, wound_rule=WoundRule(campaign.wound_rule))


# Where the scene's advantages are counted, by their kind (M1).
ADVANTAGES = {Advantage.STRAIGHT: "advantages", Advantage.TWISTED: "twisted_advantages"}


def lying(campaign: Campaign) -> dict[Advantage, int]:
    """How many advantages of each kind lie ready; a kind without any is absent."""
    counts = {kind: getattr(campaign, field) for kind, field in ADVANTAGES.items()}
    return {kind: count for kind, count in counts.items() if count}


def mode_of(campaign: Campaign) -> Mode:
    return Mode(campaign.lethality)
