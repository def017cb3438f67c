"""deploy/serve.py, run as a program: the part of `make run` that listens."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

SERVE = Path(__file__).resolve().parent.parent.parent / "deploy" / "serve.py"
PATIENCE_SECONDS = 60


@pytest.fixture
def start(tmp_path):
    """Start the program over an empty database of its own; what it says goes to files named out and err."""

    def run(**environment):
        ours = {"LAN": "", "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}"}
        # Files, since a full pipe would hold the server up.
        with (tmp_path / "out").open("w") as out, (tmp_path / "err").open("w") as err:
            return subprocess.Popen(
                [sys.executable, str(SERVE)], env=os.environ | ours | environment, stdout=out, stderr=err
            )

    return run


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    """Whether anything that speaks HTTP answers: over an empty database, any status will do."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/static/none", timeout=10)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def test_serves_and_ends_when_told(start, tmp_path):
    port = free_port()
    server = start(PORT=str(port))
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not answers(port):
            assert server.poll() is None, (tmp_path / "err").read_text()
            assert time.monotonic() < deadline, (tmp_path / "err").read_text()
            time.sleep(0.1)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=PATIENCE_SECONDS)
    assert (tmp_path / "out").read_text() == f"Impact: http://127.0.0.1:{port}/\n"


def test_busy_port_is_refused_with_a_way_out(start, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = start(PORT=str(port))
        assert server.wait(timeout=PATIENCE_SECONDS) == 1
    assert (tmp_path / "out").read_text() == ""
    assert f"Port {port} cannot be used here" in (tmp_path / "err").read_text()


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "²"])
def test_port_must_be_a_port(start, tmp_path, port):
    assert start(PORT=port).wait(timeout=PATIENCE_SECONDS) == 1
    assert "PORT must be a number" in (tmp_path / "err").read_text()


def test_a_second_process_over_the_same_database_refuses_to_start(start, tmp_path):
    """With the hub in process, two processes would keep their news from each other's pages."""
    port = free_port()
    first = start(PORT=str(port))
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not answers(port):
            assert first.poll() is None, (tmp_path / "err").read_text()
            assert time.monotonic() < deadline, (tmp_path / "err").read_text()
            time.sleep(0.1)
        second = start(PORT=str(free_port()))
        assert second.wait(PATIENCE_SECONDS) != 0
        assert "LIVE=postgres" in (tmp_path / "err").read_text()
        assert answers(port)
    finally:
        first.send_signal(signal.SIGTERM)
        assert first.wait(PATIENCE_SECONDS) is not None
