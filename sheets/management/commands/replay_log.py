"""Hold every sheet against its log."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from sheets.models import Campaign
from sheets.services.replay import differences


class Command(BaseCommand):
    help = "Replay the log of each table and print where its sheets, seats and terms differ. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaigns", nargs="*", type=UUID, metavar="campaign", help="ids of tables; all if none")

    def handle(self, *args: Any, **options: Any) -> None:
        campaigns = Campaign.objects.values_list("pk", flat=True).order_by("made_at", "pk")
        if wanted := options["campaigns"]:
            campaigns = campaigns.filter(pk__in=wanted)
            if missing := set(wanted) - set(campaigns):
                raise CommandError(f"No such table: {', '.join(sorted(map(str, missing)))}.")
        replayed = found = 0
        for campaign_id in list(campaigns):
            for differs in differences(campaign_id):
                self.stdout.write(f"{campaign_id} {differs.thing}: log {differs.logged!r}, sheet {differs.present!r}")
                found += 1
            replayed += 1
        if found:
            raise CommandError(f"{found} differences between the log and the sheets.", returncode=1)
        self.stdout.write(f"{replayed} tables replayed: every sheet is what its log says.")
