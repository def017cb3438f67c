"""One played installation for all tests of a file, and a copy of it for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.keeping.installation import Installation, copy_of, empty


@pytest.fixture(scope="package")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """A table with a past and portraits. Only to be copied."""
    with empty(tmp_path_factory.mktemp("played")) as made:
        made.run("-m", "tests.keeping.lay")
        yield made


@pytest.fixture
def here(played: Installation, tmp_path: Path) -> Iterator[Installation]:
    """An installation to do anything to."""
    with copy_of(played, tmp_path / "here") as made:
        yield made


@pytest.fixture(scope="package")
def kept(played: Installation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `backup` makes of it."""
    path = tmp_path_factory.mktemp("kept") / "kept.zip"
    played.manage("backup", str(path))
    return path
