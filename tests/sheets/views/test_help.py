"""The rules help (Z1): every clause that a player needs at its anchor, tables computed from the rules, no sign-in."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from rules.impact.severity import table
from rules.impact.terms import Danger, Outcome
from sheets.words.help import CLAUSES
from sheets.words.help.tables import ENDS, GLOSSARY, MODES, WHEN
from sheets.words.terms import label
from tests.sheets.views.markup import Element, read

URL = "/help/"
# P: pool, R: reading, D: danger, W: wounds, O: out of play, K: scars, H: healing, M: maneuver, C: sheet, X: odds.
LAST = {"P": 13, "R": 9, "D": 9, "W": 8, "O": 9, "K": 5, "H": 5, "M": 1, "C": 3, "X": 2, "Z": 1}
NEEDED = {f"{letter}{n}" for letter, last in LAST.items() for n in range(1, last + 1)} | {"H0"}
HELP_ON = re.compile(r'{% help_on "([^"]+)" %}')


@pytest.fixture(params=["fr", "en"])
def page(request: pytest.FixtureRequest, db: None) -> Element:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = request.param
    answer = client.get(URL)
    assert answer.status_code == 200
    with override(request.param):
        return read(answer.content.decode())


def test_z1_every_clause_has_its_anchor(page):
    """Z1: no clause of the rules that a player needs is left out, and each can be pointed to."""
    assert NEEDED - {e.get("id") for e in page.all() if e.get("id")} == set()


def test_z1_the_links_inside_lead_somewhere(page):
    """The list of contents points to what is on the page."""
    aims = [a.get("href")[1:] for a in page.all("a") if a.get("href").startswith("#")]
    assert len(aims) > 10
    assert [aim for aim in aims if not page.by_id(aim)] == []


def test_z1_when_to_roll(page):
    """Z1: the six situations, three in which dice are rolled and three in which not."""
    rows = list(page.by_id("Z1").all("li"))
    assert [row.get("class") for row in rows] == ["no"] * 3 + ["yes"] * 3
    assert len({row.text for row in rows}) == len(WHEN) == 6


@pytest.mark.parametrize("language", ["fr", "en"])
def test_d8_the_24_cells_are_those_of_the_rules(language, db):
    """D8: result by danger, each cell as the rules judge it."""
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    rows = list(read(client.get(URL)).by_id("D3").all("tr"))[1:]
    with override(language):
        said = {tuple(c.text.strip() for c in row.children if isinstance(c, Element)) for row in rows}
        expected = {(label(o), *(label(table()[o, danger]) for danger in Danger)) for o in Outcome}
    assert said == expected


def test_the_help_asks_the_database_nothing(django_assert_num_queries, db):
    """A page for anyone costs nothing but itself."""
    with django_assert_num_queries(0):
        Client().get(URL)


def test_z1_pages_of_play_lead_to_their_clause():
    """Z1: what stands on a page of play has its "?", and each leads to a clause that is there."""
    folder = Path(settings.BASE_DIR) / "templates"
    found = {path.name: HELP_ON.findall(path.read_text()) for path in folder.rglob("*.html")}
    led = {clause for clauses in found.values() for clause in clauses}
    assert led <= CLAUSES.keys()
    pages = "panel chances danger wounds tray waiting fall scars zero_modes calculator end"
    for template in pages.split():
        assert found[f"{template}.html"], template


def test_every_word_is_told_once():
    """The glossary and the tables miss nothing of the rules, and tell no word twice."""
    with override("fr"):
        words = [str(word) for word, _meaning in GLOSSARY]
    assert len(words) == len(set(words))
    assert len(ENDS) == len(MODES) == 4
