"""The administrator's pages: scar tables, terms, people (A01, A03, K3)."""

from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from sheets.models import Campaign, Entry, Scar, ScarEntry, ScarTable, User
from sheets.services import campaigns, scar_tables, scars
from sheets.services.guests import make_guest
from tests.sheets.views.markup import Element, read, sent_by
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import propose_a_scar

CAMPAIGNS, TABLES, PEOPLE = "/admin/sheets/campaign/", "/admin/sheets/scartable/", "/admin/sheets/user/"
SAVED = {"_save": "1"}


@pytest.fixture
def admin(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("administratrice", password="demo"))
    return client


def page(client: Client, url: str) -> Element:
    answer = client.get(url)
    assert answer.status_code == 200
    return read(answer.content.decode())


def form_of(client: Client, url: str) -> dict[str, Any]:
    """What the form of a page would send as it stands."""
    tree = page(client, url)
    form = next(f for f in tree.all("form") if f.get("id").endswith("_form"))
    return sent_by(form) | SAVED


def errors(answer: HttpResponse) -> str:
    assert answer.status_code == 200, "it was saved"
    lists = [e.text for e in read(answer.content.decode()).all("ul") if "errorlist" in e.get("class").split()]
    return " ".join(lists)


def site_table() -> str:
    return f"{TABLES}{ScarTable.objects.get(campaign=None).pk}/change/"


def number(sent: dict[str, Any], face: int) -> str:
    """The name of the field that holds this face."""
    return next(n for n, v in sent.items() if n.endswith("-number") and v == [str(face)])


def test_a01_a_table_is_changed_in_both_languages(admin):
    """A01, K3: each text of each face, in French and in English; what was drawn before stays as it was."""
    sent = form_of(admin, site_table())
    row = number(sent, 7).removesuffix("number")
    sent |= {f"{row}name_fr": "Dos vrillé", f"{row}name_en": "Twisted back"}
    assert admin.post(site_table(), sent).status_code == 302
    entry = ScarEntry.objects.get(table__campaign=None, number=7)
    assert (entry.name_fr, entry.name_en) == ("Dos vrillé", "Twisted back")


@pytest.mark.parametrize(
    ("face", "new", "named"),
    [
        (4, "5", ["4", "5"]),
        (12, "13", ["12", "13"]),
        (1, "0", ["1", "0"]),
        (3, "-2", ["3", "-2"]),
        (2, "", ["2"]),
        (2, "douze", ["2", "douze"]),
    ],
)
def test_a01_gaps_doubles_and_strays_are_named(admin, face, new, named):
    """A01: a table with a gap, a face twice or one that a d12 has not is refused, the numbers named."""
    sent = form_of(admin, site_table())
    sent[number(sent, face)] = new
    with nothing_changes():
        told = errors(admin.post(site_table(), sent))
    assert all(value in told for value in named), told


def test_a01_two_faces_that_change_places(admin):
    """A01: each is there once before and after, so it is done."""
    sent = form_of(admin, site_table())
    three, four = number(sent, 3), number(sent, 4)
    names = [ScarEntry.objects.get(table__campaign=None, number=face).name_fr for face in (3, 4)]
    assert admin.post(site_table(), sent | {three: "4", four: "3"}).status_code == 302
    assert [ScarEntry.objects.get(table__campaign=None, number=face).name_fr for face in (4, 3)] == names


def test_a01_a_face_taken_out_leaves_a_gap(admin):
    """A01: deleting an entry is a gap like any other."""
    sent = form_of(admin, site_table())
    row = number(sent, 9).removesuffix("number")
    with nothing_changes():
        told = errors(admin.post(site_table(), sent | {f"{row}DELETE": "on"}))
    assert "9" in told


def test_k3_a_table_of_their_own(cast, admin):
    """K3: the action on tables gives a copy; edited, it leaves the site's alone, and is what is drawn from."""
    before = list(ScarEntry.objects.filter(table__campaign=None).values())
    asked = {"action": "give_own_scar_table", "_selected_action": [str(cast.campaign.pk)]}
    assert admin.post(CAMPAIGNS, asked).status_code == 302
    own = f"{TABLES}{ScarTable.objects.get(campaign=cast.campaign).pk}/change/"
    sent = form_of(admin, own)
    row = number(sent, 4).removesuffix("number")
    assert admin.post(own, sent | {f"{row}name_fr": "Dos vrillé"}).status_code == 302
    assert list(ScarEntry.objects.filter(table__campaign=None).values()) == before
    propose_a_scar(cast)
    assert str(Scar.objects.get(status="proposed")) == "Dos vrillé"


def test_a03_what_was_drawn_stays(cast, admin):
    """A03: a table edited or deleted later changes no scar that came of it, and a scar struck off no table."""
    scar_tables.copy_for(cast.campaign)
    propose_a_scar(cast)
    for person in (cast.gm, cast.owner):
        scars.agree(seat=person.held, character_id=cast.alex.pk)
    borne = Scar.objects.latest("made_at")
    before = (str(borne), borne.burden.text, borne.boon.text, borne.status)
    own = f"{TABLES}{ScarTable.objects.get(campaign=cast.campaign).pk}/"
    sent = form_of(admin, f"{own}change/")
    row = number(sent, 4).removesuffix("number")
    assert admin.post(f"{own}change/", sent | {f"{row}name_fr": "Autre"}).status_code == 302
    assert admin.post(f"{own}delete/", {"post": "yes"}).status_code == 302
    borne = Scar.objects.select_related("name", "burden", "boon").get(pk=borne.pk)
    assert (str(borne), borne.burden.text, borne.boon.text, borne.status) == before
    entries = list(ScarEntry.objects.values())
    scars.remove(seat=cast.gm.held, character_id=cast.alex.pk, scar_id=borne.pk)
    assert list(ScarEntry.objects.values()) == entries


def test_the_table_of_the_site_is_not_deleted(admin):
    """A01: the one that all draw from stays."""
    with nothing_changes():
        assert admin.post(site_table().replace("change", "delete"), {"post": "yes"}).status_code == 403


def terms(cast) -> str:
    return f"{CAMPAIGNS}{cast.campaign.pk}/change/"


def test_terms_are_changed_through_the_contract(cast, admin):
    """Product: lethality and options of any table; logged there, as nobody's at it, and a new version."""
    version = cast.campaign.contract_version
    sent = form_of(admin, terms(cast)) | {"lethality": "lethal", "arc_sessions": "3"}
    assert admin.post(terms(cast), sent).status_code == 302
    campaign = cast.campaign
    assert (campaign.lethality, campaign.arc_sessions, campaign.contract_version) == ("lethal", 3, version + 1)
    entry = Entry.objects.latest("number")
    assert (entry.kind, entry.seat, entry.contract_version) == ("terms_set", None, version + 1)
    log = page(cast.spectator.client, f"/t/{cast.spectator.held.pk}/")
    assert "administration" in log.by_id(f"entry-{entry.pk}").text


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("spark_start", {"spark_start": "5", "spark_maximum": "4"}),
        ("spark_start", {"spark_start": "-1"}),
        ("arc_sessions", {"arc_sessions": "0"}),
        ("lethality", {"lethality": "kind"}),
        ("name", {"name": ""}),
    ],
)
def test_bad_terms_are_refused_at_their_field(cast, admin, field, changed):
    """C3: what a GM's form refuses is refused here, at its field, and nothing changes."""
    sent = form_of(admin, terms(cast)) | changed
    with nothing_changes():
        answer = admin.post(terms(cast), sent)
    assert errors(answer)
    row = next(e for e in read(answer.content.decode()).all("div") if f"field-{field}" in e.get("class").split())
    assert any("errorlist" in e.get("class") for e in row.all("ul"))


def test_terms_that_a_gm_changed_meanwhile(cast, admin):
    """T: a page that was opened before a GM's change overwrites nothing."""
    sent = form_of(admin, terms(cast)) | {"lethality": "lethal"}
    campaigns.change_terms(seat=cast.gm.held, values={"facettes": True})
    with nothing_changes():
        assert errors(admin.post(terms(cast), sent))
    assert Campaign.objects.get(pk=cast.campaign.pk).facettes


def test_guests_are_called_by_their_name(admin):
    """A guest's account has a made-up name: the list shows what they are called, and finds them by it."""
    guest = make_guest("Zibeline")
    tree = page(admin, f"{PEOPLE}?q=Zibeline")
    assert "Zibeline" in tree.by_id("result_list").text
    assert admin.get(f"{PEOPLE}{guest.pk}/change/").status_code == 200


def test_an_account_deleted_here_is_erased(cast, admin):
    """X04: its seats stay, without a person; the last GM among others stays."""
    assert admin.post(f"{PEOPLE}{cast.owner.user.pk}/delete/", {"post": "yes"}).status_code == 302
    cast.owner.held.refresh_from_db()
    assert cast.owner.held.user is None
    with nothing_changes():
        assert admin.post(f"{PEOPLE}{cast.gm.user.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_pages_are_clean_and_in_both_languages(cast, admin, language):
    """Nothing inline, which the content policy would drop; in the language that was chosen."""
    admin.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    for url in (site_table(), terms(cast), PEOPLE, TABLES, CAMPAIGNS):
        tree = page(admin, url)
        assert next(tree.all("html")).get("lang") == language
        assert not [e.tag for e in tree.all() if e.get("style") or any(name.startswith("on") for name in e.attrs)], url
        assert not [e for e in tree.all("script") if not e.get("src") and e.get("type") != "application/json"], url
