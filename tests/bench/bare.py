"""The floor of a delivery: an ASGI application that hands what is posted to every open stream, and no more."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
waiting: set[asyncio.Queue[bytes]] = set()


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        for done in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{done}.complete"})
    elif scope["method"] == "POST":
        message = (await receive())["body"]
        for queue in waiting:
            queue.put_nowait(message)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})
    else:
        await _stream(receive, send)


async def _stream(receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
    await send({"type": "http.response.body", "body": b":\n\n", "more_body": True})
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    waiting.add(queue)
    feeding = asyncio.ensure_future(_feed(queue, send))
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        waiting.discard(queue)
        feeding.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await feeding


async def _feed(queue: asyncio.Queue[bytes], send: Send) -> None:
    while True:
        await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
