"""How often one may try what others could be harmed by: counted in the database, so over all processes.

A source is an account, a code or an address. A few people at one table share an address, so an address may
try more often than an account; and what is refused for an account does not count against its address.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection
from django.utils.crypto import salted_hmac

from sheets.models import Attempts
from sheets.services.act import turn

MINUTE, HOUR = 60, 3600
# One statement, so that tries at once are all counted; a period that is over begins anew.
COUNT = """
INSERT INTO sheets_attempts (bucket, began, tries) VALUES (%(bucket)s, %(now)s, 1)
ON CONFLICT (bucket) DO UPDATE SET
    tries = CASE WHEN sheets_attempts.began <= %(over)s THEN 1 ELSE sheets_attempts.tries + 1 END,
    began = CASE WHEN sheets_attempts.began <= %(over)s THEN %(now)s ELSE sheets_attempts.began END
RETURNING began, tries
"""


@dataclass(frozen=True)
class Limit:
    """So many tries of one source in so many seconds."""

    name: str
    tries: int
    seconds: int


def count(limit: Limit, source: str) -> int:
    """Count a try; 0 if it may go on, else the seconds until the next one may."""
    now = int(time.time())
    asked: dict[str, int | str] = {"bucket": _bucket(limit, source), "now": now, "over": now - limit.seconds}
    with turn(), connection.cursor() as cursor:
        cursor.execute(COUNT, asked)
        began, tries = cursor.fetchone()
    return max(1, began + limit.seconds - now) if tries > limit.tries else 0


def wait(limit: Limit, source: str) -> int:
    """0 if a try may be made, else the seconds until then; nothing is counted."""
    now = int(time.time())
    full = Attempts.objects.filter(bucket=_bucket(limit, source), began__gt=now - limit.seconds, tries__gte=limit.tries)
    began = full.values_list("began", flat=True).first()
    return 0 if began is None else max(1, began + limit.seconds - now)


def forgive(counted: Iterable[tuple[Limit, str]]) -> None:
    """Take back tries that turned out well."""
    buckets = [_bucket(limit, source) for limit, source in counted]
    with turn(), connection.cursor() as cursor:
        for bucket in buckets:
            cursor.execute("UPDATE sheets_attempts SET tries = tries - 1 WHERE bucket = %s AND tries > 0", [bucket])


def sweep(before: int) -> int:
    """Forget the periods that began before that second; how many."""
    return Attempts.objects.filter(began__lt=before).delete()[0]


def _bucket(limit: Limit, source: str) -> str:
    """The source is kept as a digest with the site's secret: neither names nor addresses stand in the table."""
    return salted_hmac("sheets.limits", f"{limit.name}|{source}", algorithm="sha256").hexdigest()
