"""The one resolver: from faces to what happens, for the roller, a helper, or without a roll."""

from dataclasses import dataclass, replace

from rules.errors import Refusal, RuleError
from rules.impact.reading import Faces, Reading, read
from rules.impact.severity import Judgement, Stakes, judge
from rules.impact.terms import Cause, Outcome, Severity, Slot, State
from rules.impact.wounds import Placement, place

_TWISTED = frozenset({Outcome.COMPLICATION, Outcome.OPPORTUNITY})


@dataclass(frozen=True)
class Hit:
    """A severity that meets a body. `cause` is set if the character falls now, else None."""

    placement: Placement
    cause: Cause | None

    @property
    def falls(self) -> bool:
        """Whether the character goes out of play by this hit."""
        return self.cause is not None


@dataclass(frozen=True)
class Resolution:
    """Everything that a roll decides for one character.

    `judgement` and `placement` are None without danger to the body (D5). `exit_dice` is the
    number of twist dice really rolled, whether the character falls or not (O3, O6). `to_tray` is
    what the GM's tray receives (R7, R8). `objective_advances` is False for a resist, whatever the
    dice (D9); otherwise the outcome tells. `sparks_gained` is credited last (R5).
    """

    reading: Reading
    judgement: Judgement | None
    placement: Placement | None
    falls: bool
    cause: Cause | None
    exit_dice: int
    to_tray: Outcome | None
    objective_advances: bool
    sparks_gained: int


def strike(severity: Severity, ticked: frozenset[Slot], state: State = State.ACTIVE, mortal: bool = False) -> Hit:
    """Let a severity meet a body, by a roll or by the GM's word (W2, W3, O2, O8, O9).

    A character who is neutralised or deciding takes the wound in a slot but does not fall again,
    unless it is mortal. Raises RuleError DEAD, field `state`.
    """
    if state is State.DEAD:
        raise RuleError(Refusal.DEAD, "state")
    placement = place(ticked, severity)
    if not placement.out_of_play or (state is not State.ACTIVE and not mortal):
        return Hit(placement, None)
    return Hit(placement, Cause.MORTAL if mortal else Cause.ORDINARY)


def resolve(faces: Faces, stakes: Stakes, ticked: frozenset[Slot], state: State = State.ACTIVE) -> Resolution:
    """Resolve a roll for the one who rolled. Raises RuleError DEAD, field `state`."""
    reading = read(faces)
    judgement = judge(reading.outcome, stakes) if stakes.threatens_body else None
    severity = judgement.severity if judgement else Severity.NONE
    hit = strike(severity, ticked, state, stakes.mortal)
    return Resolution(
        reading=reading,
        judgement=judgement,
        placement=hit.placement if judgement else None,
        falls=hit.falls,
        cause=hit.cause,
        exit_dice=len(faces.d8),
        to_tray=_to_tray(reading.outcome, judgement),
        objective_advances=not stakes.resist,
        sparks_gained=reading.sparks_gained,
    )


def resolve_helper(faces: Faces, stakes: Stakes, ticked: frozenset[Slot], state: State = State.ACTIVE) -> Resolution:
    """Resolve the roller's dice for a helper who shares the risk, over the helper's own slots (D6).

    The roller's resist does not protect the helper; the tray and the spark belong to the roller's
    own resolution, so they are empty here. Raises RuleError DEAD, field `state`.
    """
    shared = resolve(faces, stakes.for_helper(), ticked, state)
    return replace(shared, to_tray=None, sparks_gained=0, objective_advances=not stakes.resist)


def _to_tray(outcome: Outcome, judgement: Judgement | None) -> Outcome | None:
    if judgement is None:
        return outcome if outcome in _TWISTED or outcome is Outcome.DISASTER else None  # R7
    paid_in_fiction = outcome in _TWISTED and judgement.severity is Severity.NONE
    return outcome if paid_in_fiction else None  # R8
