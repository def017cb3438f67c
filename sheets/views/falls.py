"""Out of play: the exit roll and its real dice, and what ends something, asked twice."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sheets.forms.falls import ExitFacesForm, OpenFallForm, SureForm
from sheets.models import Character, Fall, FallStatus, Seat
from sheets.regions.body import play_of
from sheets.regions.fall import shown, standing_fall
from sheets.services import falls
from sheets.services.refusal import Refused
from sheets.views.acting import character_act
from sheets.views.acts import answered, first_error
from sheets.views.answers import refuse
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.views.leaves import leaf
from sheets.views.sheet_page import sheet_url

DICE, SURE = "sheets/regions/fall_dice.html", "sheets/regions/fall_sure.html"


def _waiting(character: Character, status: FallStatus) -> dict[str, Any] | None:
    """What a leaf shows of the fall that waits for this, or None if none does."""
    play = play_of(character)
    fall: Fall | None = standing_fall(play)
    if fall is None or fall.status != status:
        return None
    return {"fall": shown(fall, play), "sparks": play.sheet.sparks}


def _nothing_waits(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """A leaf for something that is settled by now: nothing in its place."""
    return HttpResponse() if request.htmx else redirect(sheet_url(seat, character))


def _told(request: PersonRequest, refused: Refused) -> HttpResponse:
    """409: it was decided meanwhile. The page is told to look again."""
    response = refuse(request, refused.message, status=409)
    if request.htmx:
        response["HX-Trigger"] = "state-changed"
    return response


@seated
@with_character("act")
@require_safe
def exit_dice(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The leaf on which the faces of the exit dice are typed."""
    context = _waiting(character, FallStatus.EXIT_ROLL)
    if context is None:
        return _nothing_waits(request, seat, character)
    return leaf(request, seat, character, DICE, context)


@character_act("act")
def exit_roll(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Roll the exit dice by the server, or read those of the table."""
    form = ExitFacesForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    table = request.POST.get("dice") == "table"
    faces = form.faces() if table else None
    problem = ""
    if table and faces is None:
        problem = _("Type the number that each die shows.")
    else:
        try:
            falls.exit_roll(seat=seat, character_id=character.pk, fall_id=form.cleaned_data["fall"], faces=faces)
        except falls.Settled as settled:
            return _told(request, settled)
        except Refused as refused:
            problem = refused.message
    if not problem:
        return answered(request, seat, character)
    context = _waiting(character, FallStatus.EXIT_ROLL)
    if context is None:
        return _told(request, falls.Settled())
    return leaf(request, seat, character, DICE, context | {"typed": form.typed, "problem": problem}, status=422)


def _ask(choice: str, status: FallStatus | None, right: str) -> Callable[..., Any]:
    """The view of a leaf that asks for the second tap; without a status it asks nothing of a fall."""

    @seated
    @with_character(right)
    @require_safe
    def ask(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
        return _sure_leaf(request, seat, character, choice, status)

    return ask


def _sure_leaf(
    request: PersonRequest, seat: Seat, character: Character, choice: str, status: FallStatus | None, code: int = 200
) -> HttpResponse:
    context: dict[str, Any] | None = {} if status is None else _waiting(character, status)
    if context is None or character.state == "dead":
        return _nothing_waits(request, seat, character)
    return leaf(request, seat, character, SURE, context | {"choice": choice}, status=code)


ask_redeem = _ask("redeem", FallStatus.CHOICE, "act")
ask_die = _ask("die", FallStatus.CHOICE, "act")
ask_sacrifice = _ask("sacrifice", None, "sacrifice")


@character_act("act")
def redeem(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _choose(request, seat, character, "redeem", falls.buy_back)


@character_act("act")
def die(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    return _choose(request, seat, character, "die", falls.die)


def _choose(
    request: PersonRequest, seat: Seat, character: Character, choice: str, service: Callable[..., Any]
) -> HttpResponse:
    """Do what was asked twice; without the second tap it is asked for."""
    form = SureForm(request.POST)
    if not form.is_valid():
        if not OpenFallForm(request.POST).is_valid():
            return refuse(request, first_error(form), status=422)
        return _sure_leaf(request, seat, character, choice, FallStatus.CHOICE, 422)
    try:
        service(seat=seat, character_id=character.pk, fall_id=form.cleaned_data["fall"])
    except falls.Settled as settled:
        return _told(request, settled)
    except Refused as refused:
        return refuse(request, refused.message, status=422)
    return answered(request, seat, character)


@character_act("sacrifice")
def sacrifice(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The player's own choice to die (O1)."""
    if not request.POST.get("sure"):
        return _sure_leaf(request, seat, character, "sacrifice", None, 422)
    try:
        falls.sacrifice(seat=seat, character_id=character.pk)
    except Refused as refused:
        return _told(request, refused)
    return answered(request, seat, character)
