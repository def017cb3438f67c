"""Scars through the pages: what is refused is said at its field, keeps what was typed and changes nothing (K1-K4)."""

import pytest

from rules.impact.healing import Period
from rules.impact.scars import ScarSide
from rules.impact.terms import Slot
from sheets.models import Campaign, Entry, Fall, Scar, ScarStatus
from sheets.services import scars, wounds
from tests.sheets.factories import end_period, tick_slots
from tests.sheets.views.addresses import address
from tests.sheets.views.bad import LONG, NOT_NUMBERS, NUL
from tests.sheets.views.markup import form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import a_scar, propose_a_scar

TEXTS = ("name", "burden", "boon")
BAD = [
    *((name, {name: bad}) for name in TEXTS for bad in ("", "   ", NUL, LONG)),
    ("burden_effect", {"burden_effect": "action_die"}),
    ("boon_effect", {"boon_effect": "twist_die"}),
    ("boon_effect", {"boon_effect": NUL}),
    ("boon_effect", {"boon_effect": ""}),
]


def at_fields(answer):
    """The ids of the fields that an answer has an error at; each error has words."""
    errors = [e for e in read(answer.content.decode()).all("p") if "error" in e.get("class").split()]
    assert all(e.text.strip() for e in errors)
    return [e.get("id").removesuffix("_error") for e in errors]


def filled(cast, **changed):
    return a_scar(cast) | changed


@pytest.fixture
def bearing(cast):
    """The cast with Alex's scar of this session, agreed to by both."""
    propose_a_scar(cast)
    for person in (cast.gm, cast.owner):
        scars.agree(seat=person.held, character_id=cast.alex.pk)
    return Scar.objects.exclude(pk=cast.scar.pk).get(character=cast.alex, status=ScarStatus.BORNE)


@pytest.mark.parametrize(("field", "changed"), BAD)
@pytest.mark.parametrize("htmx", [False, True])
def test_k1_a_side_that_is_missing_or_wrong(cast, field, changed, htmx):
    """K1, F03: 422 with a message at its field, the rest as it was typed, nothing changed."""
    url, sent = address("propose-scar", cast.owner.held, cast), filled(cast, **changed)
    with nothing_changes():
        answer = cast.owner.post(url, sent, htmx=htmx)
    assert answer.status_code == 422
    tree = read(answer.content.decode())
    assert at_fields(answer) == [f"scar-{field}"]
    kept = sent_by(form_to(tree, url))
    for name in set(TEXTS) - {field}:
        assert kept[name] == [sent[name]]


def test_k1_unequal_sides_need_the_word_of_the_gm(cast):
    """K1: said to a player at the effect, to the GM at the box to tick; ticked, it is proposed."""
    sent = filled(cast, burden_effect="twist_die", boon_effect="immunity")
    for person, field in ((cast.owner, "boon_effect"), (cast.gm, "weighed")):
        url = address("propose-scar", person.held, cast)
        with nothing_changes():
            answer = person.post(url, sent)
        assert answer.status_code == 422
        assert at_fields(answer) == [f"scar-{field}"]
    # A box that a player's form does not have says nothing when it is sent by hand.
    with nothing_changes():
        assert (
            cast.owner.post(address("propose-scar", cast.owner.held, cast), sent | {"weighed": "on"}).status_code == 422
        )
    assert cast.gm.post(address("propose-scar", cast.gm.held, cast), sent | {"weighed": "on"}).status_code == 303
    assert Scar.objects.get(status=ScarStatus.PROPOSED).weighed


@pytest.mark.parametrize("face", ["13", "0", "-1", *(text for text in NOT_NUMBERS if text)])
def test_k3_a_face_that_a_d12_does_not_have(cast, face):
    """K3: refused at the field of the die; what stood there stays."""
    url = address("draw-scar", cast.owner.held, cast)
    with nothing_changes():
        answer = cast.owner.post(url, {"face": face})
    assert answer.status_code == 422
    assert at_fields(answer) == ["id_face"]


def test_k3_agreed_to_twice(cast):
    """K3: the same word again says nothing new; when it is borne there is nothing to agree to."""
    propose_a_scar(cast)
    gm, owner = (address("agree-scar", p.held, cast) for p in (cast.gm, cast.owner))
    assert cast.gm.post(gm).status_code == 303
    said = Entry.objects.count()
    assert cast.gm.post(gm).status_code == 303
    assert (Entry.objects.count(), Scar.objects.filter(status=ScarStatus.PROPOSED).count()) == (said, 1)
    assert cast.owner.post(owner).status_code == 303
    with nothing_changes():
        assert cast.owner.post(owner).status_code == 409


def test_k4_unlocked_too_early(cast, bearing):
    """K4: refused while the session lasts in which it was written, and there is no button for it."""
    url = address("unlock-boon", cast.gm.held, cast, scar_id=bearing.pk)
    page = cast.gm.get(address("sheet", cast.gm.held, cast)).content.decode()
    assert not read(page).by_id(f"unlock-{bearing.pk}")
    with nothing_changes():
        assert cast.gm.post(url).status_code == 409
    end_period(cast.gm.held, Period.SESSION)
    assert cast.gm.post(url).status_code == 303
    bearing.refresh_from_db()
    assert bearing.unlocked


@pytest.mark.parametrize("sides", [[ScarSide.BOON], list(ScarSide)], ids=["locked boon", "both sides"])
def test_k2_k4_engaged_by_hand(cast, bearing, sides):
    """K2, K4, P02: a locked boon or both sides in a request made by hand: a message, nothing rolled."""
    sent = {"intention": "act", "scars": [f"{bearing.pk}-{side.value}" for side in sides], "dice": "server"}
    for name in ("odds", "roll"):
        with nothing_changes():
            answer = cast.owner.post(address(name, cast.owner.held, cast), sent, htmx=True)
        assert answer.status_code == 422, name
        assert read(answer.content.decode()).by_id("odds")


@pytest.mark.parametrize("scar", ["nonsense", NUL, "00000000-0000-4000-8000-000000000000-boon", "-boon"])
def test_k2_no_scar_of_this_character(cast, scar):
    """K2: what is no side of a borne scar is refused; never a 500."""
    with nothing_changes():
        answer = cast.owner.post(address("odds", cast.owner.held, cast), {"intention": "act", "scars": scar}, htmx=True)
    assert answer.status_code == 422


def test_o7_the_fall_leads_to_the_page_where_it_is_written(cast):
    """O7: who acts for the character finds the way in the panel of the fall; the others read that it is due."""
    Campaign.objects.update(lethality="heroic")
    tick_slots(cast.gm.held, cast.alex, *(slot for slot in Slot if slot not in (Slot.LIGHT_1, Slot.GRAVE)))
    wounds.inflict(seat=cast.gm.held, character_id=cast.alex.pk, severity=wounds.Severity.CRITICAL)
    assert Fall.objects.get(character=cast.alex).scar_due == "required"
    for person, may in ((cast.gm, True), (cast.owner, True), (cast.other, False)):
        tree = read(person.get(address("sheet", person.held, cast)).content.decode())
        aim = address("write-scar", person.held, cast)
        assert any(a.get("href") == aim for a in tree.by_id("fall").all("a")) == may
        assert bool(tree.by_id("write-scar")) == may


def test_k1_cards_say_how_many_are_borne(cast, bearing):
    """K1: the card counts the scars that are borne, for everyone, and not those that are struck off."""
    for expected in ("2 cicatrices", "1 cicatrice"):
        for person in (cast.gm, cast.other):
            tree = read(person.get(address("table", person.held, cast)).content.decode())
            assert expected in tree.by_id(f"waits-{cast.alex.pk}").text
        for scar in Scar.objects.filter(pk=bearing.pk, status=ScarStatus.BORNE):
            scars.remove(seat=cast.gm.held, character_id=cast.alex.pk, scar_id=scar.pk)
