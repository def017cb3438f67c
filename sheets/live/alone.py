"""With the hub in process there may be one process only: a second would keep its news from the first's pages."""

import fcntl
import hashlib
import tempfile
from pathlib import Path
from typing import IO

from django.conf import settings

REFUSAL = (
    "Another Impact process serves this database. With LIVE=process one process serves it all; "
    "for several, use PostgreSQL and LIVE=postgres."
)


class TakenError(Exception):
    """The place is held by another process."""


def take_the_place() -> IO[str]:
    """Hold the one place of this database until the returned file is closed. Raises TakenError."""
    at = settings.DATABASES["default"]
    name = hashlib.sha256(f"{at['ENGINE']}|{at['HOST']}|{at['PORT']}|{at['NAME']}".encode()).hexdigest()[:16]
    place = (Path(tempfile.gettempdir()) / f"impact-{name}.lock").open("w")
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        place.close()
        raise TakenError(REFUSAL) from None
    return place
