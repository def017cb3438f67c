"""kill -9 at any moment of rolls, undos, seats given, backups and restores: whole or absent, nothing lost or doubled.

A few here; `make kills` does a hundred.
"""

import contextlib
import json
import os
import random
import subprocess
import threading
import time
from contextlib import closing

from sheets.management.keeping.verifying import verified
from tests.keeping import server
from tests.keeping.acts import Play
from tests.keeping.installation import PATIENCE

KILLS = int(os.environ.get("KILLS", "5"))


def entries(here):
    """How many entries of each kind stand in the log; numbers have no gap and no double."""
    with closing(here.connect()) as connection:
        rows = connection.execute("SELECT number, kind FROM sheets_entry ORDER BY number").fetchall()
    assert [number for number, _kind in rows] == list(range(1, len(rows) + 1))
    return {kind: sum(k == kind for _n, k in rows) for kind in ("roll", "gm_roll", "seat_given", "undo")}


def test_killed_while_people_act(here, tmp_path):
    """Each act that was answered is there, each other is whole or absent, and a retry makes it once."""
    chance = random.Random(20)
    play = Play(json.loads(here.run("-m", "tests.keeping.people")))
    before = entries(here)
    kept = tmp_path / "kept"
    kept.mkdir()
    retried = backups = 0
    for number in range(KILLS):
        port = server.free_port()
        process = server.start(here, port)
        backup = None
        try:
            server.await_start(here, process, port)
            retried += play.settle(port)
            now = entries(here)
            assert {kind: now[kind] - before[kind] for kind in now} == play.done()
            threads = play.begin(port)
            if chance.random() < 0.5:
                backup = here.start("manage.py", "backup", str(kept / f"{number}.zip"), stdout=subprocess.DEVNULL)
            threading.Event().wait(chance.uniform(0.1, 2.5))
        finally:
            process.kill()
            process.wait(PATIENCE)
            if backup:
                backup.kill()
                backup.wait(PATIENCE)
                backups += 1
        for thread in threads:
            thread.join(PATIENCE)
        now, done, pending = entries(here), play.done(), play.pending()
        for kind, had in before.items():
            assert done[kind] <= now[kind] - had <= done[kind] + pending[kind], kind
    with server.serve(here) as port:
        retried += play.settle(port)
    now = entries(here)
    assert {kind: now[kind] - before[kind] for kind in now} == play.done()
    assert sum(play.done().values()) > KILLS
    assert "every sheet is what its log says" in here.manage("replay_log")
    if not here.postgresql:
        with closing(here.connect()) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    whole = list(kept.glob("*.zip"))
    for path in whole:  # what has the name of a backup is one
        with verified(path) as archive:
            assert archive.manifest.tables
    print(
        f"\n{KILLS} kills: {len(play.acts)} acts sent, done {play.done()}, {retried} without an answer and sent again,"
        f" {backups} backups killed, {len(whole)} of them whole."
    )


def test_killed_while_it_restores(here, kept, played):
    """A restore that is cut off leaves the table that was there, or the one that was kept, whole with its pictures."""
    chance = random.Random(21)
    new = played.digests()
    here.execute("UPDATE sheets_campaign SET name = 'changed'", "DELETE FROM sheets_touch")
    (here.media / "portraits" / "late.webp").write_bytes(b"late")
    old = here.digests()
    began = time.monotonic()
    here.manage("backup", str(here.folder / "old.zip"))
    length = (time.monotonic() - began) * 2
    seen = {"old": 0, "new": 0}
    for _kill in range(max(3, KILLS // 3)):
        process = here.start("manage.py", "restore", str(kept), "--replace", stdout=subprocess.DEVNULL)
        with contextlib.suppress(subprocess.TimeoutExpired):  # or it was done before
            process.wait(chance.uniform(0.2, 1.2) * length)
        process.kill()
        process.wait(PATIENCE)
        now = here.digests()
        tables = {name: digest for name, digest in now.items() if name.startswith("table ")}
        which, wanted = ("new", new) if tables.items() <= new.items() else ("old", old)
        assert wanted.items() <= now.items(), which
        seen[which] += 1
        if which == "new":
            here.manage("restore", str(here.folder / "old.zip"), "--replace")
            assert here.digests() == old
    here.manage("restore", str(kept), "--replace")
    assert here.digests() == new
    print(f"\nrestores killed: {seen['old']} left the old table, {seen['new']} the new one.")
