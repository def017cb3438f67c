"""Advantages of the scene: made by maneuvers, given by the GM, used once by anyone (M1, P7)."""

from django.utils.translation import gettext as _

from rules.impact.maneuver import advantages
from rules.impact.terms import Advantage, Intention, Outcome
from sheets.models import Campaign, Entry, Seat
from sheets.services.act import act
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.services.scene import scene_of
from sheets.state import ADVANTAGES

# More than a scene can use; keeps a finger that stays on the button from filling the page.
LIMIT = 20


def change(*, seat: Seat, kind: Advantage, by: int) -> Entry | None:
    """Give the scene an advantage, or take one off, by the GM's word (P7)."""
    with act(seat=seat, kind=Kind.ADVANTAGES_SET) as current:
        scene_of(current)
        left = getattr(current.campaign, ADVANTAGES[kind]) + by
        if not 0 <= left <= LIMIT:
            raise Refused(_("A scene holds 0 to %(limit)d advantages of each kind.") % {"limit": LIMIT}, field="by")
        setattr(current.campaign, ADVANTAGES[kind], left)
        current.facts = {"advantage": kind.value, "by": by, "left": left}
    return current.entry


def use(campaign: Campaign, kind: Advantage) -> None:
    """Use one up, under the lock of an act that has the scene; the preparation has seen that there is one (P7)."""
    if kind is not Advantage.NONE:
        setattr(campaign, ADVANTAGES[kind], getattr(campaign, ADVANTAGES[kind]) - 1)


def win(campaign: Campaign, intention: Intention, outcome: Outcome) -> list[Advantage]:
    """Lay down what a maneuver made, under the lock of an act that has the scene (M1)."""
    made = list(advantages(outcome)) if intention is Intention.MANEUVER else []
    for kind in made:
        setattr(campaign, ADVANTAGES[kind], min(LIMIT, getattr(campaign, ADVANTAGES[kind]) + 1))
    return made
