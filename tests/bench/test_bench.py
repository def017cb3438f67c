"""The bench does what it times: asked three times for each, over the database of these tests."""

from typing import Any

import pytest
from django.db import connection

from rules.impact.terms import Outcome
from sheets.models import Character, Entry, Roll
from sheets.services.kinds import Kind
from tests.bench import dice
from tests.bench.browsers import browser_lines
from tests.bench.measure import dice_lines, measure, page_lines
from tests.bench.pages import TIMED, sit_at
from tests.bench.server import serve
from tests.bench.streams import stream_lines

REQUESTS = 3


def address_of(database: dict[str, Any]) -> str:
    """DATABASE_URL for the database that these tests use; PostgreSQL's folder is in PGHOST already."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    return f"postgres://{database['USER']}@/{database['NAME']}"


@pytest.mark.django_db(transaction=True)
def test_every_page_is_asked_and_every_roll_taken_back(tmp_path):
    """As many samples as requests, all with time and CPU; a roll for each, undone, with its sheet as before."""
    with serve(address_of(connection.settings_dict), tmp_path) as server, sit_at(server) as table:
        before = list(Character.objects.values_list("name", "state", "sheet__sparks"))
        demo, undone = Roll.objects.count(), Entry.objects.filter(kind=Kind.UNDO.value).count()
        samples = measure({"ours": table}, rounds=1, requests=REQUESTS)
        lines = list(page_lines(samples, ["ours"]))
    assert {what: len(found) for (_server, what), found in samples.items()} == dict.fromkeys(TIMED, REQUESTS)
    assert all(wall > 0 and cpu >= 0 for found in samples.values() for wall, cpu in found)
    assert len(lines) == len(TIMED) + 1
    assert Roll.objects.count() == demo + REQUESTS
    assert Entry.objects.filter(kind=Kind.UNDO.value).count() == undone + REQUESTS
    assert list(Character.objects.values_list("name", "state", "sheet__sparks")) == before


@pytest.mark.django_db(transaction=True)
def test_the_streams_that_are_opened_hear_of_every_act(tmp_path):
    """Three acts to one page, ten to four, and a line for each thing that is measured."""
    lines = stream_lines(address_of(connection.settings_dict), tmp_path, acts=3, many=4, most=6)
    assert len(lines) == 7
    assert Entry.objects.filter(kind=Kind.SPARKS_CHANGED.value).count() >= 13


@pytest.mark.django_db(transaction=True)
def test_two_browsers_see_what_one_of_them_does(tmp_path):
    """Four presses, seen in both windows; a line for each."""
    assert len(browser_lines(address_of(connection.settings_dict), tmp_path, acts=4)) == 2
    assert Entry.objects.filter(kind=Kind.SPARKS_CHANGED.value).count() >= 4


def test_icepool_and_the_rules_agree_on_every_pool_compared():
    assert [found.agree for found in dice.compare(1)] == [True] * len(dice.POOLS)
    assert set(dice.by_icepool((4, 1, 2, 1))) == {term.value for term in Outcome}
    assert len(list(dice_lines(1))) == len(dice.POOLS) + 3
