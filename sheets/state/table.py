"""A campaign's terms and seats between rows, things and the rules' values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils import timezone

from rules.impact.pool import Table
from rules.impact.terms import Advantage, Mode, WoundRule
from sheets.models import Boundary, Campaign, Seat
from sheets.state.things import Things

TERMS = (
    "lethality",
    "lethal_redemption",
    "wound_rule",
    "facettes",
    "spark_start",
    "spark_maximum",
    "arc_sessions",
    "players_set_danger",
)


@dataclass
class TermsState:
    """The terms of play of a campaign, with those of its lines and veils that an act is about."""

    campaign: Campaign
    boundaries: list[Boundary] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        return f"t.{self.campaign.pk.hex}."

    def snapshot(self) -> Things:
        things: Things = {self.prefix + name: getattr(self.campaign, name) for name in TERMS}
        for boundary in self.boundaries:
            if not (boundary.removed or boundary._state.adding):
                things[self._thing(boundary)] = {"kind": boundary.kind, "wording": boundary.wording_id.hex}
        return things

    def restore(self, things: Mapping[str, Any]) -> None:
        for name in TERMS:
            if self.prefix + name in things:
                setattr(self.campaign, name, things[self.prefix + name])
        for boundary in self.boundaries:
            if self._thing(boundary) in things:
                boundary.removed = things[self._thing(boundary)] is None

    def _thing(self, boundary: Boundary) -> str:
        return f"{self.prefix}boundary.{boundary.pk.hex}"

    def save(self, changed: Mapping[str, Any]) -> list[str]:
        fields = [name for name in TERMS if self.prefix + name in changed]
        for boundary in self.boundaries:
            if self._thing(boundary) in changed:
                boundary.save(update_fields=["removed"])
        if any(thing.startswith(self.prefix) for thing in changed):
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


@dataclass
class AgreementState:
    """Which version of the contract a seat last agreed to."""

    seat: Seat

    @property
    def thing(self) -> str:
        return f"a.{self.seat.pk.hex}"

    def snapshot(self) -> Things:
        return {self.thing: self.seat.agreed_version}

    def restore(self, things: Mapping[str, Any]) -> None:
        if self.thing in things:
            self.seat.agreed_version = things[self.thing]

    def save(self, changed: Mapping[str, Any]) -> list[str]:
        if self.thing in changed:
            self.seat.save(update_fields=["agreed_version"])
        return []


@dataclass
class XCardState:
    """Whether the X-card is up, and what the GM said to it."""

    campaign: Campaign

    @property
    def thing(self) -> str:
        return f"x.{self.campaign.pk.hex}"

    def snapshot(self) -> Things:
        answer = self.campaign.x_card_answer_id
        return {self.thing: {"answer": answer and answer.hex} if self.campaign.x_card else None}

    def restore(self, things: Mapping[str, Any]) -> None:
        if self.thing in things:
            value = things[self.thing]
            self.campaign.x_card = value is not None
            self.campaign.x_card_answer_id = UUID(value["answer"]) if value and value["answer"] else None

    def save(self, changed: Mapping[str, Any]) -> list[str]:
        return ["x_card", "x_card_answer"] if self.thing in changed else []


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
