"""The page of session zero: who sees and does what there, and how a refusal reads (product: session zero)."""

from typing import Any

import pytest
from django.urls import reverse

from sheets.models import Boundary, BoundaryKind, Campaign, Entry, Seat, SpentKey
from sheets.services import campaigns, contract
from tests.sheets.cast import PLAY_MARK, Cast, Person
from tests.sheets.views.addresses import address
from tests.sheets.views.markup import errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import terms_chosen


def zero(cast: Cast, person: Person) -> str:
    return address("zero", person.held, cast)


def test_the_page_is_the_same_contract_for_all(cast):
    """Product: everyone at the table reads the terms and who agreed; the GM alone has the form to set them."""
    contract.agree(seat=cast.owner.held, version=2)
    for person in (cast.gm, cast.owner, cast.other, cast.spectator):
        tree = read(person.get(zero(cast, person)))
        said = " ".join(tree.text.split())
        assert "version 2" in said
        assert "1 sur 3" in said  # a spectator is not asked
        assert "Jet de sortie" in said
        assert (tree.by_id("terms") is not None) is (person is cast.gm)
        assert (PLAY_MARK in said) is (person is not cast.spectator)
        agree, back = tree.by_id("agree"), tree.by_id("take-back")
        assert (agree is not None) is (person in (cast.gm, cast.other))
        assert (back is not None) is (person is cast.owner)
        assert agree is None or agree.get("value") == "2"


def test_lines_are_kept_from_spectators_everywhere(cast):
    """Product: lines and veils are for those who play: not in a spectator's page, versions, log or refusal."""
    for name in ("zero", "table", "contract-version"):
        url = address(name, cast.spectator.held, cast, number=2)
        assert PLAY_MARK not in cast.spectator.get(url).content.decode()
    assert PLAY_MARK in cast.owner.get(address("contract-version", cast.owner.held, cast, number=2)).content.decode()


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("version", ["1", "3", "99"])
def test_agreeing_to_a_version_that_does_not_stand(cast, version, htmx):
    """Product: an old or unknown version: 409, a clear message, nothing changed."""
    url = address("agree", cast.owner.held, cast)
    with nothing_changes():
        answer = cast.owner.post(url, {"version": version}, htmx=htmx)
    assert answer.status_code == 409
    assert "version 2" in errors_of(read(answer))[0]


@pytest.mark.parametrize("version", ["", "0", "-1", "deux", "9" * 5000, "\x00", "1.5"])
def test_a_version_that_is_no_number(cast, version):
    """Bad input: 422 in words, nothing changed, never a 500."""
    with nothing_changes():
        answer = cast.owner.post(address("agree", cast.owner.held, cast), {"version": version})
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []


def test_a_version_that_never_was_is_missing(cast):
    """Product: unknown versions are 404, however large."""
    root = zero(cast, cast.gm)
    for number in ("0", "99", "9" * 4000, "9" * 5000, "-1", "un"):
        assert cast.gm.get(f"{root}versions/{number}/").status_code == 404


def test_what_changed_is_told_since_ones_own_version(cast):
    """Product: a change says what changed, before and after, to each since what they agreed to."""
    contract.agree(seat=cast.owner.held, version=2)
    campaigns.change_terms(seat=cast.gm.held, values={"facettes": True})
    campaigns.change_terms(seat=cast.gm.held, values={"spark_maximum": 5})
    told = {p.name: read(p.get(zero(cast, p))).by_id("changes") for p in (cast.owner, cast.other)}
    owner, other = (" ".join(told[name].text.split()) for name in ("owner", "other"))
    assert (
        owner == "Ce qui change depuis la version 2 : Facettes : non, puis oui Étincelles au plus : sans limite, puis 5"
    )
    assert other == "Ce qui change depuis la version 3 : Étincelles au plus : sans limite, puis 5"


def chosen(cast: Cast, **terms: str) -> dict[str, Any]:
    return terms_chosen(cast) | terms


@pytest.mark.parametrize("htmx", [False, True])
def test_the_gm_sets_the_terms(cast, htmx):
    """Product: one form, one version; the page answers with what stands now."""
    url = address("change-terms", cast.gm.held, cast)
    answer = cast.gm.post(
        url, chosen(cast, lethality="lethal", lethal_redemption="one_per_arc", arc_sessions="9"), htmx=htmx
    )
    assert answer.status_code == (200 if htmx else 303)
    campaign = cast.campaign
    assert (campaign.lethality, campaign.lethal_redemption, campaign.arc_sessions) == ("lethal", "one_per_arc", 9)
    assert campaign.contract_version == 3
    if htmx:
        tree = read(answer)
        assert "version 3" in (tree.by_id("zero-head") or tree).text
        sent = sent_by(form_to(tree, url))
        assert sent["lethality"] == ["lethal"]
        assert sent["seen"] == [campaigns.digest(campaign)]
    # The same terms again are no new version.
    assert (
        cast.gm.post(
            url, chosen(cast, lethality="lethal", lethal_redemption="one_per_arc", arc_sessions="9")
        ).status_code
        == 303
    )
    assert cast.campaign.contract_version == 3


BAD_TERMS = [
    ("spark_start", "-1"),
    ("spark_start", "100"),
    ("spark_start", ""),
    ("spark_maximum", "9" * 5000),
    ("arc_sessions", "0"),
    ("arc_sessions", "100"),
    ("arc_sessions", "six"),
    ("lethality", "gentle"),
    ("lethality", ""),
    ("lethal_redemption", "\x00"),
    ("wound_rule", "none"),
    ("name", ""),
    ("name", "W" * 81),
]


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(("name", "value"), BAD_TERMS)
def test_bad_terms_come_back_with_all_that_was_chosen(cast, name, value, htmx):
    """Bad input: 422, a message, the other choices kept, nothing changed."""
    url = address("change-terms", cast.gm.held, cast)
    sent = chosen(cast, lethality="gritty", spark_maximum="7") | {name: value}
    with nothing_changes():
        answer = cast.gm.post(url, sent, htmx=htmx)
    assert answer.status_code == 422
    tree = read(answer)
    assert errors_of(tree) != []
    again = sent_by(form_to(tree, url))
    kept = {k: again.get(k) for k in ("lethality", "spark_maximum") if k != name}
    assert kept == {k: [sent[k]] for k in kept}
    assert again["seen"] == [sent["seen"]]


@pytest.mark.parametrize("htmx", [False, True])
def test_terms_that_another_gm_changed_meanwhile(cast, htmx):
    """Product: 409, nothing changed, what was chosen stays; sent once more it holds."""
    url = address("change-terms", cast.gm.held, cast)
    sent = chosen(cast, lethality="gritty")
    campaigns.change_terms(seat=cast.gm.held, values={"facettes": True})
    with nothing_changes():
        answer = cast.gm.post(url, sent, htmx=htmx)
    assert answer.status_code == 409
    tree = read(answer)
    assert errors_of(tree) != []
    again = sent_by(form_to(tree, url))
    assert again["lethality"] == ["gritty"]
    assert cast.gm.post(url, {k: v[0] for k, v in again.items()}, key=again["key"][0]).status_code == 303
    assert (cast.campaign.lethality, cast.campaign.contract_version) == ("gritty", 4)


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("text", ["", "   ", "W" * 201, "a\x00b"])
def test_a_line_that_is_none(cast, text, htmx):
    """Bad input: 422 at the field, what was typed stays, nothing changed."""
    url = address("add-boundary", cast.owner.held, cast)
    with nothing_changes():
        answer = cast.owner.post(url, {"kind": "veil", "text": text}, htmx=htmx)
    assert answer.status_code == 422
    form = read(answer).by_id("add-veil")
    assert form is not None
    assert errors_of(form) != []


def test_a_line_of_no_kind(cast):
    """Bad input: a kind made up by hand is 422 in words."""
    for kind in ("", "wall", "\x00"):
        with nothing_changes():
            answer = cast.owner.post(address("add-boundary", cast.owner.held, cast), {"kind": kind, "text": "x"})
        assert answer.status_code == 422
        assert errors_of(read(answer)) != []


def test_nothing_on_any_page_tells_who_wrote_a_line_or_raised_the_card(cast):
    """Product: the log and the versions say what came, and *without a name*; no key of it is kept."""
    keys = SpentKey.objects.count()
    assert (
        cast.owner.post(
            address("add-boundary", cast.owner.held, cast), {"kind": "line", "text": "Les rats"}
        ).status_code
        == 303
    )
    assert cast.owner.post(address("x-card", cast.owner.held, cast), {"lift": "1"}).status_code == 303
    assert SpentKey.objects.count() == keys
    rows = Entry.objects.filter(campaign=cast.campaign).order_by("-number")[:2]
    for person in (cast.gm, cast.other):
        tree = read(person.get(address("table", person.held, cast)))
        for entry in rows:
            row = tree.by_id(f"entry-{entry.pk}")
            assert row is not None
            assert "sans nom" in row.text
            assert cast.owner.held.name not in row.text
            assert "Les rats" not in row.text
    assert "sans nom" in (read(cast.gm.get(zero(cast, cast.gm))).by_id("zero-versions") or read("")).text


@pytest.mark.parametrize("name", ["zero", "table", "sheet"])
def test_the_x_card_is_on_every_page_of_play(cast, name):
    """Product: its button for everyone, spectators too; once up it is shown to all, and answered by the GM alone."""
    people = (cast.gm, cast.owner, cast.other, cast.spectator)
    for person in people:
        tree = read(person.get(address(name, person.held, cast)))
        assert form_to(tree, address("x-card", person.held, cast))
        assert "on s’arrête" not in tree.text
    assert (
        cast.spectator.post(address("x-card", cast.spectator.held, cast), {"lift": "1"}, htmx=True).status_code == 200
    )
    for person in people:
        tree = read(person.get(address(name, person.held, cast)))
        assert "on s’arrête" in (tree.by_id("x-card") or read("")).text
        assert (tree.by_id("x-card-down") is not None) is (person is cast.gm)
    url = address("answer-x-card", cast.gm.held, cast)
    assert cast.gm.post(url, {"say": "1", "sentence": "On <souffle>"}, htmx=True).status_code == 200
    for person in people:
        assert "On &lt;souffle&gt;" in person.get(address(name, person.held, cast)).content.decode()
    # What was typed beside does not count when play goes on.
    assert cast.gm.post(url, {"down": "1", "sentence": "encore"}).status_code == 303
    assert Campaign.objects.get(pk=cast.campaign.pk).x_card is False
    with nothing_changes():
        assert cast.gm.post(url, {"down": "1"}).status_code == 409


def test_a_roll_and_an_end_name_the_version_they_obeyed(cast):
    """Product: in the log and on the result, also after the contract has moved on."""
    campaigns.change_terms(seat=cast.gm.held, values={"lethality": "gritty"})
    cast.gm.post(address("state", cast.gm.held, cast), {"to": "dead", "sure": "1"})
    end = Entry.objects.filter(campaign=cast.campaign).latest("number")
    campaigns.change_terms(seat=cast.gm.held, values={"lethality": "heroic"})
    tree = read(cast.gm.get(address("table", cast.gm.held, cast)))
    for entry, version in ((cast.entry, 1), (end, 3)):
        row = tree.by_id(f"entry-{entry.pk}")
        assert row is not None
        assert f"contrat v{version}" in row.text
    assert "contrat v1" in read(cast.gm.get(address("result", cast.gm.held, cast))).text


def test_the_gm_sees_who_has_not_agreed_and_play_goes_on(cast):
    """Product: the table's page names them; a player is asked on the sheet; nobody is kept from playing."""
    contract.agree(seat=cast.gm.held, version=2)
    contract.agree(seat=cast.owner.held, version=2)
    strip = read(cast.gm.get(address("table", cast.gm.held, cast))).by_id("contract")
    assert strip is not None
    assert cast.other.held.name in strip.text
    assert cast.owner.held.name not in strip.text
    sheet = {p.name: read(p.get(address("sheet", p.held, cast))).by_id("contract") for p in (cast.gm, cast.owner)}
    assert {name: " ".join(asked.text.split()) for name, asked in sheet.items() if asked} == {"gm": "", "owner": ""}
    url = address("sheet", cast.other.held, cast, character_id=cast.zoe.pk)
    asked = read(cast.other.get(url)).by_id("contract")
    assert asked is not None
    assert "version 2" in asked.text
    assert [a.get("href") for a in asked.all("a")] == [zero(cast, cast.other)]


@pytest.mark.django_db
def test_statements_of_session_zero(cast, django_assert_max_num_queries):
    """House style 10: the page asks the same with 2 and with 60 lines, 3 and 30 seats, 2 and 40 versions."""
    for n in range(40):
        campaigns.change_terms(seat=cast.gm.held, values={"arc_sessions": 1 + n % 2})
    for n in range(50):
        contract.add_boundary(seat=cast.owner.held, kind=BoundaryKind.VEIL, text=f"Voile {n}")
    Seat.objects.bulk_create(
        Seat(user=None, campaign=cast.campaign, role="player", name=f"Joueur {n}") for n in range(30)
    )
    assert Boundary.objects.filter(campaign=cast.campaign).count() == 51
    url = reverse("sheets:zero", args=[cast.gm.held.pk])
    with django_assert_max_num_queries(
        8
    ):  # session and person, the seat, the latest entry, versions, words, lines, seats
        assert cast.gm.get(url).status_code == 200
