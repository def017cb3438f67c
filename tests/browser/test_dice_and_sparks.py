"""What single dice and choices do, played with dice of the table: engaged wounds, resisting, sparks, betrayal."""

import pytest
from playwright.sync_api import expect

from rules.impact.terms import Danger, Outcome, Severity, Slot, WoundRule
from tests.browser.play import (
    WIDTHS,
    choose,
    lay_table,
    look,
    option,
    roll_at,
    say,
    sheet_of,
    slot_shown,
    sparks_said,
    take_real_dice,
    there_and_back,
    trait_id,
    type_faces,
    word,
)
from tests.browser.test_chapter_3_3 import arrival
from tests.sheets import factories

BOTH_WIDTHS = pytest.mark.parametrize("width", WIDTHS)


def pool_drawn(page):
    """How many dice of each kind the pool shows."""
    kinds = ("D6", "D6*", "D8", "D10")
    drawn = page.locator("#odds .pool").get_by_role("img")
    return {kind: count for kind in kinds if (count := drawn.and_(page.locator(f'[aria-label^="{kind},"]')).count())}


@BOTH_WIDTHS
@pytest.mark.parametrize("engaged", [True, False], ids=["accepted", "not"])
def test_an_engaged_wound_brings_one_twist_die_and_never_two(new_page, width, engaged):
    """W6, W4: Kai climbs with his shoulder (accepted), Maya types with her knee (not)."""
    table = lay_table("Kai")
    factories.tick_slots(table.gm, table.character, Slot.GRAVE, Slot.CRITICAL)
    page = new_page(width, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    before = look(page, table.character)
    assert pool_drawn(page) == {"D6": 1}
    if engaged:
        choose(page, wound_engaged=True)
        assert pool_drawn(page) == {"D6": 1, "D8": 1}
    faces = {"d6": (3,), "d8": (8,)} if engaged else {"d6": (3,)}
    entry = roll_at(page, table.player, table.character, faces, **({"wound_engaged": True} if engaged else {}))
    expect(page.locator("#outcome")).to_have_text(word(Outcome.OPPORTUNITY if engaged else Outcome.FAILURE))
    assert len(entry.roll.faces["d8"]) == engaged
    there_and_back(page, table.character, entry, before)


def test_a_light_wound_is_never_engaged(new_page):
    """W6: it tells a story and brings no die, so the panel does not offer it."""
    table = lay_table()
    factories.tick_slots(table.gm, table.character, Slot.LIGHT_1, Slot.LIGHT_2)
    page = new_page(user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    expect(page.locator("#roll-form")).to_be_visible()
    expect(option(page, "wound_engaged")).to_have_count(0)


@BOTH_WIDTHS
def test_resisting_with_a_twist_is_two_steps_down(new_page, width):
    """D3, D9: very high danger starts at critical; resist and one twist leave a light wound."""
    table = lay_table("Maya")
    page = new_page(width, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    before = look(page, table.character)
    choices = {"intention": "resist", "danger": Danger.VERY_HIGH.value, "scene_chaos": 1}
    entry = roll_at(page, table.player, table.character, {"d6": (4,), "d8": (7,)}, **choices)
    expect(page.locator("#outcome")).to_have_text(word(Outcome.OPPORTUNITY))
    expect(arrival(page)).to_contain_text(word(Severity.LIGHT))
    expect(page.locator("#panel .ladder")).to_contain_text("−2")
    expect(page.locator("#panel")).to_contain_text(say("You resisted: the objective does not advance."))
    slot_shown(page, "light_1", taken=True)
    there_and_back(page, table.character, entry, before)


@BOTH_WIDTHS
@pytest.mark.parametrize(
    ("faces", "outcome"),
    [({"d6": (6,), "d8": (7, 8)}, Outcome.DISASTER), ({"d6": (6, 6, 2), "d8": (7, 8)}, Outcome.CRITICAL)],
    ids=["disaster", "critical"],
)
def test_two_twists_give_a_spark_and_undo_no_critical(new_page, width, faces, outcome):
    """R4, R5: a disaster and a critical with two twists each give a spark; the critical stays one."""
    table = lay_table("Sasha", spark_start=1)
    page = new_page(width, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    before = look(page, table.character)
    choices = {"scene_chaos": 2}
    if outcome is Outcome.CRITICAL:
        choices["imprint"] = str(trait_id(table.character, "Hackeuse de la vérité"))
    entry = roll_at(page, table.player, table.character, faces, danger=Danger.NORMAL.value, **choices)
    expect(page.locator("#outcome")).to_have_text(word(outcome))
    expect(page.locator("#identity")).to_contain_text(sparks_said(2))
    ticked = {Slot.GRAVE} if outcome is Outcome.DISASTER else set()
    assert factories.open_slots(table.character) == ticked
    there_and_back(page, table.character, entry, before)


@BOTH_WIDTHS
def test_a_wound_die_on_ten_betrays_a_success(new_page, width):
    """R3 under the rule of wound dice (W6): Sasha's 6 and her wound's 10 are a failure."""
    table = lay_table("Sasha", wound_rule=WoundRule.WOUND_DICE.value)
    factories.tick_slots(table.gm, table.character, Slot.GRAVE)
    page = new_page(width, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    before = look(page, table.character)
    assert pool_drawn(page) == {"D6": 1, "D10": 1}
    entry = roll_at(page, table.player, table.character, {"d6": (6,), "d10": (10,)}, danger=Danger.NORMAL.value)
    expect(page.locator("#outcome")).to_have_text(word(Outcome.FAILURE))
    expect(page.locator("#panel")).to_contain_text(say("A 10: the wound betrays you, the success becomes a failure."))
    slot_shown(page, "light_1", taken=True)
    there_and_back(page, table.character, entry, before)


@BOTH_WIDTHS
def test_the_pool_of_alex_in_chapter_3_1(new_page, width):
    """P1-P3, P9: 4D6 + 1D6* + 1DT, drawn, counted, typed in with the focus moving by itself, read."""
    table = lay_table("Alex")
    character = table.character
    page = new_page(width, user=table.player.user)
    page.goto(sheet_of(table.player, character))
    before = look(page, character)
    choose(
        page,
        imprint=str(trait_id(character, "Hackeuse de la vérité")),
        mark=str(trait_id(character, "Les fichiers de mon père")),
        weave="flaw",
    )
    assert pool_drawn(page) == {"D6": 4, "D6*": 1, "D8": 1}
    expect(page.locator("#odds .pool")).to_contain_text("4 D6, 1 D6*, 1 D8")
    take_real_dice(page)
    type_faces(page, d6=("", "", "", ""), critical_d6=("",), d8=("",))
    page.locator("#faces input[name^=face_]").first.focus()
    page.keyboard.type("234158")
    page.keyboard.press("Enter")
    expect(page.locator("#outcome")).to_have_text(word(Outcome.COMPLICATION))
    entry = factories.last_entry(table.player)
    assert entry.roll.faces == {"d6": [2, 3, 4, 1], "critical_d6": [5], "d8": [8], "d10": []}
    assert entry.roll.physical
    there_and_back(page, character, entry, before)
