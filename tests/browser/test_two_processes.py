"""Several processes over PostgreSQL, woken by NOTIFY: every entry once to every page of either."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections

from sheets.models import Entry
from sheets.services import sparks
from tests.browser.play import lay_table
from tests.browser.test_stream import Reader
from tests.sheets import factories
from tests.sheets.services.test_concurrency import address_of_the_test_database

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
STREAMS_A_PROCESS = 20


def answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10)
    except (OSError, urllib.error.HTTPError):
        return False
    return True


@pytest.fixture
def two_servers(transactional_db: None, settings: Any) -> Iterator[list[str]]:
    """The addresses of two processes over the test database."""
    if connection.vendor != "postgresql":
        pytest.skip("NOTIFY is PostgreSQL's; SQLite has one process, see test_stream")
    settings.LIVE = "postgres"
    environment = os.environ | {
        "DATABASE_URL": address_of_the_test_database(),
        "LIVE": "postgres",
        "STATIC_MANIFEST": "0",
        "SECRET_KEY": settings.SECRET_KEY,
    }
    servers, ports = [], []
    for _process in range(2):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, "-m", "uvicorn", "impact_site.asgi:application", "--port", str(port)]
        command += ["--log-level", "warning", "--timeout-graceful-shutdown", "2"]
        servers.append(subprocess.Popen(command, cwd=ROOT, env=environment))
        ports.append(port)
    try:
        for port in ports:
            deadline = time.monotonic() + PATIENCE
            while not answers(port):
                assert time.monotonic() < deadline, "a server did not start"
                time.sleep(0.1)
        yield [f"http://127.0.0.1:{port}" for port in ports]
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait(PATIENCE)
        connections.close_all()


def test_forty_streams_of_two_processes_hear_every_entry_once(two_servers: list[str]):
    """L07: 20 pages a process; ten acts made in a third process are heard by all forty, once each."""
    table = lay_table()
    # Five pages a person, so four people for each process.
    people = [factories.seat_at(table.gm) for _person in range(8)]
    first = Entry.objects.filter(campaign=table.gm.campaign_id).latest("number").pk
    readers = []
    for turn in range(2 * STREAMS_A_PROCESS):
        seat = people[turn % len(people)]
        readers.append(Reader(two_servers[turn % 2], seat, seat.user, f"after={first}"))
    try:
        for reader in readers:
            assert reader.response.status == 200
            reader.start()
            assert reader.wait(lambda r: r.heard != b"")
        for _act in range(10):
            sparks.change(seat=table.gm, character_id=table.character.pk, by=1)
        made = Entry.objects.filter(campaign=table.gm.campaign_id, kind="sparks_changed").order_by("number")
        wanted = sorted(str(pk) for pk in made.values_list("pk", flat=True))
        for reader in readers:
            assert reader.wait(lambda r: len(r.rows()) >= 10)
            assert sorted(reader.rows()) == wanted
        assert len(readers) == 40
    finally:
        for reader in readers:
            reader.leave()
