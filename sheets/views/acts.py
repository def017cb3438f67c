"""Acts on a sheet by hand: wounds, names, sparks, state. Each answers with the regions that show it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from sheets.forms.acts import HealForm, InflictForm, SparksForm, StateForm, TickForm, WoundNameForm
from sheets.models import Character, Seat
from sheets.services import sparks, states, wounds
from sheets.services.refusal import Refused
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.views.keys import keyed
from sheets.views.sheet_page import after_act


def _do(
    request: PersonRequest, seat: Seat, character: Character, form: forms.Form, name: str, service: Callable[..., Any]
) -> HttpResponse:
    """Check the form, call the service with what it holds, and answer; `name` is where a refusal is shown."""
    if form.is_valid():
        try:
            service(seat=seat, character_id=character.pk, **form.cleaned_data)
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, refused.message)
    if form.errors:
        return after_act(request, seat, character, errors={name: form}, status=422)
    return after_act(request, seat, character)


@seated
@with_character("rule")
@require_POST
@keyed
def inflict(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, InflictForm(request.POST), "inflict_form", wounds.inflict)


@seated
@with_character("rule")
@require_POST
@keyed
def tick(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, TickForm(request.POST), "slot_form", wounds.tick)


@seated
@with_character("rule")
@require_POST
@keyed
def heal(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, HealForm(request.POST), "slot_form", wounds.heal)


@seated
@with_character("act")
@require_POST
@keyed
def name_wound(request: PersonRequest, seat: Seat, character: Character, wound_id: UUID) -> HttpResponse:
    def rename(**kwargs: Any) -> None:
        wounds.rename(wound_id=wound_id, **kwargs)

    return _do(request, seat, character, WoundNameForm(request.POST), "slot_form", rename)


@seated
@with_character("rule")
@require_POST
@keyed
def change_sparks(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, SparksForm(request.POST), "sparks_form", sparks.change)


@seated
@with_character("rule")
@require_POST
@keyed
def change_state(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _do(request, seat, character, StateForm(request.POST), "state_form", states.change)
