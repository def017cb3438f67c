"""W7 in a browser: who adapts writes down what they lean on, with htmx, by keyboard, and without JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from rules.impact.terms import Slot
from sheets.services import scene
from tests.browser.conftest import Faults, PageMaker
from tests.browser.play import Table, lay_table, say, sheet_of
from tests.sheets import factories

LEANS_ON = "Marc me porte."
TOO_LONG = "W" * 301


@pytest.fixture
def ruled(live: str) -> Table:
    """A table whose player has been told that the wound is engaged."""
    table = lay_table()
    factories.tick_slots(table.gm, table.character, Slot.GRAVE)
    scene.rule_engaged(seat=table.gm, character_id=table.character.pk, reason="Ton épaule porte tout.")
    return table


def refused_then_noted(page: Page, faults: Faults) -> None:
    """Send nothing, then too much, and in the end a few words; each time the field is where it was."""
    faults.allow(r"status of 422")
    field, error = page.locator("[name=dependency]"), page.locator("#id_dependency_error")
    field.press("Enter")
    expect(error).to_have_text(say("Say what you lean on: that is what spares you the die."))
    # As by hand: the field itself takes no more than its length.
    field.evaluate("(field, text) => { field.removeAttribute('maxlength'); field.value = text; }", TOO_LONG)
    field.press("Enter")
    expect(error).to_contain_text("301")
    expect(field).to_have_value(TOO_LONG)
    field.fill(LEANS_ON)
    field.press("Enter")
    expect(page.locator("#log-rows > li").first).to_contain_text(LEANS_ON)
    expect(page.locator("#warning")).to_contain_text(LEANS_ON)
    expect(page.locator("#ruling-adapt")).to_have_count(0)
    expect(field).to_have_count(0)


def test_w7_adapting_on_the_sheet(new_page: PageMaker, faults: Faults, ruled: Table):
    """W7: the leaf opens on the sheet with the focus in its field, keeps what was refused, and is gone at the end."""
    page = new_page(360, user=ruled.player.user)
    page.goto(sheet_of(ruled.player, ruled.character))
    page.evaluate("window.stayed = true")
    page.locator("#ruling-adapt").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=dependency]")).to_be_focused()
    refused_then_noted(page, faults)
    assert page.evaluate("window.stayed")
    assert page.evaluate("document.activeElement !== document.body")


def test_w7_adapting_without_javascript(new_page: PageMaker, faults: Faults, ruled: Table):
    """W7: the same by whole pages."""
    page = new_page(360, user=ruled.player.user, javascript=False)
    page.goto(sheet_of(ruled.player, ruled.character))
    page.locator("#ruling-adapt").click()
    faults.allow(r"status of 422")
    field, error = page.locator("[name=dependency]"), page.locator("#id_dependency_error")
    field.press("Enter")
    expect(error).to_have_text(say("Say what you lean on: that is what spares you the die."))
    field.fill(LEANS_ON)
    field.press("Enter")
    expect(page.locator("#log-rows > li").first).to_contain_text(LEANS_ON)
    expect(page.locator("#warning")).to_contain_text(LEANS_ON)
