"""The exact law (X1, X2), against a count face by face."""

from collections import defaultdict
from collections.abc import MutableMapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.impact.odds import exit_odds, odds, percent
from rules.impact.severity import Stakes
from rules.impact.terms import Cause, Channel, Danger, End, Intention, Landing, Mode, Outcome, Severity, Slot
from tests.rules import by_hand

SMALL_POOLS = list(product((1, 2, 3), (0, 1), (0, 1, 2), (0, 1)))
by_hand_law = cache(by_hand.outcome_law)
TICKED = st.frozensets(st.sampled_from(Slot))
STAKES = st.builds(
    Stakes,
    st.none() | st.sampled_from(Danger),
    st.sampled_from(Channel),
    st.booleans(),
    st.sampled_from([Intention.ACT, Intention.RESIST]),
)


def law_of(pool, stakes, ticked, mode):
    """The odds of a pool given as (D6, critical dice, D8, D10)."""
    d6, critical_d6, d8, d10 = pool
    return odds(d6, critical_d6, d8, d10, stakes, ticked, mode)


def plain(law):
    """The law without its zeros, in words."""
    return {term.value: chance for term, chance in law.items() if chance}


@pytest.mark.parametrize("pool", SMALL_POOLS, ids=str)
def test_x1_outcomes_equal_a_count_of_all_faces(pool):
    """X1: every pool up to 3 D6, 1 critical die, 2 D8 and 1 D10, by rolling every face once."""
    assert plain(law_of(pool, Stakes(None), frozenset(), Mode.HEROIC).outcome) == by_hand_law(*pool)


@given(st.sampled_from(SMALL_POOLS), STAKES, TICKED, st.sampled_from(Mode))
def test_x1_wounds_falls_and_deaths_equal_a_count(pool, stakes, ticked, mode):
    """X1: severity, landing, out of play, death and exit, from the printed table and the slots."""
    severity: dict[str, Fraction] = defaultdict(Fraction)
    landing: dict[str, Fraction] = defaultdict(Fraction)
    for word, chance in by_hand_law(*pool).items():
        danger = stakes.danger and stakes.danger.value
        harm = by_hand.severity(word, danger, stakes.channel.value, stakes.resist)
        severity[harm] += chance
        landing[by_hand.landing({slot.value for slot in ticked}, harm)] += chance
    exits = by_hand.exit_law(mode.value, stakes.mortal, pool[2])
    got = law_of(pool, stakes, ticked, mode)
    assert plain(got.severity) == severity
    assert plain(got.landing) == landing
    assert plain(got.exit) == exits
    assert got.out_of_play == landing["out_of_play"]
    assert got.death == landing["out_of_play"] * exits.get("death", 0)


@given(
    st.tuples(st.integers(1, 14), st.integers(0, 8), st.integers(0, 10), st.integers(0, 8)),
    STAKES,
    TICKED,
    st.sampled_from(Mode),
)
def test_x1_every_law_sums_to_one(pool, stakes, ticked, mode):
    """X1: exactly 1, over all members, with nothing negative."""
    got = law_of(pool, stakes, ticked, mode)
    for law, terms in (
        (got.outcome, Outcome),
        (got.severity, Severity),
        (got.landing, Landing),
        (got.exit, End),
    ):
        assert sum(law.values()) == 1
        assert set(law) == set(terms)
        assert min(law.values()) >= 0
    assert 0 <= got.death <= got.out_of_play <= 1


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("mode", Mode)
def test_x2_exit_law_equals_a_count(mode, dice):
    """O2-O4, X2: the four ends in all modes, the exit dice counted face by face."""
    assert plain(exit_odds(mode, Cause.ORDINARY, dice)) == by_hand.exit_law(mode.value, False, dice)
    assert plain(exit_odds(mode, Cause.MORTAL, dice)) == {"death": 1}


def test_o3_dry_death_as_the_chapter_says():
    """O3: with 2-3 dice death comes "à ~6-14 %" (chapter 3.3)."""
    shares = [percent(exit_odds(Mode.EXIT_ROLL, Cause.ORDINARY, dice)[End.DEATH]) for dice in (2, 3)]
    assert shares == [Decimal("6.3"), Decimal("14.1")]


def test_k2_immunity_in_the_odds():
    """K2, X1: with an immunity engaged nobody is hurt."""
    law = odds(1, 0, 4, 0, Stakes(Danger.VERY_HIGH, immune=True), frozenset(Slot), Mode.LETHAL)
    assert law.landing[Landing.UNHURT] == 1
    assert law.death == 0


@pytest.mark.parametrize(
    ("pool", "field"),
    [
        ((0, 1, 0, 0), "d6"),
        ((1, -1, 0, 0), "critical_d6"),
        ((1, 0, 41, 0), "d8"),
        ((1, 0, 0, -1), "d10"),
        ((38, 1, 1, 1), "pool"),
    ],
)
def test_p13_x1_counts_that_are_no_pool(pool, field):
    """P13: at least 1D6, 40 dice in all."""
    with pytest.raises(BadInput) as refused:
        law_of(pool, Stakes(None), frozenset(), Mode.HEROIC)
    assert refused.value.field == field


@pytest.mark.parametrize("pool", [(40, 0, 0, 0), (1, 39, 0, 0), (1, 0, 39, 0), (1, 0, 0, 39), (20, 5, 13, 2)])
def test_x1_the_largest_pools_have_exact_odds(pool):
    """X1: 40 dice sum to 1 without rounding."""
    law = law_of(pool, Stakes(Danger.HIGH), frozenset(Slot), Mode.EXIT_ROLL)
    assert sum(law.outcome.values()) == sum(law.landing.values()) == 1


def test_x1_shared_laws_cannot_be_changed():
    """X1: an answer is shared between callers, so nobody can write into it."""
    law = odds(2, 0, 1, 0, Stakes(Danger.HIGH), frozenset(), Mode.GRITTY)
    for shared in (law.outcome, law.severity, law.landing, law.exit):
        assert not isinstance(shared, MutableMapping)


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(0), "0.0"),
        (Fraction(1), "100.0"),
        (Fraction(1, 10**9), "0.1"),
        (Fraction(10**9 - 1, 10**9), "99.9"),
        (Fraction(1, 2), "50.0"),
        (Fraction(1, 3), "33.3"),
        (Fraction(2, 3), "66.7"),
        (Fraction(1, 16), "6.3"),
        (Fraction(1, 2000), "0.1"),
    ],
)
def test_x1_percentages(chance, shown):
    """X1: one decimal; 0 and 100 only when they are exactly so."""
    assert str(percent(chance)) == shown
