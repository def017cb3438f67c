"""Making an archive: the rows of one moment, every file that they name, and the manifest."""

import contextlib
import hashlib
import os
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.db.models import FileField
from django.utils import timezone

from sheets.management.keeping import rows
from sheets.management.keeping.manifest import NAME, Manifest, Part, UnfitError, file_name, table_name
from sheets.management.keeping.snapshot import frozen
from sheets.management.keeping.states import Models, loader_for, models_at

CHUNK = 1024 * 1024
TRIES = 5


@dataclass
class Writer:
    """An archive that is being written, and what its manifest will say."""

    archive: zipfile.ZipFile
    tables: dict[str, Part] = field(default_factory=dict)
    files: dict[str, Part] = field(default_factory=dict)

    def add(self, name: str, content: Iterable[bytes], *, table: bool) -> Part:
        """Write one part as it is read. A table comes by lines, the first of which names its columns."""
        digest, size, pieces = hashlib.sha256(), 0, 0
        member = zipfile.ZipInfo(name, date_time=timezone.now().timetuple()[:6])
        member.compress_type = zipfile.ZIP_DEFLATED if table else zipfile.ZIP_STORED
        with self.archive.open(member, "w", force_zip64=True) as out:
            for piece in content:
                out.write(piece)
                digest.update(piece)
                size, pieces = size + len(piece), pieces + 1
        return Part(size, digest.hexdigest(), pieces - 1 if table else None)

    def add_files(self, first: Iterable[str]) -> None:
        """Write all files of the media, those named at first; one that is taken away meanwhile is passed over."""
        media = Path(settings.MEDIA_ROOT)
        for path in dict.fromkeys([*(media / name for name in first), *sorted(media.rglob("*"))]):
            if path.is_file() and not path.is_symlink():
                with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
                    name = path.relative_to(media).as_posix()
                    self.files[name] = self.add(file_name(name), iter(lambda: file.read(CHUNK), b""), table=False)


def back_up(target: Path) -> tuple[Path, Manifest, list[str]]:
    """Write everything into one file, which appears under its name once it is whole.

    `target` is a folder, where the file is named by the time, or a name that nothing has yet. Returned are
    where it is, what it holds, and the files that rows name but that are nowhere.
    """
    now = timezone.now()
    if target.is_dir():
        target = target / f"impact-{now:%Y%m%d-%H%M%S}.zip"
    if target.exists():
        raise UnfitError(f"{target} exists already, and is not written over.")
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        for more in reversed(range(TRIES)):
            manifest, missing = _write(unfinished, now.isoformat())
            # A picture taken away after the moment of the rows: as of the next moment no row names it.
            if not missing or not more:
                break
        os.link(unfinished, target)  # unlike a rename, never over another file
    except OSError as error:
        raise UnfitError(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return target, manifest, missing


def _write(path: Path, made_at: str) -> tuple[Manifest, list[str]]:
    path.unlink(missing_ok=True)
    # Names and hashed passwords are in it: its owner's alone.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w+b") as file:
        with zipfile.ZipFile(file, "w") as archive:
            made = _fill(Writer(archive), made_at)
        file.flush()
        os.fsync(file.fileno())
    return made


def _fill(writer: Writer, made_at: str) -> tuple[Manifest, list[str]]:
    """Freeze the rows, then read the files: what a row names is complete by then, and may go any time after."""
    with frozen() as alias:
        connection = connections[alias]
        loader = loader_for(connection)
        applied = sorted(loader.applied_migrations or ())
        models = models_at(loader, applied)
        if not models:
            raise UnfitError("This database is empty: there is nothing to keep.")
        named = sorted(_named(models, alias))
        writer.add_files(named)
        for label, model in models.items():
            writer.tables[label] = writer.add(table_name(label), rows.dump(model, alias), table=True)
        vendor = connection.vendor
    manifest = Manifest(made_at, vendor, [list(key) for key in applied], writer.tables, writer.files)
    writer.archive.writestr(NAME, manifest.written())
    return manifest, [name for name in named if name not in writer.files]


def _named(models: Models, alias: str) -> set[str]:
    """The files that rows name."""
    found: set[str] = set()
    for model in models.values():
        for column in model._meta.local_concrete_fields:
            if isinstance(column, FileField):
                named = model._base_manager.using(alias).exclude(**{column.attname: ""})
                found |= {name for name in named.values_list(column.attname, flat=True) if name}
    return found
