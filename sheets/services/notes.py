"""The GM's private notes of a table. They are no act of play: no entry, but a version of their own."""

from django.db.models import F
from django.utils.translation import gettext as _

from sheets.models import Campaign, Seat
from sheets.services.act import lock_campaign, turn
from sheets.services.refusal import Refused


def keep(*, seat: Seat, text: str, version: int) -> None:
    """Keep the notes. Raises Refused, field `gm_notes`, if another GM changed them since that version."""
    with turn():
        lock_campaign(seat)
        rows = Campaign.objects.filter(pk=seat.campaign_id, gm_notes_version=version)
        if not rows.update(gm_notes=text, gm_notes_version=F("gm_notes_version") + 1):
            present = Campaign.objects.get(pk=seat.campaign_id).gm_notes
            raise Refused(
                _("Someone changed these notes while you were writing. They read now: %(text)s") % {"text": present},
                field="gm_notes",
            )
