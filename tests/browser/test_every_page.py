"""Every page: no violation that axe knows of, nothing against the content policy, nothing off the side."""

import pytest
from playwright.sync_api import expect

from tests.browser.checks import axe, double_text, no_sideways
from tests.browser.pages import NAMES, lay_pages
from tests.browser.play import WIDTHS

HEIGHT = 900


def visit(new_page, faults, shown, **how):
    """The page, answered as it should be; what it logs is listened to by the fixture `faults`."""
    missing = shown.name in ("not found", "closed link")
    if missing:
        faults.allow("status of 404")
    page = new_page(user=shown.user, **how)
    answer = page.goto(shown.address)
    assert answer.status == (404 if missing else 200)
    policy = answer.header_value("content-security-policy") or ""
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    expect(page.locator("main h1").first).to_be_visible()
    return page


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_accessible_and_fits(new_page, faults, name):
    """axe in both themes and widths; then 320 px, and 320 px with doubled text (WCAG 1.4.10, 1.4.4)."""
    page = visit(new_page, faults, lay_pages()[name])
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            axe(page)
            no_sideways(page)
    page.set_viewport_size({"width": 320, "height": HEIGHT})
    no_sideways(page)
    double_text(page)
    no_sideways(page)
