"""What the forms of sheets, tables, seats, accounts may be sent: a message at its field, the text kept, no 500."""

import pytest

from tests.sheets.views.addresses import address
from tests.sheets.views.bad import BILLION, LONG, NOT_NUMBERS, NUL
from tests.sheets.views.markup import errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import plain_sheet, plain_table

SHEET_FAULTS: list[tuple[str, str]] = [
    ("name", ""),
    ("name", "   "),
    ("name", LONG),
    ("name", NUL),
    ("concept", LONG),
    ("notes", "é" * 20_001),
    ("notes", NUL),
    ("drive", LONG),
    ("tension", NUL),
    ("imprint-0-name", LONG),
    ("backpack-3-name", NUL),
    ("imprint-0-id", BILLION + "x"),
    ("reaction-0-trigger", "Sans nom <i>"),
    ("reaction-1-response", LONG),
    ("objective-0-text", LONG),
    ("objective-0-term", "forever"),
    ("version", "abc"),
    ("version", "-1"),
]


@pytest.mark.parametrize("name", ["keep", "make-character"])
@pytest.mark.parametrize(("field", "value"), SHEET_FAULTS, ids=[f"{f}-{v[:9]!r}" for f, v in SHEET_FAULTS])
def test_faults_of_a_sheet_form(cast, name, field, value):
    """A text that cannot be kept is refused at its field; all typed text comes back, nothing is written."""
    url = address(name, cast.gm.held, cast)
    with nothing_changes():
        answer = cast.gm.post(url, plain_sheet(cast) | {"notes": "Tapé <ici>"} | {field: value})
    tree = read(answer)
    assert answer.status_code in (409, 422)
    assert errors_of(tree) != []
    held = sent_by(form_to(tree, url))
    if "\x00" not in value and field != "version":
        assert held.get(field) == [value] or field.endswith("-term"), "what was typed is gone"
    if field != "notes":
        assert held["notes"] == ["Tapé <ici>"]
        assert "Tapé <ici>" not in answer.content.decode()


@pytest.mark.parametrize("name", ["keep", "make-character"])
@pytest.mark.parametrize(
    "counts",
    [{}, *({"TOTAL_FORMS": total} for total in ("", "abc", "-1", "0", "7", BILLION, NUL))],
    ids=repr,
)
def test_faults_of_the_counts_of_rows(cast, name, counts):
    """C2: without or with absurd counts of its rows a sheet form removes nothing and says that it cannot be read."""
    url = address(name, cast.gm.held, cast)
    whole = plain_sheet(cast)
    sent = {k: v for k, v in whole.items() if counts or not k.startswith("imprint-") or not k.endswith("_FORMS")}
    sent |= {f"imprint-{k}": v for k, v in counts.items()}
    with nothing_changes():
        answer = cast.gm.post(url, sent)
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []


TABLE_FAULTS: list[tuple[str, str]] = [
    ("name", ""),
    ("name", LONG),
    ("name", NUL),
    ("lethality", "cosy"),
    ("lethality", ""),
    ("lethal_redemption", "always"),
    ("wound_rule", NUL),
    ("spark_start", ""),
    ("spark_start", "100"),
    *(("spark_start", text) for text in NOT_NUMBERS),
    *(("spark_maximum", text) for text in NOT_NUMBERS),
    ("spark_maximum", "0"),
]


@pytest.mark.parametrize("name", ["make-table", "change-terms"])
@pytest.mark.parametrize(("field", "value"), TABLE_FAULTS, ids=[f"{f}-{v[:9]!r}" for f, v in TABLE_FAULTS])
def test_faults_of_a_table_form(cast, name, field, value):
    """C3, T11: terms that cannot be are refused at their field, what was typed stays."""
    url = address(name, cast.gm.held, cast)
    with nothing_changes():
        answer = cast.gm.post(url, plain_table(cast) | {field: value})
    tree = read(answer)
    assert answer.status_code == 422
    assert errors_of(tree) != []
    held = sent_by(form_to(tree, url))
    assert held["name"] == [value if field == "name" and "\x00" not in value else held["name"][0]]
    if field.startswith("spark") and "\x00" not in value:
        assert held[field] == [value]


@pytest.mark.parametrize(
    ("username", "role"),
    [
        ("", "player"),
        (LONG, "player"),
        (NUL, "player"),
        ("Personne d’ici", "player"),
        ("x", ""),
        ("x", "king"),
        ("x", NUL),
    ],
    ids=lambda text: text[:9],
)
def test_faults_of_a_seat_form(cast, username, role):
    """A seat for nobody, or of no role, is refused at its field on the page of the table."""
    url = address("give-seat", cast.gm.held, cast)
    with nothing_changes():
        answer = cast.gm.post(url, {"username": username, "role": role})
    assert answer.status_code == 422
    tree = read(answer)
    assert errors_of(tree) != []
    if "\x00" not in username:
        assert sent_by(form_to(tree, url)).get("username", [""]) == [username]


def test_the_last_gm_stays(cast):
    """Product: the last GM cannot leave; said with a sentence, nothing changes."""
    with nothing_changes():
        answer = cast.gm.post(address("remove-seat", cast.gm.held, cast, other_id=cast.gm.held.pk))
    assert answer.status_code == 409
    assert errors_of(read(answer)) != []


PASSWORD = "un mot de passe long"
SIGN_UPS: list[dict[str, str]] = [
    {},
    {"username": "nova"},
    {"username": "nova", "password1": PASSWORD},
    {"username": "nova", "password1": PASSWORD, "password2": "un autre"},
    {"username": "nova", "password1": "123", "password2": "123"},
    {"username": LONG, "password1": PASSWORD, "password2": PASSWORD},
    {"username": NUL, "password1": PASSWORD, "password2": PASSWORD},
    {"username": "nova <b>", "password1": PASSWORD, "password2": PASSWORD},
    {"username": "nova", "password1": f"{PASSWORD}\x00", "password2": f"{PASSWORD}\x00"},
]


@pytest.mark.parametrize("sent", SIGN_UPS, ids=lambda sent: str(sent)[:60])
def test_faults_of_signing_up(cast, sent):
    """I09: an account that cannot be made is refused at its field, and its name stays as typed."""
    url = address("signup", cast.gm.held, cast)
    with nothing_changes():
        answer = cast.stranger.post(url, sent | {"next": "/t/x/\x00"})
    tree = read(answer)
    assert answer.status_code == 422
    assert errors_of(tree) != []
    fields = {f.get("name"): f.get("value") for f in tree.all("input")}
    if "\x00" not in sent.get("username", ""):
        assert fields["username"] == sent.get("username", "")


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"username": "nova"},
        {"username": NUL, "password": "x"},
        {"username": "nova", "password": NUL},
        {"username": LONG, "password": LONG},
        {"username": "inconnue <b>", "password": "x"},
    ],
    ids=lambda sent: str(sent)[:60],
)
def test_faults_of_signing_in(cast, sent):
    """I09: a sign-in that fails says so with 422, in both languages' words, and keeps the name."""
    with nothing_changes():
        answer = cast.stranger.post(address("login", cast.gm.held, cast), sent)
    tree = read(answer)
    assert answer.status_code == 422
    assert errors_of(tree) != []
    fields = {f.get("name"): f.get("value") for f in tree.all("input")}
    if "\x00" not in sent.get("username", ""):
        assert fields["username"] == sent.get("username", "")
