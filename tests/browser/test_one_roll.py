"""One form, one roll: however often it is pressed, sent, lost or looked at again (R06, D02)."""

import pytest
from playwright.sync_api import expect

from rules.impact.terms import Danger, Outcome
from sheets.models import Roll
from tests.browser.play import (
    choose,
    launch,
    lay_table,
    option,
    say,
    sheet_of,
    slot_shown,
    take_real_dice,
    type_faces,
    word,
)
from tests.sheets import factories

UNREACHED = "The server cannot be reached. What you typed is still here. Press again: nothing is done twice."


def open_panel(new_page, table, **more):
    page = new_page(user=table.player.user, **more)
    page.goto(sheet_of(table.player, table.character))
    return page


def test_three_quick_presses_are_one_roll(new_page):
    table = lay_table()
    page = open_panel(new_page, table)
    # In one turn of the browser, before any answer.
    launch(page).evaluate("button => { button.click(); button.click(); button.click() }")
    expect(page.locator("#outcome")).to_be_visible()
    expect(page.locator("#log-rows > li")).to_have_count(2)  # the roll, and the making of the character
    assert Roll.objects.count() == 1


def test_a_reloaded_result_rolls_nothing(new_page):
    table = lay_table()
    page = open_panel(new_page, table)
    launch(page).click()
    shown = page.locator("#outcome").inner_text()
    steps = page.locator("#panel ol").first.inner_text()
    assert f"/rolls/{Roll.objects.get().pk}/" in page.url
    page.reload()
    expect(page.locator("#outcome")).to_have_text(shown)
    assert page.locator("#panel ol").first.inner_text() == steps
    assert Roll.objects.count() == 1


def test_going_back_offers_a_new_panel_and_rolls_nothing(new_page):
    table = lay_table()
    page = open_panel(new_page, table)
    key = page.locator("#roll-form input[name=key]").input_value()
    launch(page).click()
    page.locator("#outcome").wait_for()
    page.go_back()
    expect(page.locator("#roll-form")).to_be_visible()
    assert page.locator("#roll-form input[name=key]").input_value() != key
    page.go_forward()
    expect(page.locator("#outcome")).to_be_visible()
    assert Roll.objects.count() == 1


@pytest.mark.parametrize("javascript", [True, False], ids=["htmx", "plain"])
def test_the_same_form_sent_again_gets_the_same_answer(new_page, javascript):
    """As after going back to the very page that was sent, key included."""
    table = lay_table()
    page = open_panel(new_page, table, javascript=javascript)
    with page.expect_response("**/roll/") as first:
        launch(page).click()
    page.locator("#outcome").wait_for()
    sent = first.value.request
    headers = {name: value for name, value in sent.headers.items() if name.startswith(("hx-", "content-type"))}
    again = page.request.post(sent.url, data=sent.post_data, headers=headers, max_redirects=0)
    told = "hx-push-url" if javascript else "location"
    assert (again.status, again.headers[told]) == (first.value.status, first.value.headers[told])
    assert page.url.endswith(again.headers[told])
    if javascript:
        assert again.body() == first.value.body()
    assert Roll.objects.count() == 1


@pytest.mark.parametrize("danger", ["", Danger.NORMAL.value], ids=["no danger", "a wound"])
@pytest.mark.parametrize("stream", [True, False], ids=["stream open", "stream lost"])
def test_a_lost_answer_costs_nothing_and_the_next_press_shows_the_one_roll(new_page, faults, danger, stream):
    """The server rolled and the answer was cut: the banner says so, what was typed stays, one roll in the end."""
    faults.allow(r"ERR_FAILED|Failed to fetch|htmx:error|/stream")
    table = lay_table()
    page = new_page(user=table.player.user)
    if not stream:
        page.route("**/stream?*", lambda route: route.abort())
    page.goto(sheet_of(table.player, table.character))
    choose(page, scene_chaos=1, **({"danger": danger} if danger else {}))
    take_real_dice(page)
    type_faces(page, d6=(3,), d8=(2,))

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/roll/", lose, times=1)
    launch(page, "table").click()
    expect(page.locator("#notices")).to_contain_text(say(UNREACHED))
    assert Roll.objects.count() == 1
    if stream and danger:
        slot_shown(page, "light_1", taken=True)  # the stream tells of the wound, the panel is still there
    faces = page.locator("#faces input[name^=face_]")
    assert [faces.nth(index).input_value() for index in range(2)] == ["3", "2"]
    expect(page.locator("#roll-form input[name=scene_chaos]")).to_have_value("1")
    if danger:
        expect(option(page, "danger", danger).locator("input")).to_be_checked()
    launch(page, "table").click()
    expect(page.locator("#outcome")).to_have_text(word(Outcome.FAILURE))
    expect(page.locator("#notices")).to_be_empty()
    assert Roll.objects.count() == 1
    assert len(factories.open_slots(table.character)) == bool(danger)
