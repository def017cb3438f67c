"""What a character is asked to help with, between rows and things; and who else is at the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets.models import Assistance, AssistanceStatus, Character
from sheets.state.things import Things

FIELDS = ("status", "spared", "shown", "agreed")


@dataclass(frozen=True)
class Around:
    """Another in play at the table: the help they were asked to give here, and the help that they want."""

    character: Character
    given: Assistance | None
    wanted: Assistance | None


def help_things(helps: Sequence[Assistance]) -> Things:
    """Each help that is asked, by who asks for it."""
    return {f"help.{a.roller_id.hex}": {name: getattr(a, name) for name in FIELDS} for a in helps if a.open}


def restore_helps(helps: Sequence[Assistance], things: Mapping[str, Any]) -> None:
    """Set the helps that the things name."""
    for asked in helps:
        thing = f"help.{asked.roller_id.hex}"
        if thing in things:
            for name, value in (things[thing] or NOTHING).items():
                setattr(asked, name, value)


NOTHING: Mapping[str, Any] = {"status": AssistanceStatus.NONE, "spared": False, "shown": {}, "agreed": None}
"""A help that is not asked, or not any more."""


def save_helps(helps: Sequence[Assistance], names: set[str]) -> None:
    """Save those that changed."""
    for asked in helps:
        if f"help.{asked.roller_id.hex}" in names:
            asked.save()
