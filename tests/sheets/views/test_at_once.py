"""The same form from several connections at once: one change, equal answers (D01, D03)."""

import threading
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from sheets.models import Campaign, Character, Entry, Roll, Seat, User
from sheets.services import owners
from sheets.services.keys import make_key
from tests.sheets.cast import Person, gather
from tests.sheets.views.addresses import ROWS, address
from tests.sheets.views.sent import plain_sheet
from tests.sheets.views.test_keys import whole


def at_once(person: Person, send: Callable[[Client], Any], times: int = 3) -> list[Any]:
    """The answers to the same request sent from several threads, each with a browser of the same person."""
    answers: list[Any] = []
    start = threading.Barrier(times)

    def run() -> None:
        client = Client()
        client.cookies = deepcopy(person.client.cookies)
        start.wait()
        try:
            answers.append(send(client))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _time in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("htmx", [False, True])
def test_the_same_key_thrice_at_once_is_one_roll(htmx):
    """The same roll form three times at once: one roll by the server's dice, equal answers."""
    cast = gather()
    rolls = Roll.objects.count()
    url = address("roll", cast.owner.held, cast)
    body = {"intention": "act", "dice": "server", "fingerprint": ROWS["roll"].body(cast)["fingerprint"]}
    body["key"] = cast.owner.key(url)
    headers = {"HX-Request": "true"} if htmx else {}
    answers = at_once(cast.owner, lambda client: client.post(url, body, headers=headers))
    assert Roll.objects.count() == rolls + 1
    assert len(answers) == 3
    assert {answer.status_code for answer in answers} == {200 if htmx else 303}
    assert len({repr(whole(answer)) for answer in answers}) == 1


@pytest.mark.django_db(transaction=True)
def test_d03_three_presses_at_once_make_one_character():
    """D03: *new character* three times at once: one character, one entry, everyone lands on it."""
    cast = gather()
    url = address("make-character", cast.owner.held, cast)
    body = plain_sheet(cast) | {"key": cast.owner.key(url)}
    answers = at_once(cast.owner, lambda client: client.post(url, body))
    made = Character.objects.get(name="Nova")
    assert Entry.objects.filter(character=made).count() == 1
    assert {a["Location"] for a in answers} == {address("sheet", cast.owner.held, cast, character_id=made.pk)}


@pytest.mark.django_db(transaction=True)
def test_d03_three_taps_at_once_lay_one_demo():
    """D03: a stranger's three taps at once: one table, one guest, and all three come in as that guest."""
    url = reverse("sheets:demo")
    body = {"key": make_key(None, url)}
    answers = at_once(Person("stranger"), lambda client: client.post(url, body))
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer["Location"] for answer in answers}) == 1
    assert (Campaign.objects.count(), User.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_d03_the_form_of_a_guest_sent_at_once_makes_one_seat():
    """D03: the join form sent three times at once: one guest, one seat, one entry, everyone lands on it."""
    cast = gather()
    url = address("join-as-guest", cast.gm.held, cast)
    body = {"name": "Nadia", "key": cast.stranger.key(url)}
    people, seats = User.objects.count(), Seat.objects.count()
    answers = at_once(cast.stranger, lambda client: client.post(url, body))
    assert (User.objects.count(), Seat.objects.count()) == (people + 1, seats + 1)
    assert {(a.status_code, a["Location"]) for a in answers} == {
        (303, address("choose", Seat.objects.get(name="Nadia"), cast))
    }


@pytest.mark.django_db(transaction=True)
def test_an_account_joins_once_from_two_windows():
    """Two pages of one person, with keys of their own, sent at once: one seat."""
    cast = gather()
    url = address("join", cast.gm.held, cast)
    seats = Seat.objects.count()
    answers = at_once(cast.outsider, lambda client: client.post(url, {"key": cast.outsider.key(url)}))
    assert Seat.objects.count() == seats + 1
    assert {a.status_code for a in answers} == {303}


@pytest.mark.django_db(transaction=True)
def test_two_who_take_the_same_character_at_once():
    """Product: of two players who press at once one has the character, the other is told."""
    cast = gather()
    owners.hand_over(seat=cast.gm.held, character_id=cast.zoe.pk, to=None, free=True)
    statuses: list[int] = []
    waiting = threading.Barrier(2)

    def press(person: Person) -> None:
        url = address("take", person.held, cast, character_id=cast.zoe.pk)
        key = person.key(url)
        waiting.wait()
        try:
            statuses.append(person.post(url, key=key).status_code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=press, args=[person]) for person in (cast.owner, cast.other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [303, 409]
    assert Entry.objects.filter(kind="character_chosen").count() == 1
