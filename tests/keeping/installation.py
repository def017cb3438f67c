"""An installation of its own for a test: a database, a media folder, and Impact's programs over them."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120
POSTGRESQL = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
ADMIN = "dbname=postgres user=postgres"  # where it listens stands in PGHOST


@dataclass(frozen=True)
class Installation:
    """A folder with everything that one installation has."""

    folder: Path
    postgresql: bool
    name: str

    @property
    def database(self) -> Path:
        """SQLite's file."""
        return self.folder / "db.sqlite3"

    @property
    def media(self) -> Path:
        return self.folder / "media"

    @property
    def environment(self) -> dict[str, str]:
        address = f"postgres://postgres@/{self.name}" if self.postgresql else f"sqlite:///{self.database}"
        ours = {"DATABASE_URL": address, "MEDIA_ROOT": str(self.media), "STATIC_MANIFEST": "0", "SECRET_KEY": "kept"}
        # TMPDIR: where the one process of a database keeps its lock, whoever starts it.
        return os.environ | ours | {"TMPDIR": str(self.folder), "PYTHONWARNINGS": "error"}

    def start(self, *command: str, **more: object) -> "subprocess.Popen[str]":
        """Start Python with these words over the installation."""
        return subprocess.Popen(  # type: ignore[call-overload]  # the streams are the caller's
            [sys.executable, *command], cwd=ROOT, env=self.environment, text=True, **more
        )

    def run(self, *command: str, fails: bool = False) -> str:
        """What the program prints; it must succeed, or fail without a traceback."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    def manage(self, *words: str, fails: bool = False) -> str:
        return self.run("manage.py", *words, fails=fails)

    def digests(self) -> dict[str, str]:
        """A hash of every table and of every file, by no code of the product; migrations go by name alone."""
        found = {f"table {name}": _hash(sorted(rows)) for name, rows in self._tables()}
        for path in self.media.rglob("*"):
            if path.is_file():
                found[f"file {path.relative_to(self.media)}"] = hashlib.sha256(path.read_bytes()).hexdigest()
        return found

    def _tables(self) -> Iterator[tuple[str, list[str]]]:
        if self.postgresql:
            with psycopg.connect(f"dbname={self.name} user=postgres") as connection:
                names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
                for (name,) in names:
                    what = "row(app, name)" if name == "django_migrations" else "t"
                    yield name, [row for (row,) in connection.execute(f'SELECT ({what})::text FROM "{name}" t')]  # noqa: S608
        else:
            with closing(sqlite3.connect(self.database)) as connection:
                names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
                for (name,) in names:
                    if not name.startswith("sqlite_"):
                        what = "app, name" if name == "django_migrations" else "*"
                        yield name, [repr(row) for row in connection.execute(f'SELECT {what} FROM "{name}"')]  # noqa: S608

    def execute(self, *statements: str) -> None:
        """Do something to the database behind the product's back."""
        with closing(self.connect()) as connection:
            for statement in statements:
                connection.execute(statement)
            if self.postgresql:
                connection.commit()

    def connect(self) -> Any:
        """A connection of the test's own. On SQLite each statement stands for itself."""
        if self.postgresql:
            return psycopg.connect(f"dbname={self.name} user=postgres")
        return sqlite3.connect(self.database, isolation_level=None)


def _hash(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@contextmanager
def empty(folder: Path, *, postgresql: bool = POSTGRESQL) -> Iterator[Installation]:
    """An installation without a table in its database, gone afterwards."""
    with _made(folder, "", postgresql) as made:
        yield made


@contextmanager
def copy_of(other: Installation, folder: Path) -> Iterator[Installation]:
    """An installation that holds what the other does."""
    with _made(folder, f'TEMPLATE "{other.name}"', other.postgresql) as made:
        if not made.postgresql:
            shutil.copy(other.database, made.database)
        shutil.copytree(other.media, made.media, dirs_exist_ok=True)
        yield made


@contextmanager
def _made(folder: Path, template: str, postgresql: bool) -> Iterator[Installation]:
    made = Installation(folder, postgresql, f"kept_{uuid.uuid4().hex[:12]}")
    made.media.mkdir(parents=True)
    if postgresql:
        with psycopg.connect(ADMIN, autocommit=True) as admin:
            admin.execute(f'CREATE DATABASE "{made.name}" {template}')
    try:
        yield made
    finally:
        if postgresql:
            with psycopg.connect(ADMIN, autocommit=True) as admin:
                admin.execute(f'DROP DATABASE "{made.name}" WITH (FORCE)')
