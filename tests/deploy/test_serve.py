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
START_SECONDS = 60


@pytest.fixture
def start(tmp_path):
    """Start the program over an empty database of its own."""

    def run(**environment):
        ours = {"LAN": "", "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}"}
        return subprocess.Popen(
            [sys.executable, str(SERVE)],
            env=os.environ | ours | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return run


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    """Whether anything that speaks HTTP answers; which page, the database decides."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/static/none", timeout=10)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def test_serves_and_ends_when_told(start):
    port = free_port()
    server = start(PORT=str(port))
    try:
        deadline = time.monotonic() + START_SECONDS
        while not answers(port):
            assert server.poll() is None, server.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.1)
    finally:
        server.send_signal(signal.SIGTERM)
        out, _ = server.communicate(timeout=START_SECONDS)
    assert out == f"Impact: http://127.0.0.1:{port}/\n"


def test_busy_port_is_refused_with_a_way_out(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = start(PORT=str(port))
        out, err = server.communicate(timeout=START_SECONDS)
    assert server.returncode == 1
    assert out == ""
    assert f"Port {port} cannot be used here" in err


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "²"])
def test_port_must_be_a_port(start, port):
    server = start(PORT=port)
    _, err = server.communicate(timeout=START_SECONDS)
    assert server.returncode == 1
    assert "PORT must be a number" in err
