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
# A notice that names no campaign: someone may read no longer.
DOUBT = "doubt"
RETRY_AFTER = 0.5
log = logging.getLogger(__name__)
_hub: Hub | None = None


def attach(hub: Hub | None) -> None:
    """Name the hub of this process, or that it has none any more."""
    global _hub
    _hub = hub


def tell(sender: object, entry: Entry, **kwargs: object) -> None:
    """Let the hubs know of an entry that is about to be committed."""
    campaign = entry.campaign_id
    if settings.LIVE == "postgres":
        with connection.cursor() as cursor:  # delivered by the server when, and only if, this transaction commits
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, campaign.hex])
    else:
        transaction.on_commit(lambda: _wake(campaign))


def shut(sender: type[Session], **kwargs: object) -> None:
    """Let the hubs know of a session that is about to end: its streams close at once."""
    if settings.LIVE == "postgres":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, DOUBT])
    else:
        transaction.on_commit(_doubt)


def _wake(campaign: UUID) -> None:
    if _hub is not None:
        _hub.wake(campaign)


def _doubt() -> None:
    if _hub is not None:
        _hub.doubt()


async def listen(hub: Hub) -> None:
    """Wake the hub on each NOTIFY; a connection that dies is made anew. Runs until cancelled."""
    while True:
        try:
            # One connection a process, outside Django's pool, and none a stream.
            async with await psycopg.AsyncConnection.connect(_address(), autocommit=True) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                async for notice in listening.notifies():
                    hub.doubt() if notice.payload == DOUBT else hub.wake(UUID(notice.payload))
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
