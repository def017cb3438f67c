"""Template tags that draw rules values: dice, odds, the ladder, small signs. They ask nothing of the database.

The symbols they point to are in `look/sprite.html`, which a page includes once.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from rules.impact.severity import Judgement
from rules.impact.terms import Danger, Landing, Outcome, Severity, State, Weave
from sheets.templatetags import bars, percentages
from sheets.words.terms import label as word

register = template.Library()
register.filter("percent", percentages.percent)
register.filter("percent_or_word", percentages.percent_or_word)

# What a die of each kind looks like while its face does not matter.
_BLANK_FACES = {"d6": "d6-5", "c6": "c6", "d8": "d8", "d10": "d10"}
_SIDES = {"d6": 6, "c6": 6, "d8": 8, "d10": 10}
_MOODS = frozenset({"", "open", "top", "dull", "twist", "ghost"})
_SIZES = frozenset({"", "s", "l"})

_SPARKS_DRAWN = 6
_STATE_ICONS = {
    State.ACTIVE: "heart-pulse",
    State.NEUTRALISED: "bed",
    State.DECIDING: "hourglass",
    State.DEAD: "skull",
}
_RUNG_CLASSES = {
    Severity.NONE: "s-none",
    Severity.LIGHT: "s-light",
    Severity.GRAVE: "s-grave",
    Severity.CRITICAL: "s-crit",
    Severity.OUT_OF_PLAY: "s-out",
}


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon of the sprite, silent: the word stands beside it, or in the button's aria-label."""
    return format_html('<svg class="i" aria-hidden="true"><use href="#i-{}"/></svg>', name)


@register.simple_tag
def die(kind: str, face: int | None = None, mood: str = "", size: str = "", label: str = "") -> SafeString:
    """A die: `kind` d6, c6 (critical D6), d8 or d10; `face` None for one not thrown.

    `mood`: open (to be thrown), top (decides), dull (did not), twist, ghost (not chosen). `size`: s, l
    or none. With a `label` it is an image of that name, without one it is silent. Raises ValueError
    for a die that is not in the box.
    """
    if kind not in _SIDES or mood not in _MOODS or size not in _SIZES:
        raise ValueError(f"no such die: {kind=} {mood=} {size=}")
    if face is not None and not 1 <= face <= _SIDES[kind]:
        raise ValueError(f"no face {face} on a {kind}")
    symbol = _BLANK_FACES[kind] if face is None else f"{kind}-{face}"
    classes = " ".join(filter(None, ("die", size, mood)))
    heard = format_html('role="img" aria-label="{}"', label) if label else format_html('aria-hidden="{}"', "true")
    return format_html('<svg class="{}" {}><use href="#{}"/></svg>', classes, heard, symbol)


@register.simple_tag
def outcome_bar(law: Mapping[Outcome, Fraction], variant: str = "") -> SafeString:
    """The six outcomes as a stacked bar; variant "thin" for the silent one beside Launch."""
    ordered = {outcome: law[outcome] for outcome in Outcome}
    return bars.thin_bar(ordered) if variant == "thin" else bars.bar(ordered, gettext("Odds of the six outcomes"))


@register.simple_tag
def outcome_key(law: Mapping[Outcome, Fraction]) -> SafeString:
    """The six outcomes in words and percentages, the best first."""
    return bars.key({outcome: law[outcome] for outcome in Outcome}, tuple(Outcome))


@register.simple_tag
def landing_bar(law: Mapping[Landing, Fraction], variant: str = "") -> SafeString:
    """Where the roll may leave the body, as a stacked bar; variant "thin" for a silent one."""
    ordered = {landing: law[landing] for landing in Landing}
    return bars.thin_bar(ordered) if variant == "thin" else bars.bar(ordered, gettext("Where the wound would land"))


@register.simple_tag
def landing_key(law: Mapping[Landing, Fraction]) -> SafeString:
    """The landings in words and percentages; see `bars.landing_rows` for the rows left out."""
    ordered = {landing: law[landing] for landing in Landing}
    return bars.key(ordered, bars.landing_rows(ordered))


@register.inclusion_tag("look/ladder.html")
def ladder(judgement: Judgement) -> dict[str, Any]:
    """The five rungs: where the danger starts (dashed), where the wound arrives (filled), the sum between.

    The sum is the true one, so that it may be larger than the way shown when an end of the ladder held it.
    Without steps no danger touched the body, and nothing is drawn.
    """
    if not judgement.steps:
        return {"rungs": ()}
    start = judgement.steps[0].at
    total = sum(step.delta for step in judgement.steps[1:])
    return {
        "rungs": [
            {
                "css_class": _RUNG_CLASSES[severity],
                "word": word(severity),
                "start": severity is start,
                "arrival": severity is judgement.severity,
            }
            for severity in Severity
        ],
        "total": _signed(total) if total else "",
    }


@register.simple_tag
def notches(severity: Severity) -> SafeString:
    """One, two or three bars: the second sign of a slot's severity."""
    return format_html('<svg class="notch" aria-hidden="true"><use href="#notch{}"/></svg>', severity.rung)


@register.simple_tag
def sparks(count: int) -> SafeString:
    """A number of sparks, drawn and said. More than six are one spark and a number; none is a hollow one."""
    if count == 0:
        signs = _spark("spark-off")
    elif count <= _SPARKS_DRAWN:
        signs = format_html_join("", "{}", ((_spark("spark"),) for _ in range(count)))
    else:
        signs = format_html('{}<span aria-hidden="true">×</span>', _spark("spark"))
    said = ngettext("%(count)s Spark", "%(count)s Sparks", count) % {"count": count}
    return format_html('<span class="sparks">{} <span>{}</span></span>', signs, said)


@register.simple_tag
def weave_mark(weave: Weave | str) -> SafeString:
    """The shape of a part of the weave: triangle, bolt, loop. Silent: its word stands beside it."""
    value = Weave(weave).value
    return format_html('<svg class="mark {}" aria-hidden="true"><use href="#w-{}"/></svg>', value, value)


@register.simple_tag
def gauge(danger: Danger | str) -> SafeString:
    """The chevrons of a danger, one to four. Silent: the level is written beside it."""
    chevrons = tuple(Danger).index(Danger(danger)) + 1
    return format_html('<svg class="gauge" aria-hidden="true"><use href="#gauge{}"/></svg>', chevrons)


@register.simple_tag
def state_mark(state: State | str) -> SafeString:
    """The icon and the word of a character's state."""
    state = State(state)
    return format_html('<span class="state">{}{}</span>', icon(_STATE_ICONS[state]), word(state))


def _spark(symbol: str) -> SafeString:
    return format_html('<svg class="spark" aria-hidden="true"><use href="#{}"/></svg>', symbol)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"
