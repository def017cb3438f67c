"""The drawn risk of death (X2): the numbers of its pictures and of its table, against a count of all faces."""

import re
from fractions import Fraction
from itertools import product

import pytest
from django.utils import translation

from rules.impact.terms import Mode
from sheets.templatetags.curves import BOTTOM, TOP, death_curve, death_table, deaths

TWIST_FACES = (7, 8)


def counted(mode: Mode, dice: int) -> Fraction:
    """The chance of death, from every throw of that many D8 and the game's own words (O3, O4)."""
    if mode is Mode.EXIT_ROLL:
        thrown = list(product(range(1, 9), repeat=dice))
        two = sum(1 for faces in thrown if sum(face in TWIST_FACES for face in faces) == 2)
        return Fraction(two, len(thrown))
    return Fraction(0) if mode is Mode.HEROIC else Fraction(1)


@pytest.mark.parametrize("mode", Mode)
def test_x2_each_lethality_is_counted_exactly(mode):
    """X2: for 0 to 6 twist dice, the chance drawn is that of all throws counted one by one."""
    assert deaths(mode) == [counted(mode, dice) for dice in range(7)]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_x2_the_picture_shows_these_chances(mode, language):
    """X2: the height of each point, and the figures over them, are the exact chances to a tenth."""
    with translation.override(language):
        drawn = str(death_curve(mode))
    law = [counted(mode, dice) for dice in range(7)]
    points = re.search(r'<polyline class="ln" points="([^"]*)"', drawn)
    assert points is not None
    heights = [float(point.split(",")[1]) for point in points[1].split()]
    assert heights == [pytest.approx(BOTTOM - (BOTTOM - TOP) * float(chance), abs=0.051) for chance in law]
    figures = re.findall(r'<text class="v"[^>]*>([^<]*)<', drawn)
    if mode is Mode.EXIT_ROLL:
        comma = "," if language == "fr" else "."
        assert figures == [figure.replace(".", comma) for figure in ("6.3", "14.1", "21.1", "26.4", "29.7")]
    else:
        assert len(figures) == 1
        assert figures[0].startswith("0" if mode is Mode.HEROIC else "100")


def test_x2_the_table_says_the_same_in_words():
    """X2: a row for each number of dice, a column for each lethality; what cannot be is said in words."""
    with translation.override("fr"):
        table = str(death_table())
    rows = [re.findall(r"<td>([^<]*)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)[1:]]
    assert rows[0] == ["impossible", "impossible", "certain", "certain"]
    assert [row[1] for row in rows] == [
        "impossible",
        "impossible",
        "6,3\u202f%",
        "14,1\u202f%",
        "21,1\u202f%",
        "26,4\u202f%",
        "29,7\u202f%",
    ]
    assert [row[0] for row in rows] == ["impossible"] * 7
    assert re.findall(r'<th scope="row">(\d)</th>', table) == [str(dice) for dice in range(7)]
