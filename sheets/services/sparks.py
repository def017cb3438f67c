"""Sparks given and taken by the GM (C3)."""

from uuid import UUID

from django.utils.translation import gettext as _

from rules.impact.sparks import credit
from sheets.models import Entry, Seat
from sheets.services.act import act, lock_character
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused, refuse_dead

MOST = 9_999
"""What a sheet holds at a table without a maximum: beyond that a total is a mistake."""


def change(*, seat: Seat, character_id: UUID, by: int) -> Entry | None:
    """Give (`by` > 0) or take (`by` < 0) sparks. Never under 0, never over the table's maximum."""
    with act(seat=seat, kind=Kind.SPARKS_CHANGED) as current:
        play = lock_character(current, character_id)
        refuse_dead(play)
        total = play.sheet.sparks + by
        if total < 0:
            raise Refused(_("%(name)s does not have that many sparks.") % {"name": play.character}, field="by")
        limit = MOST if current.campaign.spark_maximum is None else current.campaign.spark_maximum
        if by > 0 and credit(play.sheet.sparks, by, limit).lost:
            raise Refused(_("At this table one holds at most %(limit)d sparks.") % {"limit": limit}, field="by")
        play.sheet.sparks = total
        current.facts = {"by": by, "total": total}
    return current.entry
