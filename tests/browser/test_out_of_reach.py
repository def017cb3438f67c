"""The server out of reach or broken: the banner says so, nothing typed is lost, the next press works."""

import pytest
from playwright.sync_api import expect

from rules.impact.terms import Danger, Outcome
from sheets.models import Roll
from tests.browser.play import (
    choose,
    launch,
    lay_table,
    option,
    roll_at,
    say,
    sheet_of,
    slot_shown,
    take_real_dice,
    type_faces,
    word,
)
from tests.browser.test_one_roll import UNREACHED
from tests.sheets import factories

GONE = r"ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|network error|htmx:error|status of 50\d|/stream"


def go_offline(page):
    page.context.set_offline(True)
    return lambda: page.context.set_offline(False)


def break_down(page):
    """Every change is answered by an error of the server, as by a proxy in front of a dead one."""

    def broken(route):
        if route.request.method == "POST":
            route.fulfill(status=500, content_type="text/html", body="<h1>broken</h1>")
        else:
            route.continue_()

    page.route("**/t/**", broken)
    return lambda: page.unroute("**/t/**", broken)


FAILURES = pytest.mark.parametrize("fail", [go_offline, break_down], ids=["offline", "500"])


@FAILURES
def test_a_roll_that_does_not_get_through(new_page, faults, fail):
    faults.allow(GONE)
    table = lay_table()
    page = new_page(user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    choose(page, danger=Danger.NORMAL.value, scene_chaos=1)
    take_real_dice(page)
    type_faces(page, d6=(3,), d8=(2,))
    mend = fail(page)
    launch(page, "table").click()
    expect(page.locator("#notices")).to_contain_text(say(UNREACHED))
    expect(page.get_by_text("broken")).to_have_count(0)
    assert Roll.objects.count() == 0
    expect(option(page, "danger", "normal").locator("input")).to_be_checked()
    typed = page.locator("#faces input[name^=face_]")
    assert [typed.nth(index).input_value() for index in range(2)] == ["3", "2"]
    mend()
    launch(page, "table").click()
    expect(page.locator("#outcome")).to_have_text(word(Outcome.FAILURE))
    expect(page.locator("#notices")).to_be_empty()
    assert Roll.objects.count() == 1


@FAILURES
def test_odds_that_do_not_come(new_page, faults, fail):
    faults.allow(GONE)
    table = lay_table()
    page = new_page(user=table.player.user)
    page.goto(sheet_of(table.player, table.character))
    mend = fail(page)
    option(page, "prepared").click()
    expect(page.locator("#notices")).to_contain_text(say(UNREACHED))
    expect(option(page, "prepared").locator("input")).to_be_checked()
    expect(launch(page)).to_be_visible()
    mend()
    choose(page, boost=True)
    expect(page.locator("#odds .pool")).to_contain_text("2 D6, 1 D6*")
    expect(page.locator("#notices")).to_be_empty()


@FAILURES
def test_a_name_that_does_not_get_through(new_page, faults, fail):
    faults.allow(GONE)
    table = lay_table("Kai")
    page = new_page(user=table.player.user)
    roll_at(page, table.player, table.character, {"d6": (3,)}, danger=Danger.NORMAL.value)
    mend = fail(page)
    page.locator("#wound-name").fill("Coup à la tempe")
    page.keyboard.press("Enter")
    expect(page.locator("#notices")).to_contain_text(say(UNREACHED))
    expect(page.locator("#wound-name")).to_have_value("Coup à la tempe")
    mend()
    page.locator("#wound-name").press("Enter")
    expect(page.locator("#open-light_1")).to_contain_text("Coup à la tempe")


@FAILURES
def test_a_small_act_that_does_not_get_through(new_page, faults, fail):
    """Pressed again, it is done once."""
    faults.allow(GONE)
    table = lay_table("Kai")
    page = new_page(user=table.gm.user)
    page.goto(sheet_of(table.gm, table.character))
    mend = fail(page)
    page.locator("#tick-grave").click()
    expect(page.locator("#notices")).to_contain_text(say(UNREACHED))
    slot_shown(page, "grave", taken=False)
    mend()
    page.locator("#tick-grave").click()
    slot_shown(page, "grave", taken=True)
    assert [slot.value for slot in factories.open_slots(table.character)] == ["grave"]
