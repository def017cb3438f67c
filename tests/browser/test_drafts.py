"""What is written on a sheet is not lost, however its page is left (C04, C05)."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Dialog, FilePayload, Page, expect

from sheets.models import Character, Trait
from sheets.services import characters
from tests.browser.conftest import Faults, PageMaker
from tests.browser.play import Table, lay_table, say, sheet_of
from tests.browser.test_out_of_reach import GONE
from tests.sheets import factories

THIRTY = "Elle a perdu le nord, hier soir"
KEEP, BACK = "Save the sheet", "What you wrote here last time was not kept on the sheet. Here it is again."


def write_page(table: Table) -> str:
    return reverse("sheets:write", args=[table.player.pk, table.character.pk])


def open_form(new_page: PageMaker, table: Table) -> Page:
    page = new_page(1400, user=table.player.user)
    page.goto(write_page(table))
    return page


def typed_in(page: Page) -> None:
    """Thirty characters in one field, a word in a folded row, and a tick."""
    page.locator("[name=notes]").focus()
    page.keyboard.type(THIRTY)
    page.locator("[name=reaction-3-name]").evaluate("field => field.closest('details').open = true")
    page.locator("[name=reaction-3-name]").fill("Le sifflet")
    page.locator("[name=mark-0-lost]").check(force=True)


def expect_back(page: Page) -> None:
    expect(page.locator("#draft-back")).to_contain_text(say(BACK))
    expect(page.locator("[name=notes]")).to_have_value(THIRTY)
    expect(page.locator("[name=reaction-3-name]")).to_have_value("Le sifflet")
    expect(page.locator("[name=reaction-3-name]")).to_be_visible()
    expect(page.locator("[name=mark-0-lost]")).to_be_checked()


def close_the_tab(page: Page) -> Page:
    other = page.context.new_page()
    page.close()
    return other


def reload(page: Page) -> Page:
    page.reload()
    return page


def follow_a_link(page: Page) -> Page:
    page.locator(".bar .title a").first.click()
    page.wait_for_url(lambda url: "write" not in url)
    return page


@pytest.mark.parametrize("leave", [close_the_tab, reload, follow_a_link])
def test_what_was_typed_is_there_again(new_page: PageMaker, leave: Callable[[Page], Page]):
    """C04: the page is left at once; opened again, the form holds all of it and says why; then it is kept."""
    table = lay_table()
    page = open_form(new_page, table)
    typed_in(page)
    page = leave(page)
    page.goto(write_page(table))
    expect_back(page)
    page.get_by_role("button", name=say(KEEP)).click()
    page.wait_for_url(f"**{sheet_of(table.player, table.character)}")
    table.character.refresh_from_db()
    assert table.character.notes == THIRTY
    page.goto(write_page(table))
    expect(page.locator("#draft-back")).to_be_hidden()
    assert page.evaluate("Object.keys(localStorage)") == []


def test_a_draft_of_an_older_sheet_shows_both_texts(new_page: PageMaker, faults: Faults):
    """C02, C04: the GM wrote meanwhile: the draft comes back with its version, and nobody's text is lost."""
    faults.allow("status of 409")
    table = lay_table()
    page = open_form(new_page, table)
    typed_in(page)
    texts = factories.ALEX | {"character": factories.ALEX["character"] | {"notes": "Notes du MJ"}}
    version = Character.objects.get(pk=table.character.pk).text_version
    characters.edit(seat=table.gm, character=table.character, texts=characters.SheetTexts(**texts), version=version)
    page.reload()
    expect_back(page)
    with page.expect_response("**/keep/") as answer:
        page.get_by_role("button", name=say(KEEP)).click()
    assert answer.value.status == 409
    expect(page.locator("[name=notes]")).to_have_value(THIRTY)
    expect(page.locator("main")).to_contain_text("Notes du MJ")


def test_a_sheet_sent_to_a_server_that_is_away(new_page: PageMaker, faults: Faults):
    """C04: the browser's own error page is no place to lose a text either."""
    faults.allow(GONE)
    table = lay_table()
    page = open_form(new_page, table)
    typed_in(page)
    page.route("**/keep/", lambda route: route.abort())
    page.get_by_role("button", name=say(KEEP)).click()
    page.wait_for_url("chrome-error://**")
    page.unroute("**/keep/")
    page.goto(sheet_of(table.player, table.character))
    page.goto(write_page(table))
    expect_back(page)


def test_a_session_that_ran_out_keeps_the_draft(new_page: PageMaker, sign_in: Callable[..., None]):
    """C04: sent when nobody is signed in any more, what was typed waits until they are again."""
    table = lay_table()
    page = open_form(new_page, table)
    typed_in(page)
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name=say(KEEP)).click()
    page.wait_for_url(lambda url: reverse("sheets:login") in url)
    sign_in(page, table.player.user)
    page.goto(write_page(table))
    expect_back(page)


@pytest.mark.parametrize("away", ["link", "button", "sign out"])
def test_a_draft_is_thrown_away_when_told_to(new_page: PageMaker, sign_in: Callable[..., None], away: str):
    """C04: left without keeping, started again, or signed out: nothing comes back."""
    table = lay_table()
    page = open_form(new_page, table)
    typed_in(page)
    if away == "link":
        page.get_by_role("link", name=say("Leave without keeping")).click()
        page.wait_for_url(f"**{sheet_of(table.player, table.character)}")
    elif away == "button":
        page.reload()
        page.locator("#draft-back button").click()
        expect(page.locator("[name=notes]")).to_have_value("")
    else:
        page.goto("/")
        page.locator("[popovertarget=menu]").click()
        page.locator("form[data-drafts-drop] button").click()
        page.get_by_role("link", name=say("Sign in")).first.wait_for(state="attached")
        sign_in(page, table.player.user)
    page.goto(write_page(table))
    expect(page.locator("#draft-back")).to_be_hidden()
    expect(page.locator("[name=notes]")).to_have_value("")


def test_a_new_character_is_a_draft_too(new_page: PageMaker):
    """C04: so is the form of a character who is not there yet."""
    table = lay_table()
    page = new_page(360, user=table.player.user)
    form = reverse("sheets:new-character", args=[table.player.pk])
    page.goto(form)
    page.locator("[name=name]").fill("Nova")
    page.goto("/")
    page.goto(form)
    expect(page.locator("[name=name]")).to_have_value("Nova")
    page.get_by_role("button", name=say(KEEP)).click()
    page.wait_for_url(lambda url: "/characters/" in url and "new" not in url)
    page.goto(form)
    expect(page.locator("[name=name]")).to_have_value("")
    assert Character.objects.filter(name="Nova").count() == 1


@pytest.mark.parametrize("unkept", ["picture", "notes", "storage"])
def test_what_cannot_be_kept_is_asked_about(new_page: PageMaker, unkept: str):
    """C04: a chosen picture, the GM's notes, or a browser that stores nothing: leaving is asked about first."""
    table = lay_table()
    page = new_page(1400, user=table.gm.user)
    home = reverse("sheets:table", args=[table.gm.pk])
    page.goto(home if unkept == "notes" else reverse("sheets:write", args=[table.gm.pk, table.character.pk]))
    if unkept == "storage":
        page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full') } }")
    if unkept == "picture":
        picture = FilePayload(name="a.png", mimeType="image/png", buffer=b"x")
        page.locator("[name=portrait_file]").set_input_files(picture)
    else:
        page.locator("#gm-notes textarea, [name=notes]").first.click()
        page.keyboard.type(THIRTY)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    here = page.url
    page.locator(".bar .title a").first.click()
    assert (asked, page.url) == (["beforeunload"], here)


def test_c05_a_robot_in_the_browser_fills_every_field(new_page: PageMaker):
    """C05: each field gets its own name; the tab is closed, then kept: both times all of them are there."""
    table = lay_table()
    page = open_form(new_page, table)
    page.locator("details.fold").evaluate_all("folds => folds.forEach(fold => { fold.open = true })")
    fields = page.locator(".writing :is(input:not([type=hidden], [type=file], [type=checkbox]), textarea)")
    names = fields.evaluate_all("all => all.map(field => field.name)")
    assert len(names) == 6 + 3 * 6 + 6 * 4 + 6
    for index, name in enumerate(names):
        fields.nth(index).fill(f"de {name}")
    page = close_the_tab(page)
    for _time in ("from the draft", "from the sheet"):
        page.goto(write_page(table))
        held = page.locator(".writing").evaluate("form => Object.fromEntries(new FormData(form))")
        assert {name: held[name] for name in names} == {name: f"de {name}" for name in names}
        page.get_by_role("button", name=say(KEEP)).click()
        page.wait_for_url(f"**{sheet_of(table.player, table.character)}")
    assert Trait.objects.filter(sheet=table.character.pk).count() == 18
