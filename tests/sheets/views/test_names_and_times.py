"""Names in their order and found whatever their accents (T01, T02), counts (T03), a clock that goes back (T13)."""

from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import ngettext, override

from rules.impact.terms import Slot
from sheets.forms.panel import wounds_to_heal
from sheets.models import Campaign, Entry, User
from sheets.permissions import rights_over
from sheets.services import campaigns
from tests.sheets.factories import (
    dice,
    make_character,
    make_person,
    make_table,
    play_of,
    roll_with,
    seat_at,
    tick_slots,
)
from tests.sheets.views.markup import read

ORDERED = ["Abel", "Elodie", "Élodie", "émile", "Zoé"]
LAID = ["Zoé", "émile", "Élodie", "Abel", "Elodie"]
WAYS_TO_ASK = ["elodie", "ÉLODIE", "Élodie", "  élo "]


@pytest.fixture
def admin(db) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("zzz-administration", password="demo"))
    return client


def listed(answer) -> list[str]:
    """The names of a list of the administration, in its order."""
    table = read(answer).by_id("result_list")
    return [row.text.strip() for row in table.all("th") if "field" in row.get("class")] if table else []


def test_t01_characters_in_roster_and_selects(client, db):
    """T01: on the table's page, among those exposed to a danger, and among the wounds to heal, on both databases."""
    gm = make_table()
    made = {name: make_character(gm, character={"name": name}) for name in LAID}
    client.force_login(gm.user)
    page = read(client.get(reverse("sheets:table", args=[gm.pk])))
    assert [a.text for a in page.by_id("party").all("a") if a.get("class") == "name"] == ORDERED
    exposed = [label.text.strip() for label in page.by_id("composer").all("label") if label.get("class") == "pill"]
    assert exposed == ORDERED
    for character in made.values():
        tick_slots(gm, character, Slot.GRAVE)
    rows = wounds_to_heal(play_of(made["Zoé"]), rights_over(gm, made["Zoé"]))
    assert [said.split(" · ")[0] for key, said in rows if key] == ORDERED


def test_t01_players_in_selects(client, db):
    """T01: among those whom a character may be handed to."""
    gm = make_table()
    for name in LAID:
        seat_at(gm, user=make_person(name))
    make_character(gm)
    client.force_login(gm.user)
    page = read(client.get(reverse("sheets:people", args=[gm.pk])))
    select = next(s for s in page.all("select") if s.get("name") == "to")
    assert [o.text.strip() for o in select.all("option")][2:] == ORDERED


def test_t01_people_in_the_administration(admin):
    """T01: the list of people."""
    for name in LAID:
        make_person(name)
    assert listed(admin.get("/admin/sheets/user/"))[:5] == ORDERED


@pytest.mark.parametrize("asked", WAYS_TO_ASK)
def test_t02_people_are_found_in_the_administration(admin, asked):
    """T02: by what they are called, whatever the case and the accents, guests too."""
    for name in ["Abel", "Élodie"]:
        make_person(name)
    User.objects.create_user("guest-1", display_name="Elodie des Ys")
    assert listed(admin.get("/admin/sheets/user/", {"q": asked})) == ["Élodie", "guest-1"]


@pytest.mark.parametrize("asked", ["œuvre", "oeuvre", "ŒUVRE noire"])
def test_t02_tables_are_found_in_the_administration(admin, asked):
    """T02: a ligature is its letters; every word of the search is to be there."""
    for name in ("L’Œuvre au noir, noire", "Autre chose"):
        campaigns.make(user=make_person(), values={"name": name})
    assert listed(admin.get("/admin/sheets/campaign/", {"q": asked})) == ["L’Œuvre au noir, noire"]
    assert listed(admin.get("/admin/sheets/campaign/", {"q": f"{asked} absente"})) == []


@pytest.mark.parametrize("asked", WAYS_TO_ASK[:3])
def test_t02_a_seat_is_given_by_a_name_in_any_case(db, asked):
    """T02: the one place of the game where people are looked up by name."""
    gm = make_table()
    player = make_person("Élodie")
    campaigns.give_seat(seat=gm, username=asked, role="player")
    assert Campaign.objects.get().seats.filter(user=player).count() == 1


def test_t03_none_one_and_two_in_both_languages():
    """T03: French counts none as one, English as many."""
    said = "%(n)d wound heals.", "%(n)d wounds heal."
    told = {}
    for language in ("fr", "en"):
        with override(language):
            told[language] = [ngettext(*said, n) % {"n": n} for n in (0, 1, 2)]
    assert told == {
        "fr": ["0 blessure guérit.", "1 blessure guérit.", "2 blessures guérissent."],
        "en": ["0 wounds heal.", "1 wound heals.", "2 wounds heal."],
    }


def test_t13_the_hour_that_comes_twice(client, db, settings):
    """T13: rolled before and after the clock goes back, each at its own offset, in the order they were made."""
    settings.TIME_ZONE = "Europe/Paris"
    gm = make_table()
    alex = make_character(gm)
    moments = [datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 10, tzinfo=UTC)]
    for moment in moments:
        with patch("django.utils.timezone.now", return_value=moment):
            roll_with(gm, alex, dice(4))
    client.force_login(gm.user)
    log = read(client.get(reverse("sheets:table", args=[gm.pk]))).by_id("log-rows")
    times = [(t.get("datetime"), t.text.strip()[-5:]) for t in log.all("time")][:2]
    assert times == [("2026-10-25T02:10:00+01:00", "02:10"), ("2026-10-25T02:30:00+02:00", "02:30")]
    assert list(Entry.objects.order_by("-number").values_list("made_at", flat=True)[:2]) == moments[::-1]
