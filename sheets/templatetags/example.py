"""The sheet drawn on the front page. Its odds are counted by the rules, like those of any roll."""

from functools import cache

from django import template
from django.utils.translation import gettext as _

from rules.impact.odds import Odds, odds
from rules.impact.severity import Stakes
from rules.impact.terms import Danger, Mode, Slot

register = template.Library()


@register.simple_tag
@cache
def example_odds() -> Odds:
    """Four D6, a critical one and three twist dice against a high danger, with the example's slots taken."""
    taken = frozenset({Slot.LIGHT_1, Slot.CRITICAL})
    return odds(4, 1, 3, 0, Stakes(Danger.HIGH), taken, Mode.EXIT_ROLL)


@register.simple_tag
def example_slots() -> list[tuple[Slot, str]]:
    """The four slots with the names of the wounds in them."""
    names = {Slot.LIGHT_1: _("Palm laid open on the glass"), Slot.CRITICAL: _("A drowned lung, it whistles")}
    return [(slot, names.get(slot, "")) for slot in Slot]
