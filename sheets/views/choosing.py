"""The choice of a sheet for a player who has just come: a new one, a ready-made one, or one that the GM prepared."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import permissions
from sheets.forms.joining import ReadyMadeForm
from sheets.models import Character, Role, Seat
from sheets.services import guests, owners, ready_made
from sheets.services.refusal import Refused
from sheets.views.acting import character_act, seat_act
from sheets.views.answers import notice, see_other
from sheets.views.guards import PersonRequest, seated
from sheets.views.joining import CODE_COOKIE
from sheets.views.sheet_page import sheet_url
from sheets.words.ready_made import READY_MADE


@seated
@require_safe
def choose(request: PersonRequest, seat: Seat) -> HttpResponse:
    permissions.require(seat.role == Role.PLAYER)
    return _choice(request, seat)


def _choice(request: PersonRequest, seat: Seat, *, status: int = 200, message: str = "") -> HttpResponse:
    """The page, with the code to come back by if this is where a guest sees it: once."""
    code = request.COOKIES.get(CODE_COOKIE, "")
    context: dict[str, Any] = {
        "seat": seat,
        "campaign": seat.campaign,
        "ready": READY_MADE,
        "prepared": owners.waiting(seat),
        "code": code if code and guests.is_recovery_of(request.user, code) else "",
        "message": message,
    }
    response = render(request, "joining/choose.html", context, status=status)
    if code:
        response.delete_cookie(CODE_COOKIE, samesite="Lax")
    return response


@seat_act
def take_ready_made(request: PersonRequest, seat: Seat) -> HttpResponse:
    permissions.require(seat.role == Role.PLAYER)
    form = ReadyMadeForm(request.POST)
    if not form.is_valid():
        return _choice(request, seat, status=422, message=str(form.errors["ready"][0]))
    entry = ready_made.make(seat=seat, ready=form.cleaned_data["ready"])
    return see_other(sheet_url(seat, entry.character))


@character_act("take")
def take(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Take a prepared character; whoever comes second is told so and chooses again."""
    try:
        owners.take(seat=seat, character_id=character.pk)
    except Refused as refused:
        if request.htmx:
            return notice(request, refused.message, status=409)
        return _choice(request, seat, status=409, message=refused.message)
    return see_other(sheet_url(seat, character))
