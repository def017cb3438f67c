"""One's own account: name, password, language and theme on every device, the browsers one is signed in with."""

import pytest
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.test import Client

from sheets.models import Seat, Session, User
from sheets.services import guests
from tests.sheets.factories import make_person, make_table
from tests.sheets.views.addresses import ROWS, address
from tests.sheets.views.markup import errors_of, read
from tests.sheets.views.rows import nothing_changes

NEW = "un mot de passe long"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"
LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
TABLET = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def signed_in(user: User, agent: str = "") -> Client:
    """A browser of theirs, signed in through the form."""
    client = Client(headers={"user-agent": agent})
    answer = client.post("/sign-in/", {"username": user.username, "password": "demo"})
    assert answer.status_code == 302
    return client


def text_of(client: Client, url: str = "/account/") -> str:
    return client.get(url).content.decode()


def test_a_new_name_is_that_of_the_seats_too(db):
    """Product: the name changes where the person went by it; another name at another table stays."""
    gm = make_table()
    other = make_table()
    Seat.objects.filter(pk=other.pk).update(user=gm.user, name="Le Maître")
    client = signed_in(gm.user)
    assert client.post("/account/name/", {"username": "Écho"}).status_code == 303
    for _twice in range(2):
        assert client.post("/account/name/", {"username": "Écho"}).status_code == 303
    assert User.objects.get(pk=gm.user.pk).username == "Écho"
    assert [Seat.objects.get(pk=pk).name for pk in (gm.pk, other.pk)] == ["Écho", "Le Maître"]


@pytest.mark.parametrize("name", ["prise", "", "a" * 151, "deux mots", "nul\x00"])
def test_a_name_that_cannot_be_is_refused(db, name):
    """A name that is taken, empty, too long or not a name: 422 at its field, what was typed stays, nothing changes."""
    make_person("prise")
    client = signed_in(make_person())
    with nothing_changes():
        answer = client.post("/account/name/", {"username": name})
    tree = read(answer)
    assert (answer.status_code, len(errors_of(tree))) == (422, 1)
    typed = tree.by_id("id_username")
    assert typed is not None
    assert typed.get("value") == name.replace("\x00", "\ufffd") or "\x00" in name
    # The bar says who one is, not what was typed.
    assert "prise" not in answer.content.decode().split("<main")[0]


def test_a_guest_changes_the_name_that_is_shown(db):
    """Product: a guest has a name for others and no password to change."""
    guest = guests.make_guest("Léa")
    client = Client()
    client.force_login(guest)
    page = text_of(client)
    assert 'name="display_name"' in page
    assert "old_password" not in page
    assert client.post("/account/name/", {"display_name": "Léo la Brume"}).status_code == 303
    guest.refresh_from_db()
    assert (guest.called, guest.username.startswith("guest-")) == ("Léo la Brume", True)
    assert client.post("/account/password/", {"old_password": "", "new_password1": NEW}).status_code == 409
    assert not User.objects.get(pk=guest.pk).has_usable_password()


def test_a_new_password_ends_all_other_sessions(db):
    """Product: after a change of password this browser stays, and every other has to sign in again."""
    user = make_person()
    here, there = signed_in(user), signed_in(user)
    sent = {"old_password": "demo", "new_password1": NEW, "new_password2": NEW}
    assert here.post("/account/password/", sent).status_code == 303
    assert (here.get("/account/").status_code, there.get("/account/").status_code) == (200, 302)
    assert Session.objects.filter(user=user).count() == 1
    assert Client().post("/sign-in/", {"username": user.username, "password": NEW}).status_code == 302


def test_a_wrong_old_password_changes_nothing(db):
    """422 at the field, no password in the answer, every session goes on."""
    user = make_person()
    here, there = signed_in(user), signed_in(user)
    with nothing_changes():
        answer = here.post("/account/password/", {"old_password": "faux", "new_password1": NEW, "new_password2": NEW})
    assert (answer.status_code, len(errors_of(read(answer)))) == (422, 1)
    assert NEW not in answer.content.decode()
    assert there.get("/account/").status_code == 200


def test_a_password_set_by_an_administrator_ends_every_session(db):
    """Whoever learned the old password is shut out, wherever the new one was set."""
    user = make_person()
    client = signed_in(user)
    form = AdminPasswordChangeForm(user, {"password1": NEW, "password2": NEW, "usable_password": "true"})
    assert form.is_valid()
    form.save()
    assert not Session.objects.filter(user=user).exists()
    assert client.get("/account/").status_code == 302


def test_language_and_theme_follow_to_another_device(db):
    """Product: both switch per person; kept with the account, they are there on another device."""
    user = make_person()
    phone, laptop = signed_in(user), signed_in(user)
    laptop.cookies["theme"] = "dark"
    phone.post("/language/", {"choice": "en"})
    phone.post("/theme/", {"choice": "light"})
    assert '<html lang="en" data-theme="light"' in text_of(laptop)
    phone.post("/theme/", {"choice": "system"})
    # Following the system is a choice as well: the other device's own cookie does not bring the dark back.
    assert '<html lang="en">' in text_of(laptop)
    laptop.post("/sign-out/")
    assert '<html lang="fr" data-theme="dark"' in text_of(laptop, "/sign-in/")


def test_what_a_stranger_chose_becomes_the_new_persons(db):
    """Product: a stranger's choice is a cookie; with the account it follows."""
    client = Client()
    client.post("/language/", {"choice": "en"})
    client.cookies["theme"] = "neon"
    client.post("/sign-up/", {"username": "neuve", "password1": NEW, "password2": NEW})
    made = User.objects.get(username="neuve")
    assert (made.language, made.theme) == ("en", "")


def test_sessions_are_listed_and_ended_one_by_one(db):
    """Product: each browser in plain words, this one marked, the keys of the sessions told to nobody."""
    user = make_person()
    phone, laptop, tablet = signed_in(user, PHONE), signed_in(user, LAPTOP), signed_in(user, TABLET)
    page = text_of(laptop)
    assert [name in page for name in ("Safari, iPhone", "Edge, Windows", "Firefox, Android")] == [True] * 3
    assert "Ce navigateur" in page.split("<span>Edge, Windows")[1].split("</li>")[0]
    assert [key for key in Session.objects.values_list("pk", flat=True) if key in page] == []
    button = next(b for b in read(laptop.get("/account/")).all("button") if "iPhone" in b.text)
    for _twice in range(2):
        assert laptop.post("/account/sessions/end/", {"session": button.get("value")}).status_code == 303
    assert [c.get("/account/").status_code for c in (phone, laptop, tablet)] == [302, 200, 200]
    assert laptop.post("/account/sessions/end/").status_code == 422
    assert tablet.get("/account/").status_code == 200
    laptop.post("/account/sessions/end/", {"session": "others"})
    assert [c.get("/account/").status_code for c in (laptop, tablet)] == [200, 302]


def test_nobody_ends_the_sessions_of_another(db):
    """P02: the handle of another's session, or nonsense, ends nothing."""
    mine, theirs = signed_in(make_person()), signed_in(make_person())
    other = signed_in(make_person("autre"))
    beside = signed_in(User.objects.get(username="autre"))
    handle = next(b for b in read(beside.get("/account/")).all("button") if b.get("name") == "session").get("value")
    for named in (handle, "\x00", "x" * 5000):
        mine.post("/account/sessions/end/", {"session": named})
    assert [c.get("/account/").status_code for c in (mine, theirs, other, beside)] == [200] * 4


def test_an_unused_session_is_noted_again_when_it_is_used(db):
    """Last seen moves with use, but not with every page."""
    user = make_person()
    client = signed_in(user)
    first = Session.objects.get(user=user).seen_at
    client.get("/account/")
    assert Session.objects.get(user=user).seen_at == first
    session = client.session
    session["seen"] = "2020-01-01T00:00:00+00:00"
    session.save()
    client.get("/account/")
    assert Session.objects.get(user=user).seen_at >= first


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "GET" in row.method and name != "portrait"])
def test_p05_private_pages_are_kept_by_no_browser(cast, name):
    """P05: whatever a signed-in person is shown says no-store, so Back shows nothing of it."""
    answer = cast.gm.get(address(name, cast.gm.held, cast))
    assert "private" in answer["Cache-Control"]
    assert "no-store" in answer["Cache-Control"]
    assert "HX-Request" in answer["Vary"]


def test_p05_what_a_stranger_sees_may_be_kept(db):
    """P05: a page of strangers holds nothing private, and may be kept."""
    assert "no-store" not in Client().get("/sign-up/").headers.get("Cache-Control", "")
