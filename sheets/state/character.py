"""A character between rows, things and the rules' values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils import timezone

from rules.impact.pool import Body
from rules.impact.terms import Slot, State
from sheets.models import Assistance, Character, Fall, ImpactSheet, Scar, TrayItem, TrayStatus, Wound, WoundStatus
from sheets.state.assistance import Around, help_things, restore_helps, save_helps
from sheets.state.fall import fall_things, restore_falls, save_falls
from sheets.state.scar import restore_scars, save_scars, scar_things
from sheets.state.things import Things

# The fields of a character that hold things, by the thing's name.
CHARACTER_FIELDS = {"state": "state", "here": "removed_at", "owner": "owner", "free": "free_to_take"}
# Things of the sheet that are plain numbers, and their columns.
SHEET_COLUMNS = {"sparks": "sparks", "sparks_due": "sparks_due", "redemptions": "redemptions_this_arc"}


@dataclass
class CharacterState:
    """A character in play: its rows, loaded and locked together."""

    character: Character
    sheet: ImpactSheet
    wounds: list[Wound] = field(default_factory=list)
    tray: list[TrayItem] = field(default_factory=list)
    # Those that are not settled, or that still have the character down; of past ones those an act is about.
    falls: list[Fall] = field(default_factory=list)
    # Those that an act is about; all that are borne or proposed where scars are written or engaged.
    scars: list[Scar] = field(default_factory=list)
    # What the character is asked to help with, as far as an act is about it.
    helps: list[Assistance] = field(default_factory=list)
    # The others at the table, once somebody looked.
    around: list[Around] | None = None

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
            "owner": self.character.owner_id and self.character.owner_id.hex,
            "free": self.character.free_to_take or None,
            "state": self.character.state,
            "sparks": self.sheet.sparks,
            "sparks_due": self.sheet.sparks_due,
            "redemptions": self.sheet.redemptions_this_arc,
        }
        if self.sheet.ruling:
            things["ruling"] = {
                "status": self.sheet.ruling,
                "reason": self.sheet.ruling_reason_id and self.sheet.ruling_reason_id.hex,
                "dependency": self.sheet.ruling_dependency_id and self.sheet.ruling_dependency_id.hex,
            }
        things |= {f"slot.{slot.value}": wound.pk.hex for slot, wound in self.open_wounds.items()}
        for wound in self.wounds:
            if wound.status != WoundStatus.TAKEN_BACK:
                things[f"wound.{wound.pk.hex}"] = {
                    "slot": wound.slot,
                    "status": wound.status,
                    "die_spent": wound.die_spent,
                    "sessions": wound.sessions,
                }
                if wound.wording_id:
                    # A thing of its own: giving a name does not stand in the way of undoing the roll.
                    things[f"name.{wound.pk.hex}"] = wound.wording_id.hex
        things |= fall_things(self.falls) | scar_things(self.scars) | help_things(self.helps)
        things |= {f"tray.{t.pk.hex}": t.status for t in self.tray if t.status != TrayStatus.TAKEN_BACK}
        return {self.prefix + name: value for name, value in things.items()}

    def restore(self, things: Mapping[str, Any]) -> None:
        """Set the given things; slots follow from the wounds in them."""
        mine = {k.removeprefix(self.prefix): v for k, v in things.items() if k.startswith(self.prefix)}
        if "here" in mine:
            self.character.removed_at = None if mine["here"] else timezone.now()
        if "owner" in mine:
            self.character.owner_id = UUID(mine["owner"]) if mine["owner"] else None
        if "free" in mine:
            self.character.free_to_take = bool(mine["free"])
        if mine.get("state"):
            self.character.state = mine["state"]
        for name, column in SHEET_COLUMNS.items():
            if mine.get(name) is not None:
                setattr(self.sheet, column, mine[name])
        restore_falls(self.falls, mine)
        restore_scars(self.scars, mine)
        restore_helps(self.helps, mine)
        if "ruling" in mine:
            self._restore_ruling(mine["ruling"] or {})
        wounds = {w.pk.hex: w for w in self.wounds}
        for name, value in mine.items():
            part, _, key = name.partition(".")
            if part == "wound":
                self._restore_wound(wounds[key], value)
            elif part == "name":
                wounds[key].wording_id = UUID(value) if value else None
            elif part == "tray":
                item = next(t for t in self.tray if t.pk.hex == key)
                item.status = value or TrayStatus.TAKEN_BACK

    def _restore_ruling(self, value: Mapping[str, Any]) -> None:
        self.sheet.ruling = value.get("status", "")
        self.sheet.ruling_reason_id = UUID(value["reason"]) if value.get("reason") else None
        self.sheet.ruling_dependency_id = UUID(value["dependency"]) if value.get("dependency") else None

    def _restore_wound(self, wound: Wound, value: Mapping[str, Any] | None) -> None:
        if value is None:
            wound.status = WoundStatus.TAKEN_BACK
            return
        wound.slot, wound.status = value["slot"], value["status"]
        wound.die_spent, wound.sessions = value["die_spent"], value["sessions"]

    def save(self, changed: Mapping[str, Any]) -> list[str]:
        """Save the rows that the changed things stand in, named fields only."""
        names = {k.removeprefix(self.prefix) for k in changed if k.startswith(self.prefix)}
        character_fields = [f for thing, f in CHARACTER_FIELDS.items() if thing in names]
        if character_fields:
            self.character.save(update_fields=character_fields)
        sheet_fields = [column for name, column in SHEET_COLUMNS.items() if name in names]
        if "ruling" in names:
            sheet_fields += ["ruling", "ruling_reason", "ruling_dependency"]
        if sheet_fields:
            self.sheet.save(update_fields=sheet_fields)
        _save_wounds([w for w in self.wounds if names & {f"wound.{w.pk.hex}", f"name.{w.pk.hex}"}])
        save_falls(self.falls, names)
        save_scars(self.scars, names)
        save_helps(self.helps, names)
        for item in self.tray:
            if f"tray.{item.pk.hex}" in names:
                item.save()
        return []


def _save_wounds(wounds: list[Wound]) -> None:
    """Save new and changed wounds; a slot is freed before it is filled, or it would seem to hold two."""
    known = [w for w in wounds if not w._state.adding]
    for group in (
        [w for w in known if w.status != WoundStatus.OPEN],
        [w for w in known if w.status == WoundStatus.OPEN],
    ):
        if group:
            Wound.objects.bulk_update(group, ["slot", "status", "wording", "die_spent", "sessions"])
    for wound in wounds:
        if wound._state.adding:
            wound.save(force_insert=True)
