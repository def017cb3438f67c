"""What an archive says of itself: who made it, at which state of the database, and the hash of every part."""

import json
from dataclasses import asdict, dataclass
from typing import Any

FORMAT = "impact-backup"
VERSION = 1
NAME = "manifest.json"
SIZE_LIMIT = 64 * 1024 * 1024


class UnfitError(Exception):
    """An archive that is not restored, or an installation that cannot be kept, with the reason in words."""


@dataclass(frozen=True)
class Part:
    """One part of the archive: its size in bytes, its SHA-256, and for a table how many rows it holds."""

    size: int
    sha256: str
    rows: int | None = None


@dataclass(frozen=True)
class Manifest:
    """`migrations` are those applied, as [app, name]; `tables` go by model, `files` by their path in the media."""

    made_at: str
    made_on: str
    migrations: list[list[str]]
    tables: dict[str, Part]
    files: dict[str, Part]

    def written(self) -> bytes:
        """The manifest as it stands in the archive."""
        content = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(content, indent=1, sort_keys=True).encode()

    @property
    def parts(self) -> dict[str, Part]:
        """Every part by its name in the archive."""
        tables = {table_name(label): part for label, part in self.tables.items()}
        return tables | {file_name(path): part for path, part in self.files.items()}


def table_name(label: str) -> str:
    """Where the rows of a model stand in an archive."""
    return f"tables/{label}.jsonl"


def file_name(path: str) -> str:
    """Where a file of the media stands in an archive."""
    return f"media/{path}"


def read_manifest(written: bytes) -> Manifest:
    """The manifest of these bytes. Raises UnfitError for anything that is not one of ours."""
    try:
        content: dict[str, Any] = json.loads(written)
        if content.pop("format") != FORMAT:
            raise UnfitError("This file is not a backup of Impact.")
        if content.pop("version") != VERSION:
            raise UnfitError("This backup was made by a newer release of Impact: install that one first.")
        for parts in ("tables", "files"):
            content[parts] = {str(name): Part(**part) for name, part in content[parts].items()}
        return Manifest(**content)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnfitError("The manifest of this backup cannot be read: the file is damaged.") from error
