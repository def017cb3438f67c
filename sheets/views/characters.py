"""Characters: made, their texts written, their sheet and portrait looked at."""

from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from sheets import permissions
from sheets.forms.characters import SheetForm
from sheets.models import Character, Role, Seat
from sheets.regions.body import play_of
from sheets.services import characters
from sheets.services.refusal import Refused
from sheets.views.acting import character_act, seat_act
from sheets.views.answers import see_other
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.views.sheet_page import sheet_url, whole_sheet


@seated
@with_character()
@require_safe
def sheet(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return whole_sheet(request, seat, play_of(character))


@seated
@require_http_methods(["GET", "HEAD"])
def new(request: PersonRequest, seat: Seat) -> HttpResponse:
    permissions.require(seat.role != Role.SPECTATOR)
    return _form_page(request, seat, SheetForm())


def _form_page(
    request: PersonRequest,
    seat: Seat,
    form: SheetForm,
    character: Character | None = None,
    *,
    status: int = 200,
    message: str = "",
) -> HttpResponse:
    context = {"seat": seat, "campaign": seat.campaign, "form": form, "character": character, "message": message}
    return render(request, "characters/form.html", context, status=status)


@seat_act
def make(request: PersonRequest, seat: Seat) -> HttpResponse:
    permissions.require(seat.role != Role.SPECTATOR)
    form = SheetForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form_page(request, seat, form, status=422, message=form.fault)
    entry = characters.make(seat=seat, owner=seat if seat.role == Role.PLAYER else None, texts=form.texts())
    if entry is None:
        raise Http404
    return see_other(reverse("sheets:sheet", args=[seat.pk, entry.character_id]))


@seated
@with_character("act")
@require_safe
def write(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _form_page(request, seat, SheetForm(character=character), character)


@character_act("act")
def keep(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Keep the texts. If someone else wrote meanwhile, both texts are shown and the person chooses (409)."""
    form = SheetForm(request.POST, request.FILES, character=character)
    if not form.is_valid():
        return _form_page(request, seat, form, character, status=422, message=form.fault)
    try:
        version = form.character.cleaned_data["version"] or 0
        characters.edit(seat=seat, character=character, texts=form.texts(), version=version)
    except Refused as refused:
        fresh = permissions.character_visible_to(seat, character.pk)
        form.show_conflict(fresh)
        return _form_page(request, seat, form, fresh, status=409, message=refused.message)
    return see_other(sheet_url(seat, character))


@seated
@with_character()
@require_safe
def portrait(request: PersonRequest, seat: Seat, character: Character) -> HttpResponseBase:
    """The portrait, for those who may see the character; its name changes with every picture."""
    if not character.portrait:
        raise Http404
    try:
        response = FileResponse(character.portrait.open(), content_type="image/webp")
    except FileNotFoundError:
        raise Http404 from None
    response["Cache-Control"] = "private, max-age=31536000, immutable"
    return response
