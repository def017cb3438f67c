"""The database as it is at one moment, while others go on writing."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction

ALIAS = "keeping"


@contextmanager
def another(**changes: Any) -> Iterator[str]:
    """A second connection to the database, outside the pool, with these settings changed; its alias."""
    same = dict(connections[DEFAULT_DB_ALIAS].settings_dict)
    same["OPTIONS"] = {name: value for name, value in same["OPTIONS"].items() if name != "pool"}
    connections.settings[ALIAS] = same | changes
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS], connections.settings[ALIAS]


@contextmanager
def frozen() -> Iterator[str]:
    """An alias under which the whole database reads as it is now.

    SQLite: a copy by its online backup. PostgreSQL: one transaction that sees what was committed before it.
    """
    with ExitStack() as stack:
        if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="impact-")))
            copy = folder / "copy.sqlite3"
            _copy(Path(settings.DATABASES[DEFAULT_DB_ALIAS]["NAME"]), copy)
            yield stack.enter_context(another(NAME=str(copy)))
        else:
            alias = stack.enter_context(another())
            stack.enter_context(transaction.atomic(using=alias))
            with connections[alias].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield alias


def _copy(source: Path, copy: Path) -> None:
    """Copy in one go: page by page, a busy table would make it begin again and again."""
    reading = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=60)
    writing = sqlite3.connect(copy)
    try:
        reading.backup(writing)
    finally:
        writing.close()
        reading.close()
