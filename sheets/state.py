"""The one translator between rows and the rules' values, and between rows and the log's things.

A *thing* is what an act may change: `c.<character>.sparks`, `c.<character>.slot.grave`,
`c.<character>.wound.<wound>`, `c.<character>.name.<wound>`, `c.<character>.tray.<item>`,
`t.<campaign>.lethality`, `s.<seat>` … A snapshot maps the things of a subject to plain JSON values; a
missing thing reads as None. The log keeps the difference of two snapshots, so undo, redo and replay are
one mechanism for every kind of act.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

from django.utils import timezone

from rules.impact.pool import Body, Table
from rules.impact.terms import Mode, Slot, State, WoundRule
from sheets.models import Campaign, Character, ImpactSheet, Seat, TrayItem, TrayStatus, Wound, WoundStatus

Things = dict[str, Any]

TERMS = (
    "lethality",
    "lethal_redemption",
    "wound_rule",
    "facettes",
    "spark_start",
    "spark_maximum",
    "players_set_danger",
)


def difference(before: Things, after: Things) -> tuple[Things, Things]:
    """The things whose value differs, with their old and their new values."""
    changed = sorted(k for k in before.keys() | after.keys() if before.get(k) != after.get(k))
    return {k: before.get(k) for k in changed}, {k: after.get(k) for k in changed}


class Subject(Protocol):
    """Something that acts change: it can be read as things, set from things, and saved."""

    def snapshot(self) -> Things: ...
    def restore(self, things: Mapping[str, Any]) -> None: ...
    def save(self, changed: Mapping[str, Any]) -> None: ...


@dataclass
class CharacterState:
    """A character in play: its rows, loaded and locked together."""

    character: Character
    sheet: ImpactSheet
    wounds: list[Wound] = field(default_factory=list)
    tray: list[TrayItem] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        return f"c.{self.character.pk.hex}."

    @property
    def open_wounds(self) -> dict[Slot, Wound]:
        """The wound in each ticked slot, worst slot last."""
        taken = {Slot(w.slot): w for w in self.wounds if w.status == WoundStatus.OPEN}
        return {slot: taken[slot] for slot in Slot if slot in taken}

    @property
    def ticked(self) -> frozenset[Slot]:
        return frozenset(self.open_wounds)

    @property
    def state(self) -> State:
        return State(self.character.state)

    @property
    def body(self) -> Body:
        """What the rules need to know of the character to build its pool."""
        light = [w for slot, w in self.open_wounds.items() if slot in (Slot.LIGHT_1, Slot.LIGHT_2)]
        return Body(
            ticked=self.ticked,
            sparks=self.sheet.sparks,
            light_die_due=any(not w.die_spent for w in light),
        )

    def snapshot(self) -> Things:
        if self.character.removed_at or self.character._state.adding:
            return {}
        things: Things = {
            "here": True,
            "state": self.character.state,
            "sparks": self.sheet.sparks,
            "sparks_due": self.sheet.sparks_due,
        }
        things |= {f"slot.{slot.value}": wound.pk.hex for slot, wound in self.open_wounds.items()}
        for wound in self.wounds:
            if wound.status != WoundStatus.TAKEN_BACK:
                things[f"wound.{wound.pk.hex}"] = {
                    "slot": wound.slot,
                    "status": wound.status,
                    "die_spent": wound.die_spent,
                }
                if wound.wording_id:
                    # A thing of its own: giving a name does not stand in the way of undoing the roll.
                    things[f"name.{wound.pk.hex}"] = wound.wording_id.hex
        things |= {f"tray.{t.pk.hex}": t.kind for t in self.tray if t.status != TrayStatus.TAKEN_BACK}
        return {self.prefix + name: value for name, value in things.items()}

    def restore(self, things: Mapping[str, Any]) -> None:
        """Set the given things; slots follow from the wounds in them."""
        mine = {k.removeprefix(self.prefix): v for k, v in things.items() if k.startswith(self.prefix)}
        if "here" in mine:
            self.character.removed_at = None if mine["here"] else timezone.now()
        if mine.get("state"):
            self.character.state = mine["state"]
        for name in ("sparks", "sparks_due"):
            if mine.get(name) is not None:
                setattr(self.sheet, name, mine[name])
        wounds = {w.pk.hex: w for w in self.wounds}
        for name, value in mine.items():
            part, _, key = name.partition(".")
            if part == "wound":
                self._restore_wound(wounds[key], value)
            elif part == "name":
                wounds[key].wording_id = UUID(value) if value else None
            elif part == "tray":
                item = next(t for t in self.tray if t.pk.hex == key)
                item.status = TrayStatus.WAITING if value else TrayStatus.TAKEN_BACK

    def _restore_wound(self, wound: Wound, value: Mapping[str, Any] | None) -> None:
        if value is None:
            wound.status = WoundStatus.TAKEN_BACK
            return
        wound.slot, wound.status, wound.die_spent = value["slot"], value["status"], value["die_spent"]

    def save(self, changed: Mapping[str, Any]) -> None:
        """Save the rows that the changed things stand in, named fields only."""
        names = {k.removeprefix(self.prefix) for k in changed if k.startswith(self.prefix)}
        character_fields = [f for thing, f in (("state", "state"), ("here", "removed_at")) if thing in names]
        if character_fields:
            self.character.save(update_fields=character_fields)
        sheet_fields = [f for f in ("sparks", "sparks_due") if f in names]
        if sheet_fields:
            self.sheet.save(update_fields=sheet_fields)
        _save_wounds([w for w in self.wounds if names & {f"wound.{w.pk.hex}", f"name.{w.pk.hex}"}])
        for item in self.tray:
            if f"tray.{item.pk.hex}" in names:
                item.save()


def _save_wounds(wounds: list[Wound]) -> None:
    """Save new and changed wounds; a slot is freed before it is filled, or it would seem to hold two."""
    known = [w for w in wounds if not w._state.adding]
    for group in (
        [w for w in known if w.status != WoundStatus.OPEN],
        [w for w in known if w.status == WoundStatus.OPEN],
    ):
        if group:
            Wound.objects.bulk_update(group, ["slot", "status", "wording", "die_spent"])
    for wound in wounds:
        if wound._state.adding:
            wound.save(force_insert=True)


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

    def save(self, changed: Mapping[str, Any]) -> None:
        fields = [name for name in TERMS if self.prefix + name in changed]
        if fields:
            # Undoing a change is a change too: a version number never stands for two sets of terms.
            self.campaign.contract_version += 1
            self.campaign.save(update_fields=[*fields, "contract_version"])


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

    def save(self, changed: Mapping[str, Any]) -> None:
        if self.thing in changed:
            self.seat.save(update_fields=["role", "removed_at"])


def table_of(campaign: Campaign) -> Table:
    """The table's options that change a pool."""
    return Table(facettes=campaign.facettes, wound_rule=WoundRule(campaign.wound_rule))


def mode_of(campaign: Campaign) -> Mode:
    return Mode(campaign.lethality)
