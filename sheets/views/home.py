"""The front page, and whether the product is up."""

from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sheets.models import Campaign, Character, Seat, User
from sheets.views.guards import PersonRequest, person_of


@dataclass
class MyTable:
    """A table at which the person sits, with all their seats there."""

    campaign: Campaign
    seats: list[Seat] = field(default_factory=list)

    @property
    def door(self) -> Seat:
        """The seat to come in by: the GM's, if it is one of theirs."""
        return next((seat for seat in self.seats if seat.is_gm), self.seats[0])


# Kept by no browser: its forms carry the token of whoever looked at it, and coming in changes that.
@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is; for those who came in, their tables and characters."""
    person = person_of(request)
    tables = tables_of(person) if person else []
    demo = next((t for t in tables if t.campaign.demo), None)
    return render(request, "home.html", {"tables": [t for t in tables if not t.campaign.demo], "demo": demo})


def tables_of(person: User) -> list[MyTable]:
    """The person's tables with their seats and characters there, the newest seat first."""
    own = Prefetch("characters", Character.objects.filter(removed_at=None))
    tables: dict[object, MyTable] = {}
    for seat in Seat.objects.held_by(person).select_related("campaign").prefetch_related(own).order_by("-made_at"):
        tables.setdefault(seat.campaign_id, MyTable(seat.campaign)).seats.append(seat)
    return list(tables.values())


@require_safe
def health(request: PersonRequest) -> HttpResponse:
    """200 while the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
