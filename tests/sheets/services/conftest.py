"""A table with its GM, a player and a character, for the tests of services."""

from collections.abc import Callable

import pytest

from sheets.models import Character, Entry, Seat
from sheets.services import history
from tests.sheets import factories


@pytest.fixture
def gm(db: None) -> Seat:
    """The GM of a table that starts everyone with 2 sparks."""
    return factories.make_table(spark_start=2)


@pytest.fixture
def player(gm: Seat) -> Seat:
    return factories.seat_at(gm)


@pytest.fixture
def alex(gm: Seat, player: Seat) -> Character:
    """The player's character, with everything that a roll may engage, unhurt, 2 sparks."""
    return factories.make_character(gm, owner=player)


Reversible = Callable[[Callable[[], object]], Entry]


@pytest.fixture
def reversible(gm: Seat) -> Reversible:
    """Do an act that leaves one entry, and hold its undo and its redo to what stood before and after it."""

    def do(act: Callable[[], object]) -> Entry:
        before = factories.snapshot_of_table(gm)
        entries = Entry.objects.filter(campaign=gm.campaign).count()
        act()
        after = factories.snapshot_of_table(gm)
        entry = factories.last_entry(gm)
        assert Entry.objects.filter(campaign=gm.campaign).count() == entries + 1
        for _time in range(2):
            history.undo(seat=gm, entry=entry, any_act=True)
            assert factories.snapshot_of_table(gm) == before
            history.redo(seat=gm, entry=entry, any_act=True)
            assert factories.snapshot_of_table(gm) == after
        return entry

    return do
