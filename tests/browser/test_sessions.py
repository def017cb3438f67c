"""Sessions that end, change or are left, seen from the browser (P05, H01, H03, H04)."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from sheets.models import Campaign, Entry, User
from tests.browser.play import Table, lay_table, say, sheet_of

PRIVATE = "Zyxomar dans la tension"
TYPED = "Le pont va céder.\nNe pas le dire."


@pytest.fixture
def table(live: str) -> Table:
    table = lay_table()
    table.character.sheet.tension = PRIVATE
    table.character.sheet.save()
    return table


def table_of(seat) -> str:
    return reverse("sheets:table", args=[seat.pk])


def come_in(page: Page, user: User) -> None:
    """Sign in on the form that the page shows."""
    page.locator("#id_username").fill(user.username)
    page.locator("#id_password").fill("demo")
    page.locator("main form button").first.click()


def go_out(page: Page) -> None:
    page.locator("[popovertarget=menu]").click()
    page.locator(f"form[action='{reverse('sheets:logout')}'] button").click()
    expect(page).to_have_url(re.compile(r"/$"))


def everything_kept(page: Page) -> str:
    return page.evaluate("() => JSON.stringify([{...sessionStorage}, {...localStorage}])")


def test_p05_back_after_signing_out_shows_nothing(new_page, table):
    """P05: after signing out, Back leads to the door and not to a kept sheet; the browser's stores are empty."""
    page = new_page(user=table.player.user)
    page.goto(table_of(table.player))
    page.goto(sheet_of(table.player, table.character))
    expect(page.locator("main")).to_contain_text(PRIVATE)
    go_out(page)
    for _press in range(2):
        page.go_back()
        expect(page).to_have_url(re.compile(r"/sign-in/\?next="))
        assert PRIVATE not in page.content()
    kept = everything_kept(page)
    assert PRIVATE not in kept
    assert "htmx" not in kept


@pytest.mark.parametrize("cache", [True, False], ids=["cache", "no-cache"])
def test_h01_back_shows_whole_pages(new_page, table, cache):
    """H01: twelve pages on and twelve back: each a whole page with its styles, never a fragment."""
    page = new_page(user=table.gm.user)
    session = page.context.new_cdp_session(page)
    session.send("Network.setCacheDisabled", {"cacheDisabled": not cache})
    stops = [table_of(table.gm), sheet_of(table.gm, table.character), "/account/", "/"] * 3
    for stop in stops:
        page.goto(stop)
        if stop == stops[1]:  # the same address gives a part of the page as well
            page.locator("[name=eased]").first.evaluate("box => box.click()")
            expect(page.locator(".htmx-request")).to_have_count(0)
    for stop in reversed(stops[:-1]):
        page.go_back()
        expect(page).to_have_url(re.compile(re.escape(stop) + r"$"))
        expect(page.locator("header.bar")).to_have_count(1)
        expect(page.locator("main h1").first).to_be_visible()
        assert page.evaluate("() => getComputedStyle(document.querySelector('.bar')).borderBlockEndStyle") == "solid"


def test_h03_signed_in_again_in_another_tab(new_page, faults, table):
    """H03: the first press in the old tab says why nothing was done, the second does it; what was typed stays."""
    faults.allow("status of 403")
    page = new_page(user=table.gm.user)
    page.goto(table_of(table.gm))
    page.locator("#gm-notes textarea").fill(TYPED)
    other = page.context.new_page()
    other.goto("/")
    go_out(other)
    other.goto("/sign-in/")
    come_in(other, table.gm.user)
    expect(other.locator("main h1")).to_be_visible()
    before = Entry.objects.count()
    slot = page.locator(f"#mini-{table.character.pk}-grave")
    slot.click()
    expect(page.locator("#notices")).to_contain_text(
        say("You signed in again in the meantime. Nothing was done yet: press once more.")
    )
    assert Entry.objects.count() == before
    slot.click()
    expect(page.locator(f"#mini-{table.character.pk}-grave.taken")).to_be_visible()
    assert Entry.objects.count() == before + 1
    expect(page.locator("#gm-notes textarea")).to_have_value(TYPED)


def test_h03_without_javascript_a_form_is_sent_again(new_page, faults, table):
    """H03: without JavaScript the refused form waits on the page that refuses it, and one press sends it."""
    faults.allow("status of 403")
    page = new_page(user=table.gm.user, javascript=False)
    page.goto(table_of(table.gm))
    page.locator("#gm-notes textarea").fill(TYPED)
    other = page.context.new_page()
    other.goto("/sign-in/")
    page.context.clear_cookies(name="sessionid")
    other.goto("/sign-in/")
    come_in(other, table.gm.user)
    page.locator("#gm-notes button").click()
    page.locator("main form button").click()
    expect(page.locator("#gm-notes textarea")).to_have_value(TYPED)
    assert Campaign.objects.get(pk=table.gm.campaign_id).gm_notes.split() == TYPED.split()


def test_h04_what_was_typed_is_there_after_signing_in_again(new_page, table):
    """H04: the session is gone; a press leads to sign in, says why, and back to the page with what was typed."""
    page = new_page(user=table.gm.user)
    page.goto(table_of(table.gm))
    page.locator("#gm-notes textarea").fill(TYPED)
    page.context.clear_cookies(name="sessionid")
    page.locator("#gm-notes button").click()
    expect(page).to_have_url(re.compile(r"/sign-in/\?next="))
    expect(page.locator("main")).to_contain_text(say("Sign in to go on where you were."))
    come_in(page, table.gm.user)
    expect(page).to_have_url(re.compile(re.escape(table_of(table.gm))))
    expect(page.locator("#gm-notes textarea")).to_have_value(TYPED)
    expect(page.locator("#notices")).to_contain_text(say("What you had typed is back."))
    assert TYPED.split("\n")[0] not in everything_kept(page)
    page.locator("#gm-notes button").click()
    expect(page.locator("#notices")).to_be_empty()
