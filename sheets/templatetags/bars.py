"""Stacked bars of odds and their keys, as SVG and lists. Pure functions of the laws that `rules` gives.

Positions are whole hundredths of a percent written by hand: an SVG attribute takes a dot in every language.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rules.impact.terms import Landing, Outcome
from sheets.templatetags.percentages import percent_or_word
from sheets.words.terms import label

Term = TypeVar("Term", Outcome, Landing)

_CROSS = "M4 4l8 8M12 4l-8 8"
_STAR = "star"

# The class that paints a term, and the second sign beside colour: a star, strokes by severity, a cross.
_LOOKS: dict[Enum, tuple[str, str]] = {
    Outcome.CRITICAL: ("o-crit", _STAR),
    Outcome.SUCCESS: ("o-succ", ""),
    Outcome.COMPLICATION: ("o-comp", ""),
    Outcome.OPPORTUNITY: ("o-opp", ""),
    Outcome.FAILURE: ("o-fail", ""),
    Outcome.DISASTER: ("o-dis", _CROSS),
    Landing.UNHURT: ("w-none", ""),
    Landing.LIGHT_1: ("w-light", "M3 8h10"),
    Landing.LIGHT_2: ("w-light", "M3 8h10"),
    Landing.GRAVE: ("w-grave", "M3 5.5h10M3 10.5h10"),
    Landing.CRITICAL: ("w-crit", "M3 4h10M3 8h10M3 12h10"),
    Landing.OUT_OF_PLAY: ("w-out", _CROSS),
}
# Hatching is a pattern of the sprite; a stylesheet that may not name a url() leaves it to the attribute.
_HATCHES: dict[Enum, str] = {Outcome.COMPLICATION: "hg", Outcome.OPPORTUNITY: "hb"}

# A mark is 16 px wide: in a narrower part of the narrowest bar it would cover its neighbours.
_ROOM_FOR_A_MARK = 500


@dataclass(frozen=True)
class Part:
    """One term in a bar, with its place and width in hundredths of a percent of the bar."""

    term: Enum
    start: int
    width: int


def parts(law: Mapping[Term, Fraction]) -> list[Part]:
    """The law cut into parts that follow each other and together make 10 000 hundredths, whatever the rounding."""
    found = []
    reached = Fraction(0)
    start = 0
    for term, chance in law.items():
        reached += chance
        end = round(reached * 10_000)
        if end > start:
            found.append(Part(term, start, end - start))
        start = end
    return found


def bar(law: Mapping[Term, Fraction], title: str) -> SafeString:
    """A bar that a screen reader hears as its title and the list of its chances."""
    return format_html(
        '<svg class="stackbar" role="img" aria-label="{}">{}</svg>', _spoken(law, title), _drawn(law, marked=True)
    )


def thin_bar(law: Mapping[Term, Fraction]) -> SafeString:
    """The same in small and without marks, for a place where the full bar is already told."""
    return format_html('<svg class="stackbar thin" aria-hidden="true">{}</svg>', _drawn(law, marked=False))


def key(law: Mapping[Term, Fraction], terms: Sequence[Term]) -> SafeString:
    """The terms with their swatches, words and chances; what is exactly impossible or certain is said so."""
    return format_html(
        '<dl class="key">{}</dl>', format_html_join("", "{}", ((_key_row(term, law[term]),) for term in terms))
    )


def landing_rows(law: Mapping[Landing, Fraction]) -> list[Landing]:
    """The landings worth a row: a light slot that cannot be reached gives way to the other that can."""
    lights = (Landing.LIGHT_1, Landing.LIGHT_2)
    one_is_open = any(law[light] for light in lights)
    return [landing for landing in law if landing not in lights or law[landing] or not one_is_open]


def _spoken(law: Mapping[Term, Fraction], title: str) -> str:
    chances = ", ".join(f"{label(term)} {percent_or_word(chance)}" for term, chance in law.items())
    return gettext("%(title)s: %(chances)s") % {"title": title, "chances": chances}


def _drawn(law: Mapping[Term, Fraction], *, marked: bool) -> SafeString:
    return format_html_join("", "{}{}", ((_rect(part), _mark_in_bar(part) if marked else "") for part in parts(law)))


def _rect(part: Part) -> SafeString:
    return format_html(
        '<rect {} x="{}%" width="{}%" height="28"/>',
        _paint(part.term),
        with_dot(part.start),
        with_dot(part.width),
    )


def _mark_in_bar(part: Part) -> SafeString | str:
    _, mark = _LOOKS[part.term]
    if not mark or part.width < _ROOM_FOR_A_MARK:
        return ""
    drawn: SafeString
    if mark == _STAR:
        drawn = format_html('<use href="#{}" x="-8" width="16" height="16"/>', "starmark")
    else:
        drawn = format_html('<path class="mk" transform="translate(-8 0)" d="{}"/>', mark)
    return format_html('<svg x="{}%" y="6">{}</svg>', with_dot(part.start + part.width // 2), drawn)


def _key_row(term: Enum, chance: Fraction) -> SafeString:
    return format_html(
        "<div><dt>{}<span>{}</span></dt><dd{}>{}</dd></div>",
        _swatch(term),
        label(term),
        format_html(' class="{}"', "nil") if chance == 0 else "",
        percent_or_word(chance),
    )


def _swatch(term: Enum) -> SafeString:
    _, mark = _LOOKS[term]
    drawn: SafeString | str = ""
    if mark == _STAR:
        drawn = format_html('<use href="#{}" x="2" y="2" width="12" height="12"/>', "starmark")
    elif mark:
        drawn = format_html('<path class="mk" d="{}"/>', mark)
    return format_html(
        '<svg class="swatch" aria-hidden="true"><rect {} width="16" height="16"/>{}</svg>', _paint(term), drawn
    )


def _paint(term: Enum) -> SafeString:
    css_class, _ = _LOOKS[term]
    if term in _HATCHES:
        return format_html('class="{}" fill="url(#{})"', css_class, _HATCHES[term])
    return format_html('class="{}"', css_class)


def with_dot(hundredths: int) -> str:
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}"
