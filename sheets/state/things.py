"""Things: what the log keeps of a change, and what undo, redo and replay set.

A *thing* is what an act may change: `c.<character>.sparks`, `c.<character>.slot.grave`,
`c.<character>.wound.<wound>`, `c.<character>.name.<wound>`, `c.<character>.tray.<item>`,
`t.<campaign>.lethality`, `s.<seat>`, `d.<campaign>.danger` … A snapshot maps the things of a subject to
plain JSON values; a missing thing reads as None. The log keeps the difference of two snapshots, so undo,
redo and replay are one mechanism for every kind of act.
"""

from collections.abc import Mapping
from typing import Any, Protocol

Things = dict[str, Any]


def difference(before: Things, after: Things) -> tuple[Things, Things]:
    """The things whose value differs, with their old and their new values."""
    changed = sorted(k for k in before.keys() | after.keys() if before.get(k) != after.get(k))
    return {k: before.get(k) for k in changed}, {k: after.get(k) for k in changed}


class Subject(Protocol):
    """Something that acts change: it can be read as things, set from things, and saved."""

    def snapshot(self) -> Things: ...
    def restore(self, things: Mapping[str, Any]) -> None: ...
    def save(self, changed: Mapping[str, Any]) -> list[str]:
        """Save the rows that hold the changed things; return the fields of the campaign that are still to save."""
        ...
