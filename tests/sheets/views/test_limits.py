"""What may be tried only so often, by whom it is counted, and what is answered then (X07)."""

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from sheets.models import Attempts, Role
from sheets.services import invites, limits
from sheets.services.limits import Limit, count
from sheets.views.limits import address_of, guesses_limited
from tests.sheets.factories import make_person, make_table
from tests.sheets.views.markup import read

PASSWORD = "un mot de passe long"


def tries(url, name, number, client=None, **headers):
    """The statuses of so many bad logins, each from a made-up address."""
    client = client or Client()
    return [
        client.post(
            url, {"username": name, "password": "faux"}, headers={"X-Forwarded-For": f"203.0.113.{n}"} | headers
        )
        for n in range(number)
    ]


@pytest.mark.parametrize("url", ["/sign-in/", "/admin/login/"])
def test_x07_two_hundred_bad_logins(db, url):
    """X07: rotating X-Forwarded-For helps nobody: 429 after ten; another user of the same address comes in."""
    make_person("visee")
    other = make_person("voisine")
    answers = tries(url, "visee", 200)
    assert [a.status_code for a in answers[:10]] == [answers[0].status_code] * 10
    assert answers[0].status_code in (200, 422)
    assert {a.status_code for a in answers[10:]} == {429}
    assert 1 <= int(answers[-1]["Retry-After"]) <= 15 * 60
    # However it is spelt, and with the right password too: else the limit would tell which one is right.
    assert Client().post("/sign-in/", {"username": "VISÉE", "password": "demo"}).status_code == 429
    assert Client().post("/sign-in/", {"username": other.username, "password": "demo"}).status_code == 302


def test_good_logins_are_not_counted(db):
    """One who comes in thirty times is not a danger, and others at the same address are not held up."""
    make_person("fidele")
    for _time in range(30):
        assert Client().post("/sign-in/", {"username": "fidele", "password": "demo"}).status_code == 302
    assert set(Attempts.objects.values_list("tries", flat=True)) == {0}


def test_x07_behind_a_proxy_of_ours_each_client_has_an_address(db, settings):
    """X07: with PROXIES=1 the last address is believed, which the proxy wrote, and none before it."""
    settings.PROXIES = 1
    make_person("visee")
    for n in range(10):
        sent = {"username": "visee", "password": "faux"}
        assert Client().post("/sign-in/", sent, headers={"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.7"})
    from_there = Client().post("/sign-in/", sent, headers={"X-Forwarded-For": "198.51.100.7"})
    elsewhere = Client().post(
        "/sign-in/", {"username": "visee", "password": "demo"}, headers={"X-Forwarded-For": "198.51.100.8"}
    )
    assert (from_there.status_code, elsewhere.status_code) == (429, 302)


@pytest.mark.parametrize(
    ("proxies", "told", "address"),
    [
        (0, "203.0.113.1", "127.0.0.1"),
        (1, "203.0.113.1, 198.51.100.7", "198.51.100.7"),
        (2, "203.0.113.1, 198.51.100.7, 10.0.0.1", "198.51.100.7"),
        (1, "", "127.0.0.1"),
        (2, "203.0.113.1", "127.0.0.1"),
        (1, "nonsense", "nowhere"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (1, "\x00" * 50, "nowhere"),
    ],
)
def test_x07_whose_address_it_is(settings, proxies, told, address):
    """X07: as many last hops as there are proxies of ours, and never what a client says of itself."""
    settings.PROXIES = proxies
    request = RequestFactory().get("/", headers={"X-Forwarded-For": told} if told else {})
    assert address_of(request) == address


def test_too_often_is_a_page_and_a_sentence(db):
    """429 in the person's language; to htmx a sentence for the banner; looking at the form is never refused."""
    tries("/sign-in/", "visee", 10)
    page = tries("/sign-in/", "visee", 1)[0]
    assert "Un peu moins vite" in next(read(page).all("h1")).text
    english = Client()
    english.cookies["django_language"] = "en"
    assert "A little slower" in next(read(tries("/sign-in/", "visee", 1, english)[0]).all("h1")).text
    part = tries("/sign-in/", "visee", 1, **{"HX-Request": "true"})[0]
    assert (part.status_code, part["HX-Retarget"]) == (429, "#notices")
    assert Client().get("/sign-in/").status_code == 200


def test_accounts_are_not_made_by_the_dozen(db):
    """Sign-up: thirty an hour from one address."""
    statuses = [Client().post("/sign-up/", {"username": ""}).status_code for _time in range(32)]
    assert statuses == [422] * 30 + [429] * 2


def test_demos_and_resets_are_not_asked_for_without_end(db):
    """Demos: twenty an hour from an address. Forgotten passwords: five an hour for a name, twenty from an address."""
    assert [Client().post("/demo/").status_code for _time in range(22)] == [422] * 20 + [429] * 2
    statuses = [Client().post("/forgotten/", {"name": "visee"}).status_code for _time in range(7)]
    assert 429 not in statuses[:5]
    assert statuses[5:] == [429] * 2
    statuses = [Client().post("/forgotten/", {"name": f"autre-{n}"}).status_code for n in range(20)]
    assert (429 in statuses[:15], statuses[-1]) == (False, 429)


def test_a_period_that_is_over_begins_anew(db, monkeypatch):
    """Seconds to wait shrink, and in the end one may try again."""
    now = 1_000_000
    monkeypatch.setattr(limits.time, "time", lambda: now)
    limit = Limit("test", 2, 60)
    assert [count(limit, "a") for _time in range(3)] == [0, 0, 60]
    now += 59
    assert count(limit, "a") == 1
    assert count(limit, "b") == 0
    now += 1
    assert [count(limit, "a") for _time in range(3)] == [0, 0, 60]
    assert limits.sweep(now) == 1


def test_nobody_can_be_read_from_the_table(db):
    """Privacy: neither the name nor the address stands in it."""
    tries("/sign-in/", "visee", 3)
    kept = repr(list(Attempts.objects.values_list()))
    assert "visee" not in kept
    assert "127.0.0.1" not in kept


def test_guesses_count_and_what_is_found_does_not(db, rf):
    """Codes: good ones as often as one likes; after so many bad ones from an address no more are looked up."""
    looked = []

    @guesses_limited(((Limit("test", 3, 60), address_of),))
    def by_code(request, code):
        looked.append(code)
        return HttpResponse(status=200 if code == "good" else 404)

    def ask(code):
        return by_code(rf.get("/", headers={"X-Forwarded-For": f"203.0.113.{len(looked)}"}), code).status_code

    assert [ask("good") for _time in range(9)] == [200] * 9
    assert not Attempts.objects.exists()
    assert [ask("bad") for _time in range(4)] == [404, 404, 404, 429]
    assert (ask("good"), looked[-1]) == (429, "bad")


def test_codes_are_not_guessed(db):
    """Joining by code: sixty unknown codes from an address, typed or in the link; recovery codes: twenty."""
    half = [Client().get(f"/j/?code=BAD-{n:03}").status_code for n in range(30)]
    half += [Client().get(f"/j/BAD-{n:03}/").status_code for n in range(32)]
    assert set(half[:60]) <= {404, 422}
    assert half[60:] == [429] * 2
    recovery = [Client().post("/recover/come-back/", {"code": f"BAD-{n:03}"}).status_code for n in range(21)]
    assert recovery == [422] * 20 + [429]


def test_a_link_brings_only_so_many_guests(db, settings):
    """X07: sixty an hour by one link, from however many addresses; another table's link is not held up."""
    settings.PROXIES = 1
    links = [invites.open_link(seat=make_table(), role=Role.PLAYER).code for _table in range(2)]

    def statuses(code, number):
        url = reverse("sheets:join-as-guest", args=[code])
        addresses = [f"198.51.{block}.{n}" for block in (100, 101) for n in range(1, 200)][:number]
        return [Client().post(url, {"name": ""}, headers={"X-Forwarded-For": a}).status_code for a in addresses]

    assert statuses(links[0], 62)[59:] == [422, 429, 429]
    assert statuses(links[1], 1) == [422]
