"""What a release wrote is taken in by every later one: restored as it was, migrated, replayed, looked at."""

from pathlib import Path

import pytest

from sheets.management.keeping.verifying import verified
from sheets.services.kinds import Kind
from tests.keeping.installation import empty

RELEASES = sorted((Path(__file__).resolve().parents[1] / "fixtures").glob("release-*.zip"))


def test_there_is_a_release_to_begin_with():
    assert RELEASES


@pytest.mark.parametrize("release", RELEASES, ids=[path.stem for path in RELEASES])
def test_from_each_release_to_this_one(release, tmp_path):
    """Upgrade: the log fits the sheets, every page of every seat opens, and play and backup go on."""
    with empty(tmp_path / "later") as later:
        later.manage("restore", str(release))
        assert "No changes detected" in later.manage("makemigrations", "--check", "--dry-run")
        assert "1 tables replayed: every sheet is what its log says" in later.manage("replay_log")
        assert int(later.run("-m", "tests.keeping.look")) > 4
        later.manage("load_demo")
        assert "2 tables replayed: every sheet" in later.manage("replay_log")
        again = tmp_path / "again.zip"
        later.manage("backup", str(again))
    with verified(release) as old, verified(again) as new:
        assert {tuple(key) for key in old.manifest.migrations} <= {tuple(key) for key in new.manifest.migrations}
        kinds = {kind.value for kind in Kind if f'"{kind.value}"'.encode() in b"".join(old.lines("sheets.entry"))}
    # The first release knew fewer kinds than later ones may; but it had the acts of the table.
    assert {"roll", "undo", "redo"} <= kinds
