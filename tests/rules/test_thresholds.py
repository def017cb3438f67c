"""Thresholds of realistic criticals (S2 of its rules; vectors hold the rest)."""

import pytest

from rules.criticals.thresholds import MAX_CONSTITUTION, thresholds
from rules.errors import BadInput


@pytest.mark.parametrize(
    ("score", "expected"),
    [(14, (12, 24, 36, 48, 60)), (15, (12, 24, 36, 48, 60)), (9, (9, 18, 27, 36, 45)), (1, (5, 10, 15, 20, 25))],
)
def test_s2_thresholds(score, expected):
    """S2: k x (10 + modifier), the modifier rounded down."""
    assert thresholds(score) == expected


@pytest.mark.parametrize("score", [-10, MAX_CONSTITUTION + 1])
def test_s2_refuses_a_creature_without_thresholds(score):
    """S2: 10 + modifier below 1 is refused with a clear error."""
    with pytest.raises(BadInput) as refused:
        thresholds(score)
    assert refused.value.field == "constitution"
    assert str(refused.value).startswith("constitution: ")


def test_s2_the_last_creature_with_thresholds():
    """S2: 10 + modifier of exactly 1."""
    assert thresholds(-8) == (1, 2, 3, 4, 5)
