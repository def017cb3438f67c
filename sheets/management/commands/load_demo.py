"""A first table to look at: a GM, two players, three characters in play and a few rolls behind them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from sheets.management.demo_table import NAME, lay_table
from sheets.models import Campaign


class Command(BaseCommand):
    help = "Make the demo accounts (intrigueur, odile, basile; password: demo) and their table, once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", action="store_true", help="lay a second demo table beside the first")

    def handle(self, *args: Any, **options: Any) -> None:
        if Campaign.objects.filter(name=NAME).exists() and not options["again"]:
            return
        with translation.override("fr"):
            lay_table()
        self.stdout.write("Demo: sign in as intrigueur, odile or basile, password demo.")
