"""The stream as bytes: who gets what, once each, and when it ends (L05, S01, S05; live-browser notes)."""

import contextlib
import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

from rules.impact.terms import Danger, Severity
from sheets.live import hub
from sheets.models import Entry, Seat, User, Visibility
from sheets.services import campaigns, gm_rolls, notes, people, scene, sparks, wounds
from sheets.services.scene import Said
from tests.browser.play import Table, lay_table

PATIENCE = 15.0
MARKER = "Zyxomar"
BURST = 200


class Reader(threading.Thread):
    """Someone who holds a stream open and keeps every byte of it."""

    def __init__(self, live: str, seat: Seat, user: User | None, query: str = "") -> None:
        super().__init__(daemon=True)
        client = Client()
        assert user is not None
        client.force_login(user)
        self.session = client.cookies[settings.SESSION_COOKIE_NAME].value
        address = urlsplit(live)
        self.connection = http.client.HTTPConnection(address.hostname or "", address.port or 0, timeout=PATIENCE)
        cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={self.session}"}
        self.connection.request("GET", f"/t/{seat.pk}/stream?{query}", headers=cookie)
        self.socket = self.connection.sock
        self.response = self.connection.getresponse()
        self.heard = b""
        self.ended = False
        self.news = threading.Condition()

    def run(self) -> None:
        try:
            while piece := self.response.read1(65536):
                with self.news:
                    self.heard += piece
                    self.news.notify_all()
        except (TimeoutError, OSError, http.client.HTTPException):
            pass
        with self.news:
            self.ended = True
            self.news.notify_all()

    def leave(self) -> None:
        """Hang up, and wait until nothing of it is left open."""
        with contextlib.suppress(OSError):  # the server may have hung up first
            self.socket.shutdown(socket.SHUT_RDWR)
        if self.ident:
            self.join()
        self.response.close()
        self.connection.close()
        self.socket.close()

    def wait(self, until: Callable[["Reader"], bool]) -> bool:
        with self.news:
            return self.news.wait_for(lambda: until(self), PATIENCE)

    def rows(self) -> list[str]:
        """The entries whose new rows were heard, in the order heard."""
        parts = self.heard.decode().split("afterbegin:#log-rows")
        return [p.split('"')[0] for part in parts[1:] for p in part.split("</ol>")[0].split('id="entry-')[1:]]


@pytest.fixture
def table(live: str) -> Table:
    return lay_table()


@pytest.fixture
def listen(live: str, table: Table) -> Iterator[Callable[..., Reader]]:
    """Open streams that have heard their first bytes; all are let go at the end."""
    readers: list[Reader] = []

    def opened(seat: Seat, query: str = "") -> Reader:
        reader = Reader(live, seat, seat.user, query)
        assert reader.response.status == 200
        reader.start()
        assert reader.wait(lambda r: r.heard != b"")
        readers.append(reader)
        return reader

    yield opened
    for reader in readers:
        reader.leave()


def newest(seat: Seat) -> Entry:
    return Entry.objects.filter(campaign=seat.campaign_id).latest("number")


def test_a_stream_is_for_its_own_seat_alone(live: str, table: Table):
    """P04: another's seat, and a character of elsewhere, answer like a seat that does not exist."""
    other = lay_table("Maya")
    wrong = [
        Reader(live, table.gm, table.player.user),
        Reader(live, table.player, table.player.user, f"character={other.character.pk}"),
        Reader(live, table.player, table.player.user, "character=no"),
    ]
    answers = [(reader.response.status, reader.response.read()) for reader in wrong]
    for reader in wrong:
        reader.leave()
    assert answers == [(404, b"")] * 3


def test_a_burst_is_delivered_once_each(listen: Callable[..., Reader], table: Table):
    """L: 200 acts in a burst reach two pages, each entry once."""
    start = newest(table.gm).pk
    readers = [listen(table.player, f"after={start}"), listen(table.gm, f"after={start}")]
    for _turn in range(BURST // 2):
        sparks.change(seat=table.gm, character_id=table.character.pk, by=1)
        sparks.change(seat=table.gm, character_id=table.character.pk, by=-1)
    made = list(Entry.objects.filter(campaign=table.gm.campaign_id).order_by("number").values_list("pk", flat=True))
    wanted = [str(pk) for pk in made[-BURST:]]
    for reader in readers:
        assert reader.wait(lambda r: len(r.rows()) >= BURST)
        assert sorted(reader.rows()) == sorted(wanted)


def test_a_page_that_comes_back_hears_what_it_missed(listen: Callable[..., Reader], table: Table):
    """L01: a stream opened after an entry starts with all that came since, and no earlier row."""
    known = newest(table.gm).pk
    wounds.inflict(seat=table.gm, character_id=table.character.pk, severity=Severity.GRAVE, name=MARKER)
    missed = newest(table.gm).pk
    reader = listen(table.player, f"character={table.character.pk}&after={known}")
    assert reader.wait(lambda r: MARKER.encode() in r.heard)
    assert reader.rows() == [str(missed)]


def test_a_removed_seat_hears_nothing_more(listen: Callable[..., Reader], table: Table):
    """L05: the stream of a seat that is taken away ends by itself, and tells nothing that came after."""
    reader = listen(table.player)
    campaigns.remove_seat(seat=table.gm, seat_id=table.player.pk)
    assert reader.wait(lambda r: r.ended)
    wounds.inflict(seat=table.gm, character_id=table.character.pk, severity=Severity.LIGHT, name=MARKER)
    assert b"event: closed\ndata: ended" in reader.heard
    assert MARKER.encode() not in reader.heard


def test_an_ended_session_hears_nothing_more(
    listen: Callable[..., Reader], table: Table, monkeypatch: pytest.MonkeyPatch
):
    """L05: the stream of a session that was ended elsewhere is closed because it ended, not at the next round."""
    monkeypatch.setattr(hub, "RECHECK_EVERY", 3600.0)
    ended, kept = listen(table.player), listen(table.player)
    assert table.player.user is not None
    assert people.end_sessions(user=table.player.user, here=kept.session) == 1
    assert ended.wait(lambda r: r.ended)
    assert b"event: closed\ndata: ended" in ended.heard
    wounds.inflict(seat=table.gm, character_id=table.character.pk, severity=Severity.LIGHT, name=MARKER)
    assert kept.wait(lambda r: MARKER.encode() in r.heard)
    assert MARKER.encode() not in ended.heard


def test_what_is_hidden_leaves_no_byte(listen: Callable[..., Reader], table: Table):
    """S01, S05: a hidden roll, a draft and private notes reach the GM and not one byte of a player's stream."""
    start = newest(table.gm).pk
    player, gm = listen(table.player, f"after={start}"), listen(table.gm, f"after={start}")
    before = player.heard
    gm_rolls.make(seat=table.gm, d6=2, critical_d6=0, d8=1, label=MARKER, visibility=Visibility.GM)
    scene.draft(seat=table.gm, said=Said(Danger.HIGH, sentence=MARKER))
    notes.keep(seat=table.gm, text=MARKER, version=0)
    assert gm.wait(lambda r: MARKER.encode() in r.heard)
    hidden = newest(table.gm)
    sparks.change(seat=table.gm, character_id=table.character.pk, by=1)
    seen = newest(table.gm)
    assert player.wait(lambda r: r.rows() == [str(seen.pk)])
    assert MARKER.encode() not in player.heard
    assert str(hidden.pk).encode() not in player.heard[len(before) :]
    gm_rolls.reveal(seat=table.gm, entry=hidden)
    assert player.wait(lambda r: MARKER.encode() in r.heard)


def test_a_person_holds_five_streams(listen: Callable[..., Reader], table: Table):
    """L03: the sixth page of one person closes the one that was opened first."""
    readers = [listen(table.player) for _page in range(6)]
    assert readers[0].wait(lambda r: r.ended)
    assert b"event: closed\ndata: surplus" in readers[0].heard
    assert not any(reader.ended for reader in readers[1:])
