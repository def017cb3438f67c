"""Wounds named, renamed, healed and ticked by people (W1, H4, W11)."""

import pytest
from playwright.sync_api import expect

from rules.impact.terms import Danger, Slot
from sheets.models import Entry
from tests.browser.play import WIDTHS, lay_table, roll_at, say, sheet_of, slot_shown, take_back, word
from tests.sheets import factories

BOTH_WIDTHS = pytest.mark.parametrize("width", WIDTHS)
FIRST, SECOND = "Coup à la tempe", "Arcade ouverte"


@BOTH_WIDTHS
def test_a_wound_is_named_in_the_result_renamed_by_its_player_healed_by_the_gm(new_page, width):
    table = lay_table("Kai")
    page = new_page(width, user=table.player.user)
    roll_at(page, table.player, table.character, {"d6": (3,)}, danger=Danger.NORMAL.value)
    expect(page.locator("#wound-name")).to_be_focused()
    page.keyboard.type(FIRST)
    page.keyboard.press("Enter")
    expect(page.locator("#naming")).to_contain_text(FIRST)
    expect(page.locator("#wound-name")).to_have_count(0)
    expect(page.locator("#open-light_1")).to_contain_text(FIRST)
    assert factories.wound_in(table.character, Slot.LIGHT_1).name == FIRST

    page.goto(sheet_of(table.player, table.character))
    page.locator("#open-light_1").click()
    expect(page.locator("#desk-name")).to_be_focused()
    expect(page.locator("#desk-name")).to_have_value(FIRST)
    expect(page.locator("#desk button[name=slot]")).to_have_count(0)  # healing is the GM's
    page.locator("#desk-name").fill(SECOND)
    page.keyboard.press("Enter")
    expect(page.locator("#open-light_1")).to_contain_text(SECOND)
    expect(page.locator("#desk-name")).to_have_count(0)
    assert factories.wound_in(table.character, Slot.LIGHT_1).name == SECOND

    above = new_page(width, user=table.gm.user)
    above.goto(sheet_of(table.gm, table.character))
    above.locator("#open-light_1").click()
    above.locator(f"#desk button[name=slot][value={Slot.LIGHT_1.value}]").click()
    slot_shown(above, "light_1", taken=False)
    expect(above.locator("#log")).to_contain_text(SECOND)  # H5: it stays in the story
    assert factories.open_slots(table.character) == set()
    slot_shown(page, "light_1", taken=False)  # the player's page hears of it


@BOTH_WIDTHS
def test_a_slot_ticked_healed_and_ticked_quickly_ends_in_one_state_on_all_screens(new_page, width):
    """W11: each button is pressed the moment it is there."""
    table = lay_table("Kai")
    factories.tick_slots(table.gm, table.character, Slot.LIGHT_1, Slot.LIGHT_2, Slot.GRAVE)
    other = new_page(next(w for w in WIDTHS if w != width), user=table.player.user)
    other.goto(sheet_of(table.player, table.character))
    page = new_page(width, user=table.gm.user)
    page.goto(sheet_of(table.gm, table.character))
    for _time in range(2):
        page.locator("#tick-critical").click()
        page.locator("#open-critical").click()
        page.locator("#desk button[name=slot][value=critical]").click()
    page.locator("#tick-critical").click()
    slot_shown(page, "critical", taken=True)
    slot_shown(other, "critical", taken=True)
    expect(other.locator("#wounds").get_by_text(say("Red zone"), exact=True)).to_be_visible()
    assert factories.open_slots(table.character) == set(Slot)
    acts = Entry.objects.filter(character=table.character).values_list("kind", flat=True)
    assert list(acts.order_by("number"))[-5:] == ["wound_ticked", "wound_healed"] * 2 + ["wound_ticked"]


def test_every_click_of_a_quick_row_is_sent(new_page):
    """htmx drops the third of several quick clicks unless told to queue all; each is one act with its own key."""
    table = lay_table("Kai", spark_start=0)
    page = new_page(user=table.gm.user)
    page.goto(sheet_of(table.gm, table.character))
    row = ["inflict-light", "inflict-light", "spark-more", "inflict-grave", "spark-more", "inflict-critical"]
    # In one turn of the browser: no answer can come in between.
    page.evaluate("ids => ids.forEach(id => document.getElementById(id).click())", row)
    slot_shown(page, "critical", taken=True)
    for slot in Slot:
        slot_shown(page, slot.value, taken=True)
    assert factories.open_slots(table.character) == set(Slot)
    assert factories.play_of(table.character).sheet.sparks == 2
    kinds = Entry.objects.filter(character=table.character).exclude(kind="character_made")
    assert sorted(kinds.values_list("kind", flat=True)) == ["sparks_changed"] * 2 + ["wound_inflicted"] * 4


def test_a_roll_whose_wound_has_a_name_can_still_be_undone_by_its_player(new_page):
    """Naming what the roll did builds nothing on it; the log's button stays, on the result and on the sheet."""
    table = lay_table("Kai")
    page = new_page(user=table.player.user)
    entry = roll_at(page, table.player, table.character, {"d6": (3,)}, danger=Danger.NORMAL.value)
    page.locator("#wound-name").fill(FIRST)
    page.keyboard.press("Enter")
    expect(page.locator("#open-light_1")).to_contain_text(FIRST)
    page.goto(sheet_of(table.player, table.character))
    expect(page.locator(f"#undo-{entry.pk}")).to_be_visible()
    take_back(page, entry)
    assert factories.open_slots(table.character) == set()


def test_a_wound_may_stay_without_a_name(new_page):
    """W1: naming is asked at once and may be done later; until then the slot says so."""
    table = lay_table("Kai")
    page = new_page(user=table.player.user)
    roll_at(page, table.player, table.character, {"d6": (1,)}, danger=Danger.HIGH.value)
    expect(page.locator("#open-grave")).to_contain_text(say("to be named"))
    page.goto(sheet_of(table.player, table.character))
    expect(page.locator("#open-grave")).to_contain_text(say("to be named"))
    expect(page.locator("#slot-grave")).to_contain_text(word(Slot.GRAVE))
