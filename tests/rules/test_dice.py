"""The shipped dice: fair, and read from the bytes given."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import MAX_DICE, roll
from rules.errors import BadInput
from tests.rules.dice_fit import DICE, LEAST_P, chi_square_p, fit


class Script:
    """Bytes told in advance, then zeros; it counts how often it is read."""

    def __init__(self, told=b""):
        self.told = told
        self.reads = 0

    def __call__(self, size):
        self.reads += 1
        given, self.told = self.told[:size], self.told[size:]
        return given.ljust(size, b"\0")


@given(st.lists(st.integers(2, 256), max_size=MAX_DICE), st.binary(max_size=200))
def test_dice_show_faces_of_their_own_die(sides, told):
    """One face a die, from 1 to its sides, in the order asked."""
    faces = roll(sides, Script(told))
    assert len(faces) == len(sides)
    assert all(1 <= face <= count for face, count in zip(faces, sides, strict=True))


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 10, 12, 20, 100, 129, 255, 256])
def test_dice_are_exactly_uniform_over_the_bytes(sides):
    """Of the 256 values of a byte, each face gets the same number; the others are thrown away."""
    first_faces = [roll((sides,), Script(bytes([value]))) for value in range(256 // sides * sides)]
    assert {first_faces.count((face,)) for face in range(1, sides + 1)} == {256 // sides}
    for value in range(256 // sides * sides, 256):
        assert roll((sides,), Script(bytes([value, 1]))) == (2,)


def test_dice_take_one_read_for_a_roll():
    """The largest roll costs one read of entropy; a long run of thrown bytes costs one more, and no bias."""
    script = Script()
    roll((6,) * MAX_DICE, script)
    assert script.reads == 1
    unlucky = Script(b"\xff" * 18)
    assert roll((6,), unlucky) == (1,)
    assert unlucky.reads == 2


@pytest.mark.parametrize("sides", [(1,), (6, 0), (257,), (6,) * 41])
def test_dice_refuse_what_is_no_die(sides):
    """Dice of 2 to 256 sides, 40 at most."""
    with pytest.raises(BadInput) as refused:
        roll(sides, Script())
    assert refused.value.field == "sides"


@pytest.mark.parametrize("sides", DICE)
def test_dice_fit_a_uniform_law(sides):
    """R03: chi-square over 1,000,000 rolls of each die, seeded so as not to flicker; `make dice` throws ten million."""
    assert fit(sides, 1_000_000, random.Random(sides).randbytes) >= LEAST_P


def test_dice_fit_finds_a_bias():
    """The fit itself: the plain remainder of a byte, unfair by 2 %, is caught."""
    counts = [0] * 6
    for value in random.Random(1).randbytes(2_000_000):
        counts[value % 6] += 1
    assert chi_square_p(counts, [sum(counts) / 6] * 6) < LEAST_P


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [(0, 5, 1.0), (11.0705, 5, 0.05), (15.0863, 5, 0.01), (3.841, 1, 0.05), (30.144, 19, 0.05)],
)
def test_dice_fit_against_printed_chi_square_values(statistic, degrees, p):
    """Critical values of any printed chi-square table."""
    counts = [1 + statistic**0.5, *[1.0] * degrees]
    assert chi_square_p(counts, [1.0] * (degrees + 1)) == pytest.approx(p, abs=1e-4)
