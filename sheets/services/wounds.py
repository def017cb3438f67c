"""Wounds by hand: inflict, tick, heal, name (W1, W2, H4)."""

from uuid import UUID

from django.utils.translation import gettext as _

from rules.impact import wounds
from rules.impact.resolution import strike
from rules.impact.terms import Severity, Slot, State
from sheets.models import Entry, Seat, Wound, WoundStatus
from sheets.services.act import Act, act, lock_character
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused, rules_in_words
from sheets.state import CharacterState


def inflict(*, seat: Seat, character_id: UUID, severity: Severity, name: str = "") -> Entry | None:
    """Wound a character without a roll: the cascade finds the slot, or the character falls (W2).

    A character who is already down takes the wound in a free slot and does not fall twice (O8).
    """
    with act(seat=seat, kind=Kind.WOUND_INFLICTED) as current:
        play = lock_character(current, character_id)
        refuse_dead(play)
        hit = strike(severity, play.ticked, play.state)
        current.facts = {"severity": severity.value, "cascaded": hit.placement.cascaded}
        if hit.placement.slot:
            open_wound(current, play, hit.placement.slot, name)
        elif hit.falls:
            play.character.state = State.DECIDING.value
            current.facts["falls"] = True
        else:
            raise Refused(_("%(name)s is down and every slot from there up is taken.") % {"name": play.character})
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


def refuse_dead(play: CharacterState) -> None:
    """A dead character is read-only (O8)."""
    if play.state is State.DEAD:
        raise Refused(_("%(name)s is dead: the sheet can only be read.") % {"name": play.character})
