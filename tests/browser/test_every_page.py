"""Every page: no violation that axe knows of, nothing against the content policy, nothing off the side."""

from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.urls import resolve
from playwright.sync_api import expect

from sheets.models import ScarTable, User
from tests.browser.checks import axe, double_text, no_sideways
from tests.browser.pages import GONE, MISSING, NAMES, NO_PAGES, lay_pages
from tests.browser.play import WIDTHS
from tests.sheets import factories
from tests.sheets.views.addresses import ROWS

HEIGHT = 900


OTHER_LANGUAGE = "en"
# How the other language is looked at: each theme and each width once.
OTHER_LOOKS = (("light", 360), ("dark", 1400))
# Pages of Django's administration: its looks are Django's, its policy is ours.
ADMINISTRATION = (
    "",
    "login/",
    "password_change/",
    "sheets/user/",
    "sheets/user/?q=elodie",
    "sheets/user/add/",
    "sheets/user/{user}/change/",
    "sheets/user/{user}/password/",
    "sheets/campaign/",
    "sheets/campaign/{campaign}/change/",
    "sheets/campaign/{campaign}/history/",
    "sheets/scartable/",
    "sheets/scartable/{table}/change/",
)


def status_of(name):
    return 404 if name in MISSING else 410 if name in GONE else 200


def visit(new_page, faults, shown, **how):
    """The page, answered as it should be; what it logs is listened to by the fixture `faults`."""
    wanted = status_of(shown.name)
    if wanted != 200:
        faults.allow(f"status of {wanted}")
    page = new_page(user=shown.user, **how)
    answer = page.goto(shown.address)
    assert answer.status == wanted
    policy = answer.header_value("content-security-policy") or ""
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    expect(page.locator("main h1, main h2, main h3").first).to_be_visible()
    return page


def look_at(page, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": HEIGHT})
    axe(page)
    no_sideways(page)


def fits_a_small_screen(page):
    """320 px, then 320 px with doubled text (WCAG 1.4.10, 1.4.4)."""
    page.set_viewport_size({"width": 320, "height": HEIGHT})
    no_sideways(page)
    double_text(page)
    no_sideways(page)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_accessible_and_fits(new_page, faults, live, name):
    """axe in both languages, themes and widths, on one page that is loaded anew for the other language."""
    page = visit(new_page, faults, lay_pages()[name])
    for scheme in ("dark", "light"):
        for width in WIDTHS:
            look_at(page, scheme, width)
    fits_a_small_screen(page)
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": OTHER_LANGUAGE, "url": live}])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", OTHER_LANGUAGE)
    for scheme, width in OTHER_LOOKS:
        look_at(page, scheme, width)
    fits_a_small_screen(page)


def test_every_address_that_answers_with_a_page_is_looked_at(db):
    """Every GET of the product stands in `pages.py`, unless it is named there as no page."""
    looked_at = {
        resolve(urlsplit(shown.address).path).url_name for shown in lay_pages().values() if shown.name != "not found"
    }
    asked_for = {name for name, row in ROWS.items() if "GET" in row.method}
    assert asked_for - looked_at == set(NO_PAGES)


def test_the_administration_keeps_the_policy(new_page, faults):
    """S08: the pages of Django's administration run under our policy without a word of complaint."""
    gm = factories.make_table()
    boss = User.objects.create_superuser("administratrice", password="demo")
    page = new_page(user=boss)
    rows = {"user": gm.user.pk, "campaign": gm.campaign_id, "table": ScarTable.objects.get(campaign=None).pk}
    for address in ADMINISTRATION:
        answer = page.goto("/admin/" + address.format(**rows))
        assert answer.status == 200, address
        assert "default-src 'none'" in (answer.header_value("content-security-policy") or ""), address
        page.wait_for_load_state("load")
    page = new_page()
    assert page.goto("/admin/login/").status == 200
