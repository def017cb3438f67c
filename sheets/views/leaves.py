"""Leaves: small forms laid on a page where they are asked for, or on a page of their own without htmx."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from sheets.models import Character, Seat
from sheets.permissions import rights_over
from sheets.views.guards import PersonRequest
from sheets.views.sheet_page import DESKS


def leaf(
    request: PersonRequest,
    seat: Seat,
    character: Character,
    template: str,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """A leaf; one that comes back from its own form lies where it lay."""
    place = request.POST.get("place") or request.GET.get("place", "")
    place = place if place in DESKS else DESKS[0]
    shown = context | {
        "seat": seat,
        "campaign": seat.campaign,
        "character": character,
        "rights": rights_over(seat, character),
        "page": request.POST.get("page") or request.GET.get("page", ""),
        "place": place,
        "region": template,
    }
    if not request.htmx:
        return render(request, "sheets/leaf.html", shown, status=status)
    response = render(request, template, shown, status=status)
    if request.method == "POST":
        response["HX-Retarget"], response["HX-Reswap"] = f"#{place}", "innerHTML"
    return response
