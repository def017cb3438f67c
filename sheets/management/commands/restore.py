"""Put a kept file in the place of what is there."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from sheets.management.keeping.manifest import UnfitError
from sheets.management.keeping.restore import restore
from sheets.management.keeping.verifying import verified
from sheets.models import Campaign, User


class Command(BaseCommand):
    help = "Put a backup in the place of database and portraits. Stop Impact first."
    # The database may be gone or broken: that is when one restores.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path, help="a file that `backup` made, on either kind of database")
        parser.add_argument("--replace", action="store_true", help="even if there are people or tables here")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with verified(options["archive"]) as archive:
                if not options["replace"] and (here := self._what_is_here()):
                    raise CommandError(
                        f"Here {here}, and nothing of it would be left. Keep it with `backup`, then give --replace."
                    )
                restore(archive)
                manifest = archive.manifest
        except UnfitError as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"The database did not take it, and is as it was: {error}") from error
        self.stdout.write(
            f"Restored as of {manifest.made_at}: {len(manifest.tables)} tables, {len(manifest.files)} files."
        )

    @staticmethod
    def _what_is_here() -> str:
        """What would be lost, in words; nothing for a database without people and campaigns."""
        try:
            people, campaigns = User.objects.count(), Campaign.objects.count()
        except DatabaseError:
            there = connection.vendor == "sqlite" and Path(connection.settings_dict["NAME"]).stat().st_size
            return "is a database that cannot be read" if there else ""
        finally:
            connection.close()
        return f"are {people} people and {campaigns} campaigns" if people or campaigns else ""
