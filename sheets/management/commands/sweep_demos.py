"""Take old demos away."""

from typing import Any

from django.core.management.base import BaseCommand

from sheets.services.demos import sweep


class Command(BaseCommand):
    help = "Delete the demos that visitors made over a day ago: tables, portraits and the guests who held them."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{sweep()} demos swept.")
