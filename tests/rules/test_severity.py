"""The ladder (D1-D9, K2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.impact.severity import Judgement, Stakes, Step, StepCause, judge, next_danger, table
from rules.impact.terms import Channel, Danger, Intention, Outcome, Severity
from tests.rules import by_hand

STAKES = st.builds(
    Stakes,
    st.none() | st.sampled_from(Danger),
    st.sampled_from(Channel),
    st.booleans(),
    st.sampled_from(Intention),
    st.booleans(),
    st.booleans(),
)


def test_d8_the_24_cells():
    """D8: result by danger, as chapter 3.3 prints it ("La Table Danger x Résultat")."""
    got = {(outcome.value, danger.value): severity.value for (outcome, danger), severity in table().items()}
    assert len(got) == 24
    for outcome, cells in by_hand.PRINTED_TABLE.items():
        assert tuple(got[outcome, danger] for danger in by_hand.DANGERS) == cells


@pytest.mark.parametrize("danger", Danger)
@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("intention", [Intention.ACT, Intention.MANEUVER])
def test_d9_resist_is_one_rung(outcome, danger, intention):
    """D3, D9: resisting is one rung down from any other intention, held at none; eased is one more."""
    plain = judge(outcome, Stakes(danger, intention=intention)).severity
    resisted = judge(outcome, Stakes(danger, intention=Intention.RESIST)).severity
    both = judge(outcome, Stakes(danger, intention=Intention.RESIST, eased=True)).severity
    assert resisted.rung == max(0, plain.rung - 1)
    assert both.rung == max(0, plain.rung - 2)


def test_d3_steps_are_added_then_held():
    """D3: low, disaster and resist come to none; a complication at low does not lend a rung to what follows."""
    low = judge(Outcome.DISASTER, Stakes(Danger.LOW, intention=Intention.RESIST))
    assert low == Judgement(
        Severity.NONE,
        (
            Step(StepCause.DANGER, 0, Severity.NONE),
            Step(StepCause.DISASTER, 1, Severity.LIGHT),
            Step(StepCause.RESIST, -1, Severity.NONE),
        ),
    )
    twisted = judge(Outcome.COMPLICATION, Stakes(Danger.LOW, eased=True))
    assert [step.at for step in twisted.steps] == [Severity.NONE] * 3


def test_d3_success_leaves_the_ladder():
    """D3: the step off the ladder shows where the danger had put it."""
    assert judge(Outcome.SUCCESS, Stakes(Danger.HIGH)).steps == (
        Step(StepCause.DANGER, 2, Severity.GRAVE),
        Step(StepCause.OFF_LADDER, -2, Severity.NONE),
    )


@given(st.sampled_from(Outcome), STAKES)
def test_d8_steps_lead_to_the_severity(outcome, stakes):
    """D8: the deltas add up to the severity, and the last step stands on it."""
    judgement = judge(outcome, stakes)
    assert Severity.held(sum(step.delta for step in judgement.steps)) is judgement.severity
    if judgement.steps:
        assert judgement.steps[-1].at is judgement.severity
    else:
        assert judgement.severity is Severity.NONE


@given(st.sampled_from(Outcome), STAKES)
def test_d5_no_body_no_wound(outcome, stakes):
    """D4, D5: without an announcement, or for the scene, nobody is hurt, whatever the dice."""
    if stakes.danger is None or stakes.channel is Channel.SCENE:
        assert judge(outcome, stakes) == Judgement(Severity.NONE, ())
    else:
        assert stakes.threatens_body
        assert judge(outcome, stakes).steps[0] == Step(StepCause.DANGER, stakes.danger.start.rung, stakes.danger.start)


@given(st.sampled_from(Outcome), STAKES)
def test_d2_more_danger_never_hurts_less(outcome, stakes):
    """D2: over the four levels, severity never goes down."""
    levels = [
        judge(outcome, Stakes(danger, stakes.channel, stakes.mortal, stakes.intention, stakes.eased)).severity
        for danger in (Danger.LOW, Danger.NORMAL, Danger.HIGH, Danger.VERY_HIGH)
    ]
    assert levels == sorted(levels)


def test_k2_immunity_makes_a_severity_none_and_is_spent_then_only():
    """K2: an engaged immunity takes the severity away; it is not spent on what would not have hurt."""
    hurt = judge(Outcome.DISASTER, Stakes(Danger.VERY_HIGH, immune=True))
    assert (hurt.severity, hurt.immunity_spent) == (Severity.NONE, True)
    assert hurt.steps[-1] == Step(StepCause.IMMUNITY, -4, Severity.NONE)
    assert not judge(Outcome.SUCCESS, Stakes(Danger.VERY_HIGH, immune=True)).immunity_spent
    assert not judge(Outcome.FAILURE, Stakes(Danger.LOW, immune=True)).immunity_spent


def test_d7_next_danger():
    """D7: one level higher after a disaster, up to very high."""
    assert [next_danger(danger) for danger in Danger] == [
        Danger.NORMAL,
        Danger.HIGH,
        Danger.VERY_HIGH,
        Danger.VERY_HIGH,
    ]


def test_d1_the_ladder_is_ordered():
    """D1: none, light, grave, critical, out of play; held at both ends."""
    assert [severity.value for severity in sorted(Severity)] == list(by_hand.LADDER)
    assert (Severity.held(-3), Severity.held(9)) == (Severity.NONE, Severity.OUT_OF_PLAY)
