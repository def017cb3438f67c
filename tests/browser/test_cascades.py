"""The two cascades of chapter 3.3, by the GM's hand and by rolls (W2, W5), each step taken back and done again."""

import pytest
from playwright.sync_api import expect

from rules.impact.terms import Danger, Severity, Slot, State
from tests.browser.play import (
    WIDTHS,
    expect_seen,
    lay_table,
    look,
    roll_at,
    say,
    sheet_of,
    slot_shown,
    take_back,
    there_and_back,
    word,
)
from tests.sheets import factories

LIGHT, GRAVE, CRITICAL = Severity.LIGHT, Severity.GRAVE, Severity.CRITICAL
FALL = None
# What is taken, and the slot that it ends in.
EXAMPLE_A = [(LIGHT, Slot.LIGHT_1), (LIGHT, Slot.LIGHT_2), (LIGHT, Slot.GRAVE), (GRAVE, Slot.CRITICAL), (LIGHT, FALL)]
EXAMPLE_B = [(CRITICAL, Slot.CRITICAL), (LIGHT, Slot.LIGHT_1), (GRAVE, Slot.GRAVE), (GRAVE, FALL)]
EXAMPLES = pytest.mark.parametrize("example", [EXAMPLE_A, EXAMPLE_B], ids=["A", "B"])
# A clean failure deals the severity that the danger starts from (D2).
DANGER = {LIGHT: Danger.NORMAL, GRAVE: Danger.HIGH, CRITICAL: Danger.VERY_HIGH}


def check_slots(page, character, ticked):
    """The sheet and the database agree on the ticked slots, and on the red zone (W5)."""
    for slot in Slot:
        slot_shown(page, slot.value, taken=slot in ticked)
    expect(page.locator("#wounds .stamp", has_text=say("Red zone"))).to_have_count(1 if Slot.CRITICAL in ticked else 0)
    assert factories.open_slots(character) == ticked


def expect_fallen(page, character):
    expect(page.locator("#identity")).to_contain_text(word(State.DECIDING))
    assert factories.play_of(character).state is State.DECIDING


@EXAMPLES
@pytest.mark.parametrize("width", WIDTHS)
def test_wounds_inflicted_by_the_gm_cascade(new_page, faults, width, example):
    faults.allow("status of 422")  # O9: the wound that finds no slot comes back to be asked for its exit dice
    table = lay_table("Kai")
    page = new_page(width, user=table.gm.user)
    page.goto(sheet_of(table.gm, table.character))
    ticked = set()
    for severity, slot in example:
        before = look(page, table.character)
        page.locator(f"#inflict-{severity.value}").click()
        if slot is FALL:
            page.locator("#let-fall").click()
            expect_fallen(page, table.character)
        else:
            page.locator(f"#open-{slot.value}").wait_for()
            ticked.add(slot)
        check_slots(page, table.character, ticked)
        there_and_back(page, table.character, factories.last_entry(table.gm), before)


@EXAMPLES
@pytest.mark.parametrize("width", WIDTHS)
def test_wounds_of_rolls_cascade(new_page, width, example):
    table = lay_table("Kai")
    page = new_page(width, user=table.player.user)
    address = sheet_of(table.player, table.character)
    ticked = set()
    for severity, slot in example:
        page.goto(address)
        before = look(page, table.character)
        faces = {"d6": (2,)}
        entry = roll_at(page, table.player, table.character, faces, danger=DANGER[severity].value)
        if slot is FALL:
            expect_fallen(page, table.character)
        else:
            ticked.add(slot)
        check_slots(page, table.character, ticked)
        if slot and slot.severity is not severity:
            # R6: the passed slots are named.
            expect(page.locator("#panel")).to_contain_text(word(slot))
        there_and_back(page, table.character, entry, before)


def test_the_panel_goes_with_the_fall_and_comes_back_with_its_undo(new_page, faults):
    """W02, O8: no roll while the fall is being decided; undone, the sheet is as before it, panel included."""
    faults.allow("status of 422")
    table = lay_table("Kai")
    factories.tick_slots(table.gm, table.character, *Slot)
    page = new_page(user=table.gm.user)
    page.goto(sheet_of(table.gm, table.character))
    before = look(page, table.character)
    page.locator("#inflict-light").click()
    page.locator("#let-fall").click()
    expect_fallen(page, table.character)
    expect(page.locator("#roll-form")).to_have_count(0)
    take_back(page, factories.last_entry(table.gm))
    expect_seen(page, table.character, before)
    expect(page.locator("#roll-form")).to_be_visible()
