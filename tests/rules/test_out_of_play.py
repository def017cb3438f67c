"""Ends, redemption and states (O1-O9)."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import roll
from rules.errors import Refusal, RuleError
from rules.impact.odds import exit_odds
from rules.impact.out_of_play import (
    check_exit_dice,
    needs_exit_roll,
    redeem,
    redemption_refusal,
    require_active,
    settle,
)
from rules.impact.terms import Cause, End, LethalRedemption, Mode, ScarDue, State
from tests.rules.dice_fit import chi_square_p

NONE, ARC = LethalRedemption
H, X, G, L = Mode
ROLL, MORTAL, SACRIFICE = Cause
DEATH, SCAR = End.DEATH, End.SCAR


@pytest.mark.parametrize(
    ("clause", "mode", "cause", "d8", "end", "scar", "pays", "state"),
    [
        ("O3 no dice", X, ROLL, (), SCAR, ScarDue.REQUIRED, False, State.NEUTRALISED),
        ("O3 0", X, ROLL, (6, 1), SCAR, ScarDue.REQUIRED, False, State.NEUTRALISED),
        ("O3 1", X, ROLL, (7, 1), End.SCAR_SCENE_PAYS, ScarDue.REQUIRED, True, State.NEUTRALISED),
        ("O3 2", X, ROLL, (7, 8), DEATH, ScarDue.NONE, False, State.DECIDING),
        ("O3 3", X, ROLL, (7, 8, 8), End.DEUS_EX_MACHINA, ScarDue.OFFERED, False, State.ACTIVE),
        ("O3 5", X, ROLL, (7,) * 5, End.DEUS_EX_MACHINA, ScarDue.OFFERED, False, State.ACTIVE),
        ("O4 heroic", H, ROLL, (), SCAR, ScarDue.REQUIRED, False, State.NEUTRALISED),
        ("O4 heroic rolls nothing", H, ROLL, (7, 8), SCAR, ScarDue.REQUIRED, False, State.NEUTRALISED),
        ("O4 gritty", G, ROLL, (), DEATH, ScarDue.NONE, False, State.DECIDING),
        ("O4 lethal", L, ROLL, (), DEATH, ScarDue.NONE, False, State.DEAD),
        ("O2 heroic", H, MORTAL, (), DEATH, ScarDue.NONE, False, State.DECIDING),
        ("O2 exit_roll, no dice read", X, MORTAL, (8, 8, 8), DEATH, ScarDue.NONE, False, State.DECIDING),
        ("O2 gritty", G, MORTAL, (), DEATH, ScarDue.NONE, False, State.DECIDING),
        ("O2 lethal", L, MORTAL, (), DEATH, ScarDue.NONE, False, State.DEAD),
        ("O1 heroic", H, SACRIFICE, (), DEATH, ScarDue.NONE, False, State.DEAD),
        ("O1 exit_roll", X, SACRIFICE, (), DEATH, ScarDue.NONE, False, State.DEAD),
        ("O1 gritty", G, SACRIFICE, (), DEATH, ScarDue.NONE, False, State.DEAD),
        ("O1 lethal", L, SACRIFICE, (), DEATH, ScarDue.NONE, False, State.DEAD),
    ],
)
def test_o1_to_o4_ends_of_every_mode(clause, mode, cause, d8, end, scar, pays, state):
    """O1-O4, O7, O8: the end, the scar due and the state, of a character with 2 sparks."""
    got = settle(mode, cause, d8, 2, 0, NONE)
    assert (got.end, got.scar, got.scene_pays, got.state) == (end, scar, pays, state), clause


def test_o3_only_an_ordinary_fall_in_exit_roll_is_rolled():
    """O2-O4: one mode and one cause of the twelve roll."""
    assert [(mode, cause) for mode in Mode for cause in Cause if needs_exit_roll(mode, cause)] == [(X, ROLL)]
    assert settle(X, ROLL, (7, 7, 1), 0, 0, NONE).twists == 2
    assert settle(G, ROLL, (7, 7, 1), 0, 0, NONE).twists == 0


@pytest.mark.parametrize(
    ("mode", "cause", "sparks", "used", "lethal", "refusal"),
    [
        (X, ROLL, 1, 5, NONE, None),
        (H, MORTAL, 1, 0, NONE, None),
        (G, ROLL, 1, 3, NONE, None),
        (L, ROLL, 1, 0, ARC, None),
        (X, ROLL, 0, 0, NONE, Refusal.REDEMPTION_WITHOUT_SPARK),
        (L, ROLL, 0, 0, ARC, Refusal.REDEMPTION_WITHOUT_SPARK),
        (L, MORTAL, 9, 0, NONE, Refusal.REDEMPTION_NOT_IN_MODE),
        (L, ROLL, 9, 1, ARC, Refusal.REDEMPTION_USED_THIS_ARC),
        (H, SACRIFICE, 9, 0, ARC, Refusal.REDEMPTION_OF_SACRIFICE),
        (L, SACRIFICE, 9, 0, ARC, Refusal.REDEMPTION_OF_SACRIFICE),
    ],
)
def test_o5_redemption_as_the_mode_allows(mode, cause, sparks, used, lethal, refusal):
    """O1, O4, O5: 1 spark, a scar and neutralised; or the one reason why not."""
    assert redemption_refusal(mode, cause, sparks, used, lethal) is refusal
    assert settle(mode, cause, (7, 7), sparks, used, lethal).redeemable is (refusal is None)
    if refusal is None:
        paid = redeem(mode, cause, sparks, used, lethal)
        assert (paid.sparks, paid.redemptions_this_arc) == (sparks - 1, used + 1)
        assert (paid.state, paid.scar) == (State.NEUTRALISED, ScarDue.REQUIRED)
    else:
        with pytest.raises(RuleError) as refused:
            redeem(mode, cause, sparks, used, lethal)
        assert (refused.value.code, refused.value.field) == (refusal, "redemption")


@given(
    st.sampled_from(Mode),
    st.sampled_from(Cause),
    st.lists(st.integers(1, 8), max_size=6).map(tuple),
    st.integers(0, 3),
    st.integers(0, 2),
    st.sampled_from(LethalRedemption),
)
def test_o7_every_survival_leaves_a_scar_and_only_deaths_are_redeemed(mode, cause, d8, sparks, used, lethal):
    """O5, O7: no end is without consequence, and no one pays for a survival."""
    got = settle(mode, cause, d8, sparks, used, lethal)
    assert (got.scar is ScarDue.NONE) == (got.end is DEATH)
    assert not got.redeemable or (got.end is DEATH and sparks > 0)


@pytest.mark.parametrize(
    ("mode", "cause", "dice", "law"),
    [
        (X, ROLL, 3, (27, 27, 9, 1)),
        (X, ROLL, 5, (243, 405, 270, 106)),
        (X, MORTAL, 3, (0, 0, 1, 0)),
        (H, ROLL, 3, (1, 0, 0, 0)),
        (G, ROLL, 3, (0, 0, 1, 0)),
        (L, ROLL, 3, (0, 0, 1, 0)),
    ],
)
def test_o3_simulated_falls_fit(mode, cause, dice, law):
    """O2-O4: 20,000 falls a mode, through the shipped dice, fit the law written out here and the odds shown."""
    falls = 20_000
    entropy = random.Random(dice).randbytes
    ends = Counter(settle(mode, cause, roll((8,) * dice, entropy), 0, 0, NONE).end for _ in range(falls))
    order = (SCAR, End.SCAR_SCENE_PAYS, DEATH, End.DEUS_EX_MACHINA)
    shown = exit_odds(mode, cause, dice)
    assert [shown[end] for end in order] == [Fraction(share, sum(law)) for share in law]
    possible = [(end, falls * share / sum(law)) for end, share in zip(order, law, strict=True) if share]
    assert set(ends) <= {end for end, _expected in possible}
    if len(possible) > 1:
        assert chi_square_p([ends[end] for end, _ in possible], [expected for _, expected in possible]) >= 1e-6


@pytest.mark.parametrize(("faces", "code"), [((7,), "count"), ((7, 1, 1), "count"), ((0, 1), "face"), ((9, 1), "face")])
def test_o3_exit_dice_made_by_hand_are_held_against_their_number(faces, code):
    """O3: as many faces as the action carried twist dice, each of an eight-sided die."""
    check_exit_dice((1, 8), 2)
    check_exit_dice((), 0)
    with pytest.raises(RuleError) as refused:
        check_exit_dice(faces, 2)
    expected = {"count": Refusal.WRONG_DICE_COUNT, "face": Refusal.WRONG_FACE}[code]
    assert (refused.value.code, refused.value.field) == (expected, "d8")


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (State.DEAD, Refusal.DEAD),
        (State.NEUTRALISED, Refusal.NOT_ACTIVE),
        (State.DECIDING, Refusal.NOT_ACTIVE),
    ],
)
def test_o8_who_is_out_of_play_does_not_act(state, code):
    """O8: only an active character rolls."""
    require_active(State.ACTIVE)
    with pytest.raises(RuleError) as refused:
        require_active(state)
    assert (refused.value.code, refused.value.field) == (code, "state")
