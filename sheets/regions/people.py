"""Who sits around a table."""

from typing import Any

from django.db.models import Prefetch

from sheets.models import Character, Seat


def seats_context(seat: Seat) -> dict[str, Any]:
    """The seats that were not taken away, with their characters; also those of people who are gone."""
    here = Character.objects.filter(removed_at=None)
    seats = Seat.objects.filter(campaign=seat.campaign_id, removed_at=None).order_by("made_at")
    return {
        "seat": seat,
        "campaign": seat.campaign,
        "seats": list(seats.prefetch_related(Prefetch("characters", queryset=here))),
    }
