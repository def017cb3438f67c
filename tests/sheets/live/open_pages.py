"""Streams held open inside the test's own event loop: as an ASGI server would, or over a real socket."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, MutableMapping
from typing import Any

import uvicorn
from django.conf import settings
from django.test import Client

from sheets.live.hub import Hub
from sheets.live.stream import serve_stream
from sheets.live.transports import attach
from sheets.models import Seat

PATIENCE = 60.0


def cookie_of(seat: Seat) -> bytes:
    """A session of whoever holds the seat."""
    client = Client()
    assert seat.user is not None
    client.force_login(seat.user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()


def rows_in(heard: bytes) -> list[str]:
    """The log as a page has it after all that it heard, newest first: each message puts its rows on top."""
    rows: list[str] = []
    for message in heard.decode().split("afterbegin:#log-rows")[1:]:
        new = [piece.split('"')[0] for piece in message.split("</ol>")[0].split('id="entry-')[1:]]
        rows = new + rows
    return rows


def rows_to(count: int) -> Callable[[bytes], bool]:
    """Whether that many rows of the log were heard."""
    return lambda heard: len(rows_in(heard)) >= count


class Reader:
    """Someone who holds a stream open and keeps every byte; while `takes` is off, nothing more gets through."""

    def __init__(self, seat: Seat, cookie: bytes) -> None:
        self.seat, self.cookie = seat, cookie
        self.heard = b""
        self.news = asyncio.Condition()
        self.gone = asyncio.Event()
        self.takes = asyncio.Event()
        self.takes.set()

    def open(self, hub: Hub, last_event_id: str = "") -> "asyncio.Task[None]":
        headers = [(b"cookie", self.cookie), (b"last-event-id", last_event_id.encode())]
        scope = {"type": "http", "method": "GET", "path": f"/t/{self.seat.pk}/stream", "query_string": b""}
        return asyncio.ensure_future(serve_stream({**scope, "headers": headers}, self._receive, self._send, hub))

    async def _receive(self) -> MutableMapping[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        await self.takes.wait()
        async with self.news:
            self.heard += message.get("body", b"")
            self.news.notify_all()

    async def hears(self, until: Callable[[bytes], bool]) -> None:
        """Wait until what was heard is enough."""
        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(lambda: until(self.heard))


@contextlib.asynccontextmanager
async def hub_at_work() -> AsyncIterator[Hub]:
    """A hub that is told of every act of this process."""
    hub = Hub()
    attach(hub)
    work = asyncio.ensure_future(hub.run())
    try:
        yield hub
    finally:
        attach(None)
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work


@contextlib.asynccontextmanager
async def served() -> AsyncIterator[int]:
    """The whole application on a port of this machine, in this very loop."""
    from impact_site.asgi import application

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=2))
        work = asyncio.ensure_future(server.serve([listener]))
        await until(lambda: server.started)
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            await work


async def until(holds: Callable[[], bool]) -> None:
    """Let the loop work until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def ask(port: int, path: str, cookie: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request of a browser; what comes is left to be read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET %s HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\n\r\n" % (path.encode(), cookie))
    return reader, writer


async def open_stream(port: int, seat: Seat, cookie: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stream that has heard its first bytes."""
    reader, writer = await ask(port, f"/t/{seat.pk}/stream", cookie)
    async with asyncio.timeout(PATIENCE):
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        await reader.readuntil(b"\n\n")
    return reader, writer
