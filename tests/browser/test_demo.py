"""The demo by one tap in a real browser: one demo for two presses, and two windows that hear each other."""

import re

import pytest
from playwright.sync_api import expect

from sheets.models import Campaign, User
from tests.browser.checks import axe


def test_d03_two_presses_are_one_demo(new_page, faults):
    """D03: a double click on the one tap comes to one table of one guest."""
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Essayer la démo").dblclick()
    page.wait_for_url("**/windows/")
    expect(page.locator("h1")).to_have_text("Ta démo")
    assert (Campaign.objects.count(), User.objects.count()) == (1, 1)


def test_product_home_the_gm_in_one_window_a_player_in_another(new_page, faults):
    """Product, home: what the visitor announces as the GM stands at once before Odile's player, theirs too."""
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Essayer la démo").click()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=re.compile("Odile Tran")).click()
    odile = opened.value
    expect(odile.locator("#live-state")).to_have_text("En direct")
    expect(odile.locator("#warning")).to_contain_text("L’eau monte")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=re.compile("Ouvrir en Intrigueur")).click()
    gm = opened.value
    gm.locator(".gm-scene").get_by_role("button", name="Annoncer").click()
    expect(odile.locator("#warning")).to_contain_text("La voûte cède")
    expect(odile.get_by_role("button", name="J’y vais")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_z1_a_question_mark_leads_to_its_clause(new_page, faults, javascript):
    """Z1: from the panel to the clause about what stands there, in a window of its own, with or without script."""
    page = new_page(javascript=javascript)
    page.goto("/")
    page.get_by_role("button", name="Essayer la démo").click()
    page.goto(page.locator(".face-card").first.get_attribute("href"))
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=re.compile("Aide.+Trame")).click()
    clause = opened.value.locator("#P9")
    expect(clause).to_be_in_viewport()
    expect(clause.locator("h3")).to_have_text("Trame")


def test_the_help_is_accessible_where_it_was_led_to(new_page, faults):
    """axe, with one clause marked as the one looked for."""
    page = new_page(width=360)
    page.goto("/help/#D3")
    expect(page.locator("#D3 table")).to_be_in_viewport()
    axe(page)
