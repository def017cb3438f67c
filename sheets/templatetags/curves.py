"""The risk of death against the twist dice carried, drawn once a lethality (X2). The numbers are those of `rules`."""

from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.impact.odds import exit_odds, percent
from rules.impact.pool import MAX_SCENE_CHAOS
from rules.impact.terms import Cause, End, Mode
from sheets.templatetags.percentages import percent_or_word
from sheets.words.terms import label

register = template.Library()
LEFT, RIGHT, TOP, BOTTOM = 34, 232, 14, 118
STEP = (RIGHT - LEFT) // MAX_SCENE_CHAOS


def deaths(mode: Mode) -> list[Fraction]:
    """The chance of death of a character who falls, before any redemption, carrying 0 to 6 twist dice (X2)."""
    return [exit_odds(mode, Cause.ORDINARY, dice)[End.DEATH] for dice in range(MAX_SCENE_CHAOS + 1)]


@register.simple_tag
def death_curve(mode: Mode) -> SafeString:
    """The seven chances as a line with its axes. The table beside it says the same to everyone."""
    law = deaths(mode)
    points = [(LEFT + STEP * dice, _height(chance)) for dice, chance in enumerate(law)]
    return format_html(
        '<svg class="curve" viewBox="0 0 240 150" role="img" aria-label="{}">{}'
        '<polyline class="ln" points="{}"/>{}{}</svg>',
        _heard(mode, law),
        _axes(),
        " ".join(f"{x},{y}" for x, y in points),
        format_html_join("", '<circle class="dot" cx="{}" cy="{}" r="3.2"/>', points),
        _figures(law, points),
    )


@register.simple_tag
def death_table() -> SafeString:
    """The same numbers in a table: a row for each number of dice, a column for each lethality."""
    heads = format_html_join("", '<th scope="col">{}</th>', ((label(mode),) for mode in Mode))
    rows = format_html_join(
        "",
        '<tr><th scope="row">{}</th>{}</tr>',
        (
            (dice, format_html_join("", "<td>{}</td>", ((percent_or_word(deaths(mode)[dice]),) for mode in Mode)))
            for dice in range(MAX_SCENE_CHAOS + 1)
        ),
    )
    return format_html(
        '<table class="deaths"><caption class="vh">{}</caption><thead><tr><th scope="col">{}</th>{}</tr></thead>'
        "<tbody>{}</tbody></table>",
        _("Risk of death once out of play, by the twist dice that the action carried"),
        _("Twist dice"),
        heads,
        rows,
    )


def _height(chance: Fraction) -> str:
    """A place on the vertical axis with one decimal and a dot, as an attribute wants it in every language."""
    tenths = round(10 * (BOTTOM - (BOTTOM - TOP) * chance))
    return f"{tenths // 10}.{tenths % 10}"


def _heard(mode: Mode, law: list[Fraction]) -> str:
    told = ", ".join(f"{dice}: {percent_or_word(chance)}" for dice, chance in enumerate(law))
    return _("%(mode)s: risk of death by twist dice carried. %(chances)s") % {"mode": label(mode), "chances": told}


def _axes() -> SafeString:
    middle = (TOP + BOTTOM) // 2
    grid = format_html_join(
        "",
        '<path class="gr" d="M{} {}H{}"/><text x="28" y="{}" text-anchor="end">{}</text>',
        ((LEFT, y, RIGHT, y + 4, said) for y, said in ((middle, 50), (TOP, 100))),
    )
    ticks = format_html_join(
        "",
        '<text x="{}" y="134" text-anchor="middle">{}</text>',
        ((LEFT + STEP * dice, dice) for dice in range(MAX_SCENE_CHAOS + 1)),
    )
    return format_html(
        '{}<path class="ax" d="M{} {}V{}H{}"/><text x="28" y="122" text-anchor="end">0</text>{}'
        '<text x="{}" y="149" text-anchor="end">{}</text>',
        grid,
        LEFT,
        TOP,
        BOTTOM,
        RIGHT,
        ticks,
        RIGHT,
        _("twist dice carried"),
    )


def _figures(law: list[Fraction], points: list[tuple[int, str]]) -> SafeString:
    """The percentages over their points; where they are all one, one figure for all."""
    if len(set(law)) == 1:
        said = _("%(figure)s, always") % {"figure": int(100 * law[0])}
        y = BOTTOM - 9 if law[0] == 0 else TOP + 20
        return format_html('<text class="v" x="{}" y="{}" text-anchor="middle">{}</text>', (LEFT + RIGHT) // 2, y, said)
    shown = (
        (x, _height(chance + Fraction(9, BOTTOM - TOP)), number_format(percent(chance)))
        for (x, _y), chance in zip(points, law, strict=True)
        if chance
    )
    return format_html_join("", '<text class="v" x="{}" y="{}" text-anchor="middle">{}</text>', shown)
