"""Coming to a table on a phone and at a desk: few taps, no JavaScript needed, seen by the others at once."""

from dataclasses import dataclass

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from sheets.models import Role, Roll, Seat
from sheets.services import campaigns, invites, owners
from sheets.services.codes import spell_code
from tests.browser.conftest import PageMaker
from tests.browser.play import launch, lay_table, say
from tests.browser.windows import open_live
from tests.sheets import factories

TAPS_ALLOWED = 6


@dataclass
class Thumb:
    """A thumb on a phone that counts what it taps."""

    page: Page
    taps: int = 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1


def link_to(gm: Seat, role: Role = Role.PLAYER) -> str:
    return reverse("sheets:invitation", args=[spell_code(invites.open_link(seat=gm, role=role).code)])


def test_from_the_link_to_the_first_roll_in_six_taps(new_page: PageMaker):
    """Product: join on a phone in under a minute: at most six taps besides the name, at 360 px, by touch alone."""
    gm = factories.make_table()
    page = new_page(360, touch=True)
    page.goto(link_to(gm))
    thumb = Thumb(page)
    thumb.tap(page.locator("#id_name"))
    page.keyboard.type("Nadia")
    thumb.tap(page.locator("main form .btn.main"))
    thumb.tap(page.locator("button[name=ready][value=ines]"))
    expect(page.locator("#identity")).to_contain_text("Inès Corvin")
    thumb.tap(launch(page))
    expect(page.locator("#outcome")).to_be_visible()
    assert Roll.objects.count() == 1
    assert thumb.taps <= TAPS_ALLOWED


def test_without_javascript_one_comes_chooses_and_leaves(new_page: PageMaker):
    """Product: without JavaScript the whole joining works: link, name, a prepared character, code, leaving."""
    gm = factories.make_table()
    kai = factories.make_character(gm, character={"name": "Kai"})
    owners.hand_over(seat=gm, character_id=kai.pk, to=None, free=True)
    page = new_page(360, javascript=False)
    page.goto(link_to(gm))
    page.locator("#id_name").fill("Nadia")
    page.locator("main form .btn.main").click()
    code = page.locator("#recovery-code").inner_text()
    page.locator(f'form[action$="{kai.pk}/take/"] button').click()
    expect(page.locator("#identity")).to_contain_text("Kai")
    seat = Seat.objects.get(name="Nadia")

    other = new_page(360, javascript=False)
    other.goto(reverse("sheets:recover"))
    other.locator("#id_code").fill(code)
    other.locator("main form .btn.main").click()
    expect(other.locator("main")).to_contain_text("Kai")
    other.goto(reverse("sheets:people", args=[seat.pk]))
    other.locator("#leave summary").click()
    other.locator("#leave form button").click()
    seat.refresh_from_db()
    assert seat.removed_at is not None


def test_who_comes_is_seen_at_once(new_page: PageMaker):
    """Product: a seat taken, given, changed or taken away shows on every table without a reload."""
    table = lay_table()
    gm = open_live(new_page(1400, user=table.gm.user), reverse("sheets:table", args=[table.gm.pk]))
    player = open_live(new_page(360, user=table.player.user), reverse("sheets:table", args=[table.player.pk]))
    newcomer = new_page(360)
    newcomer.goto(link_to(table.gm))
    newcomer.locator("#id_name").fill("Nadia")
    newcomer.locator("main form .btn.main").click()
    newcomer.locator("button[name=ready][value=milo]").wait_for()
    seat = Seat.objects.get(name="Nadia")
    for page in (gm, player):
        expect(page.locator(f"#seat-{seat.pk}")).to_contain_text("Nadia")
    newcomer.locator("button[name=ready][value=milo]").click()
    for page in (gm, player):
        expect(page.locator("#party")).to_contain_text("Milo Fauvel")

    campaigns.change_role(seat=table.gm, seat_id=seat.pk, role=Role.GM)
    for page in (gm, player):
        expect(page.locator(f"#seat-{seat.pk}")).to_contain_text(say("GM"))
    campaigns.remove_seat(seat=table.gm, seat_id=seat.pk)
    for page in (gm, player):
        expect(page.locator(f"#seat-{seat.pk}")).to_have_count(0)
        expect(page.locator("#party")).to_contain_text(say("former player"))
    expect(gm.locator("#seats a[href$='/people/']")).to_have_attribute("href", f"/t/{table.gm.pk}/people/")


def test_the_gm_sees_people_come_beside_the_code(new_page: PageMaker):
    """Product: the page that shows the QR code shows who comes by it, and keeps what is being typed there."""
    gm = factories.make_table()
    page = new_page(1400, user=gm.user)
    page.goto(reverse("sheets:people", args=[gm.pk]))
    page.locator("#link-of-player button").click()
    expect(page.locator("#link-of-player svg.qr")).to_be_visible()
    expect(page.locator("#live")).to_have_attribute("data-state", "open")
    address = page.locator("#link-player").input_value()
    page.locator("#id_username").fill("Malou")
    newcomer = new_page(360)
    newcomer.goto(address)
    newcomer.locator("#id_name").fill("Nadia")
    newcomer.locator("main form .btn.main").click()
    expect(page.locator("#around")).to_contain_text("Nadia")
    expect(page.locator("#id_username")).to_have_value("Malou")
    newcomer.locator("button[name=ready][value=milo]").click()
    expect(page.locator("#around")).to_contain_text("Milo Fauvel")
    # The forms that came with the news work: the new seat is taken away by its button.
    seat = Seat.objects.get(name="Nadia")
    page.locator(f"#change-{seat.pk} > summary").click()
    page.locator(f"#change-{seat.pk} form[action$='/remove/'] button").click()
    expect(page.locator(f"#seat-{seat.pk}")).to_have_count(0)
    expect(page.locator("#around")).to_contain_text(say("former player"))


@pytest.mark.parametrize("secure", [True, False])
def test_a_link_is_copied_by_one_press(new_page: PageMaker, secure: bool):
    """Product: a button to copy, also where the browser keeps its clipboard from plain HTTP."""
    gm = factories.make_table()
    link_to(gm)
    page = new_page(1400, user=gm.user)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if not secure:
        page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('insecure'))")
    page.goto(reverse("sheets:people", args=[gm.pk]))
    page.locator("[data-copy=link-player]").click()
    expect(page.locator("[data-copy=link-player]")).to_contain_text(say("Copied"))
    address = page.locator("#link-player").input_value()
    assert page.evaluate("() => navigator.clipboard.readText()") == address
    assert address.endswith(f"/j/{spell_code(gm.campaign.invites.get().code)}/")
