"""Put a PostgreSQL beside the measuring and a folder under it, and take both away however it ends."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    # A server that was told to end may still be closing its files there.
    with tempfile.TemporaryDirectory(prefix="impact-bench-", ignore_cleanup_errors=True) as folder:
        measure = [sys.executable, "-m", "tests.bench.measure", *sys.argv[1:]]
        command = [sys.executable, "tests/with_pg.py", *measure]
        with subprocess.Popen(command, cwd=ROOT, env=os.environ | {"BENCH_FOLDER": folder}) as process:
            # Ctrl-C reaches all processes by itself.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, lambda number, frame: process.terminate())
            status = process.wait()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
