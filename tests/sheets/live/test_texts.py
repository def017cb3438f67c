"""Which pages are told of texts that were kept: those that show them, once, and with no word of the texts (S05)."""

import pytest
from django.utils import timezone

from sheets.live.texts import SHEET_NEWS, TABLE_NEWS, text_news, versions_of
from sheets.live.watch import Watch
from sheets.models import Character
from sheets.services import characters
from tests.sheets.factories import ALEX, make_character, make_table, seat_at
from tests.sheets.live.acts import watch_of

pytestmark = pytest.mark.django_db


def heard(*watches: Watch) -> list[bytes | None]:
    versions = versions_of({watch.campaign_id for watch in watches})
    return [text_news(watch, versions[watch.campaign_id]) for watch in watches]


def test_pages_that_show_the_texts_are_told_once():
    """The sheet and the table's page hear that there are others; another sheet, another table hear nothing."""
    gm = make_table()
    owner = seat_at(gm)
    alex, zoe = make_character(gm, owner=owner), make_character(gm)
    elsewhere = make_table()
    watches = [watch_of(gm, alex), watch_of(owner), watch_of(gm, zoe), watch_of(elsewhere)]
    assert heard(*watches) == [None] * 4
    characters.edit(seat=owner, character=alex, texts=characters.SheetTexts(**ALEX), version=0)
    assert heard(*watches) == [SHEET_NEWS, TABLE_NEWS, None, None]
    assert heard(*watches) == [None] * 4


def test_the_sheet_of_a_character_taken_away_fetches_nothing():
    """There is nothing left to fetch, and its page would be the one of an error."""
    gm = make_table()
    alex = make_character(gm)
    characters.edit(seat=gm, character=alex, texts=characters.SheetTexts(**ALEX), version=0)
    Character.objects.update(removed_at=timezone.now())
    assert heard(watch_of(gm, alex)) == [None]
