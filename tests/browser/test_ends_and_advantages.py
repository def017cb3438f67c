"""A scene that ends, an advantage that goes round, a wound that is cared for: seen in every window."""

from django.urls import reverse
from playwright.sync_api import expect

from rules.impact.healing import Period
from rules.impact.terms import Slot
from sheets.models import Campaign
from tests.browser.conftest import PageMaker
from tests.browser.play import lay_table, option, read_dice, say, sheet_of
from tests.browser.windows import open_live
from tests.sheets import factories


def test_w08_a_session_is_reviewed_and_ended(new_page: PageMaker):
    """H2, W08: nothing changes at the review; then the player's sheet is healed without a reload, and undone again."""
    table = lay_table()
    factories.tick_slots(table.gm, table.character, Slot.LIGHT_1, Slot.GRAVE, Slot.CRITICAL)
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    gm = new_page(1400, user=table.gm.user)
    gm.goto(reverse("sheets:table", args=[table.gm.pk]))
    gm.locator("#gm-scene a").filter(has_text=say("End of session")).click()
    grave = factories.wound_in(table.character, Slot.GRAVE)
    expect(gm.locator(f"input[name='{grave.pk.hex}'][value=heal]")).to_be_checked()
    gm.locator(f"input[name='{grave.pk.hex}'][value=keep]").check(force=True)
    assert factories.play_of(table.character).ticked == {Slot.LIGHT_1, Slot.GRAVE, Slot.CRITICAL}
    gm.locator("#end button.main").click()
    expect(player.locator("#slot-light_1.taken")).to_have_count(0)
    expect(player.locator("#slot-grave.taken")).to_have_count(1)
    entry = factories.last_entry(table.gm)
    expect(player.locator(f"#entry-{entry.pk}")).to_be_visible()
    gm.locator(f"#undo-{entry.pk}").click()
    expect(player.locator("#slot-light_1.taken")).to_have_count(1)


def test_m1_an_advantage_goes_round_the_table(new_page: PageMaker):
    """M1, P7: given by the GM, it appears in an open panel that keeps its choices, is used, and is gone everywhere."""
    table = lay_table()
    gm = open_live(new_page(1400, user=table.gm.user), reverse("sheets:table", args=[table.gm.pk]))
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    option(player, "prepared").click()
    gm.locator("#advantages-more").click()
    player.locator("#advantages input[value=straight]").check(force=True)
    expect(option(player, "prepared").locator("input")).to_be_checked()
    expect(player.locator("#odds .pool")).to_contain_text("4 D6")
    read_dice(player, d6=(1, 2, 3, 4))
    expect(player.locator("#outcome")).to_be_visible()
    assert Campaign.objects.get(pk=table.gm.campaign_id).advantages == 0
    expect(gm.locator("#gm-scene .counter").nth(1).locator(".val")).to_have_text("0")


def test_h3_a_wound_is_cared_for(new_page: PageMaker):
    """H3: named in the panel, rolled, agreed to by the GM from the tray; the other's sheet is healed."""
    table = lay_table()
    maya = factories.make_character(table.gm)
    factories.tick_slots(table.gm, maya, Slot.GRAVE)
    gm = open_live(new_page(1400, user=table.gm.user), reverse("sheets:table", args=[table.gm.pk]))
    player = new_page(360, user=table.player.user)
    player.goto(sheet_of(table.player, table.character))
    player.locator("[name=heals]").select_option(str(factories.wound_in(maya, Slot.GRAVE).pk))
    read_dice(player, d6=(5,))
    expect(player.locator("#outcome")).to_be_visible()
    gm.locator("#tray").get_by_role("button", name=say("Agree: it heals")).click()
    expect(gm.locator(f"#mini-{maya.pk}-grave")).not_to_have_class("taken")
    expect(gm.locator("#tray .tray")).to_contain_text(say("Nothing waits."))
    assert factories.play_of(maya).ticked == set()


def test_the_review_of_every_end(new_page: PageMaker):
    """H0: each end says what it changes before it changes anything."""
    table = lay_table()
    page = new_page(user=table.gm.user)
    for period in Period:
        page.goto(reverse("sheets:review-period", args=[table.gm.pk, period.value]))
        expect(page.locator("#end button.main")).to_be_visible()
        assert factories.last_entry(table.gm).kind != "period_ended"
