"""The way out of play through the pages: seen, asked twice, once, by whom (O1-O9, R5)."""

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import translation

from rules.impact.terms import Danger, Mode, Slot
from sheets.models import Character, Entry, Fall, Wound
from sheets.templatetags.percentages import percent_or_word
from tests.rules.by_hand import exit_law
from tests.sheets.factories import dice, pending_fall, roll_with, tick_slots
from tests.sheets.views.addresses import ROWS, address
from tests.sheets.views.bad import LONG, NUL
from tests.sheets.views.fallen import act, bring_down, obey, roll_out, stands
from tests.sheets.views.markup import errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes

ENDS = ("scar", "scar_scene_pays", "death", "deus_ex_machina")


def sheet(cast, person):
    return read(person.get(address("sheet", person.held, cast)))


def shown_chances(tree):
    """The four chances that the panel shows, in order."""
    return [e.text for e in tree.all("span") if e.get("class") == "num" and e.within("ol").get("class") == "ends"]


def by_hand(mode, mortal, count):
    """The four chances counted face by face, as the page writes them."""
    law = exit_law(mode, mortal, count)
    with translation.override("fr"):
        return [percent_or_word(law.get(end, Fraction(0))) for end in ENDS]


ODDS = [(mode.value, False, n) for mode in Mode for n in (0, 1, 2, 3, 5)] + [(mode.value, True, 3) for mode in Mode]


@pytest.mark.parametrize(("mode", "mortal", "count"), ODDS)
def test_o6_the_panel_shows_the_odds_counted_face_by_face(cast, mode, mortal, count):
    """O3, O6, X1: number of dice and four chances, zero in words, in every mode and for every viewer."""
    obey(cast, mode)
    bring_down(cast, dice=count, mortal=mortal)
    for person in (cast.owner, cast.gm, cast.spectator):
        tree = sheet(cast, person)
        assert shown_chances(tree) == by_hand(mode, mortal, count)
    waits = mode == "exit_roll" and not mortal
    fall = tree.by_id("fall")
    assert sum("die" in e.get("class").split() for e in fall.all("svg")) == (count if waits else 0)
    assert f"contrat v{cast.campaign.contract_version}" in fall.text


def test_the_dice_are_those_really_rolled(cast):
    """O3, P10: chaos that a spark silenced gives no exit die; what was rolled does."""
    tick_slots(cast.gm.held, cast.alex, Slot.LIGHT_2, Slot.CRITICAL)
    roll_with(cast.owner.held, cast.alex, dice(2), danger=Danger.NORMAL, scene_chaos=3, silence_chaos=True)
    assert pending_fall(cast.alex).exit_dice == 0
    cast.gm.post(address("undo", cast.gm.held, cast, entry_id=Entry.objects.latest("number").pk))
    roll_with(cast.owner.held, cast.alex, dice(2, twist=(1, 2, 3)), danger=Danger.NORMAL, scene_chaos=3)
    assert pending_fall(cast.alex).exit_dice == 3


def test_who_is_shown_what(cast):
    """O1, O8: the owner and the GM act, others look on; the sacrifice is offered to the player alone."""
    bring_down(cast, dice=2)
    offers = {
        person.name: [i for i in ("exit-roll", "exit-real", "ask-sacrifice") if sheet(cast, person).by_id(i)]
        for person in (cast.gm, cast.owner, cast.other, cast.spectator)
    }
    both = ["exit-roll", "exit-real"]
    assert offers == {"gm": both, "owner": [*both, "ask-sacrifice"], "other": [], "spectator": []}


@pytest.mark.parametrize("name", ["redeem", "die"])
@pytest.mark.parametrize("htmx", [False, True])
def test_a_first_tap_changes_nothing(cast, name, htmx):
    """O5: redemption and death are asked twice, on a leaf that holds the key of the second tap."""
    bring_down(cast, mortal=True)
    with nothing_changes():
        asked = cast.owner.get(address(f"ask-{name}", cast.owner.held, cast), htmx=htmx)
        assert act(cast, cast.owner, name, htmx=htmx).status_code == 422
    form = sent_by(form_to(read(asked), address(name, cast.owner.held, cast)))
    sent = {key: values[0] for key, values in form.items()}
    assert sent["sure"] == "1"
    assert cast.owner.post(address(name, cast.owner.held, cast), sent, htmx=htmx, key=sent["key"]).status_code < 400
    assert stands(cast).state == ("dead" if name == "die" else "neutralised")


@pytest.mark.parametrize("mode", [mode.value for mode in Mode])
@pytest.mark.parametrize("state", ["active", "neutralised", "deciding"])
def test_o1_a_sacrifice_at_any_time_in_every_mode(cast, mode, state):
    """O1: by the player, after a second tap, whatever the state; never by the GM, never redeemed."""
    obey(cast, mode)
    if state == "deciding":
        bring_down(cast, dice=1, mortal=True)
    elif state == "neutralised":
        cast.gm.post(address("state", cast.gm.held, cast), {"to": "neutralised"})
    with nothing_changes():
        assert act(cast, cast.owner, "sacrifice").status_code == 422
        assert act(cast, cast.gm, "sacrifice", sure="1").status_code == 403
    assert act(cast, cast.owner, "sacrifice", sure="1").status_code == 303
    assert (stands(cast).state, stands(cast).status) == ("dead", "down")
    assert Fall.objects.filter(character=cast.alex, status__in=("choice", "exit_roll")).count() == 0
    tree = sheet(cast, cast.owner)
    assert [tree.by_id(i) for i in ("ask-redeem", "ask-die", "ask-sacrifice")] == [None] * 3
    with nothing_changes():
        assert act(cast, cast.owner, "sacrifice", sure="1").status_code in (409, 422)


STEPS = ["exit-roll", "redeem", "die"]


def lay(cast, name):
    """The fall as far as this step of it, and what its form sends."""
    bring_down(cast, dice=3, mortal=name != "exit-roll")
    return {"fall": str(pending_fall(cast.alex).pk), "sure": "1"}


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("htmx", [False, True])
def test_a_lost_answer_is_given_again(cast, name, htmx):
    """O8: the same key twice is one act and one answer, the dice of an exit roll included."""
    sent, url = lay(cast, name), address(name, cast.owner.held, cast)
    key = cast.owner.key(url)
    first = cast.owner.post(url, sent, htmx=htmx, key=key)
    with nothing_changes():
        second = cast.owner.post(url, sent, htmx=htmx, key=key)
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert first.status_code == (200 if htmx else 303)


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("htmx", [False, True])
def test_of_two_devices_one_is_told(cast, name, htmx):
    """O8: the second answer to a step that is settled changes nothing and says so."""
    sent = lay(cast, name)
    assert cast.owner.post(address(name, cast.owner.held, cast), sent).status_code == 303
    for other in [name] if name == "exit-roll" else ["redeem", "die"]:
        with nothing_changes():
            told = cast.gm.post(address(other, cast.gm.held, cast), sent, htmx=htmx)
        assert told.status_code == 409
        assert "déjà décidé" in " ".join(errors_of(read(told)))


def test_a_form_of_an_older_fall_is_told(cast):
    """W07: what was opened for one fall does nothing to the next."""
    sent = lay(cast, "die")
    bring_down(cast, mortal=True)
    with nothing_changes():
        assert cast.owner.post(address("die", cast.owner.held, cast), sent).status_code == 409


def test_what_waits_survives_a_closed_browser(cast):
    """O8: a browser that knows nothing finds each step where it was, on the sheet and on the GM's table."""
    for lay_step, marks in (
        (lambda: bring_down(cast, dice=3), "exit-roll"),
        (lambda: roll_out(cast, cast.gm, 8, 7, 1), "ask-die"),
    ):
        lay_step()
        fresh = Client()
        fresh.force_login(cast.owner.user)
        tree = read(fresh.get(address("sheet", cast.owner.held, cast)))
        assert tree.by_id(marks) is not None
        card = read(cast.gm.get(address("table", cast.gm.held, cast))).by_id(f"card-{cast.alex.pk}")
        assert [e.get("href") for e in card.all("a") if e.get("href").endswith("#fall")] != []


BAD_FACES = [
    ["8"],
    ["8", "7", "1"],
    ["9", "1"],
    ["0", "1"],
    ["x", "1"],
    ["", ""],
    [NUL, "1"],
    [LONG, "1"],
    ["-1", "3"],
    ["٣", "1"],
]


@pytest.mark.parametrize("faces", BAD_FACES, ids=range(len(BAD_FACES)))
@pytest.mark.parametrize("htmx", [False, True])
def test_bad_faces_of_exit_dice_are_refused_where_they_are_typed(cast, faces, htmx):
    """O3: 422 with a message, what was typed is kept, nothing is rolled."""
    bring_down(cast, dice=2)
    with nothing_changes():
        answer = act(cast, cast.owner, "exit-roll", htmx=htmx, dice="table", face_d8=faces)
    assert answer.status_code == 422
    tree = read(answer)
    assert errors_of(tree) != []
    kept = [e.get("value") for e in tree.all("input") if e.get("name") == "face_d8"]
    assert kept == [*faces, ""][:2] or NUL in faces


@pytest.mark.parametrize("fall", ["", "x", NUL, "00000000-0000-0000-0000-000000000000"])
@pytest.mark.parametrize("name", STEPS)
def test_a_fall_that_is_none_is_refused(cast, name, fall):
    """O8: no fall, or not this character's: told, and nothing changes."""
    lay(cast, name)
    with nothing_changes():
        answer = act(cast, cast.owner, name, fall=fall, sure="1")
    assert answer.status_code in (409, 422)


def test_o9_a_wound_without_a_slot_asks_for_its_dice(cast):
    """O9, W2: the plain button does not let anyone fall; the leaf says with how many dice, and whether mortal."""
    tick_slots(cast.gm.held, cast.alex, Slot.LIGHT_2, Slot.CRITICAL)
    url = address("inflict", cast.gm.held, cast)
    with nothing_changes():
        answer = cast.gm.post(url, {"severity": "light"}, htmx=True)
    assert answer.status_code == 422
    form = {key: values[0] for key, values in sent_by(form_to(read(answer), url)).items()}
    assert (form["severity"], form["falls"]) == ("light", "1")
    for wrong in ("-1", "41", "x", "1e9", NUL):
        with nothing_changes():
            assert cast.gm.post(url, form | {"exit_dice": wrong}, key=form["key"]).status_code == 422
    assert cast.gm.post(url, form | {"exit_dice": "2", "name": "La poutre"}, key=form["key"]).status_code == 303
    fall = pending_fall(cast.alex)
    assert (fall.exit_dice, fall.cause, fall.wording.text) == (2, "ordinary", "La poutre")
    assert fall.wound == Wound.objects.get(character=cast.alex, slot="critical", status="open")  # K3


def test_o9_no_dice_unless_said(cast):
    """O9: an empty number is none."""
    cast.gm.post(address("inflict", cast.gm.held, cast), {"severity": "out_of_play", "falls": "1", "exit_dice": ""})
    assert pending_fall(cast.alex).exit_dice == 0


def test_o8_one_who_is_down_falls_again_by_a_mortal_hit_alone(cast):
    """O8, O2: slots tick; then the GM is told; a mortal hit is a new fall, and the old choice is gone."""
    tick_slots(cast.gm.held, cast.alex, Slot.LIGHT_2)
    bring_down(cast, dice=3)
    url = address("inflict", cast.gm.held, cast)
    assert cast.gm.post(url, {"severity": "light"}, htmx=True).status_code == 200
    assert Wound.objects.filter(character=cast.alex, slot="critical", status="open").exists()
    with nothing_changes():
        told = cast.gm.post(url, {"severity": "light", "falls": "1"}, htmx=True)
    assert told.status_code == 422
    assert errors_of(read(told)) != []
    old = pending_fall(cast.alex)
    assert cast.gm.post(url, {"severity": "light", "falls": "1", "mortal": "on"}).status_code == 303
    new = pending_fall(cast.alex)
    old.refresh_from_db()
    assert (old.status, old.closing, new.cause, new.status) == ("past", "overtaken", "mortal", "choice")


def test_r5_the_spark_of_the_fall_never_pays_for_it(cast):
    """R5: with no other spark there is no redemption; the spark comes once the end is settled."""
    obey(cast, "gritty", sparks=0)
    roll_with(cast.owner.held, cast.alex, dice(2, twist=(7, 8)), danger=Danger.VERY_HIGH, scene_chaos=2)
    assert (stands(cast).sparks, stands(cast).due) == (0, 1)
    assert sheet(cast, cast.owner).by_id("ask-redeem") is None
    with nothing_changes():
        assert act(cast, cast.owner, "redeem", sure="1").status_code == 422
    cast.gm.post(address("sparks", cast.gm.held, cast), {"by": "1"})
    assert sheet(cast, cast.owner).by_id("ask-redeem") is not None
    assert act(cast, cast.owner, "redeem", sure="1").status_code == 303
    assert (stands(cast).sparks, stands(cast).due, stands(cast).used) == (1, 0, 1)


def test_r5_heroic_settles_at_once(cast):
    """O4, R5: no roll and no choice, so the spark is there at once."""
    obey(cast, "heroic", sparks=0)
    roll_with(cast.owner.held, cast.alex, dice(2, twist=(7, 8)), danger=Danger.VERY_HIGH, scene_chaos=2)
    now = stands(cast)
    assert (now.state, now.sparks, now.due, now.scar) == ("neutralised", 1, 0, "required")


def test_a_fall_obeys_the_contract_it_came_under(cast):
    """O6, product: terms changed after the fall change nothing of it; panel and log name the version."""
    bring_down(cast, dice=2)
    version = cast.campaign.contract_version
    terms = ROWS["change-terms"].body(cast) | {"lethality": "lethal", "lethal_redemption": "none"}
    assert cast.gm.post(address("change-terms", cast.gm.held, cast), terms).status_code == 303
    assert (cast.campaign.lethality, cast.campaign.contract_version) == ("lethal", version + 1)
    roll_out(cast, cast.owner, 7, 8)
    assert act(cast, cast.owner, "redeem", sure="1").status_code == 303
    tree = sheet(cast, cast.owner)
    assert f"contrat v{version}" in tree.by_id("fall").text
    log = tree.by_id("log-rows").text
    assert f"Contrat v{version}, mode Jet de sortie" in log
    assert "2 Twists" in log
    assert re.search(r"annoncé à 6,[23]\s%", log)


def test_o8_a_return_goes_through_the_slots(cast):
    """O8: the GM brings back, healing what is ticked on the leaf, and nothing else; one entry."""
    tick_slots(cast.gm.held, cast.alex, Slot.CRITICAL)
    obey(cast, "heroic")
    bring_down(cast)
    url = address("state", cast.gm.held, cast)
    leaf = read(cast.gm.get(address("ask-state", cast.gm.held, cast).replace("to=dead", "to=active")))
    slots = [e.get("value") for e in form_to(leaf, url).all("input") if e.get("name") == "heal"]
    assert slots == ["light_1", "grave", "critical"]
    entries = Entry.objects.count()
    assert cast.gm.post(url, {"to": "active", "heal": ["grave", "critical"]}).status_code == 303
    assert Entry.objects.count() == entries + 1
    assert Character.objects.get(pk=cast.alex.pk).state == "active"
    assert list(Wound.objects.filter(character=cast.alex, status="open").values_list("slot", flat=True)) == ["light_1"]
    # O7: the scar is still due, and said.
    assert (stands(cast).status, stands(cast).scar) == ("past", "required")
    assert "Une cicatrice est due" in sheet(cast, cast.owner).by_id("fall").text


def test_a_death_by_the_gms_word_is_asked_twice(cast):
    """O8: the first tap is a leaf, with or without scripts."""
    url = address("state", cast.gm.held, cast)
    with nothing_changes():
        assert cast.gm.post(url, {"to": "dead"}).status_code == 422
        assert "sure" in sent_by(form_to(read(cast.gm.get(address("ask-state", cast.gm.held, cast))), url))
    assert cast.gm.post(url, {"to": "dead", "sure": "1"}).status_code == 303
    assert Character.objects.get(pk=cast.alex.pk).state == "dead"
