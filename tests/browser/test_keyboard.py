"""A whole roll by keyboard alone: the focus is always seen and never lost, the result is heard once."""

import pytest
from playwright.sync_api import expect

from rules.impact.terms import Danger, Outcome, Slot
from tests.browser.hands import FOCUS_HELD, arrow_to, check_focus, tab_to
from tests.browser.play import (
    WIDTHS,
    launch,
    lay_table,
    option,
    redrawn,
    roll_at,
    say,
    sheet_of,
    slot_shown,
    trait_id,
    word,
)
from tests.sheets import factories

# Every text that the place for announcements has held since it was empty, and whether it is still the same place.
LISTEN = """() => {
  const place = document.getElementById('aloud');
  window.heard = [];
  window.samePlace = () => document.getElementById('aloud') === place;
  new MutationObserver(() => {
    const text = document.getElementById('aloud')?.textContent.trim() ?? '';
    if (text !== (window.heard.at(-1) ?? '')) window.heard.push(text);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize("width", WIDTHS)
def test_a_whole_roll_from_the_top_of_the_sheet(new_page, width):
    table = lay_table("Kai")
    page = new_page(width, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    page.evaluate(LISTEN)
    tab_to(page, option(page, "intention", "act").locator("input"))
    tab_to(page, option(page, "danger", "").locator("input").first)
    arrow_to(page, option(page, "danger", Danger.NORMAL.value).locator("input"))
    tab_to(page, option(page, "mark", str(trait_id(table.character, "Les fichiers de mon père"))).locator("input"))
    with redrawn(page):
        page.keyboard.press("Space")
    check_focus(page)
    tab_to(page, page.locator("#roll-form input[name=scene_chaos]"))
    with redrawn(page):
        page.keyboard.type("1")
        page.keyboard.press("Tab")
    tab_to(page, launch(page, "table"))
    with redrawn(page):
        page.keyboard.press("Enter")
    # The first die has the focus; each full field hands it on, the last one to the button.
    expect(page.locator("#faces input[name^=face_]").first).to_be_focused()
    check_focus(page)
    page.keyboard.type("234")
    check_focus(page)
    page.keyboard.press("Enter")
    expect(page.locator("#outcome")).to_have_text(word(Outcome.FAILURE))
    # The wound asks for its name.
    expect(page.locator("#wound-name")).to_be_focused()
    page.keyboard.type("Coup à la tempe")
    page.keyboard.press("Enter")
    expect(page.locator("#open-light_1")).to_contain_text("Coup à la tempe")
    heard = page.evaluate("() => window.heard")
    sentence = f"{word(Outcome.FAILURE)}, {say('wound in %(slot)s, to be named', slot=word(Slot.LIGHT_1))}."
    assert heard == [sentence]
    expect(page.get_by_role("status").filter(has_text=sentence)).to_have_count(1)


def test_a_screen_reader_keeps_the_place_it_listens_to(new_page):
    """A live region speaks when its text changes; one that is itself replaced is new, and often stays silent."""
    table = lay_table("Kai")
    page = new_page(user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    page.evaluate(LISTEN)
    launch(page).click()
    page.locator("#outcome").wait_for()
    expect(page.locator("#aloud")).not_to_be_empty()
    assert page.evaluate("() => window.samePlace()")


def test_without_a_wound_the_result_has_the_focus(new_page):
    table = lay_table("Kai")
    page = new_page(user=table.player.user)
    roll_at(page, table.player, table.character, {"d6": (5,)}, danger=Danger.NORMAL.value)
    expect(page.locator("#outcome")).to_be_focused()


def test_the_focus_is_not_lost_when_a_wound_is_named(new_page):
    table = lay_table("Kai")
    page = new_page(user=table.player.user)
    roll_at(page, table.player, table.character, {"d6": (2,)}, danger=Danger.NORMAL.value)
    page.locator("#wound-name").fill("Coup à la tempe")
    page.keyboard.press("Enter")
    expect(page.locator("#naming")).to_contain_text("Coup à la tempe")
    page.wait_for_function(FOCUS_HELD)


def test_the_focus_is_not_lost_when_an_act_is_undone(new_page):
    """It goes from Undo to Redo, so that a mistake is one more press."""
    table = lay_table("Kai")
    page = new_page(user=table.player.user)
    entry = roll_at(page, table.player, table.character, {"d6": (2,)}, danger=Danger.NORMAL.value)
    page.locator(f"#undo-{entry.pk}").focus()
    page.keyboard.press("Enter")
    slot_shown(page, "light_1", taken=False)
    expect(page.locator(f"#redo-{entry.pk}")).to_be_focused()
    page.keyboard.press("Enter")
    slot_shown(page, "light_1", taken=True)
    expect(page.locator(f"#undo-{entry.pk}")).to_be_focused()
    assert factories.open_slots(table.character) == {Slot.LIGHT_1}


def test_the_first_stop_skips_to_the_content(new_page):
    table = lay_table("Kai")
    page = new_page(user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    page.keyboard.press("Tab")
    check_focus(page)
    expect(page.locator('a[href="#main"]')).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.getElementById('main').contains(document.activeElement)")
