"""Passkeys: made by whoever is signed in, signing them in alone, and refused whenever anything does not fit."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from fido2.utils import websafe_encode

from sheets.models import Passkey, Session, User
from sheets.services import erasure, guests, passkeys
from sheets.services.my_data import gather
from sheets.views import ceremonies
from tests.sheets.authenticator import FLAG, Device
from tests.sheets.factories import make_person
from tests.sheets.views.markup import errors_of, read
from tests.sheets.views.rows import nothing_changes

MEANT = {"name": "Mon téléphone", "password": "demo"}
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def asked_to_make(client: Client) -> dict[str, Any]:
    asked: dict[str, Any] = client.post("/account/passkeys/ask/", MEANT).json()["publicKey"]
    return asked


def asked_to_sign(client: Client) -> dict[str, Any]:
    asked: dict[str, Any] = client.post("/sign-in/passkey/ask/").json()["publicKey"]
    return asked


def with_key(user: User, **how: Any) -> Device:
    """A device with a passkey of this person."""
    device = Device(**how)
    client = browser_of(user)
    answer = client.post("/account/passkeys/add/", MEANT | device.make(asked_to_make(client)))
    assert answer.status_code == 303
    return device


def come_in(device: Device, client: Client | None = None, **more: str) -> Any:
    client = client or Client()
    return client.post("/sign-in/passkey/", device.sign(asked_to_sign(client)) | more)


def sentences(answer: HttpResponse) -> list[str]:
    return [line.text for line in read(answer).all("p") if "notice" in (line.get("class") or "")]


def test_a_passkey_signs_in_like_a_password(db):
    """Product: made once, it signs in alone: a session of one's own with its browser, and on to where one was."""
    user = make_person()
    device = with_key(user)
    key = Passkey.objects.get()
    assert (key.user, key.name, key.used_at) == (user, MEANT["name"], None)
    phone = Client(headers={"user-agent": PHONE})
    answer = come_in(device, phone, next="/tables/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/tables/new/")
    assert Session.objects.get(user=user, agent=PHONE).seen_at <= timezone.now()
    assert "Safari, iPhone" in phone.get("/account/").content.decode()
    key.refresh_from_db()
    assert key.used_at is not None
    user.refresh_from_db()
    assert user.last_login is not None


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_it_leads_nowhere_else(db, elsewhere):
    """P-open: where to go on is an address of ours, or home."""
    assert come_in(with_key(make_person()), next=elsewhere)["Location"] == "/"


def test_what_the_browser_is_asked(db):
    """A key found by the site alone, the person's other keys left out, nobody named before they signed."""
    user = make_person()
    device = with_key(user)
    asked = asked_to_make(browser_of(user))
    assert asked["rp"] == {"id": "testserver", "name": "Impact"}
    assert asked["user"]["name"] == user.username
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert [key["id"] for key in asked["excludeCredentials"]] == [websafe_encode(device.credential)]
    signing = asked_to_sign(Client())
    assert (signing["rpId"], signing["userVerification"]) == ("testserver", "preferred")
    assert "allowCredentials" not in signing


def test_a_challenge_serves_once(db):
    """What was sent once signs nobody in again, and makes no second key, even in its own browser."""
    user = make_person()
    device, client = with_key(user), Client()
    sent = device.sign(asked_to_sign(client))
    assert client.post("/sign-in/passkey/", sent).status_code == 302
    client.post("/sign-out/")
    assert client.post("/sign-in/passkey/", sent).status_code == 422
    mine, other = browser_of(user), Device()
    made = MEANT | other.make(asked_to_make(mine))
    assert [mine.post("/account/passkeys/add/", made).status_code for _twice in range(2)] == [303, 422]
    assert Passkey.objects.count() == 2


def test_a_challenge_of_another_browser_or_of_before_serves_nobody(db):
    """A challenge belongs to its session, and the newest one alone counts."""
    device, here, there = with_key(make_person()), Client(), Client()
    old, new = asked_to_sign(here), asked_to_sign(here)
    asked_to_sign(there)
    with nothing_changes():
        assert there.post("/sign-in/passkey/", device.sign(new)).status_code == 422
        assert here.post("/sign-in/passkey/", device.sign(old)).status_code == 422


def test_a_challenge_ends_after_five_minutes(db, monkeypatch):
    """Whoever takes longer is told so, and nothing is done."""
    device, client = with_key(make_person()), Client()
    sent = device.sign(asked_to_sign(client))
    now = ceremonies.time.time()
    monkeypatch.setattr(ceremonies.time, "time", lambda: now + passkeys.LASTS_SECONDS + 1)
    answer = client.post("/sign-in/passkey/", sent)
    assert answer.status_code == 422
    assert "trop longtemps" in sentences(answer)[0]


@pytest.mark.parametrize(
    "bent",
    [
        {"origin": "https://testserver"},
        {"origin": "http://evil.example"},
        {"origin": "http://testserver.evil.example"},
        {"host": "evil.example"},
        {"flags": FLAG(0)},
        {"key": Device().key},
        {"handle": b"0"},
    ],
    ids=["scheme", "origin", "suffix", "host", "nobody-there", "other-key", "other-person"],
)
def test_what_does_not_fit_signs_nobody_in(db, bent):
    """Another site, no person at the device, another key, another's name on it: 422, nothing changes."""
    device, client = with_key(make_person()), Client()
    for name, value in bent.items():
        setattr(device, name, value)
    sent = device.sign(asked_to_sign(client))
    with nothing_changes():
        answer = client.post("/sign-in/passkey/", sent)
    assert (answer.status_code, len(sentences(answer))) == (422, 1)
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize("bent", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"flags": FLAG(0)}])
def test_what_does_not_fit_is_not_kept(db, bent):
    """The same for making: no key is kept."""
    client = browser_of(make_person())
    answer = client.post("/account/passkeys/add/", MEANT | Device(**bent).make(asked_to_make(client)))
    assert (answer.status_code, Passkey.objects.count()) == (422, 0)


def test_a_key_belongs_to_one_person(db):
    """A key that is known cannot be taken over, and is seen, renamed and removed by its person alone."""
    device = with_key(make_person())
    key = Passkey.objects.get()
    thief = browser_of(make_person())
    with nothing_changes():
        taken = thief.post("/account/passkeys/add/", MEANT | device.make(asked_to_make(thief)))
        assert taken.status_code == 422
        at = f"/account/passkeys/{key.pk}/"
        sent = {"name": "Volée", "password": "demo"}
        assert [thief.get(at).status_code, thief.post(at + "rename/", sent).status_code] == [404, 404]
        assert thief.post(at + "remove/", sent).status_code == 404
    assert key.name not in thief.get("/account/").content.decode()


def test_a_removed_key_signs_nobody_in(db):
    """Removing asks for the password; then the key is unknown, and a sentence says what to do."""
    user = make_person()
    device, client = with_key(user), browser_of(user)
    remove = f"/account/passkeys/{Passkey.objects.get().pk}/remove/"
    with nothing_changes():
        answer = client.post(remove, {"password": "faux"})
    assert (answer.status_code, len(errors_of(read(answer)))) == (422, 1)
    assert client.post(remove, {"password": "demo"}).status_code == 303
    answer = come_in(device)
    assert answer.status_code == 422
    assert "Aucun compte ne connaît" in sentences(answer)[0]


def test_a_counter_that_goes_back_tells_of_a_copy(db):
    """A key that counts has to count on; one that does not count stays at nought."""
    device = with_key(make_person(), count=7)
    device.count = 2**32 - 2
    assert come_in(device).status_code == 302
    for count in (2**32 - 2, 3, 0):
        device.count = count
        with nothing_changes():
            answer = come_in(device)
        assert (answer.status_code, "copie" in sentences(answer)[0]) == (422, True)
    device.count = 2**32 - 1
    assert come_in(device).status_code == 302
    without = with_key(make_person())
    assert [come_in(without).status_code for _twice in range(2)] == [302, 302]


def test_a_closed_account_stays_closed(db):
    """Whoever was deactivated comes in by no key either."""
    user = make_person()
    device = with_key(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    with nothing_changes():
        answer = come_in(device)
    assert (answer.status_code, sentences(answer)) == (422, ["Ce compte est fermé."])


@pytest.mark.parametrize("field", ["password", "name"])
@pytest.mark.parametrize("value", ["", "nul\x00", "x" * 300])
def test_a_key_is_made_by_who_knows_the_password(db, field, value):
    """Whoever finds an open browser makes no key: 422 at the field, before the device is asked and after."""
    client, device = browser_of(make_person()), Device()
    made = device.make(asked_to_make(client))
    with nothing_changes():
        for url in ("/account/passkeys/ask/", "/account/passkeys/add/"):
            answer = client.post(url, MEANT | made | {field: value})
            assert (answer.status_code, len(errors_of(read(answer)))) == (422, 1)


def test_a_guest_has_no_account_to_come_into(db):
    """A guest is shown no passkeys and makes none."""
    client = browser_of(guests.make_guest("Léa"))
    assert "passkeys" not in client.get("/account/").content.decode().split("<main")[1]
    with nothing_changes():
        assert [client.post(f"/account/passkeys/{at}/", MEANT).status_code for at in ("ask", "add")] == [409, 409]


def test_a_person_has_twenty_keys_at_most(db):
    """More are refused with a sentence, before the device is asked and after."""
    user = make_person()
    client = browser_of(user)
    made = Device().make(asked_to_make(client))
    for n in range(passkeys.AT_MOST):
        Passkey.objects.create(user=user, name="n", credential_id=f"n{n}", sign_count=0)
    with nothing_changes():
        for at in ("ask", "add"):
            answer = client.post(f"/account/passkeys/{at}/", MEANT | made)
            assert answer.status_code == 422
            assert any("20" in sentence for sentence in sentences(answer))


def test_keys_leave_with_the_account_and_are_told_without_secrets(db):
    """Product: my data names the keys and no part of them; a deleted account takes them along."""
    user = make_person()
    device = with_key(user)
    told = gather(user, timezone.now())
    assert [(key["name"], key["used_at"]) for key in told["passkeys"]] == [(MEANT["name"], None)]
    assert websafe_encode(device.credential) not in json.dumps(told)
    erasure.erase(user=user, characters_go=True)
    assert not Passkey.objects.exists()
    assert come_in(device).status_code == 422


def test_a_key_is_renamed(db):
    """A new name is shown; one that cannot be is refused at its field and changes nothing."""
    user = make_person()
    with_key(user)
    client, at = browser_of(user), f"/account/passkeys/{Passkey.objects.get().pk}/rename/"
    for bad in ("", "nul\x00", "x" * 61):
        with nothing_changes():
            answer = client.post(at, {"name": bad})
        assert (answer.status_code, len(errors_of(read(answer)))) == (422, 1)
    assert client.post(at, {"name": "<b>Clé</b>"}).status_code == 303
    assert "&lt;b&gt;Clé&lt;/b&gt;" in client.get("/account/").content.decode()


def test_the_site_is_that_of_its_public_address(db, settings):
    """PUBLIC_URL names host and origin; opened by another name or by a number, the site offers no keys."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.PUBLIC_URL = "https://impact.example"
    user, here = make_person(), {"secure": True, "headers": {"host": "impact.example"}}
    client = browser_of(user)
    asked = client.post("/account/passkeys/ask/", MEANT, **here).json()["publicKey"]
    assert asked["rp"]["id"] == "impact.example"
    device = Device(origin="https://impact.example", host="impact.example")
    assert client.post("/account/passkeys/add/", MEANT | device.make(asked), **here).status_code == 303
    for host in ("other.example", "192.168.1.7:8000", "[::1]"):
        there = {"headers": {"host": host}}
        assert Client().post("/sign-in/passkey/ask/", **there).status_code == 409
        assert "data-passkey=" not in Client().get("/sign-in/", **there).content.decode()
        assert "data-passkey=" not in client.get("/account/", **there).content.decode()


def test_keys_are_tried_so_often_and_no_more(db, monkeypatch):
    """Guessing is limited by address; what goes well is not counted."""
    device = with_key(make_person())
    assert all(come_in(device).status_code == 302 for _time in range(101))
    codes = [Client().post("/sign-in/passkey/").status_code for _time in range(101)]
    assert codes == [422] * 100 + [429]
