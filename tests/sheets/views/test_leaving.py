"""Taking one's data away, and leaving: what the file holds, what is asked before, what is left on the disk."""

import json
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.db import transaction
from django.test import Client

from rules.impact.scars import ScarEffect
from sheets.models import Character, Choice, Role, User
from sheets.services import campaigns, characters, guests, scars, scene
from sheets.services.characters import SheetTexts
from sheets.services.scars import Written
from tests.sheets.cast import ALEX, GM_MARK
from tests.sheets.factories import make_person, make_table, seat_at
from tests.sheets.views.markup import errors_of, read
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import threaten

LEAVE = "/account/delete/"
MEANT = {"characters": "go", "password": "demo"}


@pytest.fixture(autouse=True)
def own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def data_of(person) -> dict:
    answer = person.get("/account/data/")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith('attachment; filename="impact-')
    return json.loads(answer.content)


def test_my_data_hold_all_that_is_mine(cast):
    """Product: the account, the seats, the characters with all texts and portraits, the acts, rolls and answers."""
    cast.alex.portrait.save("alex.webp", ContentFile(b"picture"))
    threaten(cast)
    scene.answer(seat=cast.owner.held, character_id=cast.alex.pk, choice=Choice.ADAPT)
    sides = {"burden_effect": ScarEffect.TWIST_DIE, "boon_effect": ScarEffect.CALM}
    written = Written(name="Voix brisée", burden="Chanter", boon="Se taire", **sides)
    scars.propose(seat=cast.owner.held, character_id=cast.alex.pk, written=written)
    User.objects.filter(pk=cast.owner.user.pk).update(email="alex@example.org", language="fr", theme="dark")
    mine = data_of(cast.owner)
    assert (mine["format"], mine["version"]) == ("impact.my-data", 1)
    assert mine["profile"] | {"email": "alex@example.org", "language": "fr", "theme": "dark"} == mine["profile"]
    assert len(mine["sessions"]) == 1
    [seat] = mine["seats"]
    assert (seat["table"], seat["role"], seat["name"]) == ("La table", "player", cast.owner.held.name)
    [alex] = seat["characters"]
    assert [alex[name] for name in ("name", "concept", "notes")] == list(ALEX["character"].values())
    assert [alex[name] for name in ("drive", "flaw", "tension")] == list(ALEX["sheet"].values())
    assert [{"lost": False} | t for t in ALEX["traits"]] == alex["traits"]
    assert (list(ALEX["reactions"]), list(ALEX["objectives"])) == (alex["reactions"], alex["objectives"])
    assert {w["slot"]: w["name"] for w in alex["wounds"]} == {"light_1": "Coupure publique", "grave": ""}
    assert [(s["name"], s["burden"], s["boon_effect"], s["status"]) for s in alex["scars"]] == [
        ("", "", "action_die", "borne"),
        ("Voix brisée", "Chanter", "calm", "proposed"),
    ]
    assert alex["portrait"] == "data:image/webp;base64,cGljdHVyZQ=="
    assert alex["answers"] == [{"danger": "high", "sentence": "Le toit <cède>", "answer": "adapt"}]
    assert [act["kind"] for act in seat["acts"]] == ["roll", "danger_answered", "scar_proposed"]
    assert seat["acts"][0]["roll"]["faces"] == cast.roll.faces


def test_s02_my_data_hold_nothing_that_is_hidden_from_me(cast):
    """S02, S05: nothing of the GM's screen, of another's sheet or of another table; no key, password or session."""
    for person in (cast.owner, cast.other, cast.spectator, cast.removed, cast.outsider):
        told = person.get("/account/data/").content.decode()
        hidden = [GM_MARK] if person is not cast.outsider else ["Alex"]
        hidden += ["Fuir"] if person in (cast.owner, cast.spectator, cast.removed) else []
        hidden += [ALEX["sheet"]["drive"]] if person is not cast.owner else []
        hidden += [person.user.password, person.client.session.session_key]
        assert [text for text in hidden if text in told] == [], person.name


def test_what_was_written_after_one_left_is_others_alone(cast):
    """P01: with the seat the sheet is out of reach, in the file as on the pages; one's own acts stay in it."""
    campaigns.remove_seat(seat=cast.gm.held, seat_id=cast.owner.held.pk)
    [seat] = data_of(cast.owner)["seats"]
    assert seat["until"]
    assert seat["characters"] == []
    assert [act["kind"] for act in seat["acts"]] == ["roll"]


def test_leaving_asks_for_the_password_and_for_a_choice(cast):
    """Product: without the password, or without saying what becomes of the characters, nothing changes: 422."""
    for sent, wrong in (({}, 2), (MEANT | {"password": "faux"}, 1), (MEANT | {"characters": "sell"}, 1)):
        with nothing_changes():
            answer = cast.owner.client.post(LEAVE, sent)
        assert answer.status_code == 422
        assert answer.content.decode().count('class="error"') == wrong
    assert cast.owner.get("/account/").status_code == 200


def test_leaving_twice_is_leaving_once(cast):
    """The second of two presses finds nobody signed in, and is led to the sign-in page."""
    name = cast.owner.user.username
    gone = cast.owner.client.post(LEAVE, MEANT)
    assert (gone.status_code, gone["Location"]) == (303, "/")
    assert "Ton compte est supprimé" in cast.owner.client.get("/").content.decode()
    again = cast.owner.client.post(LEAVE, MEANT)
    assert (again.status_code, again["Location"].split("?")[0]) == (302, "/sign-in/")
    assert not User.objects.filter(username=name).exists()
    assert cast.owner.client.post("/sign-in/", {"username": name, "password": "demo"}).status_code == 422


def test_a_guest_leaves_by_typing_their_name(db):
    """Product: a guest has no password: they type their name, exactly."""
    guest = guests.make_guest("Léa la Brume")
    client = Client()
    client.force_login(guest)
    for typed in ("", "Léa", "léa la brume"):
        refused = client.post(LEAVE, {"characters": "stay", "name": typed})
        assert (refused.status_code, len(errors_of(read(refused)))) == (422, 1)
    assert client.post(LEAVE, {"characters": "stay", "name": "Léa la Brume"}).status_code == 303
    assert not User.objects.filter(pk=guest.pk).exists()


def test_the_last_gm_is_told_what_to_do_first(cast):
    """Product: the last GM of a table with others is led to that table, and sending the form anyway changes nothing."""
    page = cast.gm.get(LEAVE).content.decode()
    assert f"/t/{cast.gm.held.pk}/" in page
    assert "<form class" not in page.split("<main")[1]
    with nothing_changes():
        assert cast.gm.client.post(LEAVE, MEANT).status_code == 422


def test_tables_that_go_along_are_named_beforehand(db):
    """Product: a table where nobody else sits is named on the page before it goes."""
    gm = make_table(name="Seul au monde")
    other = make_table(name="Chez les autres")
    seat_at(other, Role.PLAYER, gm.user)
    client = Client()
    client.force_login(gm.user)
    page = client.get(LEAVE).content.decode()
    assert "Seul au monde" in page
    assert "Chez les autres" not in page


def portrait_of(character: Character) -> Path:
    return Path(Character.objects.get(pk=character.pk).portrait.path)


def texts(portrait: object) -> SheetTexts:
    return SheetTexts(character={"name": "Alex", "portrait": portrait}, sheet={"drive": "Fuir"})


def test_a_replaced_or_removed_portrait_leaves_the_disk(cast, django_capture_on_commit_callbacks):
    """Product: what is no longer shown is no longer kept; a change that is taken back keeps the old picture."""
    who = {"seat": cast.owner.held, "character": cast.alex}
    characters.edit(**who, texts=texts(ContentFile(b"one", name="one.webp")), version=0)
    first = portrait_of(cast.alex)
    with transaction.atomic():
        characters.edit(**who, texts=texts(ContentFile(b"two", name="two.webp")), version=1)
        transaction.set_rollback(True)
    assert first.read_bytes() == b"one"
    with django_capture_on_commit_callbacks(execute=True):
        characters.edit(**who, texts=texts(ContentFile(b"three", name="three.webp")), version=1)
        assert first.exists()
    second = portrait_of(cast.alex)
    assert (first.exists(), second.read_bytes()) == (False, b"three")
    with django_capture_on_commit_callbacks(execute=True):
        characters.edit(**who, texts=SheetTexts(character={"name": "Alex"}, sheet={"drive": "Rester"}), version=2)
    assert second.exists()
    with django_capture_on_commit_callbacks(execute=True):
        characters.edit(**who, texts=texts(""), version=3)
    assert not second.exists()


def test_a_person_of_no_table_has_data_and_may_leave(db):
    """An account that never sat anywhere is a whole one."""
    client = Client()
    client.force_login(make_person("seule"))
    assert json.loads(client.get("/account/data/").content)["seats"] == []
    assert client.post(LEAVE, MEANT | {"characters": "stay"}).status_code == 303
    assert not User.objects.filter(username="seule").exists()
