"""Help with a roll: asked on one screen, agreed to on another with its own odds, shared by the dice (P6, D6, X1)."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from rules.impact.terms import Danger, Slot
from sheets.models import Character, Seat
from sheets.services import scene
from sheets.services.scene import Said
from tests.browser.checks import axe, no_sideways
from tests.browser.conftest import Faults, PageMaker
from tests.browser.play import (
    Table,
    choose,
    do_again,
    launch,
    lay_table,
    look,
    option,
    read_dice,
    redrawn,
    say,
    sheet_of,
    slot_shown,
    take_back,
    word,
)
from tests.browser.windows import nobody_reloaded, open_live
from tests.sheets import factories


@dataclass(frozen=True)
class Two:
    """Kai, who rolls, and Maya, whose help is asked: each on their own sheet, Maya on her phone."""

    table: Table
    maya: Character
    friend: Seat
    kai_page: Page
    maya_page: Page


def sit_down(new_page: PageMaker, width: int = 360) -> Two:
    table = lay_table("Kai")
    friend = factories.seat_at(table.gm)
    maya = factories.make_character(table.gm, owner=friend, character={"name": "Maya", "concept": "Éclaireuse"})
    return Two(
        table,
        maya,
        friend,
        kai_page=open_live(new_page(1400, user=table.player.user), sheet_of(table.player, table.character)),
        maya_page=open_live(new_page(width, user=friend.user), sheet_of(friend, maya)),
    )


def ask_maya(two: Two) -> None:
    """Kai ticks Maya and asks; the question comes up on her phone, and nothing can be rolled before she answers."""
    choose(two.kai_page, allies=str(two.maya.pk))
    expect(launch(two.kai_page)).to_have_count(0)
    two.kai_page.locator("#ask-help").click()
    expect(two.maya_page.locator(".help-asked")).to_contain_text(say("%(name)s asks for your help", name="Kai"))
    expect(two.kai_page.locator(f"#ally-{two.maya.pk}")).to_contain_text(say("asked, no answer yet"))
    expect(option(two.kai_page, "allies", str(two.maya.pk)).locator("input")).to_be_checked()


def test_maya_agrees_on_her_phone_and_both_are_wounded(new_page: PageMaker):
    """P6, D6, X1: her own odds, her word, one roll, two wounds, named by each; an undo gives both back."""
    two = sit_down(new_page)
    kai, maya = two.kai_page, two.maya_page
    factories.tick_slots(two.table.gm, two.maya, Slot.GRAVE)
    with redrawn(kai):
        scene.announce(seat=two.table.gm, said=Said(Danger.HIGH, sentence="Le pont cède."))
    choose(kai, prepared=True)
    before = look(maya, two.maya)
    ask_maya(two)
    asked = maya.locator(".help-asked")
    expect(asked).to_contain_text("Le pont cède.")
    # A plain failure is grave: her grave slot is taken, so what she risks is the critical one.
    expect(asked.locator(".key div").filter(has_text=word(Slot.CRITICAL))).not_to_contain_text(say("impossible"))
    expect(asked.locator(".key div").filter(has_text=word(Slot.GRAVE))).to_contain_text(say("impossible"))
    expect(asked).to_contain_text("3 D6")
    axe(maya)
    no_sideways(maya)
    with redrawn(kai):
        asked.get_by_role("button", name=say("I help"), exact=True).click()
    expect(kai.locator(f"#ally-{two.maya.pk}")).to_contain_text(say("agrees to help"))
    expect(maya.locator(".help-asked")).to_contain_text(say("You help. You may take it back until the dice fall."))
    expect(option(kai, "prepared").locator("input")).to_be_checked()
    read_dice(kai, d6=(2, 2, 3))
    entry = factories.last_entry(two.table.gm)
    said = say("%(name)s helps, and is wounded: %(slot)s.", name="Maya", slot=word(Slot.CRITICAL))
    expect(kai.locator("#panel .lines")).to_contain_text(said)
    expect(maya.locator(f"#entry-{entry.pk}")).to_contain_text(said)
    expect(maya.locator("#slot-critical")).to_contain_text(say("to be named"))
    expect(maya.locator(".help-asked")).to_have_count(0)
    kai.get_by_role("link", name=say("Back to the sheet")).click()
    slot_shown(kai, "grave", taken=True)
    take_back(kai, entry)
    slot_shown(kai, "grave", taken=False)
    slot_shown(maya, "critical", taken=False)
    assert factories.snapshot(two.maya).keys() >= before.things.keys()
    expect(kai.locator(f"#ally-{two.maya.pk}")).to_contain_text(say("agrees to help"))
    do_again(kai, entry)
    slot_shown(maya, "critical", taken=True)
    nobody_reloaded(maya)


def test_a_word_taken_back_is_no_help(new_page: PageMaker):
    """P6: she agrees, takes it back, and Kai's pool is his own again; ticked all the same, she has to be asked."""
    two = sit_down(new_page)
    kai, maya = two.kai_page, two.maya_page
    ask_maya(two)
    for button, dice in (("I help", 2), ("I do not help", 1), ("I help", 2), ("I do not help", 1)):
        maya.locator(".help-asked").get_by_role("button", name=say(button), exact=True).click()
        expect(kai.locator("#odds .pool")).to_contain_text(f"{dice} D6")
        expect(launch(kai)).to_have_count(1)
    expect(option(kai, "allies").locator("input")).not_to_be_checked()
    choose(kai, allies=str(two.maya.pk))
    expect(kai.locator("#unsettled")).to_contain_text(say("%(name)s does not help.", name="Maya"))
    expect(launch(kai)).to_have_count(0)
    nobody_reloaded(kai, maya)


@pytest.mark.parametrize("width", [320, 1400])
def test_the_gm_spares_maya_on_her_sheet(new_page: PageMaker, width: int):
    """D6: the GM's word shows on her screen at once, instead of odds; and in the row of Kai's panel."""
    two = sit_down(new_page, width)
    with redrawn(two.kai_page):
        scene.announce(seat=two.table.gm, said=Said(Danger.VERY_HIGH, mortal=True, sentence="Le dragon."))
    ask_maya(two)
    expect(two.maya_page.locator(".help-asked")).to_contain_text(say("The danger is mortal: to help is to answer it."))
    no_sideways(two.maya_page)
    axe(two.kai_page)
    gm = open_live(new_page(1400, user=two.table.gm.user), sheet_of(two.table.gm, two.maya))
    gm.locator(f"#spared-{two.table.character.pk}").click()
    expect(two.maya_page.locator(".help-asked")).to_contain_text(say("The GM spares you this danger."))
    expect(two.maya_page.locator(".help-asked .key")).to_have_count(0)
    spared = say("%(what)s, spared by the GM", what=say("asked, no answer yet"))
    expect(two.kai_page.locator(f"#ally-{two.maya.pk}")).to_contain_text(spared)
    nobody_reloaded(two.kai_page, two.maya_page)


def test_a_wound_meanwhile_asks_maya_again(new_page: PageMaker, faults: Faults):
    """P6: wounded after her word, she reads her new odds and is asked anew; Kai's roll waits for her."""
    faults.allow("status of 409")
    two = sit_down(new_page)
    kai, maya = two.kai_page, two.maya_page
    with redrawn(kai):
        scene.announce(seat=two.table.gm, said=Said(Danger.HIGH))
    ask_maya(two)
    agree = maya.locator(".help-asked").get_by_role("button", name=say("I help"), exact=True)
    agree.click()
    expect(launch(kai)).to_have_count(1)
    factories.tick_slots(two.table.gm, two.maya, Slot.GRAVE)
    changed = say("What you risk has changed since you agreed: say again whether you help.")
    expect(maya.locator(".help-asked")).to_contain_text(changed)
    launch(kai).click()
    expect(kai.locator("#panel")).to_contain_text(
        say("The risk is not the one that %(name)s was asked to share: ask again.", name="Maya")
    )
    agree.click()
    expect(launch(kai)).to_have_count(1)
    nobody_reloaded(kai, maya)
