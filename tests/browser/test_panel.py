"""The panel: odds that follow each change, a panel gone stale, faces that no die has (X1, P2-P13)."""

import pytest
from django.utils import translation
from playwright.sync_api import expect

from rules.impact.terms import Danger, Landing, Mode, Outcome, Slot
from sheets.models import Roll
from sheets.templatetags.percentages import percent_or_word
from tests.browser.play import (
    LANGUAGE,
    WIDTHS,
    choose,
    launch,
    lay_table,
    option,
    redrawn,
    say,
    sheet_of,
    slot_shown,
    take_real_dice,
    trait_id,
    type_faces,
    word,
)
from tests.sheets import factories

STALE = "Something changed since these odds were shown, so nothing was rolled. The odds below hold now."


def open_panel(new_page, table, width=1400):
    page = new_page(width, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    return page


def expect_odds(page, law):
    """The keys under the bars say these chances, in words where a chance is none or all."""
    for term, chance in law.items():
        rows = page.locator("#odds dl > div").filter(has=page.get_by_text(word(term), exact=True))
        with translation.override(LANGUAGE):
            said = percent_or_word(chance)
        # The critical outcome and the critical slot may bear the same word.
        expect(rows.filter(has_text=said)).not_to_have_count(0)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_odds_follow_each_change(new_page, width):
    table = lay_table()
    factories.tick_slots(table.gm, table.character, Slot.LIGHT_1)
    page = open_panel(new_page, table, width)
    imprint = trait_id(table.character, "Enfant de la tour")
    for step, asked in (
        ({"imprint": imprint}, {}),
        ({"prepared": True}, {"prepared": True}),
        ({"scene_chaos": 2}, {"prepared": True, "scene_chaos": 2}),
        ({"danger": "high"}, {"prepared": True, "scene_chaos": 2, "danger": Danger.HIGH}),
    ):
        step = {name: str(value) if name == "imprint" else value for name, value in step.items()}
        choose(page, **step)
        prepared = factories.prepare_now(table.character, factories.RollAsked(traits=frozenset([imprint]), **asked))
        expect(page.locator("#odds .pool")).to_contain_text(f"{prepared.pool.d6} D6")
        expect_odds(page, prepared.odds.outcome)
        expect(page.locator("#odds input[name=fingerprint]")).to_have_value(prepared.fingerprint)
    expect_odds(page, {place: prepared.odds.landing[place] for place in (Landing.UNHURT, Landing.GRAVE)})


def test_what_cannot_be_is_said_in_words(new_page):
    """X1: impossible in words where the pool, the danger or the mode forbids it."""
    table = lay_table(lethality=Mode.HEROIC.value)
    page = open_panel(new_page, table)
    impossible = say("impossible", "odds")
    twisted = page.locator("#odds dl > div").filter(has_text=word(Outcome.COMPLICATION))
    expect(twisted).to_contain_text(impossible)
    choose(page, danger="normal")
    expect(page.locator("#odds")).to_contain_text(say("Death: impossible"))
    factories.tick_slots(table.gm, table.character, *Slot)
    with redrawn(page):
        option(page, "intention", "maneuver").click()
    # Out of play is likely now, death is not: at this table wear kills nobody.
    expect(page.locator("#odds")).to_contain_text(say("Death: %(chance)s", chance=impossible))
    fallen = page.locator("#odds dl > div").filter(has_text=word(Landing.OUT_OF_PLAY))
    expect(fallen).not_to_contain_text(impossible)


def test_the_odds_follow_what_the_gm_does_elsewhere(new_page):
    """The page hears of it by the stream; the panel shows what holds, with the choices and the dice typed so far."""
    table = lay_table()
    page = open_panel(new_page, table)
    choose(page, danger="high", scene_chaos=1)
    take_real_dice(page)
    type_faces(page, d6=(4,), d8=(5,))
    with redrawn(page):
        factories.tick_slots(table.gm, table.character, Slot.GRAVE)
    slot_shown(page, "grave", taken=True)
    asked = factories.RollAsked(danger=Danger.HIGH, scene_chaos=1)
    fresh = factories.prepare_now(table.character, asked)
    expect(page.locator("#odds input[name=fingerprint]")).to_have_value(fresh.fingerprint)
    expect(option(page, "danger", "high").locator("input")).to_be_checked()
    expect(page.locator('#faces input[name="face_d6"]')).to_have_value("4")
    expect(page.locator('#faces input[name="face_d8"]')).to_have_value("5")


@pytest.mark.parametrize("dice", ["server", "table"])
def test_a_stale_panel_rolls_nothing_and_shows_the_new_odds(new_page, faults, dice):
    """The stream is cut off, so the panel does not know that the GM ticked a slot meanwhile."""
    faults.allow(r"/stream|status of 409|ERR_FAILED|Failed to fetch")
    table = lay_table()
    page = new_page(user=table.player.user)
    page.route("**/stream?*", lambda route: route.abort())
    page.goto(sheet_of(table.player, table.character))
    choose(page, danger="normal", scene_chaos=1)
    if dice == "table":
        take_real_dice(page)
        type_faces(page, d6=(3,), d8=(2,))
    factories.tick_slots(table.gm, table.character, Slot.LIGHT_1)
    with redrawn(page):
        launch(page, dice).click()
    expect(page.locator("#panel").get_by_role("alert")).to_contain_text(say(STALE))
    assert Roll.objects.count() == 0
    fresh = factories.prepare_now(table.character, factories.RollAsked(danger=Danger.NORMAL, scene_chaos=1))
    expect_odds(page, {place: fresh.odds.landing[place] for place in (Landing.UNHURT, Landing.LIGHT_2)})
    expect(option(page, "danger", "normal").locator("input")).to_be_checked()
    expect(page.locator("#roll-form input[name=scene_chaos]")).to_have_value("1")
    if dice == "table":
        expect(page.locator('#faces input[name="face_d6"]')).to_have_value("3")
    launch(page, dice).click()
    expect(page.locator("#outcome")).to_be_visible()
    assert Roll.objects.count() == 1


def test_a_face_that_no_d6_has_is_said_at_its_field(new_page, faults):
    faults.allow("status of 422")
    table = lay_table()
    page = open_panel(new_page, table)
    choose(page, scene_chaos=1, imprint=str(trait_id(table.character, "Enfant de la tour")))
    take_real_dice(page)
    type_faces(page, d6=(2, 7, 5), d8=(8,))
    with redrawn(page):
        launch(page, "table").click()
    wrong = page.locator('#faces input[name="face_d6"]').nth(1)
    expect(wrong).to_have_attribute("aria-invalid", "true")
    message = page.locator(f"#{wrong.get_attribute('aria-describedby')}")
    expect(message).to_contain_text(say("A die of this kind shows 1 to %(sides)d.", sides=6))
    expect(page.locator('#faces input[name="face_d8"]')).not_to_have_attribute("aria-invalid", "true")
    typed = page.locator("#faces input[name^=face_]")
    assert [typed.nth(index).input_value() for index in range(4)] == ["2", "7", "5", "8"]
    expect(page.locator("#roll-form input[name=scene_chaos]")).to_have_value("1")
    assert Roll.objects.count() == 0
    wrong.fill("6")
    launch(page, "table").click()
    expect(page.locator("#outcome")).to_have_text(word(Outcome.COMPLICATION))
    assert Roll.objects.count() == 1
