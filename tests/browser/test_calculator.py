"""The calculator in the browser: it follows each change, its address can be sent on, it works without JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import axe, double_text, no_sideways
from tests.browser.conftest import PageMaker
from tests.browser.play import WIDTHS, redrawn, say

URL = "/odds/"


def fill(page: Page, name: str, value: str) -> None:
    page.locator(f"#ask-{name}").fill(value)
    page.locator(f"#ask-{name}").blur()


def test_it_follows_each_change_and_its_address_too(new_page: PageMaker, faults):
    """X1, R02: each change brings new odds and a new address; nonsense is told at its field and goes when mended."""
    faults.allow("status of 422")
    page = new_page(1400)
    page.goto(URL)
    with redrawn(page, "#calculated"):
        fill(page, "d8", "4")
    with redrawn(page, "#calculated"):
        page.locator("label:has([name=danger][value=very_high])").click()
    expect(page.locator("#calculated .pool")).to_contain_text("4 D8")
    told = page.locator("#calculated .risk").inner_text()
    assert "d8=4" in page.url
    assert "danger=very_high" in page.url

    fill(page, "d6", "100000000")
    expect(page.locator("#said-d6 .error")).to_be_visible()
    expect(page.locator("#ask-d6")).to_have_value("100000000")
    assert "d8=4" in page.url  # the address still opens what was last counted
    fill(page, "d6", "3")
    expect(page.locator("#said-d6")).to_be_empty()
    expect(page.locator("#calculated .risk")).to_have_text(told, use_inner_text=True)

    other = new_page(360)
    other.goto(page.url)
    expect(other.locator("#calculated .risk")).to_have_text(told, use_inner_text=True)
    expect(other.locator("#ask-d8")).to_have_value("4")


@pytest.mark.parametrize("width", WIDTHS)
def test_without_javascript(new_page: PageMaker, width: int):
    """Without JavaScript: the form is sent as a page, and comes back with what was chosen."""
    page = new_page(width, javascript=False)
    page.goto(URL)
    page.locator("#ask-d6").fill("5")
    page.locator("label:has([name=mode][value=gritty])").click()
    page.get_by_role("button", name=say("See the odds")).click()
    expect(page.locator("#ask-d6")).to_have_value("5")
    expect(page.locator("#calculated .pool")).to_contain_text("5 D6")
    assert "mode=gritty" in page.url


def test_it_is_accessible_when_wrong_and_when_large(new_page: PageMaker, faults):
    """axe, 320 px, doubled text: with forty dice and with everything wrong."""
    faults.allow("status of 422")
    page = new_page(320)
    for query in ("d6=10&critical_d6=10&d8=10&d10=10&danger=very_high&mortal=on", "d6=99&d8=-1&d10=x&sparks=999"):
        page.goto(f"{URL}?{query}")
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            axe(page)
        no_sideways(page)
        double_text(page)
        no_sideways(page)
