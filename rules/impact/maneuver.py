"""What a maneuver leaves for a later roll (M1)."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.impact.terms import Advantage, Outcome

_GAINED: Mapping[Outcome, tuple[Advantage, ...]] = MappingProxyType(
    {
        Outcome.CRITICAL: (Advantage.STRAIGHT, Advantage.STRAIGHT),
        Outcome.SUCCESS: (Advantage.STRAIGHT,),
        Outcome.COMPLICATION: (Advantage.TWISTED,),
        Outcome.OPPORTUNITY: (Advantage.TWISTED,),
    }
)


def advantages(outcome: Outcome) -> tuple[Advantage, ...]:
    """The advantages that a maneuver makes for the scene, none to two (M1, R9)."""
    return _GAINED.get(outcome, ())
