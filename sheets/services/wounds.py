"""Wounds by hand: inflict, tick, heal, name (W1, W2, H4)."""

from uuid import UUID

from django.utils.translation import gettext as _

from rules.impact import wounds
from rules.impact.resolution import strike
from rules.impact.terms import Severity, Slot
from sheets.models import Entry, Seat, Wound, WoundStatus
from sheets.services.act import Act, act, lock_character
from sheets.services.falls import begin
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused, refuse_dead, rules_in_words
from sheets.state import CharacterState


class WouldFall(Refused):
    """The wound would put the character out of play, and it was not said with how many exit dice (O9)."""

    def __init__(self, play: CharacterState) -> None:
        super().__init__(_("This would put %(name)s out of play.") % {"name": play.character})


def inflict(
    *,
    seat: Seat,
    character_id: UUID,
    severity: Severity,
    name: str = "",
    exit_dice: int | None = 0,
    mortal: bool = False,
) -> Entry | None:
    """Wound a character without a roll: the cascade finds the slot, or the character falls (W2, O9).

    `exit_dice` are those of a fall; None refuses to let fall. A character who is already down takes the wound
    in a free slot and does not fall twice, unless the hit is mortal (O8).
    """
    with act(seat=seat, kind=Kind.WOUND_INFLICTED) as current:
        play = lock_character(current, character_id)
        refuse_dead(play)
        hit = strike(severity, play.ticked, play.state, mortal)
        current.facts = {"severity": severity.value, "cascaded": hit.placement.cascaded}
        if hit.placement.slot:
            open_wound(current, play, hit.placement.slot, name)
        elif exit_dice is None:
            raise WouldFall(play)
        elif hit.cause:
            begin(current, play, hit.cause, exit_dice=exit_dice, severity=severity, name=name)
        else:
            raise Refused(
                _("%(name)s is down already, and only a mortal hit changes anything.") % {"name": play.character},
                field="mortal",
            )
    return current.entry


def tick(*, seat: Seat, character_id: UUID, slot: Slot, name: str = "") -> Entry | None:
    """Tick one slot as the GM sees fit, without a cascade (H4). Refused if it is taken."""
    with act(seat=seat, kind=Kind.WOUND_TICKED) as current:
        play = lock_character(current, character_id)
        refuse_dead(play)
        with rules_in_words():
            wounds.tick(play.ticked, slot)
        open_wound(current, play, slot, name)
        current.facts["slot"] = slot.value
    return current.entry


def heal(*, seat: Seat, character_id: UUID, slot: Slot) -> Entry | None:
    """Clear one slot (H4); the wound stays in the story (H5). Refused if the slot is free."""
    with act(seat=seat, kind=Kind.WOUND_HEALED) as current:
        play = lock_character(current, character_id)
        refuse_dead(play)
        with rules_in_words():
            wounds.clear(play.ticked, slot)
        wound = play.open_wounds[slot]
        wound.status = WoundStatus.HEALED
        current.facts = {"slot": slot.value, "wording": wound.wording_id and wound.wording_id.hex}
    return current.entry


def rename(*, seat: Seat, character_id: UUID, wound_id: UUID, name: str) -> Entry | None:
    """Name an open wound, or name it anew (W1). The same name again changes nothing."""
    with act(seat=seat, kind=Kind.WOUND_NAMED) as current:
        play = lock_character(current, character_id)
        refuse_dead(play)
        wound = next((w for w in play.open_wounds.values() if w.pk == wound_id), None)
        if wound is None:
            raise Refused(_("This wound is healed or was taken back: there is nothing left to name."))
        if name != wound.name:
            wound.wording = current.words(name)
            current.facts = {"slot": wound.slot, "wording": wound.wording_id and wound.wording_id.hex}
    return current.entry


def open_wound(current: Act, play: CharacterState, slot: Slot, name: str = "") -> Wound:
    """Put a new wound in a free slot of a character that the act has locked."""
    wound = Wound(character=play.character, slot=slot.value, wording=current.words(name))
    play.wounds.append(wound)
    current.facts |= {"slot": slot.value, "wound": wound.pk.hex, "wording": wound.wording_id and wound.wording_id.hex}
    return wound
