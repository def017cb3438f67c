"""An archive held against its own hashes, whole, before anything of it is used."""

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sheets.management.keeping.manifest import (
    NAME,
    SIZE_LIMIT,
    Manifest,
    Part,
    UnfitError,
    file_name,
    read_manifest,
    table_name,
)

CHUNK = 1024 * 1024


@dataclass(frozen=True)
class Archive:
    """A verified archive, open for reading."""

    manifest: Manifest
    file: zipfile.ZipFile

    def lines(self, label: str) -> Iterator[bytes]:
        """The lines of a table."""
        with self.file.open(table_name(label)) as lines:
            yield from lines

    def pieces(self, path: str) -> Iterator[bytes]:
        """The content of a file of the media."""
        return _pieces(self.file, file_name(path))


@contextmanager
def verified(path: Path) -> Iterator[Archive]:
    """Open an archive all of whose parts are what its manifest says. Raises UnfitError with what is wrong."""
    try:
        with zipfile.ZipFile(path) as file:
            yield Archive(_verify(file), file)
    except FileNotFoundError as error:
        raise UnfitError(f"There is no file {path}.") from error
    except OSError as error:
        raise UnfitError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (zipfile.BadZipFile, NotImplementedError, zlib.error, EOFError) as error:
        raise UnfitError(f"{path} is no backup of Impact, or it is damaged: {error}.") from error


def _verify(file: zipfile.ZipFile) -> Manifest:
    names = file.namelist()
    if NAME not in names:
        raise UnfitError("This file is not a backup of Impact.")
    if file.getinfo(NAME).file_size > SIZE_LIMIT:
        raise UnfitError("The manifest of this backup is too long to be one of ours.")
    manifest = read_manifest(file.read(NAME))
    parts = manifest.parts
    if sorted(names) != sorted([NAME, *parts]):
        odd = sorted(set(names) ^ {NAME, *parts}) or ["a part is there twice"]
        raise UnfitError(f"The parts of this backup are not those of its manifest: {odd[0]}.")
    for path in manifest.files:
        if not _stays_inside(path):
            raise UnfitError(f"The backup names a file outside of the media folder: {path!r}.")
    for name, part in parts.items():
        if _measured(file, name, part) != (part.size, part.sha256):
            raise UnfitError(f"{name} is not what was kept: the backup is damaged.")
    return manifest


def _measured(file: zipfile.ZipFile, name: str, part: Part) -> tuple[int, str]:
    """Size and hash of a part as it is; a part that unpacks to more than its manifest says is not read on."""
    digest, size = hashlib.sha256(), 0
    for piece in _pieces(file, name):
        digest.update(piece)
        size += len(piece)
        if size > part.size:
            break
    return size, digest.hexdigest()


def _pieces(file: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    with file.open(name) as part:
        while piece := part.read(CHUNK):
            yield piece


def _stays_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and not set(path) & {"\\", "\0", ":"}
