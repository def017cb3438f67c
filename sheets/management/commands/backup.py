"""Keep everything in one file."""

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from sheets.management.keeping.backup import back_up
from sheets.management.keeping.manifest import UnfitError


class Command(BaseCommand):
    help = "Keep database and portraits in one file, while Impact is in use. The secret key is not in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("target", type=Path, help="a folder, where the file is named by the time, or a new file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path, manifest, missing = back_up(options["target"])
        except UnfitError as error:
            raise CommandError(str(error)) from error
        except (DatabaseError, sqlite3.Error) as error:
            raise CommandError(f"The database cannot be read: {error}") from error
        for name in missing:
            self.stderr.write(f"Not in the media folder, though a row names it: {name}")
        rows = sum(part.rows or 0 for part in manifest.tables.values())
        self.stdout.write(f"{path}: {len(manifest.tables)} tables, {rows} rows, {len(manifest.files)} files.")
