"""Which parts of a character's regions some entries changed, so that a page need not be sent all of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from rules.impact.terms import Slot, State
from sheets.models import Entry
from sheets.state import CharacterState

# The kinds of things that have a part of their own, or that no card and no header shows.
PARTED = frozenset(
    {
        "state",
        "sparks",
        "sparks_due",
        "slot",
        "wound",
        "name",
        "ruling",
        "tray",
        "fall",
        "redemptions",
        "scar",
        "scar_due",
        "used",
        "help",
    }
)
Shown = Mapping[str, frozenset[str]]
"""The parts of a template, and the kinds of things that each shows."""


@dataclass(frozen=True)
class Changed:
    """What entries changed of one character: kinds of things, and the slots that look otherwise."""

    kinds: frozenset[str]
    slots: tuple[Slot, ...]
    across_death: bool
    """The buttons of a whole region came or went."""

    @property
    def by_parts(self) -> bool:
        """Whether the parts say it all. What has no part, such as a thing that is newer than this list, has not."""
        return self.kinds <= PARTED and not self.across_death

    def draw(self, template: str, context: Mapping[str, Any], shown: Shown, *, with_slots: bool = False) -> list[str]:
        """The parts of a template that show what changed, each ready to be put in its place."""
        alone = {**context, "alone": True}
        parts = [render_to_string(f"{template}#{part}", alone) for part, kinds in shown.items() if kinds & self.kinds]
        for slot, wound in context["slots"]:
            if with_slots and slot in self.slots:
                parts.append(render_to_string(f"{template}#slot", {**alone, "slot": slot, "wound": wound}))
        return [part for part in parts if part.strip()]


def changed(play: CharacterState, entries: Iterable[Entry]) -> Changed:
    """What these entries changed of the character."""
    names: set[str] = set()
    states: set[Any] = set()
    for entry in entries:
        names |= {thing.removeprefix(play.prefix) for thing in entry.after if thing.startswith(play.prefix)}
        states |= {values.get(f"{play.prefix}state") for values in (entry.before, entry.after)}
    named = {slot for slot, wound in play.open_wounds.items() if f"name.{wound.pk.hex}" in names}
    return Changed(
        kinds=frozenset(name.partition(".")[0] for name in names),
        slots=tuple(slot for slot in Slot if f"slot.{slot.value}" in names or slot in named),
        across_death=State.DEAD.value in states,
    )
