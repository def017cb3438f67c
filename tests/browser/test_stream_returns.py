"""The page's own watch over its stream: refused at first, cut off, hidden, shut out (L01, L03, L05)."""

from playwright.sync_api import Page, Route, expect

from sheets.models import Entry
from sheets.services import campaigns, sparks
from tests.browser.conftest import Faults, PageMaker
from tests.browser.play import Table, lay_table, sheet_of, sparks_said

BACK_MS = 15_000
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def give_spark(table: Table) -> None:
    sparks.change(seat=table.gm, character_id=table.character.pk, by=1)


def state_of(page: Page, state: str) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", state, timeout=BACK_MS)


def test_a_stream_that_is_refused_at_first_is_asked_for_again(new_page: PageMaker, faults: Faults):
    """L01: three answers of 503 before the first stream; what happened meanwhile is not missed."""
    faults.allow(r"status of 503")
    table = lay_table()
    page = new_page(1400, user=table.player.user)
    refused = []

    def refuse(route: Route) -> None:
        if len(refused) < 3:
            refused.append(route.request.url)
            route.fulfill(status=503, body="")
        else:
            route.continue_()

    page.route("**/stream?*", refuse)
    page.goto(sheet_of(table.player, table.character))
    give_spark(table)
    state_of(page, "open")
    expect(page.locator("#identity")).to_contain_text(sparks_said(2), timeout=BACK_MS)
    assert len(refused) == 3


def test_a_hidden_page_comes_back_with_what_it_missed(new_page: PageMaker):
    """L03: hidden, it lets its stream go; seen again, each act of that time is in the log once."""
    table = lay_table()
    page = new_page(1400, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    state_of(page, "open")
    page.evaluate(HIDE, True)
    give_spark(table)
    give_spark(table)
    page.evaluate(HIDE, False)
    expect(page.locator("#identity")).to_contain_text(sparks_said(3), timeout=BACK_MS)
    missed = [f"entry-{pk}" for pk in Entry.objects.filter(kind="sparks_changed").values_list("pk", flat=True)]
    shown = page.locator("#log-rows > li").evaluate_all("rows => rows.map(row => row.id)")
    assert [shown.count(row) for row in missed] == [1, 1]


def test_a_page_whose_seat_is_taken_away_says_so(new_page: PageMaker):
    """L05: the word in the bar changes to *closed*, and the page asks for no stream any more."""
    table = lay_table()
    page = new_page(360, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    state_of(page, "open")
    campaigns.remove_seat(seat=table.gm, seat_id=table.player.pk)
    state_of(page, "ended")
