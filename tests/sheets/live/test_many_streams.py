"""Many streams over real sockets: what they hold while they are open, and that all of it is let go (L06, L07)."""

import asyncio
import os
from dataclasses import dataclass

import pytest
from django.db import connection, connections

from sheets.live.hub import in_thread
from sheets.models import Seat
from sheets.services import sparks
from tests.sheets.factories import last_entry, make_character, make_table, seat_at
from tests.sheets.live.open_pages import PATIENCE, ask, cookie_of, open_stream, served, until

pytestmark = pytest.mark.django_db(transaction=True)
A_PERSON = 5
AT_ONCE, TURNS = 100, 5
DASHBOARDS = 60
CONNECTIONS = 20


@pytest.fixture
def gm() -> Seat:
    return make_table()


def people(gm: Seat, streams: int) -> list[tuple[Seat, bytes]]:
    """A seat and a session for each stream, five streams a person."""
    held = [(seat, cookie_of(seat)) for seat in (seat_at(gm) for _person in range(streams // A_PERSON))]
    return [pair for pair in held for _page in range(A_PERSON)]


@dataclass(frozen=True)
class Held:
    """What this process and its database hold."""

    tasks: int
    files: int
    connections: int

    def within(self, other: "Held") -> bool:
        return self.tasks <= other.tasks and self.files <= other.files and self.connections <= other.connections


def database_connections() -> int:
    """Of PostgreSQL; SQLite's are open files, and counted there."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


async def held() -> Held:
    connected = await in_thread(database_connections)
    return Held(len(asyncio.all_tasks()), len(os.listdir("/proc/self/fd")), connected)


async def open_and_drop(port: int, watchers: list[tuple[Seat, bytes]]) -> Held:
    """Open a stream for each, and hang up without a word; what was held meanwhile."""
    opened = await asyncio.gather(*(open_stream(port, seat, cookie) for seat, cookie in watchers))
    most = await held()
    for _reader, writer in opened:
        writer.transport.abort()
    return most


def test_l06_five_hundred_streams_leave_nothing_behind(gm: Seat):
    """L06: 500 streams opened and dropped: as many tasks, open files and database connections as before."""
    watchers = people(gm, AT_ONCE)
    connections.close_all()

    async def play() -> tuple[Held, Held]:
        async with served() as port:
            await open_and_drop(port, watchers[:10])  # threads and their like are made once
            await until(lambda: len(asyncio.all_tasks()) < 10)
            before = await held()
            for _turn in range(TURNS):
                most = await open_and_drop(port, watchers)
                assert most.files >= before.files + 2 * AT_ONCE
            async with asyncio.timeout(PATIENCE):
                while not (after := await held()).within(before):
                    await asyncio.sleep(0.1)
            return before, after

    before, after = asyncio.run(play())
    assert after.within(before)


def test_l07_sixty_dashboards_need_few_connections(gm: Seat):
    """L07: 60 streams open, acts and pages at the same time: at most 20 connections, every page answered, all told."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server to connect to")
    hero = make_character(gm)
    watchers = people(gm, DASHBOARDS)
    start = last_entry(gm).number
    connections.close_all()

    def act() -> str:
        sparks.change(seat=gm, character_id=hero.pk, by=1)
        return str(last_entry(gm).pk)

    async def page(port: int, seat: Seat, cookie: bytes) -> bytes:
        reader, writer = await ask(port, f"/t/{seat.pk}/", cookie)
        async with asyncio.timeout(PATIENCE):
            status = await reader.readline()
        writer.transport.abort()
        return status

    async def play() -> tuple[int, set[bytes]]:
        async with served() as port:
            opened = await asyncio.gather(*(open_stream(port, seat, cookie) for seat, cookie in watchers))
            most, answers = 0, set()
            for _turn in range(5):
                asked = asyncio.gather(*(page(port, seat, cookie) for seat, cookie in watchers[::A_PERSON]))
                entry = await in_thread(act)
                while not asked.done():
                    most = max(most, await in_thread(database_connections))
                answers |= set(await asked)
                async with asyncio.timeout(PATIENCE):
                    for reader, _writer in opened:
                        await reader.readuntil(f"id: {entry}".encode())
            for _reader, writer in opened:
                writer.transport.abort()
            return most, answers

    most, answers = asyncio.run(play())
    assert answers == {b"HTTP/1.1 200 OK\r\n"}
    assert 0 < most <= CONNECTIONS
    assert last_entry(gm).number == start + 5
