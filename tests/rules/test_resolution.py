"""From faces to what happens (R5-R8, D5, D6, D9, O2, O3, O8, O9)."""

import pytest

from rules.errors import Refusal, RuleError
from rules.impact.reading import Faces
from rules.impact.resolution import Hit, resolve, resolve_helper, strike
from rules.impact.severity import Stakes
from rules.impact.terms import Cause, Channel, Danger, Intention, Outcome, Severity, Slot, State
from rules.impact.wounds import Placement

FREE: frozenset[Slot] = frozenset()
FULL = frozenset(Slot)
RESULTS = {
    Outcome.CRITICAL: Faces((6, 6), d8=(1, 1)),
    Outcome.SUCCESS: Faces((5,), d8=(1, 1)),
    Outcome.COMPLICATION: Faces((5,), d8=(7, 1)),
    Outcome.OPPORTUNITY: Faces((1,), d8=(7, 1)),
    Outcome.FAILURE: Faces((1,), d8=(1, 1)),
    Outcome.DISASTER: Faces((5,), d8=(7, 8, 1)),
}
TWISTED = {Outcome.COMPLICATION, Outcome.OPPORTUNITY}


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("stakes", [Stakes(None), Stakes(Danger.VERY_HIGH, Channel.SCENE, mortal=True)])
def test_r7_d5_without_a_body_at_risk_twists_go_to_the_tray(outcome, stakes):
    """R7, D5: no judgement and no fall; complication, opportunity and disaster are the GM's to tell."""
    got = resolve(RESULTS[outcome], stakes, FULL)
    assert (got.judgement, got.placement, got.falls, got.cause) == (None, None, False, None)
    assert got.to_tray is (outcome if outcome in TWISTED | {Outcome.DISASTER} else None)


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("danger", Danger)
def test_r8_under_a_body_danger_only_a_painless_twist_goes_to_the_tray(outcome, danger):
    """R8: a single twist that lands on none is paid in the fiction; the ladder pays for all the rest."""
    got = resolve(RESULTS[outcome], Stakes(danger), FREE)
    painless = outcome in TWISTED and danger in (Danger.LOW, Danger.NORMAL)
    assert got.to_tray is (outcome if painless else None)


def test_d6_w2_the_wound_lands_in_a_slot():
    """W2: judged, placed, and no fall."""
    got = resolve(RESULTS[Outcome.FAILURE], Stakes(Danger.HIGH), frozenset({Slot.GRAVE}))
    assert got.reading.outcome is Outcome.FAILURE
    assert got.judgement
    assert got.judgement.severity is Severity.GRAVE
    assert got.placement == Placement(Slot.CRITICAL, cascaded=True, passed=(Slot.GRAVE,))
    assert not got.falls


@pytest.mark.parametrize(
    ("stakes", "ticked", "cause"),
    [
        (Stakes(Danger.NORMAL), FULL, Cause.ORDINARY),
        (Stakes(Danger.VERY_HIGH), FREE, Cause.ORDINARY),
        (Stakes(Danger.VERY_HIGH, mortal=True), FREE, Cause.MORTAL),
        (Stakes(Danger.NORMAL, mortal=True), FULL, Cause.MORTAL),
    ],
)
def test_o2_o3_a_fall_and_its_cause(stakes, ticked, cause):
    """O2, O3: by overflow or at once, ordinary unless announced mortal; the dice really rolled are the exit dice."""
    got = resolve(RESULTS[Outcome.DISASTER], stakes, ticked)
    assert (got.falls, got.cause, got.exit_dice) == (True, cause, 3)
    assert got.sparks_gained == 1  # R5: credited by the caller once all is settled


def test_d9_resist_never_advances_the_objective():
    """D9: whatever the dice, and only for a resist."""
    for faces in RESULTS.values():
        assert not resolve(faces, Stakes(Danger.LOW, intention=Intention.RESIST), FREE).objective_advances
        assert resolve(faces, Stakes(Danger.LOW), FREE).objective_advances


def test_d6_a_helper_shares_the_danger_but_not_the_resist():
    """D6: the helper's severity is that of the roll without resist, through the helper's own slots."""
    stakes = Stakes(Danger.NORMAL, intention=Intention.RESIST, mortal=True, immune=True)
    roller = resolve(RESULTS[Outcome.DISASTER], stakes, FREE)
    helper = resolve_helper(RESULTS[Outcome.DISASTER], stakes, FULL)
    assert roller.judgement
    assert helper.judgement
    assert roller.judgement.severity is Severity.NONE
    assert helper.judgement.severity is Severity.GRAVE
    assert (helper.falls, helper.cause, helper.exit_dice) == (True, Cause.MORTAL, 3)


def test_d6_r7_spark_and_tray_are_the_rollers():
    """D6, R5, R7: nothing is gained or told twice because someone helped."""
    helper = resolve_helper(RESULTS[Outcome.DISASTER], Stakes(None, intention=Intention.RESIST), FREE)
    assert (helper.sparks_gained, helper.to_tray, helper.objective_advances) == (0, None, False)


@pytest.mark.parametrize("state", [State.NEUTRALISED, State.DECIDING])
def test_o8_no_second_fall_before_the_return_unless_mortal(state):
    """O8: a hit on one out of play ticks a slot, and fells again only under mortal danger."""
    assert strike(Severity.GRAVE, FREE, state).placement.slot is Slot.GRAVE
    assert not strike(Severity.GRAVE, FULL, state).falls
    assert strike(Severity.GRAVE, FULL, state, mortal=True).cause is Cause.MORTAL
    assert not resolve(RESULTS[Outcome.DISASTER], Stakes(Danger.VERY_HIGH), FREE, state).falls


def test_o8_the_dead_are_left_in_peace():
    """O8: no hit on a dead character."""
    with pytest.raises(RuleError) as refused:
        strike(Severity.LIGHT, FREE, State.DEAD)
    assert (refused.value.code, refused.value.field) == (Refusal.DEAD, "state")
    with pytest.raises(RuleError):
        resolve(RESULTS[Outcome.SUCCESS], Stakes(None), FREE, State.DEAD)


def test_o9_a_wound_inflicted_without_a_roll():
    """O9: the GM's word goes through the same slots."""
    assert strike(Severity.LIGHT, FREE) == Hit(Placement(Slot.LIGHT_1), None)
    assert strike(Severity.LIGHT, FULL).cause is Cause.ORDINARY


def test_k2_immunity_spares_the_roller():
    """K2, R8: the severity becomes none; a twist that lands there is paid in the fiction."""
    got = resolve(RESULTS[Outcome.COMPLICATION], Stakes(Danger.VERY_HIGH, immune=True), FULL)
    assert (got.falls, got.placement, got.to_tray) == (False, Placement(), Outcome.COMPLICATION)
    assert got.judgement
    assert got.judgement.immunity_spent
