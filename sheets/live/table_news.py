"""What the stream says on a table's page and on the page of its people."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.template.loader import render_to_string

from sheets.live.contract_news import table_strip, touches_contract
from sheets.live.log_news import log_parts
from sheets.models import Entry, Seat, TrayItem, TrayStatus
from sheets.regions.changes import changed
from sheets.regions.party import placed_changes
from sheets.regions.people import seats_context
from sheets.regions.scene import scene_parts
from sheets.state import CharacterState


def people_parts(news: Sequence[Entry]) -> tuple[list[str], list[str]]:
    """The page of the people holds forms with keys of their own, so it is told to fetch itself anew."""
    things = {t for e in news for t in e.after}
    return [], ["people-changed"] if any(_is_about_people(t) for t in things) else []


def _is_about_people(thing: str) -> bool:
    return thing.startswith("s.") or thing.endswith((".owner", ".free", ".here"))


def table_parts(seat: Seat, plays: Iterable[CharacterState], news: Sequence[Entry]) -> tuple[list[str], list[str]]:
    """The log, the scene, the cards and for the GM the tray, as far as they changed."""
    if not news:
        return [], []
    parts = [log_parts(seat, news)]
    things = {t for e in news for t in e.after}
    context: dict[str, Any] = {"seat": seat, "campaign": seat.campaign, "oob": True}
    parts += scene_parts(seat, {t.split(".")[2] for t in things if t.startswith("d.")}, context)
    if seat.is_gm and any(".tray." in t for t in things):
        waiting = TrayItem.objects.filter(campaign=seat.campaign, status=TrayStatus.WAITING)
        context["tray"] = list(waiting.select_related("character", "wound__character", "wound__wording"))
        parts.append(render_to_string("sheets/regions/tray.html", context))
    if touches_contract(things):
        parts.append(table_strip(seat))
    if any(t.startswith("s.") for t in things):
        parts.append(render_to_string("sheets/regions/seats.html", context | seats_context(seat)))
    # Everyone's card, or many buttons at once: the page asks for the party anew. Who came or went plays
    # characters that no entry names.
    anew = any(t.endswith((".here", ".chaos")) or t.startswith(("t.", "s.")) for t in things)
    for play in plays:
        what = changed(play, news)
        anew = anew or what.across_death
        if what.kinds and not anew:
            parts += placed_changes(seat, play, what)
    return parts, ["party-changed"] if anew else []
