"""The word that an ally gives, refuses or takes back before a roll, and the GM's word that spares them."""

from uuid import UUID

from django.http import Http404, HttpResponse

from sheets import permissions
from sheets.forms.acts import HelpForm, SpareForm
from sheets.models import Character, Seat
from sheets.services import helping
from sheets.services.refusal import Refused
from sheets.views.acting import character_act
from sheets.views.acts import answered, first_error
from sheets.views.answers import refuse
from sheets.views.guards import PersonRequest


@character_act("act")
def answer(request: PersonRequest, seat: Seat, character: Character, other_id: UUID) -> HttpResponse:
    """Help, or not: with what the character was shown of the risk."""
    roller = _roller(seat, character, other_id)
    form = HelpForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    seen = form.cleaned_data["agree"]
    try:
        helping.answer(seat=seat, character_id=character.pk, roller_id=roller.pk, agree=bool(seen), seen=seen)
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    return answered(request, seat, character)


@character_act("rule")
def spare(request: PersonRequest, seat: Seat, character: Character, other_id: UUID) -> HttpResponse:
    """The GM exempts a helper from the danger, or not after all (D6)."""
    roller = _roller(seat, character, other_id)
    form = SpareForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    try:
        helping.spare(seat=seat, character_id=character.pk, roller_id=roller.pk, **form.cleaned_data)
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    return answered(request, seat, character)


def _roller(seat: Seat, character: Character, other_id: UUID) -> Character:
    """Whoever asks: another at the table."""
    if other_id == character.pk:
        raise Http404
    return permissions.character_visible_to(seat, other_id)
