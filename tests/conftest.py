"""What every test stands on: settings fit for tests, and a database that other threads can open."""

from pathlib import Path
from typing import Any

import pytest


def pytest_configure() -> None:
    """Change the few settings that a test needs otherwise, before anything reads them."""
    from django.conf import settings

    # Hashing is slow on purpose; tests make accounts by the dozen.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Pages find their files where they are written, without collecting them for every run;
    # tests/deploy/test_static.py collects them as a deployment does.
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.WHITENOISE_USE_FINDERS = True


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what tests upload, and what they do not collect, out of the installation's own folders."""
    from django.conf import settings

    settings.MEDIA_ROOT = tmp_path_factory.mktemp("media")
    # whitenoise warns of a missing folder, and a warning is an error here.
    settings.STATIC_ROOT = tmp_path_factory.mktemp("static")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Put SQLite's test database in a file: in memory, a server's thread or a child would see another one.

    Each worker has a folder of its own, so the files need no further suffix. On PostgreSQL, where
    DATABASE_URL points to it, the worker's suffix does.
    """
    from django.db import connections

    default: dict[str, Any] = connections.settings["default"]
    if default["ENGINE"] == "django.db.backends.sqlite3":
        folder: Path = tmp_path_factory.mktemp("database")
        default["TEST"]["NAME"] = str(folder / "test.sqlite3")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many cells of the matrix of rights were asked, over all workers, and how many were wrong."""
    reports = [report for key in ("passed", "failed") for report in terminalreporter.stats.get(key, ())]
    walks = [found for report in reports for name, found in report.user_properties if name.startswith("cells of")]
    if walks:
        cells, wrong = (sum(counts) for counts in zip(*walks, strict=True))
        terminalreporter.write_line(f"rights matrix: {cells} cells, {wrong} wrong")
