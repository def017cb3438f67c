"""A scar from its fall to its use, on three screens: due, drawn, refined, agreed to, unlocked, engaged (K1-K4, O7)."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.impact.scars import ScarSide
from rules.impact.terms import State
from sheets.models import Entry, Scar, ScarStatus
from sheets.services import states
from tests.browser.play import Table, choose, launch, option, read_dice, say, say_count, sheet_of, sparks_said
from tests.browser.test_out_of_play import KAI, bears, fall_by_a_roll, lay, sure, type_exit_dice
from tests.browser.windows import Windows, nobody_reloaded, open_live, open_windows
from tests.sheets import factories

NAME = "L’œil de Kai"
DUE = "A scar is due: it is still to be written."


def writing(table: Table) -> str:
    return reverse("sheets:write-scar", args=[table.player.pk, table.character.pk])


def redeemed(windows: Windows) -> None:
    """Three chaos dice, two of them twist: Kai dies, a spark is spent, Kai lives with a scar to write."""
    fall_by_a_roll(windows.player, windows.table)
    type_exit_dice(windows.player, *KAI)
    sure(windows.player, "ask-redeem")
    expect(windows.player.locator("#identity")).to_contain_text(sparks_said(0))
    for page in windows.onlookers:
        expect(page.locator(f"#waits-{windows.table.character.pk}")).to_contain_text(say(DUE))
    expect(windows.player.locator("#scars .call")).to_be_visible()


def write_it(windows: Windows) -> None:
    """The player draws with a d12 of the table, gives the scar another name, and proposes it."""
    player, table = windows.player, windows.table
    player.locator("#fall-scar").click()
    expect(player).to_have_url(re.compile(f"{writing(table)}$"))
    bears(player)
    player.locator("#draw-form [name=face]").fill("1")
    player.locator("#draw-form button").click()
    expect(player.locator("#scar-form [name=name]")).to_have_value(say("Veiled eye"))
    for page in windows.onlookers:
        expect(page.locator("#log-rows")).to_contain_text("d12: 1.")
    player.locator("#scar-form [name=name]").fill(NAME)
    player.locator("#scar-form .btn.main").click()
    expect(player.locator("#proposed-name")).to_contain_text(NAME)
    expect(player.locator("#agree-scar")).to_have_count(0)
    bears(player)


def agreed_by_the_gm(gm: Page, windows: Windows) -> None:
    """The GM agrees, takes the word back, and gives it again; the player's sheet follows without a reload."""
    player = open_live(windows.player, sheet_of(windows.table.player, windows.table.character))
    expect(gm.locator("#proposed-name")).to_contain_text(NAME)
    bears(gm)
    gm.locator("#agree-scar").click()
    expect(gm.locator("#proposed-name")).to_have_count(0)
    scar = Scar.objects.get(status=ScarStatus.BORNE)
    borne = f"#scar-{scar.pk}"
    for page in (gm, player):
        expect(page.locator(f"{borne} .locked")).to_contain_text(say("locked for now"))
        expect(page.locator("#scars .call, #fall .call")).to_have_count(0)
    count = say_count("%(n)s scar", "%(n)s scars", 1)
    waits = windows.other.locator(f"#waits-{windows.table.character.pk}")
    expect(waits).to_contain_text(count)
    expect(waits).not_to_contain_text(say(DUE))
    agreement = factories.last_entry(windows.table.gm)
    gm.locator(f"#undo-{agreement.pk}").click()
    for page in (gm, player):
        expect(page.locator("#proposed-name")).to_contain_text(NAME)
    expect(waits).to_contain_text(say(DUE))
    expect(waits).not_to_contain_text(count)
    gm.locator(f"#redo-{agreement.pk}").click()
    expect(player.locator(f"{borne} .locked")).to_be_visible()
    expect(gm.locator(f"#unlock-{scar.pk}")).to_have_count(0)


def session_over(gm: Page, windows: Windows, scar: Scar) -> None:
    """The GM ends the session on its page; then what the scar forges may be unlocked, and is."""
    table = windows.table
    gm.goto(reverse("sheets:review-period", args=[table.gm.pk, "session"]))
    gm.locator("#end .btn.main").click()
    expect(gm.locator("#log-rows")).to_contain_text(say("Session %(n)d ends.", n=1))
    open_live(gm, sheet_of(table.gm, table.character))
    gm.locator(f"#unlock-{scar.pk}").click()
    expect(windows.player.locator(f"#scar-{scar.pk}")).to_be_visible()
    expect(windows.player.locator(f"#scar-{scar.pk} .locked")).to_have_count(0)


def test_the_chapter_of_scars_whole(new_page):
    """K1-K4, O5, O7: from the fall to the die that the scar brings, seen by all three as it happens."""
    windows = open_windows(new_page, lay())
    table, player = windows.table, windows.player
    redeemed(windows)
    write_it(windows)
    gm = open_live(new_page(1400, user=table.gm.user), sheet_of(table.gm, table.character))
    agreed_by_the_gm(gm, windows)
    scar = Scar.objects.get(status=ScarStatus.BORNE)
    states.change(seat=table.gm, character_id=table.character.pk, to=State.ACTIVE)
    expect(player.locator("#roll-form")).to_be_visible()
    burden, boon = (f"{scar.pk}-{side.value}" for side in (ScarSide.BURDEN, ScarSide.BOON))
    expect(option(player, "scars", burden)).to_be_visible()
    expect(option(player, "scars", boon)).to_have_count(0)
    session_over(gm, windows, scar)
    expect(option(player, "scars", boon)).to_be_visible()
    expect(player.locator("#odds")).to_contain_text("33,3")
    choose(player, scars=boon)
    expect(player.locator("#odds .pool")).to_contain_text(f"2 D6 ({say('action', 'source')}, {say('scar', 'source')})")
    expect(player.locator("#odds")).to_contain_text("52,8")
    bears(player)
    read_dice(player, d6=(2, 5))
    made = Entry.objects.filter(kind="roll").latest("number")
    assert made.roll
    assert [line["scar"] for line in made.roll.pool if "scar" in line] == [scar.pk.hex]
    for page in (gm, *windows.onlookers):
        expect(page.locator(f"#entry-{made.pk}")).to_be_visible()
    nobody_reloaded(*windows.onlookers, player)


def test_what_may_not_be_engaged_is_said(new_page, faults):
    """K2: both sides ticked in the panel: the odds say what is wrong, and nothing is thrown."""
    table = lay(spark_start=1)
    scar = table.character.scars.create(
        status=ScarStatus.BORNE, burden_effect="twist_die", boon_effect="action_die", unlocked=True
    )
    faults.allow("status of 422")
    page = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    for side in ScarSide:
        option(page, "scars", f"{scar.pk}-{side.value}").click()
    expect(page.locator("#odds .notice")).to_have_text(say("The two sides of a scar are never engaged on one roll."))
    expect(launch(page)).to_have_count(0)


@pytest.mark.parametrize(("language", "title"), [("fr", "Une cicatrice"), ("en", "A scar")])
def test_the_page_in_both_languages(new_page, live, language, title):
    """The page on which a scar is written: its words are of the chosen language, and it fits a phone with either."""
    table = lay()
    page = new_page(360, user=table.player.user)
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live}])
    page.goto(writing(table))
    expect(page.locator("h1")).to_have_text(title)
    page.locator("details.fold summary").click()
    expect(page.locator(".twelve > li")).to_have_count(12)
    bears(page)
