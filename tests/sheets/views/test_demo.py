"""The demo by one tap, from a stranger's front page to its windows; and the front page of those who came in."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from sheets.models import Campaign, Entry, Role, Seat, User
from sheets.services import demos
from sheets.services.keys import make_key
from tests.sheets.cast import Cast, Person
from tests.sheets.factories import make_character, make_person, make_table, seat_at
from tests.sheets.views.markup import form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes

pytestmark = pytest.mark.django_db
TAP = reverse("sheets:demo")


def tap(client: Client, key: str) -> Any:
    return client.post(TAP, {"key": key})


def test_product_home_a_stranger_taps_once_and_holds_all_the_seats():
    """Product, home: one tap, no account; every window of the list opens, each as who it says."""
    visitor = Client()
    form = form_to(read(visitor.get("/")), TAP)
    answer = visitor.post(TAP, sent_by(form))
    assert answer.status_code == 303
    page = read(visitor.get(answer["Location"]))
    opened = [a.get("href") for a in page.all("a") if a.get("target") == "_blank"]
    assert len(opened) == 5
    assert all(a.get("rel") == "noopener" for a in page.all("a") if a.get("target"))
    gm = Seat.objects.get(campaign__demo_key__isnull=False, role=Role.GM)
    roles = [Seat.objects.get(pk=url.split("/")[2]).role for url in opened]
    assert roles == ["gm", "player", "player", "player", "player"]
    for url in opened:
        body = visitor.get(url).content.decode()
        assert reverse("sheets:demo-windows", args=[url.split("/")[2]]) in body
        assert (reverse("sheets:announce", args=[gm.pk]) in body) == (url == opened[0])
    assert timedelta(seconds=visitor.session.get_expiry_age()) <= demos.KEPT


def test_d03_a_tap_sent_twice_lays_one_demo():
    """D03: the second press, or the retry after a lost answer, comes to the demo of the first, as the same guest."""
    key = make_key(None, TAP)
    browsers = Client(), Client()
    went = {tap(browser, key)["Location"] for browser in browsers}
    assert len(went) == 1
    assert (Campaign.objects.count(), User.objects.count()) == (1, 1)
    assert {browser.get(*went).status_code for browser in browsers} == {200}


def test_whoever_has_a_demo_goes_back_to_it():
    """One demo a person: the start page leads back, and so does a tap in an old window."""
    visitor = Client()
    first = tap(visitor, make_key(None, TAP))["Location"]
    assert f'href="{first}"' in visitor.get("/").content.decode()
    person = User.objects.get()
    with nothing_changes():
        assert tap(visitor, make_key(person.pk, TAP))["Location"] == first


def test_the_demo_of_someone_signed_in_is_theirs():
    """Nobody is signed out by a tap."""
    person = make_person()
    client = Client()
    client.force_login(person)
    assert tap(client, make_key(person.pk, TAP)).status_code == 303
    assert set(Seat.objects.values_list("user", flat=True)) == {person.pk}


def test_a_tap_needs_the_token_and_a_key_of_ours():
    """A page elsewhere cannot lay demos in a visitor's name: CSRF; a form without our key is refused."""
    with nothing_changes():
        assert Client(enforce_csrf_checks=True).post(TAP, {"key": make_key(None, TAP)}).status_code == 403
        for key in ("", "k", "x" * 500, "\x00", make_key(1, TAP), make_key(None, "/elsewhere/")):
            assert tap(Client(), key).status_code == 422


def test_p04_anothers_demo_does_not_exist(cast: Cast):
    """P04: nobody else sees a demo, and a table that is none has no windows."""
    gm = demos.make(user=None, key="k")
    for person in cast.everyone():
        for name in ("demo-windows", "table"):
            status = person.get(reverse(f"sheets:{name}", args=[gm.pk])).status_code
            assert status == (404 if person.user else 302)
    assert cast.gm.get(reverse("sheets:demo-windows", args=[cast.gm.held.pk])).status_code == 404


def test_nobody_is_seated_in_a_demo():
    """A demo goes away after a day: nobody else is let in, and the form for it is not there."""
    gm, other = demos.make(user=None, key="k"), make_person()
    visitor = Person("visitor", gm.user, gm)
    url = reverse("sheets:give-seat", args=[gm.pk])
    assert f'action="{url}"' not in visitor.get(reverse("sheets:table", args=[gm.pk])).content.decode()
    entries = Entry.objects.count()
    answer = visitor.post(url, {"username": other.username, "role": "player"})
    assert answer.status_code == 409
    assert "n’est qu’à" in answer.content.decode()
    assert (Entry.objects.count(), Seat.objects.filter(user=other).exists()) == (entries, False)


def test_product_home_my_tables_and_my_characters():
    """Product, home: each table once, by the GM's seat if it is mine; my characters, not those of others."""
    gm = make_table(name="La maison vide")
    player = Seat.objects.create(user=gm.user, campaign=gm.campaign, role=Role.PLAYER, name="Aussi moi")
    mine = make_character(gm, owner=player, character={"name": "Ysolde"})
    make_character(gm, owner=seat_at(gm), character={"name": "Bertrand"})
    elsewhere = seat_at(make_table(name="Ailleurs"))
    Seat.objects.filter(pk=elsewhere.pk).update(user=gm.user)
    body = Person("gm", gm.user, gm).get("/").content.decode()
    assert body.count("La maison vide") == 1
    assert f'class="h3" href="{reverse("sheets:table", args=[gm.pk])}"' in body
    assert reverse("sheets:sheet", args=[player.pk, mine.pk]) in body
    assert reverse("sheets:table", args=[elsewhere.pk]) in body
    assert "Bertrand" not in body


def test_the_start_page_is_kept_by_no_browser():
    """Coming in changes the token of its forms, so that an old copy would be refused."""
    assert "no-store" in Client().get("/")["Cache-Control"]
