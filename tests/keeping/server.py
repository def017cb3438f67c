"""The real server over an installation, as `make run` starts it."""

import http.client
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.keeping.installation import PATIENCE, ROOT, Installation

HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def start(here: Installation, port: int, **more: str) -> "subprocess.Popen[bytes]":
    """Start it; whoever calls ends it."""
    import sys

    log = (here.folder / "server.log").open("ab")
    with log:
        return subprocess.Popen(
            [sys.executable, "deploy/serve.py"],
            cwd=ROOT,
            env=here.environment | {"PORT": str(port), "LAN": "", "PYTHONWARNINGS": "default"} | more,
            stdout=log,
            stderr=log,
        )


def await_start(here: Installation, process: "subprocess.Popen[bytes]", port: int) -> None:
    """Return once it answers."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            asking = http.client.HTTPConnection(HOST, port, timeout=30)
            asking.request("GET", "/healthz")
            asking.getresponse().read()
            asking.close()
            return
        except OSError:
            said = (here.folder / "server.log").read_text()
            assert process.poll() is None, said
            assert time.monotonic() < deadline, said
            time.sleep(0.05)


@contextmanager
def serve(here: Installation, **more: str) -> Iterator[int]:
    """The port of a server that answers, stopped afterwards."""
    port = free_port()
    process = start(here, port, **more)
    try:
        await_start(here, process, port)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
