"""The one process of the default form: uvicorn outside, Django's WSGI handler inside.

Django's own ASGI handler costs several times its WSGI one a page, so pages go through a small pool of
threads. SQLite gets one thread: its writers wait for each other anyway, and threads that poll for the
lock starve one another.
"""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from impact_site.wsgi import application as pages

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "impact_site.settings")
SQLITE = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
django_pages = WSGIMiddleware(cast(Any, pages), workers=1 if SQLITE else 4)
LENGTH_REQUIRED = "Envoie la longueur du contenu (Content-Length). / Send the length of the body (Content-Length)."


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route lifespan here and pages to Django; refuse a body whose length is not told."""
    if scope["type"] == "lifespan":
        await answer_lifespan(receive, send)
    elif scope["type"] == "http":
        if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            # Through WSGI a chunked body reads as empty, so it would be taken for an empty form.
            await refuse_chunked(send)
        else:
            await django_pages(scope, receive, send)  # type: ignore[arg-type]  # a2wsgi has its own scope type


async def answer_lifespan(receive: Receive, send: Send) -> None:
    """Nothing is started or stopped with the process: say so and leave."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def refuse_chunked(send: Send) -> None:
    """Answer 411 in plain words and close the connection, since the body is left unread."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 411, "headers": headers})
    await send({"type": "http.response.body", "body": LENGTH_REQUIRED.encode()})
