"""What the pages of a campaign are told: each changed region rendered once, however many watch.

Pages that show the same thing in the same way (same page, language, kind of viewer) get the same bytes,
but for their seat's id, which stands in every address: it is rendered as a blank and filled in for each.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.template.loader import render_to_string
from django.utils import translation

from sheets.live.watch import Watch
from sheets.models import Campaign, Character, Entry, Role, Seat, Visibility, Wound, WoundStatus
from sheets.services.history import with_undone
from sheets.state import CharacterState
from sheets.views.sheet_page import REGIONS, body_context, log_rows

BLANK = UUID(int=0)
STAKES_CHANGED = b"event: stakes-changed\ndata:\n\n"


@dataclass
class News:
    """The last number read, and the message for each watch that has something to hear."""

    number: int
    messages: dict[Watch, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Group:
    """What makes two pages' news the same."""

    character_id: UUID | None
    number: int
    language: str
    viewer: Role
    owner: UUID | None


def last_numbers(campaigns: Iterable[UUID]) -> dict[UUID, int]:
    """The number of the last entry of each campaign."""
    return dict(Campaign.objects.filter(pk__in=campaigns).values_list("pk", "last_number"))


def gather(campaign_id: UUID, watches: Sequence[Watch]) -> News:
    """Read what these pages do not know yet, once, and say it to each as far as it may be known there."""
    campaign = Campaign.objects.get(pk=campaign_id)
    seen = min(watch.number for watch in watches)
    rows = with_undone(Entry.objects.filter(campaign=campaign, number__gt=seen, number__lte=campaign.last_number))
    entries = list(rows.select_related("seat", "roll", "character", "target").order_by("number"))
    news = News(campaign.last_number)
    plays = _plays({e.character_id for e in entries if e.character_id})
    groups: dict[Group, list[Watch]] = {}
    for watch in watches:
        groups.setdefault(_group(watch, plays), []).append(watch)
    for group, members in groups.items():
        if message := _message(group, campaign, entries, plays):
            for watch in members:
                news.messages[watch] = message.replace(str(BLANK).encode(), str(watch.seat_id).encode())
    return news


def _group(watch: Watch, plays: Mapping[UUID, CharacterState]) -> Group:
    play = plays.get(watch.character_id) if watch.character_id else None
    owns = play is not None and play.character.owner_id == watch.seat_id
    viewer = Role.GM if watch.is_gm else Role.PLAYER if owns else Role.SPECTATOR
    return Group(watch.character_id, watch.number, watch.language, viewer, watch.seat_id if owns else None)


def _plays(ids: set[UUID]) -> dict[UUID, CharacterState]:
    """The characters in play, with their open wounds, in two queries."""
    characters = Character.objects.filter(pk__in=ids, removed_at=None).select_related("sheet")
    plays = {c.pk: CharacterState(c, c.sheet) for c in characters}
    for wound in Wound.objects.filter(character__in=plays, status=WoundStatus.OPEN).select_related("wording"):
        plays[wound.character_id].wounds.append(wound)
    return plays


def _message(
    group: Group, campaign: Campaign, entries: Sequence[Entry], plays: Mapping[UUID, CharacterState]
) -> bytes | None:
    """One message of the stream, or None if nothing in these entries is for the group."""
    mine = [e for e in entries if e.number > group.number and _concerns(group, e)]
    if not mine:
        return None
    seat = Seat(pk=group.owner or BLANK, campaign=campaign, role=group.viewer)
    with translation.override(group.language):
        parts = [_log(seat, mine)]
        play = plays.get(group.character_id) if group.character_id else None
        if play:
            context = {**body_context(seat, play), "oob": True}
            parts += [render_to_string(REGIONS[name], context) for name in ("identity", "wounds")]
    return frame("\n".join(parts), mine[-1].pk) + (STAKES_CHANGED if group.character_id else b"")


def _concerns(group: Group, entry: Entry) -> bool:
    """Whether a page of the group shows this entry and may show it."""
    visible = entry.visibility == Visibility.ALL or group.viewer == Role.GM
    return visible and group.character_id in (None, entry.character_id)


def _log(seat: Seat, entries: Sequence[Entry]) -> str:
    """The new rows on top of the log, and the rows that an undo or a redo changed, in their place."""
    rows = log_rows(seat, list(reversed(entries)), newest=False)
    targets = with_undone(Entry.objects.filter(pk__in=[e.target_id for e in entries if e.target_id]))
    changed = log_rows(seat, list(targets.select_related("seat", "roll", "character", "target")), newest=False)
    context = {"seat": seat, "rows": rows, "changed": changed}
    return render_to_string("sheets/regions/log_news.html", context)


def frame(html: str, event_id: UUID) -> bytes:
    """A message of the stream: its lines, and the entry up to which it brings the page."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines() if line.strip())
    return f"{lines}id: {event_id}\n\n".encode()


def catch_up(watch: Watch, known: UUID | None) -> bytes:
    """The first message of a stream: the page as it stands now, and the log since the entry that it knows.

    Sets the watch's number. A page that knows no entry, or one that it may not see, gets the log's last page.
    """
    campaign = Campaign.objects.get(pk=watch.campaign_id)
    watch.number = campaign.last_number
    entry = Entry.objects.filter(campaign=campaign, pk=known).first() if known else None
    if entry is not None:
        since = Watch(**{**watch.__dict__, "number": entry.number})
        if message := gather(watch.campaign_id, [since]).messages.get(since):
            return message
    return b":\n\n"
