"""The GM's tray: what the twists left, placed or let go (R7); a healing, agreed to or not (H3)."""

from uuid import UUID

from django.utils.translation import gettext as _

from sheets.models import Entry, Seat, TrayItem, TrayStatus
from sheets.models.wound import HEALING
from sheets.services import healing
from sheets.services.act import act, lock_character
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused


def settle(*, seat: Seat, item_id: UUID, status: TrayStatus, note: str = "") -> Entry | None:
    """Place a waiting item, with a note of how, or discard it."""
    with act(seat=seat, kind=Kind.TRAY_SETTLED) as current:
        item = TrayItem.objects.filter(campaign=current.campaign, pk=item_id).first()
        if item is None or item.status != TrayStatus.WAITING:
            raise Refused(_("This was placed, discarded or taken back already."))
        play = lock_character(current, item.character_id, things={f".tray.{item.pk}": None})
        waiting = play.tray[0]
        waiting.status = status
        waiting.note = current.words(note)
        current.facts = {"kind": waiting.kind, "status": status.value}
        current.facts["wording"] = waiting.note.pk.hex if waiting.note else None
        if waiting.kind == HEALING and status is TrayStatus.PLACED:
            healing.grant(current, play, waiting.wound_id)
    return current.entry
