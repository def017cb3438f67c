"""The state of a character, ended or changed by the GM's word (O8)."""

from uuid import UUID

from django.utils.translation import gettext as _

from rules.impact.sparks import credit
from rules.impact.terms import State
from sheets.models import Entry, Seat
from sheets.services.act import act, lock_character
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused

# What the GM may make of a character, by its present state. Nobody is set to deciding: one falls into it.
NEXT = {
    State.ACTIVE: (State.NEUTRALISED, State.DEAD),
    State.DECIDING: (State.NEUTRALISED, State.DEAD),
    State.NEUTRALISED: (State.ACTIVE, State.DEAD),
    State.DEAD: (),
}


def change(*, seat: Seat, character_id: UUID, to: State) -> Entry | None:
    """Set the state. Leaving `deciding` settles the fall: the spark that it held back is credited (R5)."""
    with act(seat=seat, kind=Kind.STATE_SET) as current:
        play = lock_character(current, character_id)
        if to not in NEXT[play.state]:
            raise Refused(_("%(name)s cannot go from there to that state.") % {"name": play.character}, field="to")
        current.facts = {"from": play.state.value, "to": to.value}
        play.character.state = to.value
        if play.sheet.sparks_due:
            credited = credit(play.sheet.sparks, play.sheet.sparks_due, current.campaign.spark_maximum)
            current.facts |= {"sparks_gained": play.sheet.sparks_due, "sparks_lost": credited.lost}
            play.sheet.sparks = credited.sparks
            play.sheet.sparks_due = 0
    return current.entry
