"""The page's own watch over its stream: refused, late, hidden, one of many, shut out (L01, L03, L05)."""

import pytest
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
# For pages that are opened in the background.
BORN_HIDDEN = f"({HIDE})(true)"
BLOCK = """milliseconds => setTimeout(() => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
})"""
BURST = 200


def give_spark(table: Table) -> None:
    sparks.change(seat=table.gm, character_id=table.character.pk, by=1)


def expect_rows(page: Page, count: int) -> None:
    """The last acts are the first rows of the page's log, newest first, each once."""
    made = Entry.objects.filter(kind="sparks_changed").order_by("-number").values_list("pk", flat=True)
    wanted = [f"entry-{pk}" for pk in made[:count]]
    assert len(wanted) == count
    expect(page.locator(f"[id='{wanted[0]}']")).to_have_count(1, timeout=BACK_MS)
    rows = page.locator("#log-rows > li").evaluate_all("rows => rows.map(row => row.id)")
    assert rows[:count] == wanted


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
    expect_rows(page, 2)


def test_a_hidden_page_holds_no_stream(new_page: PageMaker):
    """L03: hidden, it lets its stream go; opened hidden, it asks for none before it is looked at."""
    table = lay_table()
    page = new_page(1400, user=table.player.user)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/stream" in request.url else None)
    page.goto(sheet_of(table.player, table.character))
    state_of(page, "open")
    with page.expect_event("requestfailed", lambda request: "/stream" in request.url):
        page.evaluate(HIDE, True)
    del asked[:]
    page.add_init_script(BORN_HIDDEN)
    page.goto(sheet_of(table.player, table.character), wait_until="networkidle")
    assert asked == []
    give_spark(table)
    page.evaluate(HIDE, False)
    state_of(page, "open")
    expect_rows(page, 1)
    assert len(asked) == 1


def test_eight_tabs_of_one_browser_all_load(new_page: PageMaker):
    """L03: more tabs than a browser has connections for: each loads, and those pushed out come back when looked at."""
    table = lay_table()
    tabs = [new_page(1400, user=table.player.user)]
    tabs += [tabs[0].context.new_page() for _tab in range(7)]
    for tab in tabs:
        tab.goto(sheet_of(table.player, table.character))
        state_of(tab, "open")
    give_spark(table)
    for tab in tabs[-5:]:
        expect(tab.locator("#identity")).to_contain_text(sparks_said(2), timeout=BACK_MS)
    for tab in tabs[:3]:
        state_of(tab, "lost")
        tab.evaluate(HIDE, False)
        expect(tab.locator("#identity")).to_contain_text(sparks_said(2), timeout=BACK_MS)
        expect_rows(tab, 1)


@pytest.mark.parametrize("script", ["vendor/htmx-with-sse", "js/live"])
def test_a_script_that_comes_late_loses_nothing(new_page: PageMaker, script: str):
    """L01: what happens between the page and its script is caught up with, whichever script is the late one."""
    table = lay_table()
    page = new_page(1400, user=table.player.user)
    late: list[Route] = []
    page.route(f"**/{script}*.js", lambda route: late.append(route))
    page.goto(sheet_of(table.player, table.character), wait_until="commit")
    page.locator("#log-rows").wait_for(state="attached")
    give_spark(table)
    give_spark(table)
    assert late
    late[0].continue_()
    state_of(page, "open")
    expect(page.locator("#identity")).to_contain_text(sparks_said(3), timeout=BACK_MS)
    expect_rows(page, 2)


def test_a_burst_during_a_blocked_page(new_page: PageMaker):
    """L: 200 acts while the page's thread is busy: each is one row, newest first, and the header has the last."""
    table = lay_table(spark_start=0)
    page = new_page(360, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    state_of(page, "open")
    page.evaluate(BLOCK, 2000)
    for _act in range(BURST):
        give_spark(table)
    expect(page.locator("#identity")).to_contain_text(sparks_said(BURST), timeout=4 * BACK_MS)
    expect_rows(page, BURST)


def test_a_page_whose_seat_is_taken_away_says_so(new_page: PageMaker):
    """L05: the word in the bar changes to *closed*, and the page asks for no stream any more."""
    table = lay_table()
    page = new_page(360, user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    state_of(page, "open")
    campaigns.remove_seat(seat=table.gm, seat_id=table.player.pk)
    state_of(page, "ended")
