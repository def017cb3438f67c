"""The tables that scars are drawn from: the site's own, shipped with the product, and copies of it (K3)."""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.utils.translation import override

from sheets.models import Campaign, ScarEntry, ScarTable
from sheets.words.scar_table import SCAR_TABLE


def ship(using: str = DEFAULT_DB_ALIAS, **signal: Any) -> None:
    """Lay the twelve scars that ship, where the site has no table yet; run after every migration of a database."""
    if ScarTable.objects.using(using).filter(campaign=None).exists():
        return
    with transaction.atomic(using=using):
        table = ScarTable.objects.using(using).create()
        ScarEntry.objects.using(using).bulk_create(_shipped(table, face) for face in SCAR_TABLE)


def _shipped(table: ScarTable, face: int) -> ScarEntry:
    idea = SCAR_TABLE[face]
    entry = ScarEntry(table=table, number=face, burden_effect=idea.burden.value, boon_effect=idea.boon.value)
    for language in ("fr", "en"):
        with override(language):
            setattr(entry, f"name_{language}", str(idea.name))
            setattr(entry, f"burden_{language}", str(idea.weighs_when))
            setattr(entry, f"boon_{language}", str(idea.forges_when))
    return entry


def copy_for(campaign: Campaign) -> ScarTable:
    """A table of the campaign's own, as the site's is now; later edits of either leave the other alone."""
    with transaction.atomic():
        own, fresh = ScarTable.objects.get_or_create(campaign=campaign)
        if fresh:
            entries = list(ScarEntry.objects.filter(table__campaign=None))
            for entry in entries:
                entry.pk, entry.table = None, own
            ScarEntry.objects.bulk_create(entries)
    return own


def entries_of(campaign: Campaign) -> dict[int, ScarEntry]:
    """The twelve entries that this campaign draws from, by face: its own table, or the site's."""
    entries = ScarEntry.objects.filter(table__campaign=campaign) or ScarEntry.objects.filter(table__campaign=None)
    return {entry.number: entry for entry in entries}
