"""The table's page: the scene, the party, and for the GM the danger to announce, the tray, the dice, the notes."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from sheets import permissions
from sheets.forms.scene import DangerForm, GmRollForm, NotesForm
from sheets.models import Campaign, Character, Seat, TrayItem, TrayStatus
from sheets.regions.body import plays_of
from sheets.regions.contract import agreement_of
from sheets.regions.log import log_context
from sheets.regions.party import cards, placed_card
from sheets.regions.people import seats_context
from sheets.regions.scene import drafts_of, scene_context
from sheets.services.refusal import Refused
from sheets.views.answers import see_other
from sheets.views.guards import PersonRequest

TABLE = "table"
# The forms of the page that come back by themselves: their name in the context, and how a fresh one is made.
FORMS: dict[str, tuple[str, Callable[[Seat], forms.Form]]] = {
    "danger_form": ("sheets/regions/composer.html", lambda seat: DangerForm(seat=seat)),
    "gm_roll_form": ("sheets/regions/gm_roll.html", lambda seat: GmRollForm(seat=seat)),
    "notes_form": ("sheets/regions/gm_notes.html", lambda seat: notes_form(seat.campaign)),
}


def notes_form(campaign: Campaign) -> NotesForm:
    """The GM's private notes as they stand."""
    return NotesForm(initial={"gm_notes": campaign.gm_notes, "version": campaign.gm_notes_version})


def table_url(seat: Seat) -> str:
    return reverse("sheets:table", args=[seat.pk])


def whole_table(request: PersonRequest, seat: Seat, *, status: int = 200, **refused: Any) -> HttpResponse:
    """The page of a table for this seat; `refused` are the forms that came back with errors."""
    characters = list(permissions.characters_visible_to(seat).select_related("sheet", "owner"))
    context = scene_context(seat, characters) | log_context(seat) | seats_context(seat)
    context |= agreement_of(seat.campaign, context["seats"])
    context |= {
        "live_texts": sum(character.text_version for character in characters),
        "cards": cards(seat, plays_of(characters, scars=True).values()),
        "page": TABLE,
    }
    if seat.is_gm:
        danger_form = DangerForm(seat=seat)
        danger_form.offer(characters)
        context |= gm_context(seat) | {name: fresh(seat) for name, (_template, fresh) in FORMS.items()}
        context["danger_form"] = danger_form
    return render(request, "campaigns/table.html", context | refused, status=status)


def gm_context(seat: Seat) -> dict[str, Any]:
    """What waits in the GM's tray, and the dangers kept for later."""
    waiting = TrayItem.objects.filter(campaign=seat.campaign_id, status=TrayStatus.WAITING)
    return {
        "tray": list(waiting.select_related("character", "wound__character", "wound__wording")),
        "drafts": drafts_of(seat.campaign),
    }


def table_form(
    request: PersonRequest, seat: Seat, name: str, form: forms.Form, service: Callable[[], Any]
) -> HttpResponse:
    """Do what a form of the page asks, and empty it; what is refused comes back in it, with what was typed."""
    template, fresh = FORMS[name]
    if form.is_valid():
        try:
            service()
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, refused.message)
    if not form.errors:
        seat.campaign.refresh_from_db()
        main = (template, {name: fresh(seat)})
        return after_table_act(request, seat, main=main)
    if request.htmx:
        return render(request, template, {"seat": seat, "campaign": seat.campaign, name: form}, status=422)
    return whole_table(request, seat, status=422, **{name: form})


def after_table_act(
    request: PersonRequest,
    seat: Seat,
    character: Character | None = None,
    *,
    main: tuple[str, dict[str, Any]] | None = None,
    clear_desk: bool = False,
) -> HttpResponse:
    """What an act from the page answers: its own form emptied, the scene, the card it changed, the tray, the log."""
    if not request.htmx:
        return see_other(table_url(seat))
    seat.campaign = Campaign.objects.select_related("danger__sentence", "danger__subject").get(pk=seat.campaign_id)
    characters = list(permissions.characters_visible_to(seat).select_related("sheet", "owner"))
    context = scene_context(seat, characters) | log_context(seat)
    names = ["scene", "log"]
    if seat.is_gm:
        context |= gm_context(seat)
        names += ["gm_scene", "tray"]
    if clear_desk:
        names.append("desk")
    parts: list[str] = [render_to_string(main[0], context | main[1], request)] if main else []
    oob = context | {"oob": True}
    parts += [render_to_string(f"sheets/regions/{name}.html", oob, request) for name in names]
    changed = [c for c in characters if character and c.pk == character.pk]
    parts += [placed_card(seat, play) for play in plays_of(changed, scars=True).values()]
    return HttpResponse("\n".join(parts))
