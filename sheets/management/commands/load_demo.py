"""A first table to look at: a GM, four players, four characters in play and a session behind them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from sheets.management.demo_table import GM, PASSWORD, PLAYERS, lay_table
from sheets.models import User

ACCOUNTS = ", ".join([GM, *PLAYERS])


class Command(BaseCommand):
    help = f"Make the demo accounts ({ACCOUNTS}; password: {PASSWORD}) and their table, once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", action="store_true", help="lay a second demo table beside the first")

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(username=GM).exists() and not options["again"]:
            return
        lay_table()
        self.stdout.write(f"Demo: sign in as {ACCOUNTS}, password {PASSWORD}.")
