"""`manage.py backup` and `restore`: everything comes back, damaged files are refused whole, no half is left."""

import json
import random
import shutil
import sqlite3
import subprocess
import time
import zipfile
from contextlib import closing

import pytest

from sheets.management.keeping.manifest import UnfitError
from sheets.management.keeping.verifying import verified
from tests.keeping.installation import PATIENCE, POSTGRESQL, ROOT, empty
from tests.keeping.server import serve

ENDINGS = ("-wal", "-shm", "-journal")


def disturb(here):
    """Change, add and take away rows, tables and files."""
    here.execute(
        "UPDATE sheets_impactsheet SET sparks = 77",
        "DELETE FROM sheets_touch",
        "UPDATE sheets_user SET username = 'someone-else' WHERE username = 'odile'",
        "INSERT INTO django_session (session_key, session_data, expire_date) VALUES ('x', 'y', '2040-01-01 00:00:00')",
    )
    first, second, *_others = sorted(here.media.rglob("*.webp"))
    first.write_bytes(b"overwritten")
    second.unlink()
    (here.media / "portraits" / "late.webp").write_bytes(b"late")
    (here.media / "another").mkdir(exist_ok=True)
    (here.media / "another" / "odd").write_bytes(b"odd")


def test_everything_comes_back(here, tmp_path):
    """Every table and every file, compared by hash, after backup, changes and restore; twice."""
    before = here.digests()
    assert len([name for name in before if name.startswith("file ")]) == 5
    kept = tmp_path / "kept.zip"
    said = here.manage("backup", str(kept))
    assert "tables" in said
    assert kept.stat().st_mode & 0o777 == 0o600
    assert here.digests() == before
    for _time in range(2):
        disturb(here)
        assert here.digests() != before
        here.manage("restore", str(kept), "--replace")
        assert here.digests() == before
    assert "every sheet is what its log says" in here.manage("replay_log")
    assert not list(here.folder.glob("*restoring*"))


def test_after_a_restore_play_goes_on(here, kept):
    """New rows get numbers of their own: the counters of the tables come back too."""
    here.manage("restore", str(kept), "--replace")
    here.manage("load_demo", "--again")
    assert "2 tables replayed: every sheet" in here.manage("replay_log")


def test_on_the_other_kind_of_database(kept, tmp_path):
    """One file for both: what was kept here is put into an empty database of SQLite, and kept again the same."""
    with empty(tmp_path / "there", postgresql=False) as there:
        there.manage("restore", str(kept))
        again = tmp_path / "again.zip"
        there.manage("backup", str(again))
        assert "every sheet is what its log says" in there.manage("replay_log")
    with verified(kept) as first, verified(again) as second:
        assert first.manifest.tables == second.manifest.tables
        assert first.manifest.files == second.manifest.files


def test_from_sqlite_to_postgresql(tmp_path):
    """A table that began on SQLite moves to PostgreSQL with everything."""
    if not POSTGRESQL:
        pytest.skip("needs PostgreSQL")
    with empty(tmp_path / "small", postgresql=False) as small, empty(tmp_path / "grown") as grown:
        small.run("-m", "tests.keeping.lay")
        small.manage("backup", str(tmp_path / "small.zip"))
        grown.manage("restore", str(tmp_path / "small.zip"))
        grown.manage("backup", str(tmp_path / "grown.zip"))
    with verified(tmp_path / "small.zip") as first, verified(tmp_path / "grown.zip") as second:
        for label in first.manifest.tables:  # by content: PostgreSQL keeps the keys of JSON in an order of its own
            assert [json.loads(line) for line in first.lines(label)] == [
                json.loads(line) for line in second.lines(label)
            ]
        assert first.manifest.files == second.manifest.files


def test_while_someone_plays(here, tmp_path):
    """A backup in use is one moment: what was acknowledged before is in it, the log fits the sheets, no file lacks."""
    out = tmp_path / "said"
    with out.open("w") as said:
        writer = here.start("-m", "tests.keeping.writer", stdin=subprocess.PIPE, stdout=said)
    archives = []
    try:
        for turn in range(3):
            earlier = len(out.read_text().split())
            _wait_for(lambda more=earlier: len(out.read_text().split()) > more + 5, writer)
            acknowledged = out.read_text().split("\n")[:-1]
            archives.append((tmp_path / f"kept-{turn}.zip", acknowledged))
            assert "Not in the media folder" not in here.manage("backup", str(archives[-1][0]))
    finally:
        writer.communicate("", timeout=PATIENCE)
    everything = out.read_text().split()
    for kept, acknowledged in archives:
        here.manage("restore", str(kept), "--replace")
        assert "every sheet is what its log says" in here.manage("replay_log")
        with closing(here.connect()) as connection:
            rows = connection.execute(
                "SELECT id, number FROM sheets_entry ORDER BY number",
            ).fetchall()
        numbers = [number for _id, number in rows]
        assert numbers == list(range(1, len(rows) + 1))
        made = [str(pk).replace("-", "") for pk, _number in rows]
        known = [pk.replace("-", "") for pk in everything]
        played = [pk for pk in made if pk in set(known)]
        # A start of what was played, whole, with all that was known to be done when the backup began.
        assert played == known[: len(played)]
        assert len(played) >= len(acknowledged)


def _wait_for(condition, process):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)


# --- What is refused -------------------------------------------------------------------------------


def rewritten(kept, path, change):
    """The archive with its parts changed: `change` gets them as a dictionary."""
    with zipfile.ZipFile(kept) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w") as new:
        for name, content in parts.items():
            new.writestr(name, content)
    return path


def with_manifest(**changes):
    def change(parts):
        manifest = json.loads(parts["manifest.json"])
        for key, value in changes.items():
            manifest[key] = value(manifest.get(key)) if callable(value) else value
        parts["manifest.json"] = json.dumps(manifest).encode()

    return change


def other_row(parts):
    parts["tables/sheets.user.jsonl"] = parts["tables/sheets.user.jsonl"].replace(b"odile", b"adile")


def outside(parts):
    manifest = json.loads(parts["manifest.json"])
    name = next(iter(manifest["files"]))
    parts.pop(f"media/{name}")
    manifest["files"]["../../evil"] = manifest["files"].pop(name)
    parts["media/../../evil"], parts["manifest.json"] = b"", json.dumps(manifest).encode()


BAD = {
    "a row changed": (other_row, "is not what was kept"),
    "a part gone": (lambda parts: parts.pop("tables/sheets.wound.jsonl"), "not those of its manifest"),
    "a part too many": (lambda parts: parts.update({"media/evil": b"x"}), "not those of its manifest"),
    "no manifest": (lambda parts: parts.pop("manifest.json"), "not a backup of Impact"),
    "another's manifest": (lambda parts: parts.update({"manifest.json": b"{}"}), "cannot be read"),
    "a manifest that is no JSON": (lambda parts: parts.update({"manifest.json": b"[" * 9000}), "cannot be read"),
    "another format": (with_manifest(format="other"), "not a backup of Impact"),
    "a later version": (with_manifest(version=2), "newer release"),
    "a path outside": (outside, "outside of the media"),
}


@pytest.mark.parametrize("why", BAD)
def test_a_foreign_or_damaged_file_is_found_out(kept, tmp_path, why):
    """Each with its reason, before anything of it is used."""
    change, reason = BAD[why]
    with pytest.raises(UnfitError, match=reason), verified(rewritten(kept, tmp_path / "bad.zip", change)):
        raise AssertionError("was taken for good")


def test_a_foreign_or_damaged_file_is_refused_whole(here, kept, tmp_path):
    """The command says the reason, and nothing was changed."""
    before = here.digests()
    later = with_manifest(migrations=lambda had: [*had, ["sheets", "9999_later"]])
    for number, (change, reason) in enumerate([BAD["a row changed"], (later, "does not know sheets.9999_later")]):
        bad = rewritten(kept, tmp_path / f"bad-{number}.zip", change)
        assert reason in here.manage("restore", str(bad), "--replace", fails=True)
    assert here.digests() == before


def test_what_is_no_archive_is_refused(here, kept, tmp_path):
    """A missing file, a folder, a text, a file cut short."""
    before = here.digests()
    cut = tmp_path / "cut.zip"
    cut.write_bytes(kept.read_bytes()[:-3000])
    for path, reason in (
        (tmp_path / "none", "no file"),
        (tmp_path, "cannot be read"),
        (ROOT / "README.md", "no backup"),
    ):
        assert reason in here.manage("restore", str(path), "--replace", fails=True)
    assert "damaged" in here.manage("restore", str(cut), "--replace", fails=True)
    assert here.digests() == before


def test_a_flipped_byte_is_found_or_harmless(kept, tmp_path):
    """300 archives with one byte changed somewhere: refused in words, or every part is still what it was."""
    whole = kept.read_bytes()
    with verified(kept) as archive:
        good = archive.manifest
    chance = random.Random(7)
    found = 0
    for _time in range(300):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole))] ^= chance.randrange(1, 256)
        path = tmp_path / "flipped.zip"
        path.write_bytes(flipped)
        try:
            with verified(path) as archive:
                assert archive.manifest == good
        except UnfitError:
            found += 1
    assert found > 200


def test_rows_that_do_not_fit_change_nothing(here, kept, tmp_path):
    """An archive whose hashes are right and whose rows are not: what stood before still stands."""

    def no_number(parts):
        import hashlib

        name = "tables/sheets.wound.jsonl"
        head, *rows = parts[name].splitlines(keepends=True)
        parts[name] = head + b"".join(row.replace(b'"critical"', b'"grave"') for row in [*rows, rows[-1]])
        manifest = json.loads(parts["manifest.json"])
        part = manifest["tables"]["sheets.wound"]
        part |= {"size": len(parts[name]), "rows": len(rows) + 1, "sha256": hashlib.sha256(parts[name]).hexdigest()}
        parts["manifest.json"] = json.dumps(manifest).encode()

    bad = rewritten(kept, tmp_path / "bad.zip", no_number)
    before = here.digests()
    assert "is as it was" in here.manage("restore", str(bad), "--replace", fails=True)
    assert here.digests() == before


def test_nothing_is_replaced_unasked(here, kept, tmp_path):
    """People and tables are not overwritten without --replace, and a backup never writes over a file."""
    before = here.digests()
    assert "are 5 people and 1 campaigns" in here.manage("restore", str(kept), fails=True)
    assert here.digests() == before
    content = kept.read_bytes()
    assert "exists already" in here.manage("backup", str(kept), fails=True)
    assert kept.read_bytes() == content
    assert "cannot be written" in here.manage("backup", str(tmp_path / "none" / "x.zip"), fails=True)
    here.manage("backup", str(tmp_path))
    assert [path.suffix for path in tmp_path.iterdir() if path.is_file()] == [".zip"]


def test_an_empty_database_is_not_kept(tmp_path):
    with empty(tmp_path / "nothing") as nothing:
        nothing.manage("backup", str(tmp_path / "kept.zip"), fails=True)
    assert not list(tmp_path.glob("*.zip"))


# --- O02 -------------------------------------------------------------------------------------------


def test_o02_stale_journals_beside_the_database(here, played, kept):
    """O02: what another database left beside the file is not taken for the restored one's own."""
    if here.postgresql:
        pytest.skip("files beside the database are SQLite's")
    before = here.digests()
    # A journal that is hot, of a database with other pages: left there it would be played back.
    other = here.folder / "other.sqlite3"
    shutil.copy(played.database, other)
    with closing(sqlite3.connect(other, isolation_level=None)) as writing:
        writing.execute("PRAGMA cache_size=1")
        writing.execute("BEGIN")
        writing.execute("UPDATE sheets_entry SET facts = json_quote(hex(randomblob(9000)))")
        for ending in ENDINGS:
            source = other.with_name(other.name + "-journal")
            shutil.copy(source, here.database.with_name(here.database.name + ending))
    here.manage("restore", str(kept), "--replace")
    assert here.digests() == before
    assert not [ending for ending in ENDINGS if here.database.with_name(here.database.name + ending).exists()]


@pytest.mark.parametrize("wreck", [b"", b"no database at all" * 999])
def test_o02_over_a_wrecked_database(here, kept, wreck):
    """The file is there and is no database any more: that is when one restores."""
    if here.postgresql:
        pytest.skip("a wrecked server is PostgreSQL's own affair")
    before = here.digests()
    here.database.write_bytes(wreck)
    here.manage("restore", str(kept), "--replace")
    assert here.digests() == before


def test_o02_while_the_server_runs(here, kept):
    """O02: refused, with nothing changed, as long as Impact runs over the database."""
    with serve(here):
        before = here.digests()
        assert "nothing was changed" in here.manage("restore", str(kept), "--replace", fails=True)
        assert here.digests() == before
    here.manage("restore", str(kept), "--replace")


def test_o02_while_someone_writes(here, kept):
    """O02: another program in the middle of a change is seen too."""
    before = here.digests()
    with closing(here.connect()) as other:
        if here.postgresql:
            other.execute("SELECT 1")
        else:
            other.execute("BEGIN IMMEDIATE")
        assert "nothing was changed" in here.manage("restore", str(kept), "--replace", fails=True)
        other.rollback()
    assert here.digests() == before
