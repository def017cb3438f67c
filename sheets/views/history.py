"""The log of a character, and undo and redo in it."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sheets import permissions
from sheets.models import Character, Entry, Role, Seat
from sheets.regions.log import log_context, quoted
from sheets.services import history
from sheets.services.kinds import handler_of
from sheets.services.refusal import Refused
from sheets.views import sheet_page
from sheets.views.acting import seat_act
from sheets.views.acts import answered
from sheets.views.answers import refuse, see_other
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.views.table_page import TABLE, after_table_act, table_url


@seated
@with_character()
@require_safe
def older(request: PersonRequest, seat: Seat, character: Character, entry_id: UUID) -> HttpResponse:
    """The log from just before an entry."""
    before = permissions.entry_visible_to(seat, entry_id)
    if before.character_id != character.pk:
        raise Http404
    context: dict[str, Any] = {"seat": seat, "campaign": seat.campaign, "character": character}
    context |= log_context(seat, character, before=before)
    if request.htmx:
        return render(request, "sheets/regions/log.html#page", context)
    return render(request, "sheets/log.html", context)


@seated
@require_safe
def table_older(request: PersonRequest, seat: Seat, entry_id: UUID) -> HttpResponse:
    """The table's log from just before an entry."""
    before = permissions.entry_visible_to(seat, entry_id)
    context: dict[str, Any] = {"seat": seat, "campaign": seat.campaign, "page": TABLE}
    context |= log_context(seat, before=before)
    if request.htmx:
        return render(request, "sheets/regions/log.html#page", context)
    return render(request, "sheets/log.html", context)


@seat_act
def undo(request: PersonRequest, seat: Seat, entry_id: UUID) -> HttpResponse:
    return _set(request, seat, entry_id, history.undo)


@seat_act
def redo(request: PersonRequest, seat: Seat, entry_id: UUID) -> HttpResponse:
    return _set(request, seat, entry_id, history.redo)


def _set(request: PersonRequest, seat: Seat, entry_id: UUID, service: Any) -> HttpResponse:
    entry = permissions.entry_visible_to(seat, entry_id)
    permissions.require(seat.is_gm or (seat.role == Role.PLAYER and entry.seat_id == seat.pk))
    try:
        service(seat=seat, entry=entry, any_act=seat.is_gm)
    except history.InTheWay as stopped:
        return refuse(request, _why(seat, stopped), status=409)
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    return _shown(request, seat, entry)


def _why(seat: Seat, stopped: history.InTheWay) -> str:
    """Names the entry in the way; of one that is hidden from the seat not even that there is one."""
    if not Entry.objects.visible_to(seat).filter(pk=stopped.entry.pk).exists():
        return _("What it was built on has changed since.")
    return f"{stopped.message} {said(stopped.entry)}"


def _shown(request: PersonRequest, seat: Seat, entry: Entry) -> HttpResponse:
    """The page as it stands now; from a result's own address, the way back to the sheet."""
    if entry.character_id is None:
        return after_table_act(request, seat)
    try:
        character = permissions.character_visible_to(seat, entry.character_id)
    except Http404:  # its making was undone
        return _move(request, table_url(seat))
    if request.POST.get("from") == "result":
        return _move(request, sheet_page.sheet_url(seat, character))
    return answered(request, seat, character)


def _move(request: PersonRequest, url: str) -> HttpResponse:
    if not request.htmx:
        return see_other(url)
    response = HttpResponse(status=200)
    response["HX-Redirect"] = url
    return response


def said(entry: Entry) -> str:
    """The sentence of the entry that stands in the way."""
    return handler_of(entry).say(entry, quoted([entry]))
