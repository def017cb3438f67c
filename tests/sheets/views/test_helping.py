"""Help with a roll on the pages: asked from the panel as it stands, answered on the helper's sheet (P6, D6)."""

from typing import Any

import pytest

from rules.impact.terms import Danger
from sheets.models import Assistance, Campaign, Entry
from sheets.services import helping
from tests.sheets.cast import Cast, Person
from tests.sheets.factories import agree_to_help, ask_help, dice, help_seen, roll_with
from tests.sheets.views.addresses import address
from tests.sheets.views.bad import LONG, NUL
from tests.sheets.views.markup import errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes


@pytest.fixture
def asked(cast: Cast) -> Cast:
    """Alex has asked Zoé to help under a high danger."""
    ask_help(cast.owner.held, cast.alex, cast.zoe, danger=Danger.HIGH)
    return cast


def panel(cast: Cast, **more: Any) -> dict[str, Any]:
    return {"intention": "act", "danger": "high", "channel": "body", "allies": str(cast.zoe.pk)} | more


def word(cast: Cast, person: Person, **sent: Any) -> Any:
    """An answer for Zoé to Alex."""
    url = address("answer-help", person.held, cast, character_id=cast.zoe.pk, other_id=cast.alex.pk)
    return person.post(url, sent, htmx=True)


@pytest.mark.parametrize("htmx", [True, False])
def test_p6_asking_leaves_the_panel_as_it_is(cast, htmx):
    """P6, T11: whoever is asked stays ticked, so does everything else; a second tap asks nobody twice."""
    url = address("ask-help", cast.owner.held, cast)
    key = cast.owner.key(url)
    for _tap in range(2):
        answer = cast.owner.post(url, panel(cast, prepared="on", dice="table", face_d6="4"), htmx=htmx, key=key)
        assert answer.status_code == 200
        held = sent_by(form_to(read(answer), address("roll", cast.owner.held, cast)))
        assert (held["allies"], held["prepared"], held["danger"]) == ([str(cast.zoe.pk)], ["on"], ["high"])
        assert "fingerprint" in held
    assert Entry.objects.filter(kind="help_asked").count() == 1
    shown = Assistance.objects.get().shown
    assert (shown["danger"], shown["d6"], shown["d8"]) == ("high", 3, 0)


def test_p6_nothing_is_rolled_before_everyone_has_agreed(asked):
    """P6: refused at the field with the name, the choices kept; and there is no button to roll with."""
    odds = asked.owner.post(address("odds", asked.owner.held, asked), panel(asked), htmx=True)
    assert b'name="dice"' not in odds.content
    sent = panel(asked, dice="server", fingerprint=sent_by(read(odds))["fingerprint"][0])
    with nothing_changes():
        answer = asked.owner.post(address("roll", asked.owner.held, asked), sent, htmx=True)
    assert answer.status_code == 422
    assert any("Zoé" in said for said in errors_of(read(answer)))


@pytest.mark.parametrize("allies", ["", "abc", NUL, LONG, "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "foreign", "self"])
def test_p6_allies_that_are_none(cast, allies):
    """P02, P6, T11: nobody, nonsense, someone of another table, oneself: a message at the field, nothing asked."""
    named = {"foreign": str(cast.malik.pk), "self": str(cast.alex.pk)}.get(allies, allies)
    with nothing_changes():
        answer = cast.owner.post(address("ask-help", cast.owner.held, cast), panel(cast, allies=named), htmx=True)
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []
    assert "Malik" not in answer.content.decode()


@pytest.mark.parametrize("sent", [{}, {"agree": NUL}, {"agree": LONG}, {"agree": "x", "decline": "1"}])
def test_p6_a_word_that_is_none(asked, sent):
    """P6: neither yes nor no, or both: nothing is taken for a word."""
    with nothing_changes():
        assert word(asked, asked.other, **sent).status_code == 422


def test_p6_a_word_on_other_odds_is_not_taken(asked):
    """P6, X1: what was seen no longer holds: 409, and the question stands."""
    seen = help_seen(asked.alex, asked.zoe)
    Campaign.objects.filter(pk=asked.campaign.pk).update(lethality="gritty")
    with nothing_changes():
        assert word(asked, asked.other, agree=seen).status_code == 409


def test_p6_the_helpers_player_or_the_gm_answers(asked):
    """P6: who asks may not answer for the one who is asked; a help that nobody asks for is refused."""
    seen = help_seen(asked.alex, asked.zoe)
    for person, status in ((asked.owner, 403), (asked.spectator, 403), (asked.outsider, 404), (asked.other, 200)):
        url = address("answer-help", person.held, asked, character_id=asked.zoe.pk, other_id=asked.alex.pk)
        assert person.post(url, {"agree": seen}, htmx=True).status_code == status
    for other, status in ((asked.malik, 404), (asked.zoe, 404)):
        url = address("answer-help", asked.gm.held, asked, character_id=asked.zoe.pk, other_id=other.pk)
        assert asked.gm.post(url, {"decline": "1"}, htmx=True).status_code == status
    url = address("spare-help", asked.gm.held, asked, character_id=asked.zoe.pk, other_id=asked.alex.pk)
    assert asked.gm.post(url, {"spared": "perhaps"}, htmx=True).status_code == 422


def test_p6_the_question_is_for_whoever_acts_for_the_helper(asked):
    """P6, rights: the odds of a helper stand on their sheet for their player and the GM, for nobody else."""
    for person, count in ((asked.other, 1), (asked.gm, 1), (asked.owner, 0), (asked.spectator, 0)):
        page = person.get(address("sheet", person.held, asked, character_id=asked.zoe.pk))
        assert page.content.decode().count('class="help-asked"') == count


def test_p6_other_allies_are_the_gms(cast):
    """P6: a number of allies that a player sends is not heard; the GM's is."""
    for person, dice_count in ((cast.owner, "1 D6"), (cast.gm, "3 D6")):
        answer = person.post(address("odds", person.held, cast), {"intention": "act", "helpers": "2"}, htmx=True)
        assert dice_count in answer.content.decode()


def test_d6_the_result_and_both_logs_say_what_befell_the_helper(asked):
    """D6: the helper is named with what happened, on the result and in the log of either sheet."""
    agree_to_help(asked.other.held, asked.alex, asked.zoe)
    chosen = {"danger": Danger.HIGH, "allies": frozenset([asked.zoe.pk])}
    entry = roll_with(asked.owner.held, asked.alex, dice(2, 2), **chosen).entry
    said = "Zoé aide et prend une blessure"
    result = address("result", asked.owner.held, asked, roll_id=entry.roll_id)
    sheets = [address("sheet", asked.other.held, asked, character_id=pk) for pk in (asked.alex.pk, asked.zoe.pk)]
    assert said in asked.owner.get(result).content.decode()
    for sheet in sheets:
        assert said in asked.other.get(sheet).content.decode()


def test_d6_without_javascript_a_word_leads_back_to_the_sheet(asked):
    """Works without JavaScript: 303, and the word is given."""
    url = address("answer-help", asked.other.held, asked, character_id=asked.zoe.pk, other_id=asked.alex.pk)
    assert asked.other.post(url, {"agree": help_seen(asked.alex, asked.zoe)}).status_code == 303
    assert Assistance.objects.get().status == "agreed"
    helping.spare(seat=asked.gm.held, character_id=asked.zoe.pk, roller_id=asked.alex.pk, spared=True)
    assert Assistance.objects.get().spared
