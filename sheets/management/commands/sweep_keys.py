"""Forget the keys of forms sent long ago, and the tries counted then."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from sheets.models import SpentKey
from sheets.services.limits import sweep

LONGEST = 36_500


def whole_days(text: str) -> int:
    """A number of days from 0 to a century."""
    if not text.isdecimal() or int(text) > LONGEST:
        raise ArgumentTypeError(f"expected a whole number of days, 0 to {LONGEST}")
    return int(text)


class Command(BaseCommand):
    help = "Delete the keys of forms sent before the last days. A form older than that could be sent twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=whole_days, default=7, help="how many days to keep (7)")

    def handle(self, *args: Any, **options: Any) -> None:
        before = timezone.now() - timedelta(days=options["days"])
        swept, _by_model = SpentKey.objects.filter(made_at__lt=before).delete()
        sweep(int(before.timestamp()))
        self.stdout.write(f"{swept} keys swept.")
