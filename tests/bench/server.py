"""The real server, as it is deployed, over a database with the demo table in it."""

import ctypes
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "127.0.0.1"
START_SECONDS = 60
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG
OF_PROCESS = 2  # CPUCLOCK_SCHED


@dataclass(frozen=True)
class Server:
    """A server that answers on `port`."""

    pid: int
    port: int

    @property
    def cpu_seconds(self) -> float:
        """What its process has used so far. Linux keeps a clock of it, far finer than the ticks of /proc."""
        return time.clock_gettime(~self.pid << 3 | OF_PROCESS)


@contextmanager
def serve(database_url: str, folder: Path, application: str = "impact_site.asgi") -> Iterator[Server]:
    """Bring the database up to date, lay the demo table, collect the static files, and serve it all."""
    environment = os.environ | {
        "DATABASE_URL": database_url,
        "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
        "BENCH_STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "TMPDIR": str(folder),  # where the one process of a database keeps its lock
    }
    for command in (["migrate"], ["load_demo"], ["collectstatic", "--noinput"]):
        manage = [sys.executable, "manage.py", *command, "--verbosity", "0"]
        subprocess.run(manage, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    with run(application, environment) as server:
        yield server


@contextmanager
def run(application: str, environment: Mapping[str, str]) -> Iterator[Server]:
    """Serve an ASGI application by uvicorn."""
    port = _free_port()
    command = [sys.executable, "-m", "uvicorn", f"{application}:application", "--log-level", "warning"]
    command += ["--host", HOST, "--port", str(port), "--timeout-graceful-shutdown", "2"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, preexec_fn=_end_with_parent) as process:
        try:
            _wait_for(process, port)
            yield Server(process.pid, port)
        finally:
            process.terminate()


def _end_with_parent() -> None:
    """In the server's process, before it begins: end when the measuring does, however that ends."""
    ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGTERM)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait_for(process: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start") from None
            time.sleep(0.02)
