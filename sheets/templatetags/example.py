"""The roll drawn on the front page: its odds are counted by the rules like those of any other."""

from functools import cache

from django import template

from rules.impact.odds import Odds, odds
from rules.impact.severity import Stakes
from rules.impact.terms import Danger, Mode, Slot

register = template.Library()


@register.simple_tag
@cache
def example_odds() -> Odds:
    """Four D6, a critical one and three twist dice against a high danger, a light and the critical slot taken."""
    taken = frozenset({Slot.LIGHT_1, Slot.CRITICAL})
    return odds(4, 1, 3, 0, Stakes(Danger.HIGH), taken, Mode.EXIT_ROLL)
