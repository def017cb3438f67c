"""Scars: a burden and a boon of one ordeal, engaged one at a time (K1-K5)."""

from dataclasses import dataclass, replace
from enum import Enum

from rules.errors import Refusal, RuleError


class ScarSide(Enum):
    """The two sides of a scar (K1)."""

    BURDEN = "burden"
    BOON = "boon"


class ScarEffect(Enum):
    """What an engaged side does (K2)."""

    TWIST_DIE = "twist_die"
    IMPOSED_COMPLICATION = "imposed_complication"
    ACTION_DIE = "action_die"
    CALM = "calm"
    IMMUNITY = "immunity"

    @property
    def side(self) -> ScarSide:
        """The side on which the effect may stand."""
        return ScarSide.BURDEN if self in _BURDENS else ScarSide.BOON

    @property
    def d6(self) -> int:
        """Action dice added to the pool."""
        return 1 if self is ScarEffect.ACTION_DIE else 0

    @property
    def d8(self) -> int:
        """Twist dice added (1) or removed (-1)."""
        return _TWIST_DICE.get(self, 0)

    @property
    def weight(self) -> int:
        """What the effect weighs on a roll: 1 for a die more or less, 2 for what needs no luck (K1)."""
        return 1 if self.d6 or self.d8 else 2


_BURDENS = frozenset({ScarEffect.TWIST_DIE, ScarEffect.IMPOSED_COMPLICATION})
_TWIST_DICE = {ScarEffect.TWIST_DIE: 1, ScarEffect.CALM: -1}


@dataclass(frozen=True)
class Scar:
    """What the rules need of a scar: its effects, and whether its boon may be used (K1, K4).

    Raises RuleError SCAR_SIDES_NOT_PAIRED if an effect stands on the wrong side.
    """

    burden: ScarEffect
    boon: ScarEffect
    boon_unlocked: bool = False
    immunity_used: bool = False

    def __post_init__(self) -> None:
        for side, effect in ((ScarSide.BURDEN, self.burden), (ScarSide.BOON, self.boon)):
            if effect.side is not side:
                params = {"effect": effect.value, "side": side.value}
                raise RuleError(Refusal.SCAR_SIDES_NOT_PAIRED, side.value, params)

    @property
    def balanced(self) -> bool:
        """Whether the two sides weigh the same (K1)."""
        return self.burden.weight == self.boon.weight


def engage(scar: Scar, burden: bool, boon: bool) -> tuple[ScarEffect, ...]:
    """The effects of a scar on one roll: those of the engaged side, if any (K2).

    Raises RuleError BOTH_SCAR_SIDES, BOON_LOCKED (K4) or IMMUNITY_USED_THIS_SCENE, field `scars`.
    """
    if burden and boon:
        raise RuleError(Refusal.BOTH_SCAR_SIDES, "scars")
    if boon and not scar.boon_unlocked:
        raise RuleError(Refusal.BOON_LOCKED, "scars")
    if boon and scar.boon is ScarEffect.IMMUNITY and scar.immunity_used:
        raise RuleError(Refusal.IMMUNITY_USED_THIS_SCENE, "scars")
    return ((scar.burden,) if burden else ()) + ((scar.boon,) if boon else ())


def unlock(scar: Scar, session_over: bool) -> Scar:
    """The scar with its boon unlocked, once the session in which it was written is over (K4)."""
    if not session_over:
        raise RuleError(Refusal.BOON_UNLOCKED_TOO_EARLY, "scar")
    return replace(scar, boon_unlocked=True)
