"""Out of play: when an exit roll is due, how it ends, and what a redemption changes (O1-O9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.errors import Refusal, RuleError
from rules.impact.reading import SIDES, count_twists
from rules.impact.terms import Cause, End, LethalRedemption, Mode, ScarDue, State

ROLLED_ENDS = (End.SCAR, End.SCAR_SCENE_PAYS, End.DEATH, End.DEUS_EX_MACHINA)
"""The end for 0, 1, 2 and for 3 or more twists of an exit roll (O3)."""

# What an ordinary out of play comes to where the mode rolls nothing (O4).
_FIXED_END: Mapping[Mode, End] = MappingProxyType(
    {Mode.HEROIC: End.SCAR, Mode.GRITTY: End.DEATH, Mode.LETHAL: End.DEATH}
)


@dataclass(frozen=True)
class _Aftermath:
    scar: ScarDue
    state: State


_AFTERMATH: Mapping[End, _Aftermath] = MappingProxyType(
    {
        End.SCAR: _Aftermath(ScarDue.REQUIRED, State.NEUTRALISED),
        End.SCAR_SCENE_PAYS: _Aftermath(ScarDue.REQUIRED, State.NEUTRALISED),
        End.DEATH: _Aftermath(ScarDue.NONE, State.DEAD),
        End.DEUS_EX_MACHINA: _Aftermath(ScarDue.OFFERED, State.ACTIVE),
    }
)


@dataclass(frozen=True)
class Settlement:
    """How an out of play ends, before any redemption.

    `twists` of the exit roll, 0 where none was due; `redeemable`: a redemption may be paid now;
    `scene_pays`: the GM gets a complication to place (O3).
    """

    end: End
    twists: int
    redeemable: bool
    scar: ScarDue
    scene_pays: bool

    @property
    def state(self) -> State:
        """The character's state now; deciding while a redemption may be paid (O8)."""
        return State.DECIDING if self.redeemable else _AFTERMATH[self.end].state


@dataclass(frozen=True)
class Redemption:
    """A death redeemed (O5): what is left, the state, and the scar that is due."""

    sparks: int
    redemptions_this_arc: int
    state: State = State.NEUTRALISED
    scar: ScarDue = ScarDue.REQUIRED


def needs_exit_roll(mode: Mode, cause: Cause) -> bool:
    """Whether the end is rolled: an ordinary out of play in the mode exit_roll alone (O1-O4).

    It holds with 0 dice too: an exit roll of no dice has no twist.
    """
    return cause is Cause.ORDINARY and mode not in _FIXED_END


def end_for(mode: Mode, cause: Cause, twists: int) -> End:
    """The end of an out of play; `twists` counts only where an exit roll is due (O1-O4)."""
    if cause is not Cause.ORDINARY:
        return End.DEATH
    if needs_exit_roll(mode, cause):
        return ROLLED_ENDS[min(twists, len(ROLLED_ENDS) - 1)]
    return _FIXED_END[mode]


def redemption_refusal(
    mode: Mode, cause: Cause, sparks: int, redemptions_this_arc: int, lethal_redemption: LethalRedemption
) -> Refusal | None:
    """Why a death could not be redeemed, or None if it could (O1, O4, O5).

    It asks nothing of the dice, so that the sheet can say it before the roll (X1).
    """
    if cause is Cause.SACRIFICE:
        return Refusal.REDEMPTION_OF_SACRIFICE
    if mode is Mode.LETHAL:
        if lethal_redemption is LethalRedemption.NONE:
            return Refusal.REDEMPTION_NOT_IN_MODE
        if redemptions_this_arc > 0:
            return Refusal.REDEMPTION_USED_THIS_ARC
    return Refusal.REDEMPTION_WITHOUT_SPARK if sparks < 1 else None


def settle(
    mode: Mode,
    cause: Cause,
    exit_d8: tuple[int, ...],
    sparks: int,
    redemptions_this_arc: int,
    lethal_redemption: LethalRedemption,
) -> Settlement:
    """Settle an out of play (O1-O7). Faces given where no exit roll is due are not read.

    `sparks` are those from before the roll that caused it: its own spark never pays (R5).
    """
    twists = count_twists(exit_d8) if needs_exit_roll(mode, cause) else 0
    end = end_for(mode, cause, twists)
    refusal = redemption_refusal(mode, cause, sparks, redemptions_this_arc, lethal_redemption)
    return Settlement(
        end=end,
        twists=twists,
        redeemable=end is End.DEATH and refusal is None,
        scar=_AFTERMATH[end].scar,
        scene_pays=end is End.SCAR_SCENE_PAYS,
    )


def redeem(
    mode: Mode, cause: Cause, sparks: int, redemptions_this_arc: int, lethal_redemption: LethalRedemption
) -> Redemption:
    """Pay 1 spark for a death (O5). Raises RuleError of field `redemption` with one of the REDEMPTION codes."""
    refusal = redemption_refusal(mode, cause, sparks, redemptions_this_arc, lethal_redemption)
    if refusal is not None:
        raise RuleError(refusal, "redemption")
    return Redemption(sparks - 1, redemptions_this_arc + 1)


def check_exit_dice(exit_d8: tuple[int, ...], dice: int) -> None:
    """Hold the faces of an exit roll made by hand against the dice that the action carried (O3).

    Raises RuleError WRONG_DICE_COUNT or WRONG_FACE, field `d8`.
    """
    if len(exit_d8) != dice:
        raise RuleError(Refusal.WRONG_DICE_COUNT, "d8", {"expected": dice, "given": len(exit_d8)})
    for face in exit_d8:
        if not 1 <= face <= SIDES["d8"]:
            raise RuleError(Refusal.WRONG_FACE, "d8", {"face": face, "sides": SIDES["d8"]})


def require_active(state: State) -> None:
    """Refuse a roll or another act of a character out of play. Raises RuleError DEAD or NOT_ACTIVE (O8)."""
    if state is State.DEAD:
        raise RuleError(Refusal.DEAD, "state")
    if state is not State.ACTIVE:
        raise RuleError(Refusal.NOT_ACTIVE, "state")
