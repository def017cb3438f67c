"""Reading the dice (R1-R6) and holding them against a pool."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput, Refusal, RuleError
from rules.impact.pool import Body, PoolChoice, Table, build_pool
from rules.impact.reading import Faces, check_faces, check_faces_match, read
from rules.impact.terms import Outcome, Slot, Weave, WoundRule
from tests.rules import by_hand

D6 = st.lists(st.integers(1, 6), max_size=6).map(tuple)
FACES = st.builds(
    Faces,
    st.lists(st.integers(1, 6), min_size=1, max_size=8).map(tuple),
    D6,
    st.lists(st.integers(1, 8), max_size=6).map(tuple),
    st.lists(st.integers(1, 10), max_size=2).map(tuple),
)


@given(FACES)
def test_r1_to_r4_any_roll_reads_as_by_hand(faces):
    """R1-R4: the outcome of any faces, against a reading written from the clauses."""
    assert read(faces).outcome.value == by_hand.outcome(faces.d6, faces.critical_d6, faces.d8, faces.d10)


@pytest.mark.parametrize(
    ("clause", "faces", "outcome"),
    [
        ("R1 two sixes", Faces((6, 6)), Outcome.CRITICAL),
        ("R1 a six on each kind", Faces((6,), (6,)), Outcome.CRITICAL),
        ("R1 one six on a critical die", Faces((1,), (6,)), Outcome.CRITICAL),
        ("R1 one plain six is no critical", Faces((6, 1), (5,)), Outcome.SUCCESS),
        ("R2 five", Faces((5, 1)), Outcome.SUCCESS),
        ("R2 a critical die counts", Faces((1,), (5,)), Outcome.SUCCESS),
        ("R2 four", Faces((4, 1)), Outcome.FAILURE),
        ("R3 betrayal", Faces((5,), d10=(10,)), Outcome.FAILURE),
        ("R3 nine is no betrayal", Faces((5,), d10=(9,)), Outcome.SUCCESS),
        ("R3 a critical cancels it", Faces((6, 6), d10=(10,)), Outcome.CRITICAL),
        ("R4 one twist over success", Faces((5,), d8=(7, 6)), Outcome.COMPLICATION),
        ("R4 one twist over failure", Faces((1,), d8=(8,)), Outcome.OPPORTUNITY),
        ("R4 one twist over betrayal", Faces((5,), d8=(8,), d10=(10,)), Outcome.OPPORTUNITY),
        ("R4 two twists", Faces((5,), d8=(7, 8)), Outcome.DISASTER),
        ("R4 a critical is immune", Faces((6, 6), d8=(7, 8)), Outcome.CRITICAL),
    ],
)
def test_r1_to_r4_examples(clause, faces, outcome):
    """R1-R4, an example each."""
    assert read(faces).outcome is outcome, clause


def test_r3_betrayal_is_told_but_on_a_critical():
    """R3: a failure that a wound die would have made is betrayed too; a critical is not."""
    assert read(Faces((5,), d10=(10, 3))).betrayed
    assert read(Faces((1,), d10=(10,))).betrayed
    assert not read(Faces((6, 6), d10=(10,))).betrayed


@pytest.mark.parametrize(
    ("faces", "sparks"),
    [
        (Faces((1,), d8=(7, 7)), 1),
        (Faces((6, 6), d8=(7, 7, 8)), 1),
        (Faces((6, 6), d8=(7,)), 0),
        (Faces((5,), d8=(7,)), 0),
    ],
)
def test_r5_sparks(faces, sparks):
    """R5: 1 spark for a disaster or a critical over two twists, never more."""
    assert read(faces).sparks_gained == sparks


def test_r6_reading_keeps_each_step():
    """R6, R9: what the D6 said is kept under a disaster."""
    reading = read(Faces((2, 6), (4,), (7, 8, 1), (10,)))
    assert (reading.base, reading.highest, reading.twists, reading.betrayed) == (Outcome.SUCCESS, 6, 2, True)
    assert reading.outcome is Outcome.DISASTER


@pytest.mark.parametrize(
    ("faces", "field"),
    [
        (Faces(()), "d6"),
        (Faces((0,)), "d6"),
        (Faces((1,), (7,)), "critical_d6"),
        (Faces((1,), d8=(9,)), "d8"),
        (Faces((1,), d10=(11,)), "d10"),
    ],
)
def test_p13_faces_that_are_no_roll(faces, field):
    """P13: at least one D6, and only faces that the die has."""
    with pytest.raises(BadInput) as refused:
        check_faces(faces)
    assert refused.value.field == field


POOL = build_pool(
    PoolChoice(mark=True, weave=Weave.FLAW), Body(frozenset({Slot.CRITICAL})), Table(wound_rule=WoundRule.WOUND_DICE)
)


@pytest.mark.parametrize(
    ("faces", "code", "field"),
    [
        (Faces((1,), (1,), (1,), (1, 1)), Refusal.WRONG_DICE_COUNT, "d6"),
        (Faces((1, 1), (), (1,), (1, 1)), Refusal.WRONG_DICE_COUNT, "critical_d6"),
        (Faces((1, 1), (1,), (1, 1), (1, 1)), Refusal.WRONG_DICE_COUNT, "d8"),
        (Faces((1, 1), (1,), (1,), (1,)), Refusal.WRONG_DICE_COUNT, "d10"),
        (Faces((1, 7), (1,), (1,), (1, 1)), Refusal.WRONG_FACE, "d6"),
        (Faces((1, 1), (1,), (0,), (1, 1)), Refusal.WRONG_FACE, "d8"),
    ],
)
def test_p12_dice_rolled_by_hand_match_the_pool(faces, code, field):
    """Dice typed in by hand are those of the pool, no more and no fewer."""
    with pytest.raises(RuleError) as refused:
        check_faces_match(faces, POOL)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_p12_matching_dice_are_taken():
    """The right faces pass both checks."""
    faces = Faces((1, 6), (6,), (8,), (10, 1))
    check_faces(faces)
    check_faces_match(faces, POOL)
    assert read(faces).outcome is Outcome.CRITICAL
