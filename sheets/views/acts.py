"""Acts on a sheet by hand: wounds, names, sparks. Each answers with the regions that show it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from sheets.forms.acts import HealForm, SparksForm, TickForm, WoundNameForm
from sheets.models import Character, Seat, Wound, WoundStatus
from sheets.permissions import rights_over
from sheets.services import sparks, wounds
from sheets.services.refusal import Refused
from sheets.views.acting import character_act
from sheets.views.answers import refuse
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.views.sheet_page import DESK, DESKS, after_act
from sheets.views.table_page import TABLE, after_table_act


def _do(
    request: PersonRequest, seat: Seat, character: Character, form: forms.Form, service: Callable[..., Any]
) -> HttpResponse:
    """Check what a button sent, call the service with it, and answer with the regions that show it."""
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    try:
        service(seat=seat, character_id=character.pk, **form.cleaned_data)
    except Refused as refused:
        return refuse(request, refused.message, status=422)
    return answered(request, seat, character)


def answered(
    request: PersonRequest, seat: Seat, character: Character, main: Any = None, *, scars: bool = False
) -> HttpResponse:
    """The answer for the page that an act was made on: the character's sheet, or the table."""
    place = request.POST.get("place", "")
    if request.POST.get("page") == TABLE:
        return after_table_act(request, seat, character, clear_desk=place == DESK)
    return after_act(request, seat, character, main=main, clear_desk=place if place in DESKS else "", scars=scars)


def first_error(form: forms.Form) -> str:
    """The first thing that is wrong with a form."""
    return str(next(iter(form.errors.values()))[0])


@character_act("rule")
def tick(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, TickForm(request.POST), wounds.tick)


@character_act("rule")
def heal(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, HealForm(request.POST), wounds.heal)


@character_act("rule")
def change_sparks(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, SparksForm(request.POST), sparks.change)


@seated
@with_character("act")
@require_safe
def wound(request: PersonRequest, seat: Seat, character: Character, wound_id: UUID) -> HttpResponse:
    """One open wound on the desk: its name, and for the GM its healing."""
    return _wound_leaf(request, seat, character, _open_wound(character, wound_id), None, 200)


def _open_wound(character: Character, wound_id: UUID) -> Wound:
    rows = Wound.objects.filter(character=character, status=WoundStatus.OPEN).select_related("wording")
    found = rows.filter(pk=wound_id).first()
    if found is None:
        raise Http404
    return found


def _wound_leaf(
    request: PersonRequest, seat: Seat, character: Character, shown: Wound, form: WoundNameForm | None, status: int
) -> HttpResponse:
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "character": character,
        "rights": rights_over(seat, character),
        "wound": shown,
        "form": form,
        "page": request.POST.get("page") or request.GET.get("page", ""),
    }
    if not request.htmx:
        return render(request, "sheets/wound.html", context, status=status)
    in_result = request.POST.get("place") == "result"
    template = "sheets/regions/result.html#naming" if in_result else "sheets/regions/wound.html"
    response = render(request, template, context, status=status)
    if request.method == "POST" and not in_result:
        response["HX-Retarget"], response["HX-Reswap"] = f"#{DESK}", "innerHTML"
    return response


@character_act("act")
def name_wound(request: PersonRequest, seat: Seat, character: Character, wound_id: UUID) -> HttpResponse:
    """Name a wound, from the desk or from a result; a refused name comes back where it was typed."""
    shown = get_object_or_404(Wound.objects.select_related("wording"), pk=wound_id, character=character)
    form = WoundNameForm(request.POST)
    if not form.is_valid():
        return _wound_leaf(request, seat, character, shown, form, 422)
    try:
        wounds.rename(seat=seat, character_id=character.pk, wound_id=wound_id, **form.cleaned_data)
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    main = None
    if request.htmx and request.POST.get("place") == "result":
        main = ("sheets/regions/result.html#naming", {"wound": _open_wound(character, wound_id), "named": True})
    return answered(request, seat, character, main)
