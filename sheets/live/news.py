"""What the pages of a campaign are told: each changed region rendered once, however many watch.

Pages that show the same thing in the same way (same page, language, kind of viewer) get the same bytes,
but for their seat's id, which stands in every address: it is rendered as a blank and filled in for each.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.template.loader import render_to_string
from django.utils import translation

from sheets.live.contract_news import sheet_question, table_strip, touches_contract, x_card, zero_parts
from sheets.live.watch import Watch
from sheets.models import Campaign, Character, Entry, Role, Seat, TrayItem, TrayStatus, Visibility
from sheets.regions.body import body_context, plays_of
from sheets.regions.changes import Changed, Shown, changed
from sheets.regions.log import RELATED, log_rows
from sheets.regions.party import BLANK, placed_changes
from sheets.regions.people import seats_context
from sheets.regions.scars import bearing, scars_context
from sheets.regions.scene import scene_parts, warning_context
from sheets.services.engaged_scars import sides_to_engage
from sheets.services.history import with_undone
from sheets.services.kinds import Kind
from sheets.state import CharacterState

# The parts of a sheet's header and wounds, and what each shows; slots come one by one.
IDENTITY: Shown = {
    "vitals": frozenset({"state", "sparks"}),
    "counter": frozenset({"sparks"}),
    "states": frozenset({"state"}),
}
WOUNDS: Shown = {"head": frozenset({"slot"})}
# The way out of play: what is it itself, and what it shows of the sheet while it is there.
FALL, BESIDE_A_FALL = frozenset({"fall", "scar_due"}), frozenset({"state", "sparks", "redemptions"})
SCARRED = frozenset({"scar", "used", "scar_due"})
# The advantages that an open panel offers.
OFFERED = (".advantages", ".twisted")
WARNS = (".ruling", ".danger", ".answer.", ".state")
BETWEEN_TAGS = re.compile(r">\s+<")


@dataclass
class News:
    """The last number read, and the message for each watch that has something to hear."""

    number: int
    messages: dict[Watch, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Group:
    """What makes two pages' news the same. `unhidden`: the hidden entries that these may see all the same."""

    character_id: UUID | None
    people: bool
    zero: bool
    number: int
    language: str
    viewer: Role
    owner: UUID | None
    unhidden: frozenset[UUID]


@dataclass(frozen=True)
class Fresh:
    """What was read for one look: the entries, and what they may have changed."""

    campaign: Campaign
    entries: Sequence[Entry]
    plays: Mapping[UUID, CharacterState]


def last_numbers(campaigns: Iterable[UUID]) -> dict[UUID, int]:
    """The number of the last entry of each campaign."""
    return dict(Campaign.objects.filter(pk__in=campaigns).values_list("pk", "last_number"))


def gather(campaign_id: UUID, watches: Sequence[Watch]) -> News:
    """Read what these pages do not know yet, once, and say it to each as far as it may be known there."""
    campaign = Campaign.objects.select_related("danger__sentence", "danger__subject").get(pk=campaign_id)
    seen = min(watch.number for watch in watches)
    rows = with_undone(Entry.objects.filter(campaign=campaign, number__gt=seen, number__lte=campaign.last_number))
    entries = list(rows.select_related(*RELATED).order_by("number"))
    wanted = {w.character_id for w in watches if w.character_id}.union(*(e.characters for e in entries))
    characters = Character.objects.filter(pk__in=wanted, removed_at=None).select_related("sheet", "owner")
    fresh = Fresh(campaign, entries, plays_of(characters))
    readers = _readers(entries)
    groups: dict[Group, list[Watch]] = {}
    for watch in watches:
        groups.setdefault(_group(watch, fresh.plays, readers), []).append(watch)
    news = News(campaign.last_number)
    for group, members in groups.items():
        if message := _message(group, fresh):
            for watch in members:
                news.messages[watch] = message.replace(str(BLANK).encode(), str(watch.seat_id).encode())
    return news


def _readers(entries: Sequence[Entry]) -> dict[UUID, set[UUID]]:
    """For each hidden entry, the seats that see it."""
    hidden = [e.pk for e in entries if e.visibility == Visibility.SEATS]
    found: dict[UUID, set[UUID]] = {}
    if hidden:
        through = Entry.readers.through.objects.filter(entry__in=hidden)
        for entry_id, seat_id in through.values_list("entry_id", "seat_id"):
            found.setdefault(entry_id, set()).add(seat_id)
    return found


def _group(watch: Watch, plays: Mapping[UUID, CharacterState], readers: Mapping[UUID, set[UUID]]) -> Group:
    play = plays.get(watch.character_id) if watch.character_id else None
    owns = play is not None and play.character.owner_id == watch.seat_id
    viewer = Role.GM if watch.is_gm else Role.PLAYER if owns else Role.SPECTATOR
    unhidden = frozenset(entry for entry, seats in readers.items() if watch.seat_id in seats)
    # Who agreed, and to what, is each seat's own: session zero is drawn for each.
    owner = watch.seat_id if owns or watch.zero else None
    return Group(watch.character_id, watch.people, watch.zero, watch.number, watch.language, viewer, owner, unhidden)


def _message(group: Group, fresh: Fresh) -> bytes | None:
    """One message of the stream, or None if nothing in these entries is for the group."""
    news = [e for e in fresh.entries if e.number > group.number and _may_see(group, e)]
    seat = Seat(pk=group.owner or BLANK, campaign=fresh.campaign, role=group.viewer)
    with translation.override(group.language):
        parts: list[str]
        events: list[str]
        if group.character_id:
            parts, events = _sheet_parts(group, seat, news, fresh)
        elif group.people:
            parts, events = _people_parts(news)
        elif group.zero and group.owner:
            parts, events = zero_parts(group.owner, fresh.campaign, news), []
        else:
            parts, events = _table_parts(seat, news, fresh)
        parts += x_card(seat, news)
    if not parts and not events:
        return None
    return frame("\n".join(parts), news[-1].pk) + b"".join(f"event: {name}\ndata:\n\n".encode() for name in events)


def _may_see(group: Group, entry: Entry) -> bool:
    return entry.visibility == Visibility.ALL or group.viewer == Role.GM or entry.pk in group.unhidden


def _sheet_parts(group: Group, seat: Seat, news: Sequence[Entry], fresh: Fresh) -> tuple[list[str], list[str]]:
    """The regions of a sheet that show what changed, and what its panel has to hear."""
    assert group.character_id is not None  # noqa: S101 -- for the type checker: a sheet is somebody's
    mine = [e for e in news if e.is_about(group.character_id)]
    prefixes = ("d.", "t.", "a.", f"c.{group.character_id.hex}.")
    things = {t for e in news for t in e.after if t.startswith(prefixes)}
    play = fresh.plays.get(group.character_id)
    if play is None or not (mine or things):
        return [], []
    context = {**body_context(seat, play), **warning_context(seat, play), "oob": True}
    parts = [_log(seat, mine)] if mine else []
    what = changed(play, news)
    parts += _body_parts(what, context)
    if what.kinds & FALL or (context["fall"] and what.kinds & BESIDE_A_FALL):
        parts.append(render_to_string("sheets/regions/fall.html", context))
    if any(warns in thing for thing in things for warns in WARNS):
        parts.append(render_to_string("sheets/regions/warning.html", context))
    if context["rights"].act and context["active"] and any(t.endswith(OFFERED) for t in things):
        parts.append(render_to_string("sheets/regions/advantages.html", context))
    if group.viewer != Role.SPECTATOR and touches_contract(t for e in news for t in e.after):
        parts.append(sheet_question(seat, play))
    if what.kinds & SCARRED or any(t.endswith(".session") for t in things):
        parts += _scar_parts(seat, bearing(play), active=context["active"])
    events = ["state-changed"] if any(t.endswith(".state") for t in things) else ["stakes-changed"]
    return parts, events if any(not t.startswith("a.") for t in things) else []


def _scar_parts(seat: Seat, play: CharacterState, *, active: bool) -> list[str]:
    """The scars, and those that an open panel offers to engage."""
    context = {**scars_context(seat, play), "oob": True}
    parts: list[str] = [render_to_string("sheets/regions/scars.html", context)]
    if context["rights"].act and active:
        rows = [(value, side, False) for value, side in sides_to_engage(play)]
        parts.append(render_to_string("sheets/regions/panel_scars.html", {"scar_rows": rows, "oob": True}))
    return parts


def _body_parts(what: Changed, context: dict[str, Any]) -> list[str]:
    """The header and the wounds, as far as they changed."""
    identity, wounds = "sheets/regions/identity.html", "sheets/regions/wounds.html"
    if not what.by_parts:
        return [render_to_string(region, context) for region in (identity, wounds)]
    return [*what.draw(identity, context, IDENTITY), *what.draw(wounds, context, WOUNDS, with_slots=True)]


def _people_parts(news: Sequence[Entry]) -> tuple[list[str], list[str]]:
    """The page of the people holds forms with keys of their own, so it is told to fetch itself anew."""
    things = {t for e in news for t in e.after}
    return [], ["people-changed"] if any(_is_about_people(t) for t in things) else []


def _is_about_people(thing: str) -> bool:
    return thing.startswith("s.") or thing.endswith((".owner", ".free", ".here"))


def _table_parts(seat: Seat, news: Sequence[Entry], fresh: Fresh) -> tuple[list[str], list[str]]:
    """The log, the scene, the cards and for the GM the tray, as far as they changed."""
    if not news:
        return [], []
    parts = [_log(seat, news)]
    things = {t for e in news for t in e.after}
    context: dict[str, Any] = {"seat": seat, "campaign": fresh.campaign, "oob": True}
    parts += scene_parts(seat, {t.split(".")[2] for t in things if t.startswith("d.")}, context)
    if seat.is_gm and any(".tray." in t for t in things):
        waiting = TrayItem.objects.filter(campaign=fresh.campaign, status=TrayStatus.WAITING)
        context["tray"] = list(waiting.select_related("character", "wound__character", "wound__wording"))
        parts.append(render_to_string("sheets/regions/tray.html", context))
    if touches_contract(things):
        parts.append(table_strip(seat))
    if any(t.startswith("s.") for t in things):
        parts.append(render_to_string("sheets/regions/seats.html", context | seats_context(seat)))
    # Everyone's card, or many buttons at once: the page asks for the party anew. Who came or went plays
    # characters that no entry names.
    anew = any(t.endswith((".here", ".chaos")) or t.startswith(("t.", "s.")) for t in things)
    for play in fresh.plays.values():
        what = changed(play, news)
        anew = anew or what.across_death
        if what.kinds and not anew:
            parts += placed_changes(seat, play, what)
    return parts, ["party-changed"] if anew else []


def _log(seat: Seat, entries: Sequence[Entry]) -> str:
    """The new rows on top of the log, and the rows that an undo, a redo or a reveal changed, in their place."""
    rows = log_rows(seat, list(reversed(entries)), newest=True)
    targets = with_undone(Entry.objects.filter(pk__in=[e.target_id for e in entries if e.target_id]))
    changed = log_rows(seat, [*targets.select_related(*RELATED), *_reveals(entries)], newest=True)
    changed = [row for row in changed if row.entry not in entries]
    revealed = {e.target_id for e in _reveals(entries)} if not seat.is_gm else set()
    shown = [(row, _before(seat, row.entry)) for row in changed if row.entry.pk in revealed]
    context = {"seat": seat, "rows": rows, "changed": changed, "shown": shown}
    return render_to_string("sheets/regions/log_news.html", context)


def _before(seat: Seat, revealed: Entry) -> UUID | None:
    """The entry above which the row of a revealed one belongs: the newest older one that the seat sees."""
    older = Entry.objects.visible_to(seat).filter(number__lt=revealed.number)
    return older.order_by("-number").values_list("pk", flat=True).first()


def _reveals(entries: Sequence[Entry]) -> list[Entry]:
    """The revealing entries themselves, so that the rows know what is hidden no longer."""
    return [e for e in entries if e.kind == Kind.REVEAL.value]


def frame(html: str, event_id: UUID) -> bytes:
    """A message of the stream: its lines, and the entry up to which it brings the page."""
    lean = BETWEEN_TAGS.sub("> <", html)
    lines = "".join(f"data: {line}\n" for line in lean.splitlines() if line.strip())
    return f"{lines or 'data:' + chr(10)}id: {event_id}\n\n".encode()


def catch_up(watch: Watch, known: UUID | None) -> bytes:
    """The first message of a stream: all that happened since the entry that the page knows.

    Sets the watch's number. The page itself was drawn from the present state, so a page that knows no
    entry was drawn when there was none.
    """
    campaign = Campaign.objects.get(pk=watch.campaign_id)
    entry = Entry.objects.filter(campaign=campaign, pk=known).first() if known else None
    watch.number = entry.number if entry else 0
    message = gather(watch.campaign_id, [watch]).messages.get(watch) if campaign.last_number > watch.number else None
    watch.number = max(watch.number, campaign.last_number)
    return message or b":\n\n"
