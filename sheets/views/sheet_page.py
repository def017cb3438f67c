"""What the sheet and its regions need, fetched once; a seat that may not read all gets the public side only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rules.impact.terms import Slot, State
from rules.impact.wounds import red_zone
from sheets.forms.panel import PanelForm
from sheets.models import Character, Entry, Objective, Reaction, Seat, Trait, TraitKind, Wording, Wound, WoundStatus
from sheets.permissions import Rights, rights_over
from sheets.services.history import is_undone, with_undone
from sheets.services.kinds import handler_of
from sheets.services.preparation import Prepared, prepare
from sheets.services.refusal import Refused
from sheets.services.states import NEXT
from sheets.state import CharacterState
from sheets.views.answers import fragments, see_other
from sheets.views.guards import PersonRequest

LOG_ROWS = 20
DESK = "desk"
REGIONS = {
    "identity": "sheets/regions/identity.html",
    "wounds": "sheets/regions/wounds.html",
    "log": "sheets/regions/log.html",
}


@dataclass(frozen=True)
class LogRow:
    """An entry as the log shows it."""

    entry: Entry
    sentence: str
    undone: bool
    may_undo: bool
    may_redo: bool


def play_of(character: Character) -> CharacterState:
    """A character in play for reading: its sheet and its open wounds."""
    open_wounds = Wound.objects.filter(character=character, status=WoundStatus.OPEN).select_related("wording")
    return CharacterState(character, character.sheet, list(open_wounds))


def sheet_context(seat: Seat, play: CharacterState, *, log_before: Entry | None = None) -> dict[str, Any]:
    """The whole sheet but its panel."""
    rights = rights_over(seat, play.character)
    context = body_context(seat, play) | log_context(seat, play.character, before=log_before)
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


def body_context(seat: Seat, play: CharacterState) -> dict[str, Any]:
    """The header and the wounds."""
    taken = play.open_wounds
    return {
        "seat": seat,
        "campaign": seat.campaign,
        "character": play.character,
        "rights": rights_over(seat, play.character),
        "state": play.state,
        "sparks": play.sheet.sparks,
        "slots": [(slot, taken.get(slot)) for slot in Slot],
        "red_zone": red_zone(play.ticked),
        "active": play.state is State.ACTIVE,
        "next_states": NEXT[play.state],
    }


def log_context(seat: Seat, character: Character, *, before: Entry | None = None) -> dict[str, Any]:
    """A page of the character's log, newest first."""
    entries = with_undone(Entry.objects.visible_to(seat).filter(character=character))
    if before:
        entries = entries.filter(number__lt=before.number)
    entries = entries.select_related("seat", "roll", "character", "target").order_by("-number")
    page = list(entries[: LOG_ROWS + 1])
    older = page[LOG_ROWS - 1] if len(page) > LOG_ROWS else None
    return {
        "log": log_rows(seat, page[:LOG_ROWS], newest=before is None),
        "older": older,
        "live_after": page[0].pk if page else "",
    }


def log_rows(seat: Seat, entries: Sequence[Entry], *, newest: bool) -> list[LogRow]:
    """Entries as rows. A player may take back their own last act, when nothing stands on it."""
    words = quoted(entries)
    last = next((e for e in entries if e.target_id is None and not is_undone(e)), None) if newest else None
    rows = []
    for entry in entries:
        handler = handler_of(entry)
        mine = seat.is_gm or (entry is last and entry.seat_id == seat.pk)
        mine_again = seat.is_gm or (entry.seat_id == seat.pk and newest)
        undone = is_undone(entry)
        rows.append(
            LogRow(
                entry=entry,
                sentence=handler.say(entry, words),
                undone=undone,
                may_undo=handler.undoable and not undone and mine,
                may_redo=handler.undoable and undone and mine_again,
            )
        )
    return rows


def quoted(entries: Iterable[Entry]) -> dict[str, str]:
    """The words that these entries quote, by id."""
    ids = {value for e in entries for name in ("wording", "eased_why") if (value := e.facts.get(name))}
    return {w.pk.hex: w.text for w in Wording.objects.filter(pk__in=ids)} if ids else {}


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
        return prepare(campaign=seat.campaign, play=play, traits=traits, reactions=reactions, asked=form.asked())
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
    clear_desk: bool = False,
) -> HttpResponse:
    """What an act on a sheet answers: the regions that show it, or the way back to the sheet.

    `main` is a template with its context for the sender's own target, besides the regions.
    """
    if not request.htmx:
        return see_other(sheet_url(seat, character))
    fresh = Character.objects.select_related("sheet").get(pk=character.pk)
    play = play_of(fresh)
    context = body_context(seat, play) | log_context(seat, fresh)
    name, extra = main or (None, {})
    beside: dict[str, dict[str, Any]] = {template: {} for template in REGIONS.values()}
    if clear_desk:
        beside["sheets/regions/desk.html"] = {}
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
