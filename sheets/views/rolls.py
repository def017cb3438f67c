"""The roll panel at work: its odds, the roll, and the result to look at again."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from rules.impact.resolution import Resolution
from sheets.forms.faces import FacesForm
from sheets.forms.panel import PanelForm
from sheets.models import Character, Entry, Reaction, Seat, Trait, Wound, WoundStatus
from sheets.permissions import rights_over
from sheets.regions.body import body_context, play_of
from sheets.regions.log import log_rows, quoted
from sheets.regions.scars import bearing
from sheets.services import helping, rolls
from sheets.services.history import is_undone, with_undone
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.state import CharacterState, read_again
from sheets.views import sheet_page
from sheets.views.acting import character_act
from sheets.views.answers import fragments, see_other
from sheets.views.guards import PersonRequest, seated, with_character
from sheets.words.assistance import befell


@seated
@with_character("act")
@require_POST
def odds(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The pool and the odds of what the panel asks now. Changes nothing, so it needs no key."""
    play, context, form = _asked(request, seat, character)
    faces = FacesForm(request.POST) if request.POST.get("dice") == "table" else None
    if not request.htmx:
        return sheet_page.whole_sheet(request, seat, play, form=form, faces=faces)
    context |= sheet_page.panel_context(seat, play, context, form)
    status = 200 if context["prepared"] else 422
    return render(request, "sheets/regions/odds.html", context | {"faces": faces}, status=status)


@seated
@with_character("act")
@require_safe
def panel(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """The panel again, or what stands in its place, for a character whose state has changed."""
    play = bearing(play_of(character))
    context = body_context(seat, play)
    if not context["active"]:
        return render(request, "sheets/regions/waiting.html", context)
    rows = {
        "all_traits": list(Trait.objects.filter(sheet=character.pk)),
        "reactions": list(Reaction.objects.filter(sheet=character.pk)),
    }
    context |= rows | sheet_page.panel_context(seat, play, rows)
    return render(request, "sheets/regions/panel.html", context)


@character_act("act")
def roll(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Roll once. A panel that went stale rolls nothing and comes back with what holds now (409)."""
    play, context, form = _asked(request, seat, character)
    table = FacesForm(request.POST) if request.POST.get("dice") == "table" else None
    faces = table.faces() if table else None
    if not form.is_valid() or (table and faces is None):
        return _back(request, seat, play, context, form, table, 422)
    try:
        made = rolls.make(
            seat=seat,
            character_id=character.pk,
            asked=form.asked(),
            fingerprint=request.POST.get("fingerprint", ""),
            traits=context["all_traits"],
            reactions=context["reactions"],
            faces=faces,
            eased_why=form.cleaned_data.get("eased_why", ""),
        )
    except rolls.Stale:
        fresh = bearing(play_of(character))
        return _back(request, seat, fresh, context, form, table, 409, stale=True)
    except Refused as refused:
        if not (table and table.refuse(refused.message, refused.field)):
            form.refuse(refused.message, refused.field)
        return _back(request, seat, play, context, form, table, 422)
    return _made(request, seat, made, form.cleaned_data.get("eased_why", ""))


@character_act("act")
def ask_help(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Ask the ticked allies to help with the roll as the panel has it; the panel stays as it is."""
    play, context, form = _asked(request, seat, character)
    table = FacesForm(request.POST) if request.POST.get("dice") == "table" else None
    if not form.is_valid():
        return _back(request, seat, play, context, form, table, 422)
    try:
        rows = {"traits": context["all_traits"], "reactions": context["reactions"]}
        helping.ask(seat=seat, character_id=character.pk, asked=form.asked(), **rows)
    except Refused as refused:
        form.refuse(refused.message, refused.field)
        return _back(request, seat, play, context, form, table, 422)
    play, context, form = _asked(request, seat, character)
    return _back(request, seat, play, context, form, table, 200)


def _asked(
    request: PersonRequest, seat: Seat, character: Character
) -> tuple[CharacterState, dict[str, Any], PanelForm]:
    # Not fetched before something looks at them: the roll itself locks and reads them again.
    wounds = Wound.objects.filter(character=character, status=WoundStatus.OPEN).select_related("wording")
    play = bearing(CharacterState(character, character.sheet, wounds))  # type: ignore[arg-type]
    context: dict[str, Any] = {
        "seat": seat,
        "campaign": seat.campaign,
        "character": character,
        "rights": rights_over(seat, character),
        "all_traits": list(Trait.objects.filter(sheet=character.pk)),
        "reactions": list(Reaction.objects.filter(sheet=character.pk)),
    }
    form = sheet_page.panel_form(seat, play, context["all_traits"], context["reactions"], request.POST)
    return play, context, form


def _back(
    request: PersonRequest,
    seat: Seat,
    play: CharacterState,
    context: dict[str, Any],
    form: PanelForm,
    table: FacesForm | None,
    status: int,
    *,
    stale: bool = False,
) -> HttpResponse:
    """The panel again with everything that was typed, and why nothing was rolled."""
    if not request.htmx:
        return sheet_page.whole_sheet(request, seat, play, status=status, form=form, faces=table, stale=stale)
    context |= sheet_page.panel_context(seat, play, context, form)
    context |= {"faces": table, "stale": stale}
    return render(request, "sheets/regions/panel.html", context, status=status)


def _made(request: PersonRequest, seat: Seat, made: rolls.Made, eased_why: str) -> HttpResponse:
    """The result in place of the panel, with the regions that it changed; its own address from now on."""
    character = made.play.character
    address = reverse("sheets:result", args=[seat.pk, character.pk, made.entry.roll_id])
    if not request.htmx:
        return see_other(address)
    wound = next((w for w in made.play.wounds if w.pk.hex == made.entry.facts.get("wound")), None)
    context = body_context(seat, made.play)
    # A wound has no name yet, so the reason of an eased step is all that the entry quotes.
    why = made.entry.facts.get("eased_why")
    words = {why: eased_why} if why else {}
    words |= {pk.hex: name for pk, name in made.others}
    context |= result_context(seat, made.entry, made.resolution, wound, words)
    context["row"] = log_rows(seat, [made.entry], newest=True, words=words)[0]
    beside: dict[str, dict[str, Any]] = {sheet_page.REGIONS[name]: {} for name in ("identity", "wounds")}
    if made.resolution.falls:
        beside["sheets/regions/fall.html"] = {}
    beside |= {"sheets/regions/log.html#new-row": {}, "sheets/regions/aloud.html": {}}
    response = fragments(request, "sheets/regions/result.html", beside, context, 200)
    response["HX-Push-Url"] = address
    return response


@seated
@with_character()
@require_safe
def result(request: PersonRequest, seat: Seat, character: Character, roll_id: UUID) -> HttpResponse:
    """A result again: a reloaded page shows it and rolls nothing."""
    entries = with_undone(Entry.objects.visible_to(seat).filter(kind=Kind.ROLL.value, character=character))
    entry = entries.select_related("roll", "seat", "character").filter(roll=roll_id).first()
    if entry is None or entry.roll is None:
        raise Http404
    wound = Wound.objects.filter(pk=entry.facts.get("wound")).select_related("wording").first()
    shown = result_context(seat, entry, read_again(entry.roll), wound, quoted([entry]))
    return sheet_page.whole_sheet(request, seat, play_of(character), result=True, **shown)


def result_context(
    seat: Seat, entry: Entry, resolution: Resolution, wound: Wound | None, words: Mapping[str, str]
) -> dict[str, Any]:
    """What the result region shows; `words` are those that the entry quotes."""
    undone = is_undone(entry)
    named = wound if wound and wound.status == WoundStatus.OPEN else None
    return {
        "entry": entry,
        "roll": entry.roll,
        "resolution": resolution,
        "wound": named,
        "undone": undone,
        "words": words,
        "helped": befell(entry, words),
        "may_undo": not undone and (seat.is_gm or entry.seat_id == seat.pk),
    }
