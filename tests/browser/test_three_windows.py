"""Three windows at one table: what one does, the others see without a reload (D4, W7, D7, R7)."""

from playwright.sync_api import expect

from rules.impact.terms import Danger, Slot, State
from tests.browser.conftest import PageMaker
from tests.browser.play import lay_table, read_dice, say, sheet_of, sparks_said, word
from tests.browser.windows import (
    announce,
    expect_on_all,
    nobody_reloaded,
    open_live,
    open_windows,
    raise_chaos,
    table_of,
)
from tests.sheets import factories
from tests.sheets.factories import dice, roll_with


def test_a_mortal_danger_from_its_announcement_to_its_roll(new_page: PageMaker):
    """D4, O2: announced by the GM, answered by the player, rolled, fallen: each step on all three screens."""
    windows = open_windows(new_page, lay_table())
    announce(windows, Danger.VERY_HIGH, "Le dragon ouvre la gueule.", mortal=True)
    raise_chaos(windows, 2)
    windows.player.locator("#answer-go").click()
    for page in windows.onlookers:
        expect(page.locator("#scene")).to_contain_text(say("I go"))
    read_dice(windows.player, d6=(5,), d8=(7, 8))
    expect_on_all(windows, word(State.DECIDING))
    nobody_reloaded(windows.player, *windows.onlookers)


def test_a_twist_reaches_the_tray_and_a_wound_every_screen(new_page: PageMaker):
    """R7, H4: the GM's tick shows on the sheet and on the cards; sparks too, each row of the log once."""
    table = lay_table()
    gm = open_live(new_page(1400, user=table.gm.user), table_of(table.gm))
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    card = table.character.pk
    gm.locator(f"#mini-{card}-{Slot.GRAVE.value}").click()
    expect(player.locator("#slot-grave")).to_contain_text(say("to be named"))
    gm.locator(f"#more-{card}").click()
    expect(player.locator("#identity")).to_contain_text(sparks_said(2))
    rows = player.locator("#log-rows > li").evaluate_all("rows => rows.map(row => row.id)")
    assert len(rows) == len(set(rows))


def test_what_is_being_typed_is_left_alone(new_page: PageMaker):
    """C01: a name being typed, and a number typed and left, outlive ten acts by others; so does the caret."""
    table = lay_table()
    factories.tick_slots(table.gm, table.character, Slot.GRAVE)
    gm = open_live(new_page(1400, user=table.gm.user), table_of(table.gm))
    player = open_live(new_page(1400, user=table.player.user), sheet_of(table.player, table.character))
    player.locator("[name=scene_chaos]").fill("2")
    player.locator("#open-grave").click()
    player.locator("#desk-name").fill("Poumon noyé")
    player.locator("#desk-name").evaluate("field => field.setSelectionRange(3, 3)")
    for _turn in range(10):
        gm.locator(f"#more-{table.character.pk}").click()
    expect(player.locator("#identity")).to_contain_text(sparks_said(11))
    expect(player.locator("#desk-name")).to_have_value("Poumon noyé")
    expect(player.locator("#desk-name")).to_be_focused()
    assert player.locator("#desk-name").evaluate("field => field.selectionStart") == 3
    expect(player.locator("[name=scene_chaos]")).to_have_value("2")


def test_two_texts_of_the_gm_outlive_ten_acts_by_others(new_page: PageMaker):
    """C01: a danger being worded, and notes written and left unkept, with the caret where it was."""
    table = lay_table()
    gm = open_live(new_page(1400, user=table.gm.user), table_of(table.gm))
    gm.locator("#gm-notes textarea").fill("La vanne cède au\nquatrième tour.")
    sentence = gm.locator("#composer [name=sentence]")
    sentence.fill("Le dragon ouvre la gueule.")
    sentence.evaluate("field => field.setSelectionRange(3, 9)")
    rolled = [roll_with(table.player, table.character, dice(3), danger=Danger.LOW).entry for _act in range(8)]
    factories.tick_slots(table.gm, table.character, Slot.LIGHT_1, Slot.GRAVE)
    for entry in rolled:
        expect(gm.locator(f"#entry-{entry.pk}")).to_have_count(1)
    expect(gm.locator(f"#card-{table.character.pk} .mini.taken")).to_have_count(2)
    expect(sentence).to_be_focused()
    expect(sentence).to_have_value("Le dragon ouvre la gueule.")
    assert sentence.evaluate("field => [field.selectionStart, field.selectionEnd]") == [3, 9]
    expect(gm.locator("#gm-notes textarea")).to_have_value("La vanne cède au\nquatrième tour.")
