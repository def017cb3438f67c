"""Coming in and going out: expired logins, languages, themes, next=, whether the product is up (H04, S08)."""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.sheets.views.addresses import ROWS, address, usual
from tests.sheets.views.markup import errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes

SEATED = [name for name, row in ROWS.items() if row.seated]
PASSWORD = "un mot de passe long"


def next_of(location: str) -> str:
    return parse_qs(urlsplit(location).query)["next"][0]


@pytest.mark.parametrize("name", SEATED)
def test_h04_an_expired_login_leads_to_sign_in_and_back(cast, name):
    """H04: a page request is redirected with next=, htmx is told to move the whole page; nothing changes."""
    url, sheet = address(name, cast.gm.held, cast), address("sheet", cast.gm.held, cast)
    get = ROWS[name].method == "GET"
    headers = {"referer": f"http://testserver{sheet}"}
    with nothing_changes():
        send = cast.stranger.client.get if get else cast.stranger.client.post
        page = send(url, headers=headers)
        part = send(url, headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{sheet}"})
    assert (page.status_code, part.status_code) == (302, 200)
    assert urlsplit(page["Location"]).path == urlsplit(part["HX-Redirect"]).path == "/sign-in/"
    assert part.content == b""
    # After a POST one comes back to the page that it was sent from: its own address shows nothing.
    assert next_of(page["Location"]) == (url if get else sheet)
    assert next_of(part["HX-Redirect"]) == sheet


def test_h04_a_post_from_elsewhere_comes_back_to_the_start(cast):
    """H04, S08: without a page of ours that it was sent from, one comes back to the start."""
    url = address("roll", cast.gm.held, cast)
    for headers in ({}, {"referer": "https://evil.example/t/"}):
        assert next_of(cast.stranger.client.post(url, headers=headers)["Location"]) == "/"
    answer = cast.stranger.client.post(url, headers={"HX-Request": "true", "HX-Current-URL": "https://evil.example/"})
    assert next_of(answer["HX-Redirect"]) == "/"


def test_h04_the_whole_way_back(cast):
    """H04: sign in on the page one was led to, and land where one was."""
    sheet = address("sheet", cast.owner.held, cast)
    cast.owner.user.set_password(PASSWORD)
    cast.owner.user.save()
    client = Client()
    led = client.get(sheet)["Location"]
    tree = read(client.get(led))
    form = next(f for f in tree.all("form") if "username" in sent_by(f))
    sent = sent_by(form) | {"username": cast.owner.user.username, "password": PASSWORD}
    landed = client.post("/sign-in/", sent)
    assert (landed.status_code, landed["Location"]) == (302, sheet)
    assert client.get(sheet).status_code == 200


FOREIGN = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "https:///evil.example",
    "\x00//evil.example",
    " //evil.example",
    "/\t/evil.example",
    "http://testserver@evil.example/",
]


@pytest.mark.parametrize("aim", FOREIGN)
def test_s08_next_leads_nowhere_else(cast, aim):
    """S08: signing in and up, and the choices of language and theme, never send anyone to another site."""
    cast.owner.user.set_password(PASSWORD)
    cast.owner.user.save()
    name = {"username": cast.owner.user.username, "password": PASSWORD}
    new = {"username": "nouvelle", "password1": PASSWORD, "password2": PASSWORD}
    tries: list[tuple[str, dict[str, str]]] = [("/sign-in/", name), ("/sign-up/", new)]
    tries += [("/language/", {"choice": "en"}), ("/theme/", {"choice": "dark"})]
    for url, sent in tries:
        answer = Client().post(url, sent | {"next": aim})
        assert answer.status_code == 302, url
        assert not urlsplit(answer["Location"]).netloc, url
        assert not urlsplit(answer["Location"]).scheme, url
        assert not answer["Location"].replace("\\", "/").startswith("//"), url
    signed_in = Client()
    signed_in.force_login(cast.owner.user)
    for url in ("/sign-in/", "/sign-up/"):
        led = signed_in.get(url, {"next": aim})
        assert not urlsplit(led["Location"]).netloc, url


def test_next_within_the_site_is_kept(cast):
    """H04: an address of ours survives the change from signing in to making an account, and is where one lands."""
    sheet = address("sheet", cast.owner.held, cast)
    tree = read(Client().get("/sign-in/", {"next": sheet}))
    link = next(a.get("href") for a in tree.all("a") if a.get("href").startswith("/sign-up/?next="))
    form = next(f for f in read(Client().get(link)).all("form") if "username" in sent_by(f))
    assert sent_by(form)["next"] == [sheet]
    sent = sent_by(form) | {"username": "nouvelle", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/sign-up/", sent)["Location"] == sheet


def test_a_new_account_is_signed_in(db):
    """Product: an account needs a name and a password alone; one is signed in with it at once."""
    client = Client()
    sent = {"username": "Élodie", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/sign-up/", sent)["Location"] == "/"
    assert "Élodie" in client.get("/").content.decode()
    client.post("/sign-out/")
    assert "Élodie" not in client.get("/").content.decode()
    assert client.post("/sign-in/", {"username": "Élodie", "password": PASSWORD}).status_code == 302
    again = Client().post("/sign-up/", sent)
    assert (again.status_code, len(errors_of(read(again)))) == (422, 1)


def test_p05_after_signing_out_nothing_private_is_served(cast):
    """P05: after signing out every address of the table leads to sign in."""
    for name in ("table", "sheet", "result", "write"):
        assert cast.owner.get(address(name, cast.owner.held, cast)).status_code in (200, 302)
    cast.owner.client.post("/sign-out/")
    for name in ("table", "sheet", "result", "write"):
        assert urlsplit(cast.owner.get(address(name, cast.owner.held, cast))["Location"]).path == "/sign-in/"


@pytest.mark.parametrize("wish", ["en", "de,en;q=0.5", "en-GB,en;q=0.9,fr;q=0.1", ""])
def test_french_until_one_chooses(cast, wish):
    """Product: French by default, whatever the browser asks for; English once a person has chosen it."""
    headers = {"Accept-Language": wish}
    client = Client()
    first = client.get("/sign-in/", headers=headers)
    assert ('lang="fr"' in first.content.decode(), first["Content-Language"]) == (True, "fr")
    chosen = client.post("/language/", {"choice": "en", "next": "/sign-in/"}, headers=headers)
    assert (chosen.status_code, chosen["Location"]) == (302, "/sign-in/")
    second = client.get("/sign-in/", headers=headers)
    assert ('lang="en"' in second.content.decode(), second["Content-Language"]) == (True, "en")
    assert "Sign in" in second.content.decode()
    client.post("/language/", {"choice": "xx"})
    assert client.get("/sign-in/", headers=headers)["Content-Language"] == "fr"


def test_english_goes_down_to_the_odds_and_the_errors(cast):
    """Product: English complete: pages, fragments, refusals and errors in the language that was chosen."""
    cast.gm.client.post("/language/", {"choice": "en"})
    assert "Prepare a roll" in cast.gm.get(address("sheet", cast.gm.held, cast)).content.decode()
    odds = cast.gm.post(address("odds", cast.gm.held, cast), {"intention": "act"}, htmx=True).content.decode()
    assert "What the dice may say" in odds
    refused = cast.gm.post(address("sparks", cast.gm.held, cast), {"by": "-9"}, htmx=True).content.decode()
    assert "does not have that many sparks" in refused
    assert "Nothing here" in cast.gm.get("/nowhere/").content.decode()
    assert cast.other.get(address("sheet", cast.other.held, cast))["Content-Language"] == "fr"


def test_the_theme_is_kept_in_a_cookie(db):
    """Product: dark or light as chosen, else as the system is; only words that we know reach the page."""
    client = Client()
    assert "data-theme" not in client.get("/").content.decode()
    for theme in ("dark", "light"):
        assert client.post("/theme/", {"choice": theme, "next": "/sign-up/"})["Location"] == "/sign-up/"
        assert f'data-theme="{theme}"' in client.get("/").content.decode()
    client.post("/theme/", {"choice": ""})
    assert "data-theme" not in client.get("/").content.decode()
    client.post("/theme/", {"choice": '"><script>'})
    assert "data-theme" not in client.get("/").content.decode()


def test_healthz(db):
    """Up while the database answers, for anyone, in plain text."""
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")
    assert answer["Content-Type"].startswith("text/plain")
    assert Client().head("/healthz").status_code == 200


def test_a_chunked_body_is_refused(db):
    """Notes, live browser: a body of untold length would read as an empty form, so it is 411 with a sentence."""
    from impact_site.asgi import application

    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"by=1", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    headers = [(b"host", b"localhost"), (b"transfer-encoding", b"chunked")]
    scope = {"type": "http", "method": "POST", "path": "/sign-in/", "headers": headers, "query_string": b""}
    asyncio.run(application(scope, receive, send))
    assert sent[0]["status"] == 411
    assert b"Content-Length" in sent[1]["body"]


def test_a_key_is_asked_for_where_nobody_is_seated_yet(cast):
    """Architecture: opening a table needs a key too."""
    tree = read(cast.gm.get(address("new-table", cast.gm.held, cast)))
    url = address("make-table", cast.gm.held, cast)
    sent = sent_by(form_to(tree, url))
    assert sent["key"]
    with nothing_changes():
        assert cast.gm.post(url, ROWS["make-table"].body(cast), key="").status_code == 422


@pytest.mark.parametrize("name", [name for name in SEATED if ROWS[name].method == "POST"])
def test_an_address_of_forms_leads_to_a_page(cast, name):
    """H04: who reloads a refused form, or changes the language on it, comes to the page above it and not to a blank."""
    person = usual(name, cast)
    ROWS[name].before(cast)
    answer = person.client.get(address(name, person.held, cast), follow=True)
    assert answer.status_code == 200
    assert read(answer).by_id("main")
    assert len(answer.redirect_chain) in (1, 2)
