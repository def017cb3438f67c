"""Putting an archive in the place of what is there: the old or the new stands at every moment, and no mixture.

The files come first, beside those that are there; then the database is exchanged in one step; then the files
that the archive does not have go. SQLite: a new file is built and takes the old one's name. PostgreSQL: one
transaction takes the tables away and builds them again.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from sheets.live.alone import TakenError, take_the_place
from sheets.management.keeping import rows
from sheets.management.keeping.manifest import UnfitError
from sheets.management.keeping.snapshot import another
from sheets.management.keeping.states import leaves, loader_for, models_at
from sheets.management.keeping.verifying import Archive

BESIDE = ("-wal", "-shm", "-journal")
OTHERS = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
AND coalesce(backend_type, 'client backend') = 'client backend'
"""


def restore(archive: Archive) -> None:
    """Put the archive in the place of what is there and bring it up to this release. Raises UnfitError.

    Refuses while a server uses the database.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(take_the_place())
        except TakenError as error:
            raise UnfitError("Impact is running over this database. Stop it first; nothing was changed.") from error
        if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
            exchange = _exchange_sqlite
        else:
            exchange = _exchange_postgresql
        fresh = stack.enter_context(exchange())
        _build(archive, fresh)
        _write_files(archive)
    # Only once the database is exchanged: until then the old rows stand, and name the old files.
    _sweep_files(archive)


def _build(archive: Archive, alias: str) -> None:
    """Lay the archive's tables as they were at its release, fill them, and bring them up to this one."""
    connection = connections[alias]
    applied = {(app, name) for app, name in archive.manifest.migrations}
    loader = loader_for(connection)
    models = models_at(loader, applied)
    if set(models) != set(archive.manifest.tables):
        odd = sorted(set(models) ^ set(archive.manifest.tables))
        raise UnfitError(f"The tables of this backup are not those of its release: {', '.join(odd)}.")
    MigrationExecutor(connection).migrate(leaves(loader, applied))
    with transaction.atomic(using=alias):
        connection.check_constraints()  # and defers them again: some migrations leave theirs immediate
        for model in models.values():
            model._base_manager.using(alias).all()._raw_delete(alias)  # what migrations laid
        for label, model in models.items():
            if rows.load(model, alias, archive.lines(label)) != archive.manifest.tables[label].rows:
                raise UnfitError(f"Rows of {label} are missing: the backup is damaged.")
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
                cursor.execute(statement)
        connection.check_constraints()
    call_command("migrate", database=alias, verbosity=0, interactive=False)


@contextmanager
def _exchange_sqlite() -> Iterator[str]:
    """An empty database in a new file, which takes the old one's place when it is whole."""
    path = Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    fresh = path.with_name(f"{path.name}.restoring")
    _remove(fresh)
    connections[DEFAULT_DB_ALIAS].close()
    try:
        # In the end one file without anything beside it, whatever the journal of the running product is.
        with another(NAME=str(fresh), OPTIONS={"init_command": "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;"}):
            yield "keeping"
        if path.exists():
            fresh.chmod(path.stat().st_mode & 0o777)
        _settle(path)
        for ending in BESIDE:  # O02: left there, they would be taken for the new file's own
            path.with_name(path.name + ending).unlink(missing_ok=True)
        fresh.replace(path)
        _make_durable(path.parent)
    finally:
        _remove(fresh)


def _settle(path: Path) -> None:
    """Let the old database take in what stands beside it, so that it is whole until it is replaced."""
    if not path.exists():
        return
    with contextlib.closing(sqlite3.connect(path, timeout=5, isolation_level=None)) as old:
        try:
            old.execute("PRAGMA journal_mode=DELETE")
            old.execute("BEGIN EXCLUSIVE")
            old.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise UnfitError(f"Something uses {path} ({error}). Stop it first; nothing was changed.") from error
        except sqlite3.DatabaseError:
            pass  # no database any more: the reason to restore one


@contextmanager
def _exchange_postgresql() -> Iterator[str]:
    """The database without our tables, in a transaction that ends with the block."""
    connections[DEFAULT_DB_ALIAS].close_pool()  # type: ignore[attr-defined]  # PostgreSQL's alone
    with another() as alias, transaction.atomic(using=alias):
        connection = connections[alias]
        with connection.cursor() as cursor:
            cursor.execute(OTHERS)
            if others := cursor.fetchone()[0]:
                raise UnfitError(
                    f"{others} other connections to this database are open. Stop Impact first; nothing was changed."
                )
            there = set(connection.introspection.table_names(cursor))
            for table in sorted(there & _our_tables(alias)):
                cursor.execute(f"DROP TABLE IF EXISTS {connection.ops.quote_name(table)} CASCADE")
        yield alias


def _our_tables(alias: str) -> set[str]:
    """The tables of this release, and of the release that the database is at; others may live beside them."""
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    loader = loader_for(connections[alias])
    with contextlib.suppress(UnfitError):
        tables |= {m._meta.db_table for m in models_at(loader, loader.applied_migrations or ()).values()}
    return tables | {MigrationRecorder.Migration._meta.db_table}


def _write_files(archive: Archive) -> None:
    """Write each file beside its place and move it there."""
    media = Path(settings.MEDIA_ROOT)
    for name in archive.manifest.files:
        path = media / name
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{path.name}.restoring")
        with unfinished.open("wb") as file:
            for piece in archive.pieces(name):
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)


def _sweep_files(archive: Archive) -> None:
    media = Path(settings.MEDIA_ROOT)
    for path in sorted(media.rglob("*")):
        if not path.is_dir() and path.relative_to(media).as_posix() not in archive.manifest.files:
            path.unlink()


def _remove(database: Path) -> None:
    for ending in ("", *BESIDE):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def _make_durable(folder: Path) -> None:
    """Have the folder's new entries on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
