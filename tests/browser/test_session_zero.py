"""Session zero in three browsers: filled in together, agreed to, changed, and the X-card (product: session zero)."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from sheets.models import Entry, Seat
from sheets.services import campaigns
from tests.browser.checks import axe, no_sideways
from tests.browser.conftest import PageMaker
from tests.browser.play import WIDTHS, lay_table, say, sheet_of
from tests.sheets import factories


def open_live(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.locator("#live")).to_have_attribute("data-state", "open")
    return page


def zero(seat: Seat) -> str:
    return reverse("sheets:zero", args=[seat.pk])


def test_a_group_fills_it_in_together(new_page: PageMaker):
    """Product: lines come without a name, terms with a version, and everyone sees who agrees, all without a reload."""
    table = lay_table()
    gm = open_live(new_page(1400, user=table.gm.user), zero(table.gm))
    player = open_live(new_page(360, user=table.player.user), zero(table.player))

    player.locator("#add-line [name=text]").fill("Mort d’un animal")
    player.locator("#add-line .btn").click()
    expect(gm.locator("#zero-lines")).to_contain_text("Mort d’un animal")
    expect(player.locator("#add-line [name=text]")).to_have_value("")
    expect(gm.locator("#zero-head")).to_contain_text("version 2")

    # The player writes on while the GM sets the terms: nothing that is being typed is lost.
    player.locator("#add-veil [name=text]").fill("Noyade")
    gm.locator(".mode:has([value=gritty])").click()
    gm.locator("#terms .btn.main").click()
    expect(player.locator("#zero-modes .chosen")).to_contain_text("Gritty")
    expect(player.locator("#changes")).to_contain_text("Gritty")
    expect(player.locator("#add-veil [name=text]")).to_have_value("Noyade")
    expect(player.locator("#add-veil [name=text]")).to_be_focused()

    player.locator("#agree").click()
    expect(player.locator("#take-back")).to_be_visible()
    expect(gm.locator("#zero-accord")).to_contain_text(say("agreed, v%(version)s", version=3))
    player.locator("#take-back").click()
    expect(gm.locator("#zero-accord")).not_to_contain_text(say("agreed, v%(version)s", version=3))


def test_an_old_version_is_not_agreed_to(new_page: PageMaker, faults):
    """Product: a press that was made for the version before says so, and agrees to nothing."""
    faults.allow("status of 409")
    table = lay_table()
    player = open_live(new_page(360, user=table.player.user), zero(table.player))
    campaigns.change_terms(seat=table.gm, values={"lethality": "lethal"})
    expect(player.locator("#agree")).to_have_attribute("value", "2")
    player.locator("#agree").evaluate("button => { button.value = 1 }")
    player.locator("#agree").click()
    expect(player.locator("#notices")).to_contain_text("version 2")
    assert Seat.objects.get(pk=table.player.pk).agreed_version is None


def test_the_x_card_stops_every_screen(new_page: PageMaker):
    """Product: pressed on a phone, shown everywhere at once, answered by the GM, and down again."""
    table = lay_table()
    gm = open_live(new_page(1400, user=table.gm.user), reverse("sheets:table", args=[table.gm.pk]))
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    player.locator(".x-card-form .btn").click()
    for page in (gm, player):
        expect(page.locator("#x-card")).to_contain_text(say("X-card: we stop here."))
        # Wherever one has scrolled to.
        page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
        expect(page.locator("#x-card-title")).to_be_in_viewport()
        axe(page)
    assert factories.last_entry(table.gm).seat is None
    gm.locator("#x-card-sentence").fill("On souffle cinq minutes.")
    gm.locator("#x-card-say").click()
    expect(player.locator("#x-card")).to_contain_text("On souffle cinq minutes.")
    gm.locator("#x-card-down").click()
    expect(player.locator("#x-card")).to_be_empty()
    assert Entry.objects.filter(kind="x_card_answered").count() == 2


def test_a_panel_kept_open_shows_the_new_version_before_it_rolls(new_page: PageMaker):
    """X1, product: the contract changes while a roll is prepared: the odds come anew, with their version."""
    table = lay_table()
    player = open_live(new_page(1400, user=table.player.user), sheet_of(table.player, table.character))
    expect(player.locator("#odds")).to_contain_text(say("contract v%(version)s", version=1))
    gm = open_live(new_page(1400, user=table.gm.user), zero(table.gm))
    gm.locator(".mode:has([value=lethal])").click()
    gm.locator("#terms .btn.main").click()
    expect(player.locator("#odds")).to_contain_text(say("contract v%(version)s", version=2))
    player.locator("#odds .launch .btn.main").click()
    expect(player.locator("#outcome")).to_be_visible()
    assert factories.last_entry(table.gm).contract_version == 2


@pytest.mark.parametrize("width", WIDTHS)
def test_without_javascript(new_page: PageMaker, width: int):
    """Without JavaScript every step is a page: a line, the terms, an agreement, the X-card."""
    table = lay_table()
    player = new_page(width, user=table.player.user, javascript=False)
    player.goto(zero(table.player))
    no_sideways(player)
    player.locator("#add-veil [name=text]").fill("Noyade")
    player.locator("#add-veil .btn").click()
    expect(player.locator("#zero-veils")).to_contain_text("Noyade")
    player.locator("#agree").click()
    expect(player.locator("#take-back")).to_be_visible()
    player.locator(".x-card-form .btn").click()
    expect(player.locator("#x-card")).to_contain_text(say("X-card: we stop here."))
    assert player.url.endswith(zero(table.player))
    gm = new_page(width, user=table.gm.user, javascript=False)
    gm.goto(zero(table.gm))
    gm.locator("#x-card-sentence").fill("On souffle.")
    gm.locator("#x-card-say").click()
    expect(gm.locator("#x-card")).to_contain_text("On souffle.")
    gm.locator(".mode:has([value=heroic])").click()
    gm.locator("#terms .btn.main").click()
    expect(gm.locator("#zero-head")).to_contain_text("version 3")
