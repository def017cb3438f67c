"""The hub under load and under faults: bursts, readers that stall, a listener that is killed (live-browser notes)."""

import asyncio
import contextlib
from typing import Any

import pytest
from django.db import connection

from sheets.live import hub as hubs
from sheets.live import stream as streams
from sheets.live.hub import in_thread
from sheets.live.transports import CHANNEL, listen
from sheets.models import Character, Entry, Seat
from sheets.services import sparks
from tests.sheets.factories import last_entry, make_character, make_table, seat_at
from tests.sheets.live.open_pages import Reader, cookie_of, hub_at_work, rows_in, rows_to, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def gm() -> Seat:
    return make_table()


@pytest.fixture
def hero(gm: Seat) -> Character:
    return make_character(gm)


def act(gm: Seat, hero: Character, times: int = 1) -> None:
    for _turn in range(times):
        sparks.change(seat=gm, character_id=hero.pk, by=1)


def newest_first(gm: Seat, after: int) -> list[str]:
    made = Entry.objects.filter(campaign=gm.campaign_id, number__gt=after).order_by("-number")
    return [str(pk) for pk in made.values_list("pk", flat=True)]


def test_a_burst_of_200_comes_once_each_and_in_order(gm: Seat, hero: Character):
    """200 acts in a row: the log of either page has each of them once, the newest on top."""
    seats = [gm, seat_at(gm)]
    start = last_entry(gm)
    cookies = [cookie_of(seat) for seat in seats]

    async def play() -> list[list[str]]:
        async with hub_at_work() as hub:
            readers = [Reader(seat, cookie) for seat, cookie in zip(seats, cookies, strict=True)]
            opened = [reader.open(hub, str(start.pk)) for reader in readers]
            await until(lambda: len(hub._all()) == 2)
            await in_thread(act, gm, hero, 200)
            for reader in readers:
                await reader.hears(rows_to(200))
                reader.gone.set()
            await asyncio.gather(*opened)
            return [rows_in(reader.heard) for reader in readers]

    logs = asyncio.run(play())
    assert logs == [newest_first(gm, start.number)] * 2


def test_a_reader_that_takes_nothing_costs_a_bounded_queue(gm: Seat, hero: Character, monkeypatch):
    """A page that reads no more: so many messages wait for it, then it is let go; the others hear all at once."""
    monkeypatch.setattr(hubs, "PENDING_LIMIT", 5)
    stalls, reads = seat_at(gm), seat_at(gm)
    start = last_entry(gm)
    cookies = cookie_of(stalls), cookie_of(reads)

    async def play() -> tuple[int, str, list[str]]:
        async with hub_at_work() as hub:
            stuck, awake = Reader(stalls, cookies[0]), Reader(reads, cookies[1])
            opened = [stuck.open(hub, str(start.pk)), awake.open(hub, str(start.pk))]
            await until(lambda: len(hub._all()) == 2)
            await stuck.hears(bool)
            stuck.takes.clear()
            stream = next(s for s in hub._all() if s.watch.seat_id == stalls.pk)
            most = 0
            for turn in range(1, 11):
                await in_thread(act, gm, hero)
                await awake.hears(rows_to(turn))
                most = max(most, stream.pending.qsize())
            for reader in (stuck, awake):
                reader.gone.set()
            await asyncio.gather(*opened)
            return most, stream.closed_because, rows_in(awake.heard)

    most, why, log = asyncio.run(play())
    assert (most, why) == (5, "stalled")
    assert log == newest_first(gm, start.number)


def test_a_reader_that_takes_nothing_is_cut_off_and_loses_nothing(gm: Seat, hero: Character, monkeypatch):
    """A message that is not taken in time ends the stream; the page that comes back hears what it missed, once."""
    monkeypatch.setattr(streams, "TAKEN_WITHIN", 0.05)
    seat = seat_at(gm)
    start = last_entry(gm)
    cookie = cookie_of(seat)

    async def play() -> tuple[bool, list[str]]:
        async with hub_at_work() as hub:
            stuck = Reader(seat, cookie)
            opened = stuck.open(hub, str(start.pk))
            await stuck.hears(bool)
            stuck.takes.clear()
            await in_thread(act, gm, hero, 3)
            await opened
            forgotten = not hub._all()
            again = Reader(seat, cookie)
            opened = again.open(hub, str(start.pk))
            await again.hears(rows_to(3))
            again.gone.set()
            await opened
            return forgotten, rows_in(stuck.heard) + rows_in(again.heard)

    assert asyncio.run(play()) == (True, newest_first(gm, start.number))


def listeners() -> list[int]:
    """The processes of PostgreSQL that listen for this database."""
    asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = %s"
    with connection.cursor() as cursor:
        cursor.execute(asked, [f"LISTEN {CHANNEL}"])
        return [pid for (pid,) in cursor.fetchall()]


def kill(pid: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])


def test_a_listener_that_is_killed_comes_back_by_itself(gm: Seat, hero: Character, settings: Any, monkeypatch):
    """PostgreSQL ends the listening connection: a new one is made, and no act of that time is lost or doubled."""
    if connection.vendor != "postgresql":
        pytest.skip("NOTIFY is PostgreSQL's")
    settings.LIVE = "postgres"
    monkeypatch.setattr(hubs, "LOOK_EVERY", 3600.0)  # so that nothing but a notice wakes the hub
    start, cookie = last_entry(gm), cookie_of(gm)

    async def one_listener(other_than: int = 0) -> int:
        found: list[int] = []
        while not (found := [pid for pid in await in_thread(listeners) if pid != other_than]):
            await asyncio.sleep(0.05)
        return found[0]

    async def play() -> list[str]:
        async with hub_at_work() as hub:
            listening = asyncio.ensure_future(listen(hub))
            reader = Reader(gm, cookie)
            opened = reader.open(hub, str(start.pk))
            await until(lambda: bool(hub._all()))
            first = await one_listener()
            await in_thread(act, gm, hero)
            await reader.hears(rows_to(1))
            await in_thread(kill, first)
            await in_thread(act, gm, hero)
            await one_listener(other_than=first)
            await in_thread(act, gm, hero)
            await reader.hears(rows_to(3))
            reader.gone.set()
            await opened
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening
            return rows_in(reader.heard)

    assert asyncio.run(play()) == newest_first(gm, start.number)
