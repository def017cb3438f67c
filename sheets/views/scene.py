"""What the GM lays over a scene, and what players answer to it."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from sheets import permissions
from sheets.forms.scene import (
    AdvantageForm,
    AnswerForm,
    ChaosForm,
    DangerForm,
    GmRollForm,
    NotesForm,
    RulingAnswerForm,
    RulingForm,
    TrayForm,
)
from sheets.models import Announcement, Character, Seat, TrayItem
from sheets.services import advantages, gm_rolls, notes, scene, tray
from sheets.services.refusal import Refused
from sheets.views.acting import character_act, gm_act
from sheets.views.acts import answered, first_error
from sheets.views.answers import refuse
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.views.sheet_page import DESK
from sheets.views.table_page import after_table_act, table_form


@gm_act
def announce(request: PersonRequest, seat: Seat) -> HttpResponse:
    """Announce a danger, or keep it for later as a draft."""
    form = DangerForm(request.POST, seat=seat)
    keep = scene.draft if request.POST.get("keep") == "draft" else scene.announce
    return table_form(request, seat, "danger_form", form, lambda: keep(seat=seat, said=form.said()))


@gm_act
def announce_draft(request: PersonRequest, seat: Seat, draft_id: UUID) -> HttpResponse:
    get_object_or_404(Announcement, pk=draft_id, campaign=seat.campaign_id)
    return _do(request, seat, lambda: scene.announce(seat=seat, said=scene.Said(), draft_id=draft_id))


@gm_act
def discard_draft(request: PersonRequest, seat: Seat, draft_id: UUID) -> HttpResponse:
    get_object_or_404(Announcement, pk=draft_id, campaign=seat.campaign_id)
    return _do(request, seat, lambda: scene.discard_draft(seat=seat, draft_id=draft_id))


@gm_act
def withdraw(request: PersonRequest, seat: Seat) -> HttpResponse:
    return _do(request, seat, lambda: scene.withdraw(seat=seat))


@gm_act
def dismiss_offer(request: PersonRequest, seat: Seat) -> HttpResponse:
    return _do(request, seat, lambda: scene.dismiss_offer(seat=seat))


@gm_act
def change_chaos(request: PersonRequest, seat: Seat) -> HttpResponse:
    form = ChaosForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    return _do(request, seat, lambda: scene.change_chaos(seat=seat, **form.cleaned_data))


@gm_act
def change_advantages(request: PersonRequest, seat: Seat) -> HttpResponse:
    """Give the scene an advantage, or take one off (M1)."""
    form = AdvantageForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    return _do(request, seat, lambda: advantages.change(seat=seat, **form.change()))


@gm_act
def settle_tray(request: PersonRequest, seat: Seat, item_id: UUID) -> HttpResponse:
    get_object_or_404(TrayItem, pk=item_id, campaign=seat.campaign_id)
    form = TrayForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    return _do(request, seat, lambda: tray.settle(seat=seat, item_id=item_id, **form.cleaned_data))


@gm_act
def roll(request: PersonRequest, seat: Seat) -> HttpResponse:
    """A roll of the GM's own, seen by all, by some or by the GM alone."""
    form = GmRollForm(request.POST, seat=seat)

    def make() -> None:
        got = form.cleaned_data
        gm_rolls.make(seat=seat, **{**got, "readers": [reader.pk for reader in got["readers"]]})

    return table_form(request, seat, "gm_roll_form", form, make)


@gm_act
def reveal(request: PersonRequest, seat: Seat, entry_id: UUID) -> HttpResponse:
    entry = permissions.entry_visible_to(seat, entry_id)
    return _do(request, seat, lambda: gm_rolls.reveal(seat=seat, entry=entry))


@gm_act
def keep_notes(request: PersonRequest, seat: Seat) -> HttpResponse:
    form = NotesForm(request.POST)

    def keep() -> None:
        notes.keep(seat=seat, text=form.cleaned_data["gm_notes"], version=form.cleaned_data["version"])

    return table_form(request, seat, "notes_form", form, keep)


def _do(request: PersonRequest, seat: Seat, service: Any, character: Character | None = None) -> HttpResponse:
    """An act by a button: do it, and answer for the page that it was pressed on."""
    try:
        service()
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    return after_table_act(request, seat) if character is None else answered(request, seat, character)


@character_act("act")
def answer(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Answer a mortal danger before rolling."""
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    return _do(
        request, seat, lambda: scene.answer(seat=seat, character_id=character.pk, **form.cleaned_data), character
    )


@seated
@with_character("rule")
@require_safe
def ruling(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The leaf on which the GM writes why a wound is engaged."""
    return _leaf(request, seat, character, "ruling", RulingForm())


@seated
@with_character("act")
@require_safe
def adapting(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The leaf on which a player writes what they lean on, so as not to engage the wound."""
    return _leaf(request, seat, character, "adapting", RulingAnswerForm())


def _leaf(
    request: PersonRequest, seat: Seat, character: Character, name: str, form: forms.Form, status: int = 200
) -> HttpResponse:
    """A leaf of the desk, or a page of its own; a refused form comes back where it was typed."""
    region = f"sheets/regions/{name}.html"
    context = {"seat": seat, "campaign": seat.campaign, "character": character, "form": form, "region": region}
    context["page"] = request.POST.get("page") or request.GET.get("page", "")
    response = render(request, region if request.htmx else "sheets/leaf.html", context, status=status)
    if request.htmx and request.method == "POST":
        response["HX-Retarget"], response["HX-Reswap"] = f"#{DESK}", "innerHTML"
    return response


@character_act("rule")
def rule(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    form = RulingForm(request.POST)
    if form.is_valid():
        try:
            scene.rule_engaged(seat=seat, character_id=character.pk, **form.cleaned_data)
            return answered(request, seat, character)
        except Refused as refused:
            form.add_error("reason", refused.message)
    return _leaf(request, seat, character, "ruling", form, 422)


@character_act("act")
def answer_ruling(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Accept the twist die of an engaged wound, adapt, or give the action up."""
    form = RulingAnswerForm(request.POST)
    if form.is_valid():
        try:
            scene.answer_ruling(seat=seat, character_id=character.pk, **form.cleaned_data)
            return answered(request, seat, character)
        except Refused as refused:
            if refused.field is None:
                return refuse(request, refused.message, status=409)
            form.add_error(refused.field, refused.message)
    if "dependency" not in form.errors:
        return refuse(request, first_error(form), status=422)
    return _leaf(request, seat, character, "adapting", form, 422)
