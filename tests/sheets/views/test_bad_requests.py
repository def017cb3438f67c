"""Requests that are no forms of ours: answered in words, nothing changed, never a 500 (I08, I09)."""

from typing import Any

import pytest
from django.test import Client

from tests.sheets.cast import Person
from tests.sheets.views.addresses import OF_A_PASSKEY, ROWS, address, usual
from tests.sheets.views.markup import errors_of, read
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import plain_sheet


def posted(person: Person, url: str, body: bytes, content_type: str) -> Any:
    return person.client.generic("POST", url, body, content_type)


# Forms that are a button and nothing else.
FIELDLESS = ("end-sessions",)
POSTED = [
    name
    for name, row in ROWS.items()
    if "POST" in row.method
    and row.seated
    and {"gm", "owner"} & set(row.allowed.split())
    # These name a passkey that must be there: tests/sheets/views/test_bad_passkeys.py.
    and name not in OF_A_PASSKEY
]
FORM = "application/x-www-form-urlencoded"
BODIES: list[tuple[str, bytes, str]] = [
    ("JSON", b'{"by": 1}', "application/json"),
    ("plain text", b"by=1", "text/plain"),
    ("nothing", b"", FORM),
    ("no type at all", b"by=1", ""),
    ("invalid UTF-8", b"by=%ff%fe&name=\xff\xfe", FORM),
    ("another character set", b"by=1", f"{FORM}; charset=utf-16"),
    ("an unknown character set", b"by=1", f"{FORM}; charset=martian"),
    ("301 fields", b"&".join(b"f%d=1" % n for n in range(301)), FORM),
    ("a multipart body without its boundary", b"--x", "multipart/form-data"),
    (
        "a multipart body cut short",
        b"--x\r\nContent-Disposition: form-data; name=by\r\n",
        "multipart/form-data; boundary=x",
    ),
    ("a field of a megabyte", b"name=" + b"W" * 1_000_000, FORM),
    ("deep brackets", b"[" * 40_000, "application/json"),
]


@pytest.mark.parametrize(("why", "body", "content_type"), BODIES, ids=[why for why, _, _ in BODIES])
def test_bodies_that_are_no_form(cast, why, body, content_type):
    """I08: whatever the body, every address answers 400, 413 or 422 in words, and nothing changes."""
    for name in POSTED:
        person = usual(name, cast)
        url = address(name, person.held, cast)
        with nothing_changes():
            answer = posted(person, url, body, content_type)
        if name in FIELDLESS and answer.status_code == 303:
            continue
        if name == "odds" and answer.status_code == 200:
            continue  # a whole page with its panel, which changes nothing and says what is missing
        assert answer.status_code in (400, 413, 422), name
        assert errors_of(read(answer)) or read(answer).by_id("main")


@pytest.mark.parametrize("enforced", [True, False])
def test_bodies_that_are_no_form_meet_the_csrf_check_too(cast, enforced):
    """The check of the CSRF token reads the body first; a bad body is no 500 there either."""
    client = Client(enforce_csrf_checks=enforced)
    client.force_login(cast.gm.user)
    for why, body, content_type in BODIES:
        for url in (address("sparks", cast.gm.held, cast), "/sign-in/", "/language/", "/admin/login/"):
            answer = client.generic("POST", url, body, content_type)
            assert answer.status_code < 500, f"{why} at {url}"


@pytest.mark.parametrize(
    "url",
    [
        "/%00",
        "/t/%00/",
        "/sign-in/?next=%00",
        "/sign-up/?next=/%00%0d%0aX:1",
        "/?q=%00",
        "/language/%00/",
        "/%ff%fe/",
        "/static/%00.css",
        "/media/%00",
        "/admin/%00/",
        "/admin/login/?next=%00",
        "/healthz?%00",
        "/%e2%80%ae",
        "//evil",
    ],
)
def test_i09_odd_addresses(cast, url):
    """I09: a NUL, a line end or broken UTF-8 in an address or its query is no 500, for anyone."""
    for person in (cast.stranger, cast.gm):
        with nothing_changes():
            answer = person.client.get(url)
        assert answer.status_code in (200, 302, 400, 404)
        assert "X" not in answer.headers


def test_i09_odd_cookies_and_headers(cast):
    """I09: made-up cookies and htmx headers change the look of nothing and break nothing."""
    client = Client()
    client.force_login(cast.gm.user)
    client.cookies["django_language"] = "../../x"
    client.cookies["theme"] = '"><script>'
    for extra in (
        {"HX-Request": "true", "HX-Current-URL": "http://evil.example/\x00"},
        {"Accept-Language": "en" * 5_000},
    ):
        answer = client.get(address("sheet", cast.gm.held, cast), headers=extra)
        assert answer.status_code == 200
        assert 'lang="fr"' in answer.content.decode()
        assert "data-theme" not in answer.content.decode()


def test_x06_a_foreign_host_is_refused(cast):
    """X06: a request under a name that is not configured is 400; X-Forwarded-Host is not believed."""
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    assert "evil.example" not in Client().get("/", headers={"X-Forwarded-Host": "evil.example"}).content.decode()


def test_s08_markup_in_every_text_is_text(cast):
    """S08: script, handlers and javascript: links in every text of a sheet are shown as text, to everyone."""
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>\"'>{{ 7|add:7 }}{% now %}"[:79]
    sent = plain_sheet(cast) | dict.fromkeys(("name", "concept", "notes", "drive", "flaw", "tension"), evil)
    sent |= {"imprint-0-name": evil, "mark-0-name": evil, "reaction-0-name": evil, "objective-0-text": evil}
    assert cast.owner.post(address("keep", cast.owner.held, cast), sent).status_code == 303
    cast.owner.post(address("name-wound", cast.owner.held, cast), {"name": evil[:60]})
    for person in (cast.gm, cast.owner, cast.spectator):
        for name in ("table", "sheet", "result", "write", "wound", "home"):
            answer = person.get(address(name, person.held, cast))
            if answer.status_code == 200:
                tree = read(answer)
                assert not [e for e in tree.all("img") if e.get("src") == "x"]
                assert not [e for e in tree.all("script") if not e.get("src")]
                assert "alert(1)" in answer.content.decode() or name in ("home", "wound")
