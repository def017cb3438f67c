"""The front page, and whether the product is up."""

from django.db import connection
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets.models import Seat
from sheets.views.guards import PersonRequest


@require_safe
def home(request: PersonRequest) -> HttpResponse:
    """What this is; for those who came in, their tables and characters."""
    seats = Seat.objects.none()
    if request.user.is_authenticated:
        seats = Seat.objects.held_by(request.user).select_related("campaign").prefetch_related("characters")
        seats = seats.order_by("-made_at")
    return render(request, "home.html", {"seats": seats})


@require_safe
def health(request: PersonRequest) -> HttpResponse:
    """200 while the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
