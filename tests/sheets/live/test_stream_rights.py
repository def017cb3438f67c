"""The stream in the matrix of rights (P01): open or refused for everyone, on each kind of page, by each method."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

from sheets.live.hub import Hub
from sheets.models import Character, Seat
from tests.sheets.cast import Cast, Person
from tests.sheets.views.matrix import crowd
from tests.sheets.views.test_hardening import WANTED

SEATED = ("gm", "owner", "other", "spectator", "guest")
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE")


@pytest.fixture
def cast(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cast]:
    """Everyone; the stream's threads work inside of the test's transaction."""
    shared = connections[DEFAULT_DB_ALIAS]

    async def beside(work: Any, *args: Any) -> Any:
        def working() -> Any:
            connections[DEFAULT_DB_ALIAS] = shared
            try:
                return work(*args)
            finally:
                del connections[DEFAULT_DB_ALIAS]

        return await asyncio.to_thread(working)

    monkeypatch.setattr("sheets.live.stream.in_thread", beside)
    shared.inc_thread_sharing()
    yield crowd()
    shared.dec_thread_sharing()


def asked(person: Person, url: str, query: str = "", method: str = "GET") -> tuple[int, bytes, dict[str, str]]:
    """Status, first bytes and headers of a stream that its reader leaves at once."""
    from impact_site.asgi import application

    sent: list[Any] = []
    session = person.client.cookies.get(settings.SESSION_COOKIE_NAME)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.value}" if session else ""

    async def run() -> None:
        heard = asyncio.Event()

        async def receive() -> dict[str, str]:
            await heard.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(dict(message))
            if message["type"] == "http.response.body":
                heard.set()

        scope = {"type": "http", "method": method, "path": url, "query_string": query.encode()}
        more = {"headers": [(b"cookie", cookie.encode())], "state": {"hub": Hub()}}
        await application({**scope, **more}, receive, send)

    asyncio.run(run())
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], body, {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def wrong_cells(cast: Cast, *people: str) -> tuple[int, list[str]]:
    """How many cells were asked, and those that are wrong."""
    pages = {"table": "", "sheet": f"character={cast.alex.pk}", "people": "people=1", "zero": "zero=1"}
    elsewhere = {
        "foreign sheet": f"character={cast.malik.pk}",
        "no sheet": f"character={uuid4()}",
        "bad": "character=x",
    }
    buried = Character.objects.get(name="Partie")
    elsewhere["removed sheet"] = f"character={buried.pk}"
    count, wrong = 0, []
    for person in cast.everyone():
        if people and person.name not in people:
            continue
        seat = person.seat if person.seat and person.name != "outsider" else cast.gm.held
        cells = [(page, query, method) for page, query in (pages | elsewhere).items() for method in METHODS]
        for page, query, method in cells:
            status, body, headers = asked(person, f"/t/{seat.pk}/stream", query, method)
            allowed = person.name in SEATED and page in pages and method == "GET"
            right = status == 200 and b"data:" in body if allowed else (status, body) == (404, b"")
            hardened = all(headers[name.lower()] == value for name, value in WANTED.items())
            hardened = hardened and headers["content-security-policy"].startswith("default-src 'none'")
            count += 1
            if not right or not hardened:
                wrong.append(f"stream of {page}: {person.name} {method}: {status} {body[:40]!r}")
    return count, wrong


def test_p01_who_may_listen(cast, record_property):
    """P01, P04: who holds the seat hears its pages; for everyone else every stream is the same missing one."""
    count, wrong = wrong_cells(cast)
    record_property("cells of the rights matrix", (count, len(wrong)))
    assert wrong == []


def forgetting(model: Any, *names: str) -> AbstractContextManager[Any]:
    heeded = QuerySet._filter_or_exclude  # type: ignore[attr-defined]

    def forgetful(self: Any, negate: bool, args: Any, kwargs: dict[str, Any]) -> Any:
        kept = {key: value for key, value in kwargs.items() if self.model is not model or key not in names}
        return heeded(self, negate, args, kept)

    return patch.object(QuerySet, "_filter_or_exclude", forgetful)


REMOVALS = {
    "whose seat": (lambda: forgetting(Seat, "user"), "outsider"),
    "seat removed": (lambda: forgetting(Seat, "removed_at"), "removed"),
    "active": (lambda: patch.object(ModelBackend, "user_can_authenticate", lambda *of: True), "deactivated"),
    "character of the table": (lambda: forgetting(Character, "campaign_id"), "gm"),
    "character not removed": (lambda: forgetting(Character, "removed_at"), "gm"),
}


@pytest.mark.parametrize("check", REMOVALS)
def test_p01_removing_a_check_is_caught(cast, check):
    """P01: without this one check, the stream is wrong for someone."""
    removal, person = REMOVALS[check]
    with removal():
        assert wrong_cells(cast, person)[1]
