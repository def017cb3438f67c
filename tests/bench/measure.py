"""The measuring itself, started beside a PostgreSQL: all rounds, then the tables."""

import argparse
import os
import platform
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

import psycopg

from tests.bench import browsers, dice
from tests.bench.pages import TIMED, Table, sit_at
from tests.bench.server import serve
from tests.bench.streams import ACTS, MANY, MOST, stream_lines

ROUNDS = 10
FULL, QUICK = 20, 2
# Enough acts that every sheet shows a full page of its log.
WARM_UP = 12

Samples = dict[tuple[str, str], list[tuple[float, float]]]
"""Wall and CPU seconds by server and by what was asked."""


def measure(tables: dict[str, Table], rounds: int, requests: int) -> Samples:
    """Ask every server for everything, in rounds that take turns, so that a busy minute falls on all alike."""
    samples: Samples = defaultdict(list)
    for _round in range(rounds):
        for name, table in tables.items():
            table.visitor.connect()
            for step in (table.empty, table.sheet, table.odds_and_roll):
                for _request in range(requests):
                    for what, answer in step():
                        samples[name, what].append((answer.seconds, answer.cpu))
    return samples


def warm_up(table: Table) -> None:
    for _time in range(WARM_UP):
        for step in (table.empty, table.sheet, table.odds_and_roll):
            for _answer in step():
                pass


def page_lines(samples: Samples, servers: Iterable[str]) -> Iterator[str]:
    """A line for each thing on each server: median and p95, CPU, and both as ratios to the empty page."""
    yield f"{'':24}{'median ms':>10}{'p95 ms':>9}{'× empty':>9}{'CPU ms':>9}{'× empty':>9}"
    for server in servers:
        floor = None
        for what in TIMED:
            walls, cpus = zip(*samples[server, what], strict=True)
            wall, cpu = median(walls), sum(cpus) / len(cpus)
            floor = floor or (wall, cpu)
            line = f"{f'{server}, {what}':24}{wall * 1e3:10.2f}{quantiles(walls, n=20)[-1] * 1e3:9.2f}"
            yield line + f"{wall / floor[0]:9.1f}{cpu * 1e3:9.2f}{cpu / floor[1]:9.1f}"


def dice_lines(repeats: int) -> Iterator[str]:
    """The rules alone."""
    yield f"{'D6, D6*, D8, D10':24}{'ours ms':>10}{'icepool ms':>12}{'icepool / ours':>16}"
    for found in dice.compare(repeats):
        counts = ", ".join(map(str, found.counts))
        line = f"{counts:24}{found.ours * 1e3:10.3f}{found.icepool * 1e3:12.3f}{found.icepool / found.ours:16.1f}"
        yield line if found.agree else f"{line}  and the two disagree"
    largest, seconds = dice.largest_cold(repeats)
    yield f"Slowest of the largest pools, {largest}: {seconds * 1e3:.2f} ms cold."
    yield f"Nine dice thrown: {dice.throw(100 * repeats) * 1e6:.1f} µs."


def make_durable(url: str) -> str:
    """Let the tests' PostgreSQL write to disk as a real one does; its version."""
    with psycopg.connect(url, autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = on".encode())
        connection.execute("SELECT pg_reload_conf()")
        version = connection.execute("SHOW server_version").fetchone()
    return str(version and version[0])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the requests")
    requests = QUICK if parser.parse_args().quick else FULL
    folder, postgresql = os.environ["BENCH_FOLDER"], os.environ["DATABASE_URL"]
    version = make_durable(postgresql)
    with ExitStack() as stack:
        urls = {"SQLite": f"sqlite:///{folder}/db.sqlite3", "PostgreSQL": postgresql}
        tables = {}
        for name, url in urls.items():
            server = stack.enter_context(serve(url, Path(folder)))
            tables[name] = stack.enter_context(sit_at(server))
            warm_up(tables[name])
        samples = measure(tables, ROUNDS, requests)
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, PostgreSQL {version},")
    print(f"{os.cpu_count()} processors; one visitor, {ROUNDS * requests} of each, servers and pages taking turns.")
    print("CPU is that of the server's process, PostgreSQL's own not counted. Empty: session and account looked up.\n")
    print("\n".join(page_lines(samples, tables)), end="\n\n")
    print("Odds, cold: ours are all laws (outcome, severity, slot, fall, death, exit), icepool's the outcomes alone.")
    print("\n".join(dice_lines(5 * requests)), end="\n\n")
    share = requests / FULL
    print("The stream, on SQLite in one process: a spark given, read by raw readers; bare ASGI under the same uvicorn.")
    counts = {"acts": int(ACTS * share), "many": int(MANY * share), "most": int(MOST * share)}
    with tempfile.TemporaryDirectory(dir=folder) as own:
        print("\n".join(stream_lines(f"sqlite:///{own}/streams.sqlite3", Path(own), **counts)))
    print("The same in two windows of Chromium, from the press to the changed page: median and p95, ms.")
    with tempfile.TemporaryDirectory(dir=folder) as own:
        acts = max(4, int(browsers.ACTS * share))
        print("\n".join(browsers.browser_lines(f"sqlite:///{own}/browsers.sqlite3", Path(own), acts=acts)))


if __name__ == "__main__":
    main()
