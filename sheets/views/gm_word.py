"""What the GM says of a body without a roll: a wound that may put out of play, a state, a return."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from rules.impact.terms import State
from sheets.forms.acts import StateForm
from sheets.forms.falls import HARMS, InflictForm
from sheets.models import Character, Seat
from sheets.regions.body import play_of
from sheets.services import states, wounds
from sheets.services.refusal import Refused
from sheets.views.acting import character_act
from sheets.views.acts import answered, first_error
from sheets.views.answers import refuse
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.views.leaves import leaf
from sheets.views.sheet_page import sheet_url

FALLING, RETURNING, DYING = (f"sheets/regions/{name}.html" for name in ("inflict", "return", "fall_sure"))


@seated
@with_character("rule")
@require_safe
def ask_inflict(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The leaf for a wound that finds no slot: its exit dice, and whether it is mortal (O9)."""
    severity = request.GET.get("severity", "")
    if severity not in {harm.value for harm in HARMS} or character.state == State.DEAD.value:
        return _back(request, seat, character)
    return _inflict_leaf(request, seat, character, InflictForm(initial={"severity": severity}))


def _inflict_leaf(
    request: PersonRequest, seat: Seat, character: Character, form: InflictForm, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "down": character.state in ("neutralised", "deciding")}
    return leaf(request, seat, character, FALLING, context, status=status)


@character_act("rule")
def inflict(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Wound without a roll. One that would put out of play comes back with what is to be said of it."""
    form = InflictForm(request.POST)
    asked = bool(request.POST.get("falls"))
    if not form.is_valid():
        if asked:
            return _inflict_leaf(request, seat, character, form, 422)
        return refuse(request, first_error(form), status=422)
    try:
        wounds.inflict(seat=seat, character_id=character.pk, **form.cleaned_data)
    except wounds.WouldFall as would:
        form.add_error(None, would.message)
    except Refused as refused:
        if not asked:
            return refuse(request, refused.message, status=422)
        form.add_error(refused.field, refused.message)
    if form.errors:
        return _inflict_leaf(request, seat, character, form, 422)
    return answered(request, seat, character)


@seated
@with_character("rule")
@require_safe
def ask_state(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The leaf before a return, with the slots to go through, or before a death, for the second tap."""
    form = StateForm(request.GET)
    if not form.is_valid() or form.cleaned_data["to"] not in states.NEXT[State(character.state)]:
        return _back(request, seat, character)
    return _state_leaf(request, seat, character, form.cleaned_data["to"])


def _state_leaf(request: PersonRequest, seat: Seat, character: Character, to: State, status: int = 200) -> HttpResponse:
    if to is State.DEAD:
        return leaf(request, seat, character, DYING, {"choice": "dead"}, status=status)
    taken = list(play_of(character).open_wounds.items())
    return leaf(request, seat, character, RETURNING, {"taken": taken}, status=status)


def _back(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Nothing to ask: nothing in the leaf's place, or the way back to the sheet."""
    return HttpResponse() if request.htmx else redirect(sheet_url(seat, character))


@character_act("rule")
def change_state(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Set a state by the GM's word; a death is asked for twice."""
    form = StateForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    if form.cleaned_data["to"] is State.DEAD and not request.POST.get("sure"):
        return _state_leaf(request, seat, character, State.DEAD, 422)
    try:
        states.change(seat=seat, character_id=character.pk, **form.cleaned_data)
    except Refused as refused:
        return refuse(request, refused.message, status=422)
    return answered(request, seat, character)
