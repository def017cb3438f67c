"""Two languages, two themes, and everything without JavaScript."""

from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import expect

from rules.impact.terms import Danger, Outcome, Slot
from sheets.models import Character, Role, Roll
from sheets.services import invites
from sheets.services.codes import spell_code
from sheets.words.terms import label
from tests.browser.checks import no_sideways
from tests.browser.play import (
    WIDTHS,
    launch,
    lay_table,
    option,
    say,
    sheet_of,
    trait_id,
    word,
)
from tests.sheets import factories


def open_menu(page):
    page.get_by_role("button", name=say("Menu")).or_(page.locator("summary[aria-label]")).first.click()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_language_changes_by_the_menu_and_back(new_page, width):
    table = lay_table("Kai")
    page = new_page(width, user=table.player.user, locale="en-GB")  # a browser's wish is no choice
    address = sheet_of(table.player, table.character)
    page.goto(address)
    html = page.locator("html")
    for code, other in (("fr", "en"), ("en", "fr")):
        expect(html).to_have_attribute("lang", code)
        with translation.override(code):
            act, title = label(Slot.LIGHT_1), translation.gettext("Prepare a roll")
        expect(page.locator("#slot-light_1")).to_contain_text(act)
        expect(page.locator("#panel-title")).to_have_text(title)
        open_menu(page)
        page.locator(f"button[name=choice][value={other}]").click()
        expect(html).to_have_attribute("lang", other)
        assert page.url.endswith(address)
    expect(page.locator("#panel-title")).to_have_text(say("Prepare a roll"))


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_theme_changes_by_the_menu_and_follows_the_system_again(new_page, scheme):
    page = new_page(scheme=scheme)
    page.goto("/")
    html = page.locator("html")
    background = "() => getComputedStyle(document.body).backgroundColor"
    expect(html).not_to_have_attribute("data-theme", "dark")
    expect(html).not_to_have_attribute("data-theme", "light")
    seen = {"": page.evaluate(background)}
    for theme in ("dark", "light"):
        open_menu(page)
        page.locator(f"button[name=choice][value={theme}]").click()
        expect(html).to_have_attribute("data-theme", theme)
        seen[theme] = page.evaluate(background)
    assert seen["dark"] != seen["light"]
    assert seen[""] == seen[scheme]
    open_menu(page)
    page.locator("button[name=choice][value=system]").click()
    expect(html).not_to_have_attribute("data-theme", "light")
    assert page.evaluate(background) == seen[""]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_whole_roll_without_javascript(new_page, width):
    """See the odds, roll, read the result, name the wound."""
    table = lay_table("Kai")
    page = new_page(width, user=table.player.user, javascript=False)
    page.goto(sheet_of(table.player, table.character))
    option(page, "danger", Danger.NORMAL.value).click()
    option(page, "mark", str(trait_id(table.character, "Les fichiers de mon père"))).click()
    page.locator("#roll-form input[name=scene_chaos]").fill("1")
    page.get_by_role("button", name=say("See the odds")).click()
    expect(page.locator("#odds .pool")).to_contain_text("2 D6, 1 D8")
    expect(option(page, "danger", Danger.NORMAL.value).locator("input")).to_be_checked()
    launch(page, "table").click()
    fields = page.locator("#faces input[name^=face_]")
    expect(fields).to_have_count(3)
    for field, face in zip(fields.all(), "238", strict=True):
        field.fill(face)
    launch(page, "table").click()
    expect(page.locator("#outcome")).to_have_text(word(Outcome.OPPORTUNITY))
    assert Roll.objects.count() == 1

    page.goto(sheet_of(table.player, table.character))
    option(page, "danger", Danger.NORMAL.value).click()
    page.get_by_role("button", name=say("See the odds")).click()
    launch(page, "table").click()
    page.locator('#faces input[name="face_d6"]').fill("1")
    launch(page, "table").click()
    expect(page.locator("#outcome")).to_have_text(word(Outcome.FAILURE))
    page.locator("#wound-name").fill("Coup à la tempe")
    page.locator("#naming button").click()
    expect(page.locator("#open-light_1")).to_contain_text("Coup à la tempe")
    assert factories.wound_in(table.character, Slot.LIGHT_1).name == "Coup à la tempe"


def test_from_the_link_to_a_named_wound_without_javascript(new_page):
    """Product: join, change a trait, look at the odds, roll, read what happened, name the wound, with whole pages."""
    gm = factories.make_table()
    code = spell_code(invites.open_link(seat=gm, role=Role.PLAYER).code)
    page = new_page(360, javascript=False)
    page.goto(reverse("sheets:invitation", args=[code]))
    page.locator("#id_name").fill("Nadia")
    page.locator("main form .btn.main").click()
    page.locator("button[name=ready][value=ines]").click()
    expect(page.locator("h1")).to_have_text("Inès Corvin")
    character = Character.objects.get(owner__name="Nadia")
    sheet = page.url

    page.locator(f"a[href='{reverse('sheets:write', args=[character.owner_id, character.pk])}']").first.click()
    page.locator("[name=mark-0-name]").fill("L’eau noire du port")
    no_sideways(page)
    page.locator("form.writing button.main").last.click()
    expect(page).to_have_url(sheet)
    mark = character.sheet.traits.get(name="L’eau noire du port")

    option(page, "mark", str(mark.pk)).click()
    option(page, "danger", Danger.NORMAL.value).click()
    page.get_by_role("button", name=say("See the odds")).click()
    expect(page.locator("#odds .pool")).to_contain_text("2 D6")
    expect(page.locator("#odds [role=img]").first).to_be_visible()
    no_sideways(page)
    assert not Roll.objects.exists()
    launch(page, "table").click()
    for field in page.locator('#faces input[name="face_d6"]').all():
        field.fill("1")
    launch(page, "table").click()
    expect(page.locator("#outcome")).to_have_text(word(Outcome.FAILURE))
    no_sideways(page)
    page.locator("#wound-name").fill("Noyade d’un instant")
    page.locator("#naming button").click()
    expect(page.locator("#open-light_1")).to_contain_text("Noyade d’un instant")
    assert factories.wound_in(character, Slot.LIGHT_1).name == "Noyade d’un instant"


def test_times_are_said_by_the_browser_s_own_clock(new_page):
    """T13: an hour of the autumn night, rolled in Paris and read in Montréal; each in the order it was made."""
    table = lay_table("Kai")
    moments = [datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 10, tzinfo=UTC)]
    for moment in moments:
        with patch("django.utils.timezone.now", return_value=moment):
            factories.roll_with(table.player, table.character, factories.dice(4))
    for zone, said in (("Europe/Paris", ["02:10", "02:30"]), ("America/Toronto", ["21:10", "20:30"])):
        page = new_page(user=table.gm.user)
        page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", {"timezoneId": zone})
        page.goto(sheet_of(table.gm, table.character))
        times = page.locator("#log-rows time")
        for place, hour in enumerate(said):
            expect(times.nth(place)).to_contain_text(hour)


def test_small_acts_without_javascript(new_page):
    """The GM ticks, heals and undoes with whole pages."""
    table = lay_table("Kai")
    page = new_page(user=table.gm.user, javascript=False)
    page.goto(sheet_of(table.gm, table.character))
    page.locator("#tick-grave").click()
    expect(page.locator("#open-grave")).to_be_visible()
    page.locator(f"#undo-{factories.last_entry(table.gm).pk}").click()
    expect(page.locator("#tick-grave")).to_be_visible()
    page.locator("#inflict-critical").click()
    page.locator("#open-critical").click()
    page.locator("main button[name=slot][value=critical]").click()
    expect(page.locator("#tick-critical")).to_be_visible()
    assert factories.open_slots(table.character) == set()


def test_the_server_rolls_without_javascript(new_page):
    """Roll at once: what was shown holds if nothing was chosen since."""
    table = lay_table("Kai")
    page = new_page(user=table.player.user, javascript=False)
    page.goto(sheet_of(table.player, table.character))
    launch(page).click()
    expect(page.locator("#outcome")).to_be_visible()
    assert Roll.objects.get().physical is False
