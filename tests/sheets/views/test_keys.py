"""Keys: a form sent twice changes things once and is answered twice alike (architecture, One way through; D01, D03)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from sheets.models import Character, Entry, SpentKey, Wound
from tests.sheets.cast import Cast, Person
from tests.sheets.views.addresses import ROWS, address, usual
from tests.sheets.views.markup import errors_of, read
from tests.sheets.views.rows import every_row, nothing_changes
from tests.sheets.views.sent import plain_sheet

# No key, which would keep a name: these are harmless to send twice by themselves.
NAMELESS = ("add-boundary", "x-card")
# An account's own forms ask for the password of the moment, need a mail that is not set up here, or give a
# challenge that is good for once; a passkey that is removed cannot be found again.
OF_AN_ACCOUNT = ("change-password", "change-address", "ask-passkey", "add-passkey", "remove-passkey")
ACTS = [
    name
    for name, row in ROWS.items()
    if row.method == "POST" and row.seated and row.allowed and name not in ("odds", "redo", *NAMELESS, *OF_AN_ACCOUNT)
]


def whole(answer: HttpResponse) -> tuple[int, bytes, list[tuple[str, str]]]:
    """An answer as the browser gets it, cookies aside. What it varies by has no order."""
    headers = {name: ", ".join(sorted(value.split(", "))) for name, value in answer.headers.items()}
    return answer.status_code, answer.content, sorted(headers.items())


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("name", ACTS)
def test_the_same_key_thrice_is_one_change(cast, name, htmx):
    """A form sent three times in a row changes things once, and is answered byte for byte alike."""
    person = usual(name, cast)
    url = address(name, person.held, cast)
    ROWS[name].before(cast)
    body, key = ROWS[name].body(cast), person.key(url)
    first = person.post(url, body, htmx=htmx, key=key)
    assert first.status_code < 400
    with nothing_changes():
        again = [person.post(url, body, htmx=htmx, key=key) for _time in range(2)]
    assert [whole(answer) for answer in again] == [whole(first)] * 2


def test_d01_a_hundred_pairs_are_a_hundred_events(cast):
    """D01: the wound button sent twice with one key, a hundred times: one event each, answered twice alike."""
    inflict, heal = address("inflict", cast.gm.held, cast), address("heal", cast.gm.held, cast)
    cast.gm.post(heal, {"slot": "light_1"})
    entries = Entry.objects.count()
    for pair in range(100):
        key = cast.gm.key(inflict)
        answers = [cast.gm.post(inflict, {"severity": "light"}, htmx=True, key=key) for _time in range(2)]
        assert whole(answers[0]) == whole(answers[1])
        assert Entry.objects.count() == entries + 2 * pair + 1
        cast.gm.post(heal, {"slot": "light_1"})


def test_d03_a_second_press_lands_on_the_new_character(cast):
    """D03: *new character* pressed twice makes one character, and both answers lead to it."""
    url = address("make-character", cast.owner.held, cast)
    body, key = plain_sheet(cast), cast.owner.key(url)
    answers = [cast.owner.post(url, body, key=key) for _time in range(2)]
    made = Character.objects.get(name="Nova")
    assert {a["Location"] for a in answers} == {address("sheet", cast.owner.held, cast, character_id=made.pk)}
    assert cast.owner.get(answers[1]["Location"]).status_code == 200


def test_another_body_under_a_spent_key(cast):
    """Another body under the same key is 422 and changes nothing; the page is told that the key is spent."""
    url = address("inflict", cast.gm.held, cast)
    key = cast.gm.key(url)
    assert cast.gm.post(url, {"severity": "light"}, key=key).status_code == 303
    for other in ({"severity": "grave"}, {"severity": "light", "name": "Entaille"}, {}):
        for htmx in (False, True):
            with nothing_changes():
                answer = cast.gm.post(url, other, htmx=htmx, key=key)
            assert answer.status_code == 422
            assert answer["HX-Trigger"] == "key-spent"
            said = errors_of(read(answer))
            assert len(said) == 1
            assert "expiré" not in said[0]


def test_a_file_is_part_of_the_body(cast):
    """Keys: the same fields with another picture are another body."""
    from tests.sheets.views.pictures import png

    url = address("keep", cast.gm.held, cast)
    key = cast.gm.key(url)
    assert cast.gm.post(url, plain_sheet(cast) | {"portrait_file": png("red")}, key=key).status_code == 303
    with nothing_changes():
        assert cast.gm.post(url, plain_sheet(cast) | {"portrait_file": png("blue")}, key=key).status_code == 422
        # A form that was answered is answered again, though its version is an old one by now.
        assert cast.gm.post(url, plain_sheet(cast) | {"portrait_file": png("red")}, key=key).status_code in (303, 422)


def test_the_csrf_field_does_not_count_as_body(cast):
    """Keys: a reloaded page has another CSRF token for the same form; the answer is the first one all the same."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.gm.user)
    url = address("inflict", cast.gm.held, cast)
    key, bodies = cast.gm.key(url), []
    for _time in range(2):
        page = client.get(address("sheet", cast.gm.held, cast))
        token = page.context["csrf_token"]
        bodies.append({"severity": "light", "key": key, "csrfmiddlewaretoken": str(token)})
    assert bodies[0] != bodies[1]
    entries = Entry.objects.count()
    answers = [client.post(url, body) for body in bodies]
    assert whole(answers[0]) == whole(answers[1])
    assert (answers[0].status_code, Entry.objects.count()) == (303, entries + 1)


REFUSED = [
    ("inflict", {"severity": "fatal"}, {"severity": "light"}),
    ("tick", {"slot": "light_1"}, {"slot": "critical"}),
    ("sparks", {"by": "-3"}, {"by": "-1"}),
    ("state", {"to": "active"}, {"to": "neutralised"}),
    ("roll", {"intention": ""}, None),
    ("roll", {"intention": "act", "dice": "table", "face_d6": ["9"]}, None),
    ("roll", {"intention": "act", "fingerprint": "old"}, None),
    ("keep", {"name": ""}, None),
    ("keep", {"name": "Nova", "version": "7"}, None),
    ("make-table", {"name": ""}, None),
    ("change-terms", {"spark_start": "-1"}, None),
    ("give-seat", {"username": "personne du tout", "role": "player"}, None),
]


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(("name", "wrong", "right"), REFUSED)
def test_a_refused_form_does_not_use_up_its_key(cast, name, wrong, right, htmx):
    """Architecture: 422 or 409 leaves the key good; what is sent right afterwards with it is done."""
    url = address(name, cast.gm.held, cast)
    key = cast.gm.key(url)
    fits = ROWS[name].body(cast)
    with nothing_changes():
        assert cast.gm.post(url, wrong if right else fits | wrong, htmx=htmx, key=key).status_code in (409, 422)
    assert not SpentKey.objects.filter(key=key).exists()
    assert cast.gm.post(url, right or fits, htmx=htmx, key=key).status_code < 400
    assert SpentKey.objects.filter(key=key).count() == 1


def test_keys_that_are_not_ones_own(cast):
    """Architecture: a missing, forged, foreign or misplaced key is 422 with a message, and nothing changes."""
    url = address("sparks", cast.gm.held, cast)
    good = cast.gm.key(url)
    nonce, signature = good.split(".")
    keys = {
        "missing": "",
        "empty words": " ",
        "forged": f"{nonce}.{'0' * 32}",
        "of another nonce": f"{nonce}x.{signature}",
        "of another person": cast.owner.key(url),
        "of another address": cast.gm.key(address("state", cast.gm.held, cast)),
        "of another seat": cast.gm.key(address("table", cast.owner.held, cast)),
        "of another character": cast.gm.key(address("sparks", cast.gm.held, cast, character_id=cast.zoe.pk)),
        "with NUL": f"{good}\x00",
        "with a line": f"{good}\n",
        "with a counter beyond reason": f"{good}.{'9' * 30}",
        "very long": "x" * 10_000,
        "of another script": f"{nonce}.{signature}.٣",
    }
    for why, key in keys.items():
        for htmx in (False, True):
            with nothing_changes():
                answer = cast.gm.post(url, {"by": "1"}, htmx=htmx, key=key)
            assert answer.status_code == 422, why
            assert "Ce formulaire a expiré" in answer.content.decode(), why


def test_the_key_of_a_page_serves_all_its_small_acts(cast):
    """Keys: a seat's key with a counter lets each act through once; the same number again is the same act."""
    key = cast.gm.key(address("table", cast.gm.held, cast))
    sparks, state = address("sparks", cast.gm.held, cast), address("state", cast.gm.held, cast)
    for turn, total in (("0", 3), ("1", 4)):
        for _time in range(2):
            assert cast.gm.post(sparks, {"by": "1"}, htmx=True, key=f"{key}.{turn}").status_code == 200
        cast.alex.sheet.refresh_from_db()
        assert cast.alex.sheet.sparks == total
    with nothing_changes():
        assert cast.gm.post(state, {"to": "dead"}, htmx=True, key=f"{key}.1").status_code == 422


class AnswersLost:
    """Middleware around all others: does the work, then the answer is lost on its way."""

    lost = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if AnswersLost.lost:
            raise ConnectionError("the line was cut")
        return answer


@pytest.mark.parametrize("name", ["roll", "inflict", "make-character"])
def test_a_lost_answer_can_be_asked_for_again(cast, name, settings, monkeypatch):
    """After a lost answer the same form gives the answer that was lost, and changes nothing more."""
    settings.MIDDLEWARE = [f"{__name__}.AnswersLost", *settings.MIDDLEWARE]
    person = Person("gm", cast.gm.user, cast.gm.seat)
    url = address(name, cast.gm.held, cast)
    body, key = ROWS[name].body(cast), person.key(url)
    before = every_row()
    monkeypatch.setattr(AnswersLost, "lost", True)
    with pytest.raises(ConnectionError):
        person.post(url, body, htmx=True, key=key)
    assert every_row() != before
    monkeypatch.setattr(AnswersLost, "lost", False)
    with nothing_changes():
        found = person.post(url, body, htmx=True, key=key)
        again = person.post(url, body, htmx=True, key=key)
    assert found.status_code == ROWS[name].htmx
    assert whole(found) == whole(again)


def test_an_error_of_ours_leaves_nothing_behind(cast, monkeypatch):
    """Keys: when a view breaks, neither its changes nor its key stay, so the same form may be sent again."""
    from sheets.views import acts

    url = address("inflict", cast.gm.held, cast)
    key = cast.gm.key(url)

    def broken(*args: Any, **kwargs: Any) -> HttpResponse:
        raise RuntimeError("on purpose")

    with monkeypatch.context() as patched:
        patched.setattr(acts, "after_act", broken)
        with nothing_changes(), pytest.raises(RuntimeError):
            cast.gm.post(url, {"severity": "light"}, key=key)
    assert cast.gm.post(url, {"severity": "light"}, key=key).status_code == 303
    assert Wound.objects.filter(character=cast.alex, slot="light_2").count() == 1


def test_a_whole_cast_is_told_apart_by_its_keys(cast: Cast):
    """Architecture: a key is unique per person and button."""
    url = address("roll", cast.gm.held, cast)
    assert len({person.key(url) for person in (cast.gm, cast.owner, cast.other) for _time in range(3)}) == 9
