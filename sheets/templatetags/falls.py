"""Template tags of the way out of play: exit dice, the meters of the four ends, and both in the log."""

from collections.abc import Sequence
from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.impact.reading import count_twists
from sheets.models import Entry
from sheets.templatetags.bars import with_dot
from sheets.templatetags.drawings import die
from sheets.templatetags.percentages import percent_or_word
from sheets.templatetags.rolling import NAMES, joined

register = template.Library()


def _thrown(faces: Sequence[int], size: str) -> SafeString:
    drawn = []
    for face in faces:
        twist = count_twists((face,)) == 1
        heard = f"{NAMES['d8']}: {face}" + (f", {_('twist')}" if twist else "")
        drawn.append(die("d8", face=face, mood="twist" if twist else "dull", size=size, label=heard))
    return joined(drawn)


@register.simple_tag
def exit_dice(faces: Sequence[int] | None, count: int) -> SafeString:
    """The exit dice as they fell, or as many that wait."""
    if faces is not None:
        return format_html('<div class="dice">{}</div>', _thrown(faces, "l"))
    waiting = [die("d8", mood="open", size="l", label=NAMES["d8"]) for _die in range(count)]
    return format_html('<div class="dice">{}</div>', joined(waiting))


@register.simple_tag
def exit_fields(count: int, typed: Sequence[str], bad: bool) -> SafeString:
    """One field an exit die, under its drawing, with what was typed."""
    fields = []
    for index in range(count):
        field = format_html(
            '<input name="face_d8" inputmode="numeric" maxlength="2" autocomplete="off" aria-label="{}"'
            ' data-sides="8" value="{}"{}{}>',
            _("%(die)s, die %(n)d") % {"die": NAMES["d8"], "n": index + 1},
            typed[index] if index < len(typed) else "",
            format_html(' aria-invalid="true" aria-describedby="exit-error"{}', "") if bad else "",
            format_html(" autofocus{}", "") if index == 0 else "",
        )
        fields.append(format_html('<label class="face">{}{}</label>', die("d8", mood="open"), field))
    return joined(fields)


@register.simple_tag
def meter(chance: Fraction) -> SafeString:
    """A thin bar as long as the chance; silent, as the number stands beside it."""
    width = with_dot(round(chance * 10_000))
    return format_html(
        '<svg class="meter" aria-hidden="true"><rect class="bg" width="100%" height="6"/>'
        '<rect class="fg" width="{}%" height="6"/></svg>',
        width,
    )


@register.simple_tag
def exit_logged(entry: Entry) -> SafeString:
    """The exit dice of an entry, with the chance that had been announced for the end that came."""
    chance = Fraction(entry.facts["fall"]["odds"][entry.facts["end"]])
    announced = _("announced at %(chance)s") % {"chance": percent_or_word(chance)}
    return format_html(
        '<span class="log-dice"><span class="dice">{}</span></span> <small>{}</small>',
        _thrown(entry.facts["d8"], "s"),
        announced,
    )


@register.simple_tag
def fall_logged(entry: Entry) -> str:
    """What the odds of death had been where a fall came in this entry."""
    return _("death then: %(chance)s") % {"chance": percent_or_word(Fraction(entry.facts["fall"]["odds"]["death"]))}
