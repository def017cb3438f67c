"""Scars on a sheet: the page on which one is written together, and the small acts about them (K1-K5)."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from sheets.forms.scars import DrawForm, ScarForm
from sheets.models import Character, Scar, ScarStatus, Seat
from sheets.regions.body import play_of
from sheets.regions.scars import bearing, scars_context
from sheets.services import scars
from sheets.services.refusal import Refused
from sheets.services.scar_tables import entries_of
from sheets.views.acting import character_act
from sheets.views.acts import answered
from sheets.views.answers import refuse, see_other
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.views.sheet_page import sheet_url


@seated
@with_character("act")
@require_safe
def write(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The page on which a scar is proposed, refined or drawn."""
    return _page(request, seat, character, ScarForm(seat=seat, proposed=_proposed(character)), DrawForm())


@character_act("act")
def propose(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    form = ScarForm(request.POST, seat=seat)
    if form.is_valid():
        try:
            scars.propose(seat=seat, character_id=character.pk, written=form.written())
        except Refused as refused:
            form.refuse(refused.message, refused.field)
    if form.errors:
        return _page(request, seat, character, form, DrawForm(), 422)
    return see_other(sheet_url(seat, character))


@character_act("act")
def draw(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Draw from the table; what was drawn can be refined like any proposal."""
    form = DrawForm(request.POST)
    if form.is_valid():
        try:
            scars.draw(seat=seat, character_id=character.pk, face=form.cleaned_data["face"])
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, refused.message)
    if form.errors:
        written = ScarForm(seat=seat, proposed=_proposed(character))
        return _page(request, seat, character, written, form, 422)
    return see_other(request.path.removesuffix("draw/"))


@character_act("act")
def agree(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, lambda: scars.agree(seat=seat, character_id=character.pk))


@character_act("act")
def let_go(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, lambda: scars.let_go(seat=seat, character_id=character.pk))


@character_act("rule")
def unlock(request: PersonRequest, seat: Seat, character: Character, scar_id: UUID) -> HttpResponse:
    get_object_or_404(Scar, pk=scar_id, character=character)
    return _do(request, seat, character, lambda: scars.unlock(seat=seat, character_id=character.pk, scar_id=scar_id))


@character_act("rule")
def remove(request: PersonRequest, seat: Seat, character: Character, scar_id: UUID) -> HttpResponse:
    get_object_or_404(Scar, pk=scar_id, character=character)
    return _do(request, seat, character, lambda: scars.remove(seat=seat, character_id=character.pk, scar_id=scar_id))


def _do(request: PersonRequest, seat: Seat, character: Character, service: Callable[[], object]) -> HttpResponse:
    try:
        service()
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    return answered(request, seat, character, scars=True)


def _proposed(character: Character) -> Scar | None:
    rows = Scar.objects.filter(character=character, status=ScarStatus.PROPOSED)
    return rows.select_related("name", "burden", "boon").first()


def _page(
    request: PersonRequest, seat: Seat, character: Character, form: ScarForm, drawing: DrawForm, status: int = 200
) -> HttpResponse:
    context = {
        **scars_context(seat, bearing(play_of(character))),
        "form": form,
        "drawing": drawing,
        "entries": entries_of(seat.campaign),
    }
    return render(request, "sheets/scar.html", context, status=status)
