"""Chapter 3.3 played through the panel with dice of the table: each danger level with each result (D2, D3, D8)."""

import pytest
from playwright.sync_api import expect

from rules.impact.terms import Danger, Outcome, Severity, State
from tests.browser.play import (
    WIDTHS,
    expect_seen,
    lay_table,
    look,
    roll_at,
    say,
    sheet_of,
    slot_shown,
    sparks_said,
    take_back,
    there_and_back,
    word,
)
from tests.sheets import factories

# One action die and two twist dice for each result.
DICE = {
    Outcome.SUCCESS: {"d6": (5,), "d8": (1, 6)},
    Outcome.COMPLICATION: {"d6": (6,), "d8": (7, 2)},
    Outcome.OPPORTUNITY: {"d6": (2,), "d8": (3, 8)},
    Outcome.FAILURE: {"d6": (4,), "d8": (6, 6)},
    Outcome.DISASTER: {"d6": (1,), "d8": (7, 8)},
}
TRAY = {
    Outcome.COMPLICATION: "The Complication is laid on the GM's tray.",
    Outcome.OPPORTUNITY: "The Opportunity is laid on the GM's tray.",
    Outcome.DISASTER: "The Disaster is laid on the GM's tray.",
}
SLOT = {Severity.LIGHT: "light_1", Severity.GRAVE: "grave", Severity.CRITICAL: "critical"}
NONE, LIGHT, GRAVE, CRITICAL, OUT = Severity
# The chapter's table, a column a level: success, complication, opportunity, failure, disaster.
CHAPTER = [
    ("Sasha", Danger.LOW, (NONE, NONE, NONE, NONE, LIGHT)),
    ("Kai", Danger.NORMAL, (NONE, NONE, NONE, LIGHT, GRAVE)),
    ("Maya", Danger.HIGH, (NONE, LIGHT, LIGHT, GRAVE, CRITICAL)),
    ("Face au dragon", Danger.VERY_HIGH, (NONE, GRAVE, GRAVE, CRITICAL, OUT)),
]


def arrival(page):
    """The rung of the ladder that the result arrives at."""
    return page.locator("#panel .ladder li", has_text=", " + say("arrival", "ladder"))


def check_result(page, outcome, severity):
    """The result says the outcome, the rung, the slot, and what waits on the tray (R6-R8)."""
    expect(page.locator("#outcome")).to_have_text(word(outcome))
    expect(arrival(page)).to_contain_text(word(severity))
    for slot in ("light_1", "light_2", "grave", "critical"):
        slot_shown(page, slot, taken=slot == SLOT.get(severity))
    paid_in_the_fiction = severity is NONE and outcome in TRAY
    for kind, sentence in TRAY.items():
        told = page.locator("#panel").get_by_text(say(sentence), exact=True)
        expect(told).to_have_count(1 if paid_in_the_fiction and kind is outcome else 0)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("name", "danger", "severities"), CHAPTER, ids=[row[0] for row in CHAPTER])
def test_a_level_of_danger_with_every_result(new_page, width, name, danger, severities):
    table = lay_table(name, spark_start=1)
    page = new_page(width, user=table.player.user)
    address = sheet_of(table.player, table.character)
    page.goto(address)
    before = look(page, table.character)
    for (outcome, faces), severity in zip(DICE.items(), severities, strict=True):
        entry = roll_at(page, table.player, table.character, faces, danger=danger.value, scene_chaos=2)
        check_result(page, outcome, severity)
        falls = severity is OUT
        expect(page.locator("#identity")).to_contain_text(word(State.DECIDING if falls else State.ACTIVE))
        # R5: the disaster's spark is on the header at once, or after the fall is settled.
        won = outcome is Outcome.DISASTER
        expect(page.locator("#identity")).to_contain_text(sparks_said(2 if won and not falls else 1))
        things = factories.play_of(table.character)
        assert (things.sheet.sparks, things.sheet.sparks_due) == ((1, 1) if falls else (1 + won, 0))
        there_and_back(page, table.character, entry, before)
        take_back(page, entry)
    page.goto(address)
    expect_seen(page, table.character, before)
