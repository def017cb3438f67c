"""The state of a character, ended or changed by the GM's word (O8)."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from rules.impact import wounds
from rules.impact.terms import ScarDue, Slot, State
from sheets.models import PENDING, Closing, Entry, FallStatus, Seat, WoundStatus
from sheets.services.act import act, lock_character
from sheets.services.falls import close_standing, credit_due
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused, rules_in_words
from sheets.state import CharacterState

# What the GM may make of a character, by its present state. Nobody is set to deciding: one falls into it,
# and dies of it by the choice that it ends in.
NEXT = {
    State.ACTIVE: (State.NEUTRALISED, State.DEAD),
    State.DECIDING: (State.NEUTRALISED,),
    State.NEUTRALISED: (State.ACTIVE, State.DEAD),
    State.DEAD: (),
}


def change(*, seat: Seat, character_id: UUID, to: State, heal: Sequence[Slot] = ()) -> Entry | None:
    """Set the state. One who comes back may be healed of some slots with it: the GM goes through them (O8).

    Out of a fall that is being decided, the GM's word spares: what waited is closed, a scar is due (O7), and
    the spark that the fall held back is credited (R5).
    """
    with act(seat=seat, kind=Kind.STATE_SET) as current:
        play = lock_character(current, character_id)
        if to not in NEXT[play.state]:
            raise Refused(_("%(name)s cannot go from there to that state.") % {"name": play.character}, field="to")
        current.facts = {"from": play.state.value, "to": to.value}
        if to is State.NEUTRALISED:
            _spare(play)
        else:
            close_standing(play, Closing.OVERTAKEN)
        play.character.state = to.value
        if to is State.ACTIVE:
            current.facts["healed"] = [slot.value for slot in heal]
            _heal(play, heal)
        credit_due(current, play)
    return current.entry


def _spare(play: CharacterState) -> None:
    for fall in play.falls:
        if fall.status in PENDING:
            fall.status, fall.closing, fall.scar_due = FallStatus.DOWN, Closing.SPARED, ScarDue.REQUIRED.value


def _heal(play: CharacterState, slots: Sequence[Slot]) -> None:
    for slot in slots:
        with rules_in_words():
            wounds.clear(play.ticked, slot)
        play.open_wounds[slot].status = WoundStatus.HEALED
