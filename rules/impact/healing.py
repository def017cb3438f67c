"""What heals by itself at the end of a period, and healing by action (H0-H4, W8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from rules.errors import Refusal, RuleError
from rules.impact.terms import Outcome, Severity, Slot
from rules.impact.wounds import clear


class Period(Enum):
    """A stretch of play that the GM ends; each includes the ends of those before it (H0)."""

    SCENE = "scene"
    SESSION = "session"
    ARC = "arc"


class Care(Enum):
    """What is proposed for a wound at the end of a session (H2)."""

    HEAL = "heal"
    KEEP = "keep"


@dataclass(frozen=True)
class Closing:
    """What the end of a period does to one character.

    `cleared` slots become free at once; `proposals` are for the GM to confirm or turn, one for
    each grave or critical wound. The flags: immunities come back, the scene's advantages end (M1),
    boons may be unlocked (K4), redemptions come back.
    """

    cleared: frozenset[Slot]
    proposals: Mapping[Slot, Care]
    immunities_back: bool
    advantages_end: bool
    boons_unlockable: bool
    redemptions_back: bool


_PROPOSED = {Slot.GRAVE: Care.HEAL, Slot.CRITICAL: Care.KEEP}
_HEALED_BY = frozenset({Outcome.CRITICAL, Outcome.SUCCESS, Outcome.COMPLICATION})


def end_of(period: Period, ticked: frozenset[Slot]) -> Closing:
    """What the end of a scene, session or arc does over the slots ticked now (H0-H2)."""
    session_ends = period is not Period.SCENE
    return Closing(
        cleared=frozenset(slot for slot in ticked if slot.severity is Severity.LIGHT),
        proposals=MappingProxyType({slot: care for slot, care in _PROPOSED.items() if session_ends and slot in ticked}),
        immunities_back=True,
        advantages_end=True,
        boons_unlockable=session_ends,
        redemptions_back=period is Period.ARC,
    )


def announce_healing(ticked: frozenset[Slot], slot: Slot, on_oneself: bool = False, leave: bool = False) -> None:
    """Check a healing action before its roll (H3): a ticked slot, and the GM's leave to heal oneself.

    Raises RuleError SLOT_ALREADY_FREE (field `slot`) or SELF_HEALING_NEEDS_LEAVE (field `target`).
    """
    clear(ticked, slot)
    if on_oneself and not leave:
        raise RuleError(Refusal.SELF_HEALING_NEEDS_LEAVE, "target")


def heals(outcome: Outcome) -> bool:
    """Whether a healing action clears its slot, if the GM agrees; a disaster never does (H3, R9)."""
    return outcome in _HEALED_BY
