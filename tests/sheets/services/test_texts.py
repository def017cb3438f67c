"""The texts of a sheet: kept with a version, and closed with the character (C1, O8)."""

import pytest

from rules.impact.terms import State
from sheets.models import Role
from sheets.services import campaigns, characters, states
from sheets.services.characters import SheetTexts
from tests.sheets.factories import make_character, make_table, refused, seat_at

pytestmark = pytest.mark.django_db
NEW = SheetTexts(character={"name": "Autre nom"}, sheet={"drive": "Tenir."})


def test_texts_are_kept_and_count_a_version():
    """C1: what was written stands on the sheet, and the next writer has to know of it."""
    gm = make_table()
    hero = make_character(gm)
    characters.edit(seat=gm, character=hero, texts=NEW, version=0)
    hero.refresh_from_db()
    assert (hero.name, hero.sheet.drive, hero.text_version) == ("Autre nom", "Tenir.", 1)
    with refused():
        characters.edit(seat=gm, character=hero, texts=NEW, version=0)


def test_o8_the_sheet_of_the_dead_is_only_read():
    gm = make_table()
    hero = make_character(gm)
    states.change(seat=gm, character_id=hero.pk, to=State.DEAD)
    with refused():
        characters.edit(seat=gm, character=hero, texts=NEW, version=0)
    hero.refresh_from_db()
    assert (hero.name != "Autre nom", hero.text_version) == (True, 0)


def test_a_seat_that_was_taken_away_writes_nothing():
    """The seat is asked for again under the lock, as for every act."""
    gm = make_table()
    player = seat_at(gm, Role.PLAYER)
    hero = make_character(gm, owner=player)
    campaigns.remove_seat(seat=gm, seat_id=player.pk)
    with refused():
        characters.edit(seat=player, character=hero, texts=NEW, version=0)
    hero.refresh_from_db()
    assert hero.text_version == 0
