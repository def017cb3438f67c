"""What the pages of a campaign are told: each changed region rendered once, however many watch.

Pages that show the same thing in the same way (same page, language, kind of viewer) get the same bytes,
but for their seat's id, which stands in every address: it is rendered as a blank and filled in for each.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.utils import translation

from sheets.live.contract_news import x_card, zero_parts
from sheets.live.sheet_news import sheet_parts
from sheets.live.table_news import people_parts, table_parts
from sheets.live.watch import Watch
from sheets.models import Campaign, Character, Entry, Role, Seat, Visibility
from sheets.regions.body import plays_of
from sheets.regions.log import RELATED
from sheets.regions.party import BLANK
from sheets.services.history import with_undone
from sheets.state import CharacterState

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
    fresh = Fresh(campaign, entries, plays_of(characters, scars=True))
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
            play = fresh.plays.get(group.character_id)
            parts, events = sheet_parts(seat, play, news) if play else ([], [])
        elif group.people:
            parts, events = people_parts(news)
        elif group.zero and group.owner:
            parts, events = zero_parts(group.owner, fresh.campaign, news), []
        else:
            parts, events = table_parts(seat, fresh.plays.values(), news)
        parts += x_card(seat, news)
    if not parts and not events:
        return None
    return frame("\n".join(parts), news[-1].pk) + b"".join(f"event: {name}\ndata:\n\n".encode() for name in events)


def _may_see(group: Group, entry: Entry) -> bool:
    return entry.visibility == Visibility.ALL or group.viewer == Role.GM or entry.pk in group.unhidden


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
