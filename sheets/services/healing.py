"""Healing by action: a slot named before the roll, cleared once the GM agrees that the fiction allows it (H3)."""

from uuid import UUID

from django.utils.translation import gettext as _

from rules.impact.healing import announce_healing, heals
from rules.impact.resolution import Resolution
from rules.impact.terms import Intention, Slot
from sheets.models import Seat, TrayItem, Wound, WoundStatus
from sheets.models.wound import HEALING
from sheets.services.act import Act, lock_character
from sheets.services.preparation import RollAsked
from sheets.services.refusal import Refused, refuse_dead, rules_in_words
from sheets.state import CharacterState


def named(seat: Seat, play: CharacterState, asked: RollAsked) -> Wound | None:
    """The wound that a roll is to heal, as it stands under the lock; None if the roll heals nothing.

    Raises Refused at the field `heals`. Who is healed by their own hand needs the GM's leave: it is the GM
    who prepares such a roll.
    """
    if asked.heals is None:
        return None
    if asked.intention is not Intention.ACT:
        raise Refused(_("One heals by acting, not by resisting or manoeuvring."), field="heals")
    wounds = Wound.objects.filter(character__campaign=seat.campaign_id, character__removed_at=None)
    wound = wounds.filter(pk=asked.heals).select_related("character").first()
    if wound is None or wound.status != WoundStatus.OPEN:
        raise Refused(_("This wound is healed or was taken back."), field="heals")
    slot = Slot(wound.slot)
    with rules_in_words():
        announce_healing(frozenset({slot}), slot, wound.character_id == play.character.pk, seat.is_gm)
    return wound


def leave_to_gm(current: Act, play: CharacterState, wound: Wound | None, result: Resolution) -> None:
    """After the roll: what worked waits in the tray for the GM's word."""
    if wound is None:
        return
    worked = heals(result.reading.outcome)
    current.facts["healing"] = {"of": wound.character_id.hex, "slot": wound.slot, "worked": worked}
    if worked:
        play.tray.append(TrayItem(campaign=current.campaign, character=play.character, kind=HEALING, wound=wound))


def grant(current: Act, healer: CharacterState, wound_id: UUID | None) -> None:
    """Clear the slot: the act is about the one who is healed."""
    wound = Wound.objects.filter(pk=wound_id).first() if wound_id else None
    if wound is None or wound.status != WoundStatus.OPEN:
        raise Refused(_("This wound is healed or was taken back."))
    same = wound.character_id == healer.character.pk
    patient = healer if same else lock_character(current, wound.character_id)
    refuse_dead(patient)
    taken = next(w for w in patient.open_wounds.values() if w.pk == wound.pk)
    taken.status = WoundStatus.HEALED
    current.facts |= {"slot": taken.slot, "wording": taken.wording_id and taken.wording_id.hex}
