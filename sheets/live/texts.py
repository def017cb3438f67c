"""Texts of sheets are no acts and leave no entry: pages that show others are told so, and fetch them again."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from sheets.live.watch import Watch
from sheets.models import Character

SHEET_NEWS, TABLE_NEWS = (f"event: {name}\ndata:\n\n".encode() for name in ("texts-changed", "party-changed"))


def versions_of(campaigns: Iterable[UUID]) -> dict[UUID, dict[UUID, int]]:
    """The version of the texts of each character in play, by campaign."""
    found: dict[UUID, dict[UUID, int]] = {campaign: {} for campaign in campaigns}
    rows = Character.objects.filter(campaign__in=found, removed_at=None)
    for campaign, character, version in rows.values_list("campaign_id", "pk", "text_version"):
        found[campaign][character] = version
    return found


def text_news(watch: Watch, versions: Mapping[UUID, int]) -> bytes | None:
    """What a page hears if its texts are no longer those that stand. Notes that it has heard it."""
    if watch.character_id is None:
        now = sum(versions.values())
    else:
        now = versions.get(watch.character_id, watch.texts)
    if now == watch.texts:
        return None
    watch.texts = now
    return SHEET_NEWS if watch.character_id else TABLE_NEWS
