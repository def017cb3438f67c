"""What the dice say, in the order D6, D10, D8 (R1-R6)."""

from dataclasses import dataclass

from rules.errors import BadInput, Refusal, RuleError
from rules.impact.pool import Pool
from rules.impact.terms import Outcome

SIDES = {"d6": 6, "critical_d6": 6, "d8": 8, "d10": 10}
"""The four kinds of dice of a roll, in the order in which they are named, with their sides."""

_TWIST_FROM = 7
_BETRAYAL = 10


@dataclass(frozen=True)
class Faces:
    """The faces of one roll. `d6` are the plain action dice, `d8` twist dice, `d10` wound dice."""

    d6: tuple[int, ...]
    critical_d6: tuple[int, ...] = ()
    d8: tuple[int, ...] = ()
    d10: tuple[int, ...] = ()

    def of(self, kind: str) -> tuple[int, ...]:
        """The faces of one of the kinds of SIDES."""
        faces: tuple[int, ...] = getattr(self, kind)
        return faces


@dataclass(frozen=True)
class Reading:
    """A roll read in order (R6).

    `base` is what the D6 alone said (critical, success or failure) and `highest` their best face;
    `betrayed` tells that a wound die turned the roll to failure or would have (R3, never on a
    critical); `twists` counts the D8 on 7 or 8; `sparks_gained` is 0 or 1 (R5).
    """

    outcome: Outcome
    base: Outcome
    twists: int
    betrayed: bool
    sparks_gained: int
    highest: int


def decide(base: Outcome, betrayal: bool, twists: int) -> Outcome:
    """The outcome from what the D6 said, whether a wound die is on 10, and the twists (R3, R4)."""
    if base is Outcome.CRITICAL:
        return base
    if twists >= 2:
        return Outcome.DISASTER
    success = base is Outcome.SUCCESS and not betrayal
    if twists == 1:
        return Outcome.COMPLICATION if success else Outcome.OPPORTUNITY
    return Outcome.SUCCESS if success else Outcome.FAILURE


def read(faces: Faces) -> Reading:
    """Read a roll (R1-R5). The faces are trusted: see `check_faces`."""
    base = _base(faces)
    twists = count_twists(faces.d8)
    betrayal = _BETRAYAL in faces.d10
    return Reading(
        outcome=decide(base, betrayal, twists),
        base=base,
        twists=twists,
        betrayed=betrayal and base is not Outcome.CRITICAL,
        sparks_gained=1 if twists >= 2 else 0,  # R5: a disaster, or a critical over two twists
        highest=max(faces.d6 + faces.critical_d6),
    )


def _base(faces: Faces) -> Outcome:
    action = faces.d6 + faces.critical_d6
    if 6 in faces.critical_d6 or action.count(6) >= 2:
        return Outcome.CRITICAL
    return Outcome.SUCCESS if max(action) >= 5 else Outcome.FAILURE


def count_twists(d8: tuple[int, ...]) -> int:
    """How many twist dice are on 7 or 8 (R4)."""
    return sum(face >= _TWIST_FROM for face in d8)


def check_faces(faces: Faces) -> None:
    """Raise BadInput, naming the kind of dice, for a face that its die lacks or a roll without D6 (P13)."""
    for kind, sides in SIDES.items():
        if any(not 1 <= face <= sides for face in faces.of(kind)):
            raise BadInput(kind, f"expected faces of 1 to {sides}")
    if not faces.d6:
        raise BadInput("d6", "a roll has at least one D6")


def check_faces_match(faces: Faces, pool: Pool) -> None:
    """Hold faces (dice rolled by hand) against the pool that was to be rolled.

    Raises RuleError WRONG_DICE_COUNT or WRONG_FACE, naming the kind of dice.
    """
    expected = {"d6": pool.d6, "critical_d6": pool.critical_d6, "d8": pool.d8, "d10": pool.d10}
    for kind, sides in SIDES.items():
        given = faces.of(kind)
        if len(given) != expected[kind]:
            raise RuleError(Refusal.WRONG_DICE_COUNT, kind, {"expected": expected[kind], "given": len(given)})
        for face in given:
            if not 1 <= face <= sides:
                raise RuleError(Refusal.WRONG_FACE, kind, {"face": face, "sides": sides})
