"""What the sheet and its regions need, fetched once; a seat that may not read all gets the public side only."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rules.impact.terms import State
from sheets.forms.panel import PanelForm
from sheets.models import Character, Entry, Objective, Reaction, Seat, Trait, TraitKind
from sheets.permissions import Rights, rights_over
from sheets.regions.body import body_context, play_of
from sheets.regions.contract import asks
from sheets.regions.log import log_context
from sheets.regions.scars import bearing, scars_context
from sheets.regions.scene import warning_context
from sheets.services.assistance import allies_of
from sheets.services.preparation import Prepared, prepare
from sheets.services.refusal import Refused
from sheets.state import CharacterState
from sheets.views.answers import fragments, see_other
from sheets.views.guards import PersonRequest

DESK, FALL_DESK = "desk", "fall-desk"
# Where leaves are laid: beside the wounds, and under the panel of a fall.
DESKS = (DESK, FALL_DESK)
REGIONS = {
    "warning": "sheets/regions/warning.html",
    "fall": "sheets/regions/fall.html",
    "identity": "sheets/regions/identity.html",
    "wounds": "sheets/regions/wounds.html",
    "log": "sheets/regions/log.html",
}


def sheet_context(seat: Seat, play: CharacterState, *, log_before: Entry | None = None) -> dict[str, Any]:
    """The whole sheet but its panel."""
    rights = rights_over(seat, play.character)
    context = body_context(seat, play) | log_context(seat, play.character, before=log_before)
    context |= warning_context(seat, play) | {
        "live_texts": play.character.text_version,
        "asks": asks(seat, play.character),
    }
    context |= scars_context(seat, bearing(play))
    if not rights.read_all:
        return context
    traits = list(Trait.objects.filter(sheet=play.sheet))
    return context | {
        "sheet": play.sheet,
        "traits": {kind.value: [t for t in traits if t.kind == kind] for kind in TraitKind},
        "all_traits": traits,
        "reactions": list(Reaction.objects.filter(sheet=play.sheet)),
        "objectives": list(Objective.objects.filter(sheet=play.sheet)),
    }


def panel_context(
    seat: Seat, play: CharacterState, context: dict[str, Any], form: PanelForm | None = None
) -> dict[str, Any]:
    """The roll panel, with the odds of what its form asks or, if that is refused, the reason."""
    form = form or panel_form(seat, play, context["all_traits"], context["reactions"])
    prepared = None
    if not form.is_bound or form.is_valid():
        prepared = try_prepare(seat, play, context["all_traits"], context["reactions"], form)
    return {"form": form, "prepared": prepared, "sheet": play.sheet, "danger_fixed": "danger" not in form.fields}


def panel_form(
    seat: Seat, play: CharacterState, traits: Sequence[Trait], reactions: Sequence[Reaction], data: Any = None
) -> PanelForm:
    """The panel's form for this seat and this character as they stand."""
    rights: Rights = rights_over(seat, play.character)
    return PanelForm(data, campaign=seat.campaign, play=play, traits=traits, reactions=reactions, rights=rights)


def try_prepare(
    seat: Seat, play: CharacterState, traits: Sequence[Trait], reactions: Sequence[Reaction], form: PanelForm
) -> Prepared | None:
    """The roll that the form asks for, or None with the refusal at its field."""
    try:
        asked = form.asked()
        allies = allies_of(play, asked.allies)
        return prepare(
            campaign=seat.campaign, play=play, traits=traits, reactions=reactions, asked=asked, allies=allies
        )
    except Refused as refused:
        form.refuse(refused.message, refused.field)
        return None


def whole_sheet(
    request: PersonRequest,
    seat: Seat,
    play: CharacterState,
    *,
    status: int = 200,
    form: PanelForm | None = None,
    **extra: Any,
) -> HttpResponse:
    """The page of a sheet, with its panel where the seat may roll."""
    context = sheet_context(seat, play)
    if context["rights"].act and play.state is State.ACTIVE and "result" not in extra:
        context |= panel_context(seat, play, context, form)
    return render(request, "sheets/sheet.html", context | {"faces": None} | extra, status=status)


def after_act(
    request: PersonRequest,
    seat: Seat,
    character: Character,
    *,
    main: tuple[str, dict[str, Any]] | None = None,
    clear_desk: str = "",
    scars: bool = False,
) -> HttpResponse:
    """What an act on a sheet answers: the regions that show it, or the way back to the sheet.

    `main` is a template with its context for the sender's own target, besides the regions.
    """
    if not request.htmx:
        return see_other(sheet_url(seat, character))
    fresh = Character.objects.select_related("sheet", "owner").get(pk=character.pk)
    play = play_of(fresh)
    context = body_context(seat, play) | log_context(seat, fresh) | warning_context(seat, play)
    name, extra = main or (None, {})
    beside: dict[str, dict[str, Any]] = {template: {} for template in REGIONS.values()}
    if scars:
        beside["sheets/regions/scars.html"] = scars_context(seat, bearing(play))
    if clear_desk:
        beside["sheets/regions/desk.html"] = {"desk": clear_desk}
    if fresh.state != character.state:
        context |= _panel_after(seat, context, play)
        beside["sheets/regions/panel.html" if context["active"] else "sheets/regions/waiting.html"] = {}
    response = fragments(request, name, beside, context | extra, 200)
    response["HX-Trigger"] = "stakes-changed"
    return response


def _panel_after(seat: Seat, context: dict[str, Any], play: CharacterState) -> dict[str, Any]:
    """A fresh panel for a character who came back into play; one who left it needs none."""
    if not context["active"]:
        return {}
    rows = {
        "all_traits": list(Trait.objects.filter(sheet=play.sheet)),
        "reactions": list(Reaction.objects.filter(sheet=play.sheet)),
    }
    return rows | panel_context(seat, play, rows)


def sheet_url(seat: Seat, character: Character) -> str:
    return reverse("sheets:sheet", args=[seat.pk, character.pk])
