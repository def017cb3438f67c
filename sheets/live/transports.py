"""How a hub learns that a campaign has a new entry: a call in the same process, or PostgreSQL's NOTIFY.

Either only wakes it; what is lost on the way is found by the hub's own look, once a second.
"""

import asyncio
import logging
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

from sheets.live.hub import Hub
from sheets.models import Entry, Session

CHANNEL = "impact"
# A notice that names no campaign: someone may read no longer. One that does, with a word before it: what waits
# for the pages of that campaign is not to be sent.
DOUBT, FORGET = "doubt", "forget "
RETRY_AFTER = 0.5
log = logging.getLogger(__name__)
_hub: Hub | None = None


def attach(hub: Hub | None) -> None:
    """Name the hub of this process, or that it has none any more."""
    global _hub
    _hub = hub


def tell(sender: object, entry: Entry, **kwargs: object) -> None:
    """Let the hubs know of an entry that is about to be committed."""
    _send(entry.campaign_id.hex)


def tell_of_texts(sender: object, campaign_id: UUID, **kwargs: object) -> None:
    """Let the hubs know of texts that are about to be kept."""
    _send(campaign_id.hex)


def shut(sender: type[Session], **kwargs: object) -> None:
    """Let the hubs know of a session that is about to end: its streams close at once."""
    _send(DOUBT)


def forget(sender: object, campaign_id: UUID, **kwargs: object) -> None:
    """Let the hubs know of words that are about to be erased: none of them goes out any more."""
    _send(FORGET + campaign_id.hex)


def _send(word: str) -> None:
    if settings.LIVE == "postgres":
        with connection.cursor() as cursor:  # delivered by the server when, and only if, this transaction commits
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, word])
    else:
        transaction.on_commit(lambda: _hear(_hub, word))


def _hear(hub: Hub | None, word: str) -> None:
    if hub is None:
        return
    if word == DOUBT:
        hub.doubt()
    elif word.startswith(FORGET):
        hub.forget(UUID(word.removeprefix(FORGET)))
    else:
        hub.wake(UUID(word))


async def listen(hub: Hub) -> None:
    """Wake the hub on each NOTIFY; a connection that dies is made anew. Runs until cancelled."""
    while True:
        try:
            # One connection a process, outside Django's pool, and none a stream.
            async with await psycopg.AsyncConnection.connect(_address(), autocommit=True) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                async for notice in listening.notifies():
                    _hear(hub, notice.payload)
        except (psycopg.Error, OSError) as error:
            log.warning("Lost PostgreSQL's notices, listening again: %s", error)
        await asyncio.sleep(RETRY_AFTER)


def _address() -> str:
    """Where Django's default database is, for a connection of our own."""
    at = settings.DATABASES["default"]
    named = {
        "dbname": at["NAME"],
        "user": at["USER"],
        "password": at["PASSWORD"],
        "host": at["HOST"],
        "port": at["PORT"],
    }
    return make_conninfo("", **{key: str(value) for key, value in named.items() if value})
