"""Everything that reaches a player's browser while the GM works behind the screen (S01, S05)."""

import re

from playwright.sync_api import Page, Route, expect

from rules.impact.terms import Danger
from sheets.models import Entry, Visibility
from sheets.services import sparks
from tests.browser.conftest import PageMaker
from tests.browser.play import lay_table, say, sheet_of, sparks_said
from tests.browser.windows import open_live, open_windows, table_of

MARKER = "Zyxomar"
NOT_THE_STREAM = re.compile(r"/t/(?!.*/stream)")
# The stream is read by the page and never ends, so what the page reads is written down as it comes.
RECORD_STREAM = """() => {
  window.heard = "";
  const read = ReadableStreamDefaultReader.prototype.read;
  const decoder = new TextDecoder();
  ReadableStreamDefaultReader.prototype.read = async function (...more) {
    const piece = await read.apply(this, more);
    if (piece.value) window.heard += decoder.decode(piece.value, { stream: true });
    return piece;
  };
}"""


def hide_all(gm: Page) -> None:
    """By the page: a danger for later, a roll of the GM's own, private notes."""
    gm.locator(f"#composer input[name=level][value={Danger.VERY_HIGH.value}]").check(force=True)
    gm.locator("#composer [name=sentence]").fill(f"{MARKER} attend.")
    gm.locator("#composer [name=keep]").click()
    expect(gm.locator("#gm-scene .drafts")).to_contain_text(MARKER)
    gm.locator("#gm-roll [name=label]").fill(f"{MARKER} rôde")
    gm.locator(f"#gm-roll [name=visibility][value={Visibility.GM.value}]").check(force=True)
    gm.locator("#gm-roll .btn").click()
    expect(gm.locator("#log-rows")).to_contain_text(f"{MARKER} rôde")
    gm.locator("#gm-notes textarea").fill(f"{MARKER} ment.")
    with gm.expect_response("**/notes/"):
        gm.locator("#gm-notes .btn").click()


def test_s01_no_byte_of_what_is_hidden_reaches_a_player(new_page: PageMaker):
    """S01, S05: pages, fragments and stream of the sheet and of the table's page, until the GM shows the roll."""
    windows = open_windows(new_page, lay_table())
    table, gm = windows.table, windows.gm
    caught: list[bytes] = []

    def catch(route: Route) -> None:
        answer = route.fetch()
        caught.append(answer.body())
        route.fulfill(response=answer)

    for page, address in ((windows.player, sheet_of(table.player, table.character)), (windows.other, "")):
        page.route(NOT_THE_STREAM, catch)
        page.add_init_script(f"({RECORD_STREAM})()")
        open_live(page, address or page.url)
    hide_all(gm)
    # The odds are asked for, and the stream speaks.
    sparks.change(seat=table.gm, character_id=table.character.pk, by=1)
    expect(windows.player.locator("#identity")).to_contain_text(sparks_said(2))
    expect(windows.other.locator("#party")).to_contain_text(sparks_said(2))
    open_live(windows.player, table_of(table.player))
    for page in (windows.player, windows.other):
        assert page.evaluate("window.heard").count("id: ") <= 1
        assert MARKER not in page.evaluate("window.heard") + page.content()
    assert len(caught) > 3
    assert [body for body in caught if MARKER.encode() in body] == []
    gm.get_by_role("button", name=say("Show it to all")).click()
    expect(windows.other.locator("#log-rows")).to_contain_text(f"{MARKER} rôde")
    assert MARKER in windows.other.evaluate("window.heard")
    # Where it would stand on a page loaded now: after what came later, and once.
    for page in (windows.player, windows.other, gm):
        expect(page.locator("#log-rows")).to_contain_text(f"{MARKER} rôde")
        rows = page.locator("#log-rows > li").evaluate_all("rows => rows.map(row => row.id)")
        made = Entry.objects.filter(campaign=table.gm.campaign_id).order_by("-number")
        assert rows == [f"entry-{pk}" for pk in made.values_list("pk", flat=True)]
