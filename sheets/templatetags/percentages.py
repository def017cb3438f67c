"""Exact chances as percentages for people: one decimal, and 0 or 100 only for what is exactly so."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import get_language, pgettext

NARROW_NO_BREAK_SPACE = "\u202f"


def percent(chance: Fraction) -> str:
    """A chance in 0..1 in the active language: "27,7 %" in French, "27.7%" in English.

    A chance that is not 0 never reads 0, and one that is not 1 never reads 100: the nearest tenth
    that keeps the difference is shown.
    """
    return number_format(_shown(chance)) + _sign()


def percent_or_word(chance: Fraction) -> str:
    """The same, with the words for what cannot happen and for what cannot fail to."""
    if chance == 0:
        return pgettext("odds", "impossible")
    if chance == 1:
        return pgettext("odds", "certain")
    return percent(chance)


def _shown(chance: Fraction) -> Decimal:
    if chance in (0, 1):
        return Decimal(100 * int(chance))
    # half a tenth goes up; Python's own round() would send it to the even side
    tenths = int(chance * 1000 + Fraction(1, 2))
    return Decimal(min(max(tenths, 1), 999)).scaleb(-1)


def _sign() -> str:
    language = get_language() or ""
    return f"{NARROW_NO_BREAK_SPACE}%" if language.startswith("fr") else "%"
