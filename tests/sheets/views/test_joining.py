"""Coming to a table without JavaScript, from the link to the sheet, and back (home and joining; X01, X03, X06)."""

from typing import Any

import pytest
from django.test import Client

from sheets.models import Character, Role, Seat, User
from sheets.services import campaigns, guests, invites, owners
from sheets.services.codes import spell_code
from sheets.services.guests import make_guest
from tests.sheets import factories
from tests.sheets.cast import Cast
from tests.sheets.views.addresses import address
from tests.sheets.views.bad import LONG, NUL
from tests.sheets.views.markup import errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes

PASSWORD = "un mot de passe long"


def send(client: Client, page: Any, aim: str, **typed: str) -> Any:
    """Fill in the form of a page that is sent to that address, and send it as a browser does."""
    return client.post(aim, {**sent_by(form_to(read(page), aim)), **typed})


def come_in(client: Client, cast: Cast, name: str = "Nadia") -> Any:
    """Follow the link and type a name; the answer to that."""
    page = client.get(address("invitation", cast.gm.held, cast))
    return send(client, page, address("join-as-guest", cast.gm.held, cast), name=name)


def seat_called(name: str) -> Seat:
    return Seat.objects.get(name=name)


def test_from_the_link_to_a_ready_made_sheet(cast):
    """Product: open the link, type a name, land on the choice; one press more and the sheet is there."""
    client = Client()
    landed = come_in(client, cast)
    seat = seat_called("Nadia")
    assert (landed.status_code, landed["Location"]) == (303, f"/t/{seat.pk}/choose/")
    page = client.get(landed["Location"])
    for name in ("Inès Corvin", "Milo Fauvel", "Agathe Lorme", "Sacha Belmont"):
        assert name in page.content.decode()
    took = send(client, page, f"/t/{seat.pk}/choose/ready/", ready="agathe")
    sheet = client.get(took["Location"])
    assert "Agathe Lorme" in sheet.content.decode()
    assert "Lancer" in sheet.content.decode()
    assert seat.characters.get().name == "Agathe Lorme"
    # The link leads back to where one plays.
    assert client.get(address("invitation", cast.gm.held, cast))["Location"] == took["Location"]


def test_the_made_up_name_is_shown_nowhere(cast):
    """Product: a guest is called by the name they typed; that of their account is on no page."""
    client = Client()
    choice = client.get(come_in(client, cast)["Location"])
    seat = seat_called("Nadia")
    pages = [
        choice,
        client.get("/"),
        client.get("/guest/"),
        client.get(f"/t/{seat.pk}/"),
        client.get(f"/t/{seat.pk}/people/"),
    ]
    pages += [cast.gm.get(address(name, cast.gm.held, cast)) for name in ("table", "people")]
    for page in pages:
        assert "Nadia" in page.content.decode()
        assert "guest-" not in page.content.decode()


def test_the_code_to_come_back_by_is_shown_once(cast):
    """Product: the recovery code stands on the first page after coming in, and on no other, nor in the database."""
    client = Client()
    landed = come_in(client, cast)["Location"]
    code = client.cookies["recovery"].value
    assert code in client.get(landed).content.decode()
    assert code not in client.get(landed).content.decode()
    guest = User.objects.get(display_name="Nadia")
    assert code.replace("-", "") not in repr(vars(guest))
    # On another browser it opens the same place.
    other = Client()
    back = send(other, other.get("/recover/"), "/recover/come-back/", code=code.lower())
    assert (back.status_code, back["Location"]) == (303, "/")
    assert "La table" in other.get("/").content.decode()
    assert other.get(f"/t/{seat_called('Nadia').pk}/").status_code == 200


def test_a_code_cookie_of_ones_own_making_is_not_shown(cast):
    """S08: what stands in the cookie is shown only if it is the code."""
    client = Client()
    landed = come_in(client, cast)["Location"]
    client.cookies["recovery"] = "AAAA-BBBB-CCCC-DDDD"
    assert "AAAA-BBBB" not in client.get(landed).content.decode()


def test_a_code_made_anew(cast):
    """Product: a guest may ask for a new code at any time; the page shows it, and keeps no copy for a retry."""
    client = Client()
    come_in(client, cast)
    old = client.cookies["recovery"].value
    shown = send(client, client.get("/guest/"), "/guest/code/")
    code = next(e for e in read(shown).all("b") if e.get("id") == "recovery-code").text.strip()
    assert code != old
    assert guests.recovered(code).display_name == "Nadia"
    assert code not in client.get("/guest/").content.decode()


def test_a_guest_makes_an_account(cast):
    """Product: a name and a password; the same seats, still signed in here, and signing in works elsewhere."""
    client = Client()
    landed = come_in(client, cast)["Location"]
    seat = seat_called("Nadia")
    send(client, client.get(landed), f"/t/{seat.pk}/choose/ready/", ready="milo")
    settled = send(
        client, client.get("/guest/"), "/guest/account/", username="nadia", password1=PASSWORD, password2=PASSWORD
    )
    assert (settled.status_code, settled["Location"]) == (303, "/")
    assert "Milo Fauvel" in client.get("/").content.decode()
    assert client.get("/guest/").status_code == 302
    other = Client()
    assert other.post("/sign-in/", {"username": "nadia", "password": PASSWORD}).status_code == 302
    assert "Milo Fauvel" in other.get("/").content.decode()


@pytest.mark.parametrize(
    "typed",
    [
        {"username": "", "password1": PASSWORD, "password2": PASSWORD},
        {"username": NUL, "password1": PASSWORD, "password2": PASSWORD},
        {"username": LONG, "password1": PASSWORD, "password2": PASSWORD},
        {"username": "nova", "password1": "123", "password2": "123"},
        {"username": "prise", "password1": PASSWORD, "password2": PASSWORD},
    ],
    ids=lambda typed: str(typed)[:30],
)
def test_faults_of_making_an_account(cast, typed):
    """I09: refused at its field, with what was typed; the guest stays a guest and signed in."""
    factories.make_person("prise")
    client = Client()
    come_in(client, cast)
    page = client.get("/guest/")
    with nothing_changes():
        answer = send(client, page, "/guest/account/", **typed)
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []
    assert "Nadia" in client.get("/guest/").content.decode()


@pytest.mark.parametrize("name", ["", "   ", LONG, NUL, "W" * 81], ids=lambda name: repr(name)[:12])
def test_faults_of_a_name(cast, name):
    """I09: a name that cannot be is refused at its field, and nobody is made."""
    client = Client()
    url = address("join-as-guest", cast.gm.held, cast)
    page = client.get(address("invitation", cast.gm.held, cast))
    with nothing_changes():
        answer = send(client, page, url, name=name)
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []
    if "\x00" not in name:
        assert sent_by(form_to(read(answer), url))["name"] == [name]


@pytest.mark.parametrize("code", ["", " ", "ABCD", LONG, NUL, "%", "AAAA-BBBB-CCCC"], ids=lambda code: repr(code)[:16])
def test_faults_of_a_code(cast, code):
    """I09: a code of no table and no guest is refused at its field; what was typed stays."""
    client = Client()
    with nothing_changes():
        answers = [client.get("/j/", {"code": code}), client.post("/recover/come-back/", {"code": code})]
    for answer in answers:
        assert answer.status_code == 422
        assert errors_of(read(answer)) != []


def test_a_code_leads_to_its_table(cast):
    """Product: *Rejoindre* by code, in any case, hyphens or not, with letters that look like figures."""
    typed = cast.code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    answer = Client().get("/j/", {"code": typed})
    assert (answer.status_code, answer["Location"]) == (302, address("invitation", cast.gm.held, cast))
    assert Client().get("/j/").status_code == 200


def test_x01_an_old_link_lets_nobody_in(cast):
    """X01: made anew, the old link is a closed one, also for the page that stands open, signed in or not."""
    person = factories.make_person()
    member, stranger = Client(), Client()
    member.force_login(person)
    invitation = address("invitation", cast.gm.held, cast)
    open_pages = {client: client.get(invitation) for client in (member, stranger)}
    assert [page.status_code for page in open_pages.values()] == [200, 200]
    people = cast.gm.get(address("people", cast.gm.held, cast))
    url = address("open-link", cast.gm.held, cast)
    assert send(cast.gm.client, people, url, role="player").status_code == 303
    with nothing_changes():
        answers = [
            send(member, open_pages[member], address("join", cast.gm.held, cast)),
            send(stranger, open_pages[stranger], address("join-as-guest", cast.gm.held, cast), name="Nadia"),
        ]
    assert [answer.status_code for answer in answers] == [409, 409]
    assert all("Ce lien est fermé" in answer.content.decode() for answer in answers)
    closed = stranger.get(invitation)
    assert closed.status_code == 404
    assert cast.campaign.name not in closed.content.decode()
    new = cast.campaign.invites.live().get(role=Role.PLAYER)
    assert stranger.get(f"/j/{spell_code(new.code)}/").status_code == 200


def test_x06_a_link_is_made_of_the_host_that_is_allowed(cast, settings):
    """X06: a foreign Host is refused, and X-Forwarded-Host changes nothing of the link."""
    url = address("people", cast.gm.held, cast)
    assert cast.gm.client.get(url, headers={"host": "evil.example"}).status_code == 400
    page = cast.gm.client.get(url, headers={"x-forwarded-host": "evil.example"}).content.decode()
    assert f"http://testserver/j/{cast.code}/" in page
    assert "evil.example" not in page
    assert "*" not in settings.ALLOWED_HOSTS
    settings.PUBLIC_URL = "https://impact.example"
    assert f"https://impact.example/j/{cast.code}/" in cast.gm.get(url).content.decode()


def test_only_a_gm_sees_the_links(cast):
    """Product: links are the GM's; the page of the people shows the others names and roles alone."""
    for person in (cast.owner, cast.spectator):
        page = person.get(address("people", person.held, cast)).content.decode()
        assert cast.code not in page
        assert "change-role" not in page
        assert cast.gm.held.name in page


def test_an_account_joins_and_a_spectator_looks_on(cast):
    """Product: a signed-in person joins with their account; who comes to watch lands on the table."""
    client = Client()
    person = factories.make_person("Sybrax")
    client.force_login(person)
    code = spell_code(invites.open_link(seat=cast.gm.held, role=Role.SPECTATOR).code)
    landed = send(client, client.get(f"/j/{code}/"), f"/j/{code}/join/")
    seat = Seat.objects.get(user=person)
    assert (seat.role, seat.name, landed["Location"]) == (Role.SPECTATOR, "Sybrax", f"/t/{seat.pk}/")
    assert client.get(landed["Location"]).status_code == 200
    assert client.get(f"/j/{code}/")["Location"] == f"/t/{seat.pk}/"


def test_two_guests_want_the_same_prepared_character(cast):
    """Product: the one who comes second is told so, and chooses again on the same page."""
    kai = factories.make_character(cast.gm.held, character={"name": "Kai"})
    owners.hand_over(seat=cast.gm.held, character_id=kai.pk, to=None, free=True)
    pages = {}
    for name in ("Nadia", "Omar"):
        client = Client()
        pages[name] = (client, client.get(come_in(client, cast, name)["Location"]))
        assert "Kai" in pages[name][1].content.decode()
    answers = {}
    for name, (client, page) in pages.items():
        url = f"/t/{seat_called(name).pk}/characters/{kai.pk}/take/"
        answers[name] = send(client, page, url)
    assert answers["Nadia"].status_code == 303
    told = answers["Omar"].content.decode()
    assert answers["Omar"].status_code == 409
    assert "Kai n’est plus libre" in told
    assert "Inès Corvin" in told
    assert Character.objects.get(pk=kai.pk).owner == seat_called("Nadia")


def test_x03_a_player_who_deleted_their_account(cast):
    """X03: roster, sheet and log say *former player*, no 500; the character is handed to somebody else."""
    User.objects.filter(pk=cast.owner.held.user_id).delete()
    for name in ("table", "people", "sheet", "result", "older"):
        page = cast.gm.get(address(name, cast.gm.held, cast))
        assert page.status_code == 200
        assert cast.owner.held.name not in page.content.decode(), name
        assert name == "older" or "une personne partie" in page.content.decode(), name
    url = address("hand-over", cast.gm.held, cast)
    page = cast.gm.get(address("people", cast.gm.held, cast))
    assert send(cast.gm.client, page, url, to=str(cast.other.held.pk)).status_code == 303
    assert cast.other.get(address("write", cast.other.held, cast)).status_code == 200


def test_the_character_of_a_removed_seat_is_a_former_players(cast):
    """X03: a seat taken away leaves its character with nobody to play it, and the card says so."""
    campaigns.remove_seat(seat=cast.gm.held, seat_id=cast.owner.held.pk)
    card = read(cast.gm.get(address("table", cast.gm.held, cast))).by_id(f"card-{cast.alex.pk}")
    assert "une personne partie" in card.text
    assert cast.owner.held.name not in card.text


def test_a_player_leaves(cast):
    """Product: a player may leave by themselves; pressed twice, it is said once and the same."""
    url = address("leave", cast.owner.held, cast)
    page = cast.owner.get(address("people", cast.owner.held, cast))
    sent = sent_by(form_to(read(page), url))
    answers = [cast.owner.client.post(url, sent) for _time in range(2)]
    assert [(a.status_code, a["Location"]) for a in answers] == [(303, "/"), (303, "/")]
    assert cast.owner.get(address("table", cast.owner.held, cast)).status_code == 404


def test_what_cannot_be_done_is_said_on_the_page(cast):
    """Product: the last GM cannot leave or be demoted: a sentence on the page itself, nothing changes."""
    for name in ("leave", "change-role", "remove-seat"):
        url = address(name, cast.gm.held, cast, other_id=cast.gm.held.pk)
        with nothing_changes():
            answer = cast.gm.post(url, {"role": "player"})
        assert answer.status_code == 409
        assert "Il faut un Intrigueur" in answer.content.decode() or errors_of(read(answer)) != []
        assert cast.code in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("open-link", {"role": "gm"}),
        ("close-link", {}),
        ("change-role", {"role": NUL}),
        ("hand-over", {"to": LONG}),
        ("hand-over", {"to": "free" * 9}),
    ],
)
def test_faults_of_the_forms_about_people(cast, name, sent):
    """I09: what no button of the page sends is refused in words; no link ever makes a GM."""
    with nothing_changes():
        answer = cast.gm.post(address(name, cast.gm.held, cast), sent)
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []


def test_a_guest_may_have_a_name_of_one_letter_eighty_times(cast):
    """Product: long names break no page."""
    client = Client()
    landed = come_in(client, cast, "W" * 80)["Location"]
    assert client.get(landed).status_code == 200
    assert "W" * 80 in cast.gm.get(address("people", cast.gm.held, cast)).content.decode()


def test_a_guest_is_asked_before_they_sign_out(db):
    """Product: a guest's menu leads to their own page instead of signing out at once."""
    client = Client()
    client.force_login(make_guest("Nadia"))
    assert "/sign-out/" not in client.get("/").content.decode()
    assert "/sign-out/" in client.get("/guest/").content.decode()
