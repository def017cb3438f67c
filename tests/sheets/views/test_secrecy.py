"""What is the GM's alone: no byte of it, and no byte that would be another without it (S01, S02, S03, S05)."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse

from sheets.live.news import gather
from sheets.live.watch import Watch, open_watch
from sheets.models import Character, Entry, Seat, Visibility
from sheets.services import gm_rolls, sparks
from tests.sheets.cast import GM_MARK, Cast, Person
from tests.sheets.live.acts import watch_of
from tests.sheets.views.addresses import ROWS, address

MARKER = "Zyxomar"
PAGES = [name for name, row in ROWS.items() if row.method == "GET" and row.seated and row.allowed != "gm"]
# What is made anew for every page: keys, tokens, the moment of an export.
OF_ONE_PAGE = re.compile(rb'name="(key|csrfmiddlewaretoken)" value="[^"]*"|"made_at": "[^"]*"')
# What tells one entry of a stream from another that says the same.
OF_ONE_ENTRY = re.compile(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|datetime=\"[^\"]*\"|\d\d:\d\d")
Hide = Callable[[Cast, bool], HttpResponse]


def gm_roll(cast: Cast, htmx: bool, **more: str) -> HttpResponse:
    sent = {"d6": "2", "critical_d6": "1", "d8": "1", "visibility": "gm", "label": MARKER} | more
    return cast.gm.post(address("gm-roll", cast.gm.held, cast), sent, htmx=htmx)


def refused_roll(cast: Cast, htmx: bool) -> HttpResponse:
    return gm_roll(cast, htmx, d6="0")


def draft(cast: Cast, htmx: bool) -> HttpResponse:
    sent = {"level": "very_high", "channel": "body", "mortal": "on", "sentence": MARKER, "keep": "draft"}
    return cast.gm.post(address("announce", cast.gm.held, cast), sent, htmx=htmx)


def discard(cast: Cast, htmx: bool) -> HttpResponse:
    return cast.gm.post(address("discard-draft", cast.gm.held, cast), htmx=htmx)


def note(cast: Cast, htmx: bool) -> HttpResponse:
    sent = {"gm_notes": MARKER, "version": str(cast.campaign.gm_notes_version)}
    return cast.gm.post(address("notes", cast.gm.held, cast), sent, htmx=htmx)


def undo_it(cast: Cast, htmx: bool) -> HttpResponse:
    """A hidden roll cannot be taken back; the try tells nobody either."""
    return cast.gm.post(address("undo", cast.gm.held, cast, entry_id=cast.mine.hidden.pk), htmx=htmx)


PATHS = [gm_roll, refused_roll, draft, discard, note, undo_it]


def seen_by(cast: Cast, person: Person) -> dict[str, tuple[int, bytes, list[tuple[str, str]]]]:
    """Every page that a seat may ask for, headers too, without what is made anew each time."""
    answers = {name: person.get(address(name, person.held, cast)) for name in PAGES}
    answers["odds"] = person.post(address("odds", person.held, cast), {"intention": "act"})
    return {
        name: (answer.status_code, OF_ONE_PAGE.sub(b"", body_of(answer)), sorted(answer.headers.items()))
        for name, answer in answers.items()
    }


def body_of(answer: HttpResponse) -> bytes:
    return b"".join(answer) if answer.streaming else answer.content


def onlookers(cast: Cast) -> list[Person]:
    return [cast.owner, cast.other, cast.spectator]


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("hide", PATHS, ids=lambda path: path.__name__)
def test_s03_pages_are_the_same_bytes_with_and_without(cast: Cast, hide: Hide, htmx: bool):
    """S03, S01, S05: whatever way the GM hides something, every page of everyone else is what it was, to the byte."""
    before = {person.name: seen_by(cast, person) for person in onlookers(cast)}
    watches = {person.name: streams_of(cast, person.held) for person in onlookers(cast)}
    answer = hide(cast, htmx)
    assert answer.status_code in (200, 303, 409, 422)
    for person in onlookers(cast):
        assert seen_by(cast, person) == before[person.name]
        assert gather(cast.campaign.pk, watches[person.name]).messages == {}
    assert GM_MARK not in repr(before)
    if hide in (gm_roll, draft, note):
        assert MARKER in cast.gm.get(address("table", cast.gm.held, cast)).content.decode()


def streams_of(cast: Cast, seat: Seat) -> list[Watch]:
    """Open pages of a seat: the table's, and a sheet's."""
    return [watch_of(seat), watch_of(seat, Character.objects.get(pk=cast.alex.pk))]


def told(cast: Cast, watches: list[Watch]) -> list[bytes]:
    messages = gather(cast.campaign.pk, watches).messages
    return [OF_ONE_ENTRY.sub(b"", messages[watch]) for watch in watches]


def test_s01_the_stream_is_the_same_bytes_with_and_without(cast: Cast):
    """S01: the act that follows hidden ones is told to players in the same bytes as one that follows none."""
    people = onlookers(cast)

    def spark(by: int) -> None:
        sparks.change(seat=cast.gm.held, character_id=cast.alex.pk, by=by)

    spark(-1)
    watches = [watch for person in people for watch in streams_of(cast, person.held)]
    spark(1)
    without = told(cast, watches)
    spark(-1)
    watches = [watch for person in people for watch in streams_of(cast, person.held)]
    for hide in (gm_roll, draft, note):
        hide(cast, True)
    spark(1)
    gm_roll(cast, True)
    assert told(cast, watches) == without
    assert all(without)


SEES = {
    Visibility.ALL: {"gm", "owner", "other", "spectator"},
    Visibility.SEATS: {"gm", "owner"},
    Visibility.GM: {"gm"},
}


@pytest.mark.parametrize("visibility", SEES)
def test_s02_every_visibility_for_every_viewer(cast: Cast, visibility: Visibility):
    """S02: the matrix of docs/architecture.md, by page, by stream, by address and by act."""
    named = [cast.owner.held.pk] if visibility == Visibility.SEATS else []
    gm = cast.gm.held
    entry = gm_rolls.make(seat=gm, d6=2, critical_d6=0, d8=1, label=MARKER, visibility=visibility, readers=named)
    assert entry is not None
    everyone = {person.name: person for person in cast.everyone()}
    assert {name for name, person in everyone.items() if in_page(cast, person)} == SEES[visibility]
    assert {name for name, person in everyone.items() if in_stream(cast, person, entry)} == SEES[visibility]
    found = {
        name
        for name, person in everyone.items()
        if person.get(address("table-older", person.seat or gm, cast, entry_id=entry.pk)).status_code == 200
    }
    assert found == SEES[visibility]
    for name, person in everyone.items():
        if name in SEES[visibility] or not person.user:
            continue
        for act in ("undo", "redo"):
            assert person.post(address(act, person.held, cast, entry_id=entry.pk)).status_code == 404
    reveals = {
        name: person.post(address("reveal", person.seat or gm, cast, entry_id=entry.pk)).status_code
        for name, person in everyone.items()
        if name != "gm"
    }
    assert {name for name, status in reveals.items() if status < 400} <= {"stranger"}  # led to the sign-in page
    assert Entry.objects.filter(target=entry).count() == 0


def in_page(cast: Cast, person: Person) -> bool:
    """Whether the table's page, at the person's own seat or else at the GM's, holds the marker."""
    return MARKER.encode() in body_of(person.get(address("table", person.seat or cast.gm.held, cast)))


def in_stream(cast: Cast, person: Person, entry: Entry) -> bool:
    """Whether a stream opened with this person's cookies would be told of the entry."""
    cookies = {name: morsel.value for name, morsel in person.client.cookies.items()}
    watch = open_watch(cookies, (person.seat or cast.gm.held).pk, None)
    if watch is None:
        return False
    if watch.campaign_id == entry.campaign_id:
        watch.number = entry.number - 1
    message = gather(watch.campaign_id, [watch]).messages.get(watch, b"")
    assert (MARKER.encode() in message) == (str(entry.pk).encode() in message)
    return MARKER.encode() in message
