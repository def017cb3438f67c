"""W7: the answer to a ruling, and what one leans on so as not to engage the wound."""

import pytest

from sheets.models import Character, Entry
from tests.sheets.views.addresses import address
from tests.sheets.views.bad import LONG
from tests.sheets.views.markup import errors_of, form_to, read, sent_by, value_of
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import rule_a_wound

LEANS_ON = "Zoé me porte jusqu’à la porte"


@pytest.fixture
def asked(cast):
    """Alex's player has been told that the wound is engaged."""
    rule_a_wound(cast)
    return cast


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("typed", ["", "   ", LONG])
def test_w7_adapting_takes_words(asked, typed, htmx):
    """W7: without a word of what one leans on, or with too many, nothing changes; the field says so and keeps them."""
    url = address("answer-ruling", asked.owner.held, asked)
    with nothing_changes():
        answer = asked.owner.post(url, {"choice": "adapt", "dependency": typed, "place": "desk"}, htmx=htmx)
    assert answer.status_code == 422
    tree = read(answer)
    assert len(errors_of(tree)) == 1
    field = next(e for e in form_to(tree, url).all("input") if e.get("name") == "dependency")
    assert value_of(field).strip() == typed.strip()
    assert field.get("aria-invalid") == "true"
    assert tree.by_id(field.get("aria-describedby"))
    if htmx:
        assert answer["HX-Retarget"] == "#desk"


def test_w7_what_one_leans_on_is_noted_and_shown(asked):
    """W7: it stands in everyone's log, and over the sheet of those who may read it all, until the next roll."""
    leaf = read(asked.owner.get(address("adapting", asked.owner.held, asked)))
    url = address("answer-ruling", asked.owner.held, asked)
    sent = {name: values[0] for name, values in sent_by(form_to(leaf, url)).items()} | {"dependency": LEANS_ON}
    assert asked.owner.post(url, sent, key=sent["key"]).status_code == 303
    sheet = Character.objects.get(pk=asked.alex.pk).sheet
    assert (sheet.ruling, sheet.ruling_dependency.text) == ("adapt", LEANS_ON)
    for person in (asked.gm, asked.owner, asked.other, asked.spectator):
        page = read(person.get(address("sheet", person.held, asked)))
        assert LEANS_ON in page.by_id("log").text
        shown = LEANS_ON in page.by_id("warning").text
        assert shown is (person in (asked.gm, asked.owner))


@pytest.mark.parametrize("choice", ["go", "give_up"])
def test_w7_words_are_kept_of_an_adaptation_alone(asked, choice):
    """W7: words sent with another answer are not kept."""
    url = address("answer-ruling", asked.owner.held, asked)
    assert asked.owner.post(url, {"choice": choice, "dependency": LEANS_ON}, htmx=True).status_code == 200
    assert Entry.objects.filter(campaign=asked.campaign).latest("number").facts["wording"] is None
    assert LEANS_ON not in asked.gm.get(address("sheet", asked.gm.held, asked)).content.decode()


def test_w7_nothing_waits_any_more(asked):
    """W7: an answer that comes after the ruling was taken back is refused in words, whatever it is."""
    ruled = Entry.objects.filter(campaign=asked.campaign).latest("number")
    assert asked.gm.post(address("undo", asked.gm.held, asked, entry_id=ruled.pk), htmx=True).status_code == 200
    with nothing_changes():
        url = address("answer-ruling", asked.owner.held, asked)
        answer = asked.owner.post(url, {"choice": "adapt", "dependency": LEANS_ON}, htmx=True)
    assert answer.status_code == 409
    assert errors_of(read(answer)) != []
