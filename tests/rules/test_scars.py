"""Scars in play (K1, K2, K4)."""

import pytest

from rules.errors import Refusal, RuleError
from rules.impact.scars import Scar, ScarEffect, ScarSide, engage, unlock

DIE = Scar(ScarEffect.TWIST_DIE, ScarEffect.ACTION_DIE)
IMMUNE = Scar(ScarEffect.IMPOSED_COMPLICATION, ScarEffect.IMMUNITY, boon_unlocked=True)


@pytest.mark.parametrize(
    ("effect", "side", "d6", "d8"),
    [
        (ScarEffect.TWIST_DIE, ScarSide.BURDEN, 0, 1),
        (ScarEffect.IMPOSED_COMPLICATION, ScarSide.BURDEN, 0, 0),
        (ScarEffect.ACTION_DIE, ScarSide.BOON, 1, 0),
        (ScarEffect.CALM, ScarSide.BOON, 0, -1),
        (ScarEffect.IMMUNITY, ScarSide.BOON, 0, 0),
    ],
)
def test_k2_effects(effect, side, d6, d8):
    """K2: the side and the dice of each effect."""
    assert (effect.side, effect.d6, effect.d8) == (side, d6, d8)


def test_k2_one_side_a_roll():
    """K2: neither, the burden, or the boon; never both."""
    scar = unlock(DIE, session_over=True)
    assert engage(scar, burden=False, boon=False) == ()
    assert engage(scar, burden=True, boon=False) == (ScarEffect.TWIST_DIE,)
    assert engage(scar, burden=False, boon=True) == (ScarEffect.ACTION_DIE,)
    with pytest.raises(RuleError) as refused:
        engage(scar, burden=True, boon=True)
    assert (refused.value.code, refused.value.field) == (Refusal.BOTH_SCAR_SIDES, "scars")


def test_k2_immunity_once_a_scene():
    """K2: a used immunity waits for the next scene; its burden does not."""
    used = Scar(IMMUNE.burden, IMMUNE.boon, boon_unlocked=True, immunity_used=True)
    assert engage(IMMUNE, burden=False, boon=True) == (ScarEffect.IMMUNITY,)
    assert engage(used, burden=True, boon=False) == (ScarEffect.IMPOSED_COMPLICATION,)
    with pytest.raises(RuleError) as refused:
        engage(used, burden=False, boon=True)
    assert refused.value.code is Refusal.IMMUNITY_USED_THIS_SCENE


def test_k4_the_boon_is_locked_until_the_session_is_over():
    """K4: deferred; the burden weighs at once."""
    assert engage(DIE, burden=True, boon=False)
    with pytest.raises(RuleError) as locked:
        engage(DIE, burden=False, boon=True)
    assert locked.value.code is Refusal.BOON_LOCKED
    with pytest.raises(RuleError) as early:
        unlock(DIE, session_over=False)
    assert early.value.code is Refusal.BOON_UNLOCKED_TOO_EARLY


@pytest.mark.parametrize(
    ("burden", "boon", "field"),
    [
        (ScarEffect.CALM, ScarEffect.ACTION_DIE, "burden"),
        (ScarEffect.TWIST_DIE, ScarEffect.IMPOSED_COMPLICATION, "boon"),
    ],
)
def test_k1_a_scar_has_a_burden_and_a_boon(burden, boon, field):
    """K1, K2: each effect stands on its own side."""
    with pytest.raises(RuleError) as refused:
        Scar(burden, boon)
    assert (refused.value.code, refused.value.field) == (Refusal.SCAR_SIDES_NOT_PAIRED, field)
