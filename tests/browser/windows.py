"""Three windows at one table: the GM's and a second player's on the table's page, a player's phone on the sheet.

Nothing here loads a page again: what is seen came by the stream, and `nobody_reloaded` holds it.
"""

from dataclasses import dataclass

from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.impact.terms import Danger, Slot
from sheets.models import Entry, Seat
from tests.browser.conftest import PageMaker
from tests.browser.play import Table, redrawn, say, sheet_of
from tests.sheets import factories


@dataclass(frozen=True)
class Windows:
    """Who looks: the GM (1400 px), the player at their own sheet (360 px), the other player (1400 px)."""

    table: Table
    gm: Page
    player: Page
    other: Page

    @property
    def onlookers(self) -> tuple[Page, Page]:
        return self.gm, self.other


def open_live(page: Page, address: str) -> Page:
    """Open a page, wait for its stream, and mark it: a page loaded anew would have lost the mark."""
    page.goto(address)
    expect(page.locator("#live")).to_have_attribute("data-state", "open")
    page.evaluate("window.neverReloaded = true")
    return page


def table_of(seat: Seat) -> str:
    return reverse("sheets:table", args=[seat.pk])


def open_windows(new_page: PageMaker, table: Table) -> Windows:
    second = factories.seat_at(table.gm)
    return Windows(
        table,
        gm=open_live(new_page(1400, user=table.gm.user), table_of(table.gm)),
        player=open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character)),
        other=open_live(new_page(1400, user=second.user), table_of(second)),
    )


def nobody_reloaded(*pages: Page) -> None:
    """Assert that these pages are still those that were opened."""
    assert [page.evaluate("window.neverReloaded === true") for page in pages] == [True] * len(pages)


def announce(windows: Windows, level: Danger, sentence: str, *, mortal: bool = False) -> None:
    """The GM announces a danger on the table's page; it stands on all three screens, and in the player's odds."""
    composer = windows.gm.locator("#composer")
    composer.locator(f"input[name=level][value={level.value}]").check(force=True)
    composer.locator("[name=sentence]").fill(sentence)
    if mortal:
        composer.locator("summary").click()
        composer.locator("[name=mortal]").check(force=True)
    with redrawn(windows.player):
        composer.locator(".btn.main").click()
    for page, region in ((windows.player, "#warning"), (windows.gm, "#scene"), (windows.other, "#scene")):
        expect(page.locator(region)).to_contain_text(sentence)
        expect(page.locator(f"{region} .mortal")).to_have_count(int(mortal))
    expect(composer.locator("[name=sentence]")).to_have_value("")
    expect(windows.player.locator(".danger-set")).to_be_hidden()


def raise_chaos(windows: Windows, dice: int) -> None:
    """The GM adds these twist dice to the scene; the player's pool has them."""
    for _die in range(dice):
        windows.gm.locator("#chaos-more").click()
    expect(windows.gm.locator("[aria-labelledby=chaos-label] .val")).to_have_text(str(dice))
    expect(windows.player.locator("#odds .pool")).to_contain_text(f"{dice} D8")


def rule_engaged(windows: Windows, reason: str) -> None:
    """The GM says on the table's page that the wound is engaged; the player reads why."""
    windows.gm.locator(f"#rule-{windows.table.character.pk}").click()
    windows.gm.locator("#desk [name=reason]").fill(reason)
    windows.gm.locator("#desk .btn.main").click()
    expect(windows.player.locator("#warning")).to_contain_text(reason)


def adapt(player: Page, dependency: str) -> None:
    """Answer a ruling by leaning on something else: the field has the focus, so it is typed and sent."""
    player.locator("#ruling-adapt").click()
    field = player.get_by_label(say("What you lean on instead"))
    expect(field).to_be_focused()
    field.fill(dependency)
    field.press("Enter")


def back_to_the_sheet(windows: Windows) -> None:
    """From a result to the next roll, as the player would."""
    windows.player.get_by_role("link", name=say("Back to the sheet")).click()
    expect(windows.player.locator("#roll-form")).to_be_visible()
    expect(windows.player.locator("#live")).to_have_attribute("data-state", "open")


def expect_slots(windows: Windows, *ticked: Slot) -> None:
    """Exactly these slots are taken on the player's sheet and on the cards of both others."""
    character = windows.table.character
    for slot in Slot:
        count = 1 if slot in ticked else 0
        expect(windows.player.locator(f"#slot-{slot.value}.taken")).to_have_count(count)
    for page in windows.onlookers:
        expect(page.locator(f"#card-{character.pk} .mini.taken")).to_have_count(len(ticked))
        taken = page.locator(f"#card-{character.pk} .slots4 > li")
        for index, slot in enumerate(Slot):
            expect(taken.nth(index).locator(".taken")).to_have_count(1 if slot in ticked else 0)


def expect_in_logs(windows: Windows, entry: Entry, text: str) -> None:
    """The entry's row says this on both onlookers' pages, once each."""
    for page in windows.onlookers:
        expect(page.locator(f"#entry-{entry.pk}")).to_have_count(1)
        expect(page.locator(f"#entry-{entry.pk}")).to_contain_text(text)


def expect_on_all(windows: Windows, text: str) -> None:
    """This is said of the character in the header of the sheet and on both cards."""
    expect(windows.player.locator("#identity")).to_contain_text(text)
    for page in windows.onlookers:
        expect(page.locator(f"#card-{windows.table.character.pk}")).to_contain_text(text)
