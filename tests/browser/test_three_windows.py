"""Three windows at one table: what one does, the others see without a reload (D4, W7, D7, R7)."""

from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.impact.terms import Danger, Slot, State
from sheets.models import Role
from tests.browser.conftest import PageMaker
from tests.browser.play import lay_table, say, sheet_of, sparks_said, word
from tests.sheets import factories


def open_live(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.locator("#live")).to_have_attribute("data-state", "open")
    return page


def test_a_mortal_danger_from_its_announcement_to_its_roll(new_page: PageMaker):
    """D4, O2: announced by the GM, answered by the player, rolled, fallen: each step on all three screens."""
    table = lay_table()
    guest = factories.seat_at(table.gm, Role.SPECTATOR)
    home = reverse("sheets:table", args=[table.gm.pk])
    gm = open_live(new_page(1400, user=table.gm.user), home)
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    other = open_live(new_page(1400, user=guest.user), reverse("sheets:table", args=[guest.pk]))

    gm.locator(f"#composer input[name=level][value={Danger.VERY_HIGH.value}]").check(force=True)
    gm.locator("#composer [name=sentence]").fill("Le dragon ouvre la gueule.")
    gm.locator("#composer summary").click()
    gm.locator("#composer [name=mortal]").check(force=True)
    gm.locator("#composer .btn.main").click()
    for page, region in ((player, "#warning"), (other, "#scene"), (gm, "#scene")):
        expect(page.locator(region)).to_contain_text("Le dragon ouvre la gueule.")
    expect(gm.locator("#composer [name=sentence]")).to_have_value("")
    expect(player.locator(".danger-set")).to_be_hidden()

    gm.locator("#chaos-more").click()
    gm.locator("#chaos-more").click()
    expect(player.locator("#odds .pool")).to_contain_text("2 D8")
    player.locator("#answer-go").click()
    expect(gm.locator("#scene")).to_contain_text(say("I go"))

    player.locator("#odds button[name=dice][value=table]").click()
    for kind, face in (("d6", "5"), ("d8", "7"), ("d8", "8")):
        field = player.locator(f"[name=face_{kind}]")
        (field.last if face == "8" else field.first).fill(face)
    player.locator("#odds .launch .btn.main").click()
    expect(player.locator("#outcome")).to_be_visible()
    expect(gm.locator(f"#card-{table.character.pk}")).to_contain_text(word(State.DECIDING))
    expect(other.locator(f"#card-{table.character.pk}")).to_contain_text(word(State.DECIDING))


def test_a_twist_reaches_the_tray_and_a_wound_every_screen(new_page: PageMaker):
    """R7, H4: the GM's tick shows on the sheet and on the cards; sparks too, each row of the log once."""
    table = lay_table()
    gm = open_live(new_page(1400, user=table.gm.user), reverse("sheets:table", args=[table.gm.pk]))
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    card = table.character.pk
    gm.locator(f"#mini-{card}-{Slot.GRAVE.value}").click()
    expect(player.locator("#slot-grave")).to_contain_text(say("to be named"))
    gm.locator(f"#more-{card}").click()
    expect(player.locator("#identity")).to_contain_text(sparks_said(2))
    rows = player.locator("#log-rows > li").evaluate_all("rows => rows.map(row => row.id)")
    assert len(rows) == len(set(rows))


def test_what_is_being_typed_is_left_alone(new_page: PageMaker):
    """C01: a name being typed, and a number typed and left, outlive ten acts by others; so does the caret."""
    table = lay_table()
    factories.tick_slots(table.gm, table.character, Slot.GRAVE)
    gm = open_live(new_page(1400, user=table.gm.user), reverse("sheets:table", args=[table.gm.pk]))
    player = open_live(new_page(1400, user=table.player.user), sheet_of(table.player, table.character))
    player.locator("[name=helpers]").fill("2")
    player.locator("#open-grave").click()
    player.locator("#desk-name").fill("Poumon noyé")
    player.locator("#desk-name").evaluate("field => field.setSelectionRange(3, 3)")
    for _turn in range(10):
        gm.locator(f"#more-{table.character.pk}").click()
    expect(player.locator("#identity")).to_contain_text(sparks_said(11))
    expect(player.locator("#desk-name")).to_have_value("Poumon noyé")
    expect(player.locator("#desk-name")).to_be_focused()
    assert player.locator("#desk-name").evaluate("field => field.selectionStart") == 3
    expect(player.locator("[name=helpers]")).to_have_value("2")


def test_a_wound_ruled_engaged_is_answered_before_the_roll(new_page: PageMaker):
    """W7: the GM says why, the player accepts, and the next roll has one more twist die."""
    table = lay_table()
    factories.tick_slots(table.gm, table.character, Slot.GRAVE)
    gm = open_live(new_page(1400, user=table.gm.user), reverse("sheets:table", args=[table.gm.pk]))
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    gm.locator(f"#rule-{table.character.pk}").click()
    gm.locator("#desk [name=reason]").fill("Ton épaule porte tout le poids.")
    gm.locator("#desk .btn.main").click()
    expect(player.locator("#warning")).to_contain_text("Ton épaule porte tout le poids.")
    player.locator("#ruling-go").click()
    expect(player.locator("#odds .pool")).to_contain_text("1 D8")
