"""The one process of the default form: uvicorn outside, Django's WSGI handler inside, the stream beside it.

Django's own ASGI handler costs several times its WSGI one a page, so pages go through a small pool of
threads. SQLite gets one thread: its writers wait for each other anyway, and threads that poll for the
lock starve one another. An open stream is a plain ASGI answer and takes no thread while it waits.
"""

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.db import InterfaceError, OperationalError

from impact_site.wsgi import application as pages  # sets Django up, so it comes before what needs models
from sheets.live.alone import TakenError, take_the_place
from sheets.live.hub import Hub
from sheets.live.stream import ADDRESS, serve_stream
from sheets.live.transports import attach, listen

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "impact_site.settings")
SQLITE = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
django_pages = WSGIMiddleware(cast(Any, pages), workers=1 if SQLITE else 4)
HARDENING = [(name.lower().encode(), value.encode()) for name, value in settings.HARDENING.items()]
HARDENING += [(b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")]
if settings.HTTPS:
    HARDENING += [(b"strict-transport-security", b"max-age=31536000; includeSubDomains; preload")]
LENGTH_REQUIRED = "Envoie la longueur du contenu (Content-Length). / Send the length of the body (Content-Length)."


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route lifespan and streams here and pages to Django; refuse a body whose length is not told."""
    if scope["type"] == "lifespan":
        await live(scope, receive, send)
    elif scope["type"] == "http":
        if ADDRESS.fullmatch(scope["path"]):
            await stream(scope, receive, hardened(send))
        elif any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            # Through WSGI a chunked body reads as empty, so it would be taken for an empty form.
            await refuse_chunked(hardened(send))
        else:
            await django_pages(scope, receive, send)  # type: ignore[arg-type]  # a2wsgi has its own scope type


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """A stream; 503 if the database is out of reach, which it is asked before the answer begins."""
    try:
        await serve_stream(scope, receive, send, scope["state"]["hub"])
    except (OperationalError, InterfaceError):
        headers = [(b"content-length", b"0"), (b"retry-after", b"2")]
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def hardened(send: Send) -> Send:
    """Answers that Django does not make bear the headers that its own do."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            had = {name for name, _value in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in HARDENING if pair[0] not in had)]
        await send(message)

    return sending


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """Run the hub, and PostgreSQL's listener where there are several processes, as long as the server runs."""
    await receive()
    with contextlib.ExitStack() as held:
        if settings.LIVE != "postgres":
            try:
                held.enter_context(take_the_place())
            except TakenError as taken:
                await send({"type": "lifespan.startup.failed", "message": str(taken)})
                return
        scope["state"]["hub"] = hub = Hub()
        attach(hub)
        tasks = [asyncio.ensure_future(hub.run())]
        if settings.LIVE == "postgres":
            tasks.append(asyncio.ensure_future(listen(hub)))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        attach(None)
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
    await send({"type": "lifespan.shutdown.complete"})


async def refuse_chunked(send: Send) -> None:
    """Answer 411 in plain words and close the connection, since the body is left unread."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 411, "headers": headers})
    await send({"type": "http.response.body", "body": LENGTH_REQUIRED.encode()})
