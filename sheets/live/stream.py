"""The stream's own small ASGI application: one open answer a page, fed by the hub."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from functools import partial
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from sheets.live.hub import Hub, Stream, in_thread
from sheets.live.news import catch_up
from sheets.live.watch import open_watch

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

ADDRESS = re.compile(r"/t/(?P<seat>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/stream")
HEARTBEAT_EVERY = 15.0
# A server holds a message back while the reader's connection is full; one that stays full is given up.
TAKEN_WITHIN = 30.0
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


async def serve_stream(scope: MutableMapping[str, Any], receive: Receive, send: Send, hub: Hub) -> None:
    """Answer one stream until its reader goes, its seat is taken away or the server stops."""
    found = ADDRESS.fullmatch(scope["path"])
    query = parse_qs(scope["query_string"].decode("latin-1"))
    seat_id, character_id = _uuid(found["seat"] if found else ""), _uuid(query.get("character", [""])[0])
    headers = list(scope["headers"])
    watch = None
    if scope["method"] == "GET" and seat_id and (character_id or "character" not in query):
        opening = partial(open_watch, people="people" in query, zero="zero" in query)
        watch = await in_thread(opening, _cookies(headers), seat_id, character_id)
    if watch is None:
        await _refuse(send)
        return
    known = _uuid(_header(headers, b"last-event-id")) or _uuid(query.get("after", [""])[0])
    watch.texts = _count(query.get("texts", [""])[0])
    first = await in_thread(catch_up, watch, known)
    stream = Stream(watch)
    stream.push(first)
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    hub.join(stream)
    feeding = asyncio.ensure_future(_feed(stream, send))
    leaving = asyncio.ensure_future(_until_gone(receive))
    try:
        await asyncio.wait({feeding, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.leave(stream)
        for task in (feeding, leaving):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await task


async def _feed(stream: Stream, send: Send) -> None:
    """Send what the hub queues, a heartbeat in quiet times, and the reason at the end; cut off who takes nothing."""
    over = False
    while not over:
        try:
            async with asyncio.timeout(HEARTBEAT_EVERY):
                message = await stream.pending.get()
        except TimeoutError:
            message = b":\n\n"
        over = message is None
        body = f"event: closed\ndata: {stream.closed_because}\n\n".encode() if message is None else message
        try:
            async with asyncio.timeout(TAKEN_WITHIN):
                await send({"type": "http.response.body", "body": body, "more_body": not over})
        except TimeoutError:
            return


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send) -> None:
    """The same answer whether nobody is signed in, or the seat is another's, or does not exist."""
    await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


def _cookies(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    jar = SimpleCookie(_header(headers, b"cookie"))
    return {name: morsel.value for name, morsel in jar.items()}


def _header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
