"""What heals, and when (H0-H4), and what a maneuver and a spark credit leave (M1, C3)."""

import pytest

from rules.errors import Refusal, RuleError
from rules.impact.healing import Care, Period, announce_healing, end_of, heals
from rules.impact.maneuver import advantages
from rules.impact.sparks import SparkCredit, credit
from rules.impact.terms import Advantage, Outcome, Slot

ALL = frozenset(Slot)
LIGHT = {Slot.LIGHT_1, Slot.LIGHT_2}


@pytest.mark.parametrize(
    ("period", "proposals", "boons", "redemptions"),
    [
        (Period.SCENE, {}, False, False),
        (Period.SESSION, {Slot.GRAVE: Care.HEAL, Slot.CRITICAL: Care.KEEP}, True, False),
        (Period.ARC, {Slot.GRAVE: Care.HEAL, Slot.CRITICAL: Care.KEEP}, True, True),
    ],
)
def test_h0_h1_h2_what_each_end_clears(period, proposals, boons, redemptions):
    """H0-H2, K4, M1: light wounds at once, proposals from a session on, redemptions with the arc."""
    closing = end_of(period, ALL)
    assert closing.cleared == LIGHT
    assert closing.proposals == proposals
    assert closing.immunities_back
    assert closing.advantages_end
    assert (closing.boons_unlockable, closing.redemptions_back) == (boons, redemptions)


def test_h1_only_ticked_slots_are_cleared_or_proposed():
    """H1, H2: a free slot is not spoken of."""
    closing = end_of(Period.SESSION, frozenset({Slot.LIGHT_2, Slot.CRITICAL}))
    assert closing.cleared == {Slot.LIGHT_2}
    assert closing.proposals == {Slot.CRITICAL: Care.KEEP}
    assert end_of(Period.ARC, frozenset()).cleared == frozenset()


def test_h3_r9_what_a_healing_roll_heals():
    """H3, R9: success, critical and complication heal; an opportunity, a failure and any disaster do not."""
    assert [outcome for outcome in Outcome if heals(outcome)] == [
        Outcome.CRITICAL,
        Outcome.SUCCESS,
        Outcome.COMPLICATION,
    ]


def test_h3_healing_is_announced_on_a_ticked_slot_of_another():
    """H3: a slot to heal, and the GM's leave to heal oneself."""
    announce_healing(ALL, Slot.GRAVE)
    announce_healing(ALL, Slot.GRAVE, on_oneself=True, leave=True)
    with pytest.raises(RuleError) as free:
        announce_healing(frozenset(), Slot.GRAVE)
    assert (free.value.code, free.value.field) == (Refusal.SLOT_ALREADY_FREE, "slot")
    with pytest.raises(RuleError) as alone:
        announce_healing(ALL, Slot.GRAVE, on_oneself=True)
    assert (alone.value.code, alone.value.field) == (Refusal.SELF_HEALING_NEEDS_LEAVE, "target")


def test_m1_what_a_maneuver_makes():
    """M1, R9: two, one, a twisted one, or nothing."""
    assert [advantages(outcome) for outcome in Outcome] == [
        (Advantage.STRAIGHT, Advantage.STRAIGHT),
        (Advantage.STRAIGHT,),
        (Advantage.TWISTED,),
        (Advantage.TWISTED,),
        (),
        (),
    ]


@pytest.mark.parametrize(
    ("sparks", "gained", "maximum", "total", "lost"),
    [(0, 1, None, 1, 0), (9, 1, None, 10, 0), (2, 1, 3, 3, 0), (3, 1, 3, 3, 1), (5, 1, 3, 5, 1), (2, 3, 3, 3, 2)],
)
def test_c3_sparks_over_the_maximum_are_lost(sparks, gained, maximum, total, lost):
    """C3: a spark over the maximum is lost and counted; what was held before is kept."""
    assert credit(sparks, gained, maximum) == SparkCredit(total, lost)
