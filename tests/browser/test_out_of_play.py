"""Chapter 3.3's exit roll on two screens with dice of the table; the same fall in every mode; sacrifice; miracle."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.impact.terms import End, LethalRedemption, Mode, Severity, Slot, State
from sheets.models import Fall, TrayItem
from tests.browser.checks import axe, no_sideways
from tests.browser.conftest import PageMaker
from tests.browser.play import Table, choose, lay_table, read_dice, say, say_count, sheet_of, sparks_said, word
from tests.sheets import factories

OUT = Severity.OUT_OF_PLAY
# Chapter 3.3, "Jet de sortie": Kai overflows, the action carried three chaos dice, two of them twist.
KAI = (8, 3, 7)


def lay(**terms) -> Table:
    """Kai with every slot ticked."""
    table = lay_table("Kai", **({"spark_start": 1} | terms))
    factories.tick_slots(table.gm, table.character, *Slot)
    return table


def open_live(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.locator("#live")).to_have_attribute("data-state", "open")
    return page


def fall_by_a_roll(page: Page, table: Table) -> None:
    """The player fails under a danger with three chaos dice, none of which twists."""
    choose(page, danger="normal", scene_chaos=3)
    read_dice(page, d6=(2,), d8=(1, 2, 3))
    expect(page.locator("#fall")).to_contain_text(word(OUT))


def type_exit_dice(page: Page, *faces: int) -> None:
    """Take real dice; focus moves on by itself from die to die, then the dice are read."""
    page.locator("#exit-real").click()
    fields = page.locator("#fall-desk [data-faces] input")
    expect(fields).to_have_count(len(faces))
    expect(fields.first).to_be_focused()
    page.keyboard.type("".join(map(str, faces)))
    expect(page.locator("#fall-desk .btn.main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#exit-real")).to_have_count(0)


def sure(page: Page, ask: str) -> None:
    """Both taps."""
    page.locator(f"#{ask}").click()
    page.locator("#sure").click()
    expect(page.locator("#sure")).to_have_count(0)


def bears(page: Page) -> None:
    """No violation that axe knows of in either theme, and nothing off the side, at 320 px neither."""
    size = page.viewport_size
    assert size
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)
    no_sideways(page)
    page.set_viewport_size({"width": 320, "height": size["height"]})
    no_sideways(page)
    page.set_viewport_size(size)


def verdict(page: Page):
    return page.locator("#fall .verdict")


@pytest.mark.parametrize("width", [360, 1400])
def test_the_example_of_the_chapter(new_page: PageMaker, width):
    """O3, O5, O6, R5: three exit dice, two twists, death; a spark is spent: redeemed. The GM sees each step live."""
    table = lay()
    gm = open_live(new_page(1400, user=table.gm.user), sheet_of(table.gm, table.character))
    dashboard = open_live(new_page(1400, user=table.gm.user), reverse("sheets:table", args=[table.gm.pk]))
    card = dashboard.locator(f"#card-{table.character.pk}")
    player = open_live(new_page(width, user=table.player.user), sheet_of(table.player, table.character))
    fall_by_a_roll(player, table)

    for page in (player, gm):
        expect(page.locator("#fall .ends .num")).to_have_text(
            ["42,2\u202f%", "42,2\u202f%", "14,1\u202f%", "1,6\u202f%"]
        )
        expect(page.locator("#fall .exit .die")).to_have_count(3)
    expect(card).to_contain_text(say_count("Exit roll waits: %(n)d die", "Exit roll waits: %(n)d dice", 3))
    bears(player)

    type_exit_dice(player, *KAI)
    for page in (player, gm):
        expect(page.locator("#fall .end.is")).to_contain_text(word(End.DEATH))
        expect(verdict(page)).to_have_text(say("%(name)s dies, unless you pay for them.", name="Kai"))
        expect(page.locator("#ask-redeem")).to_be_visible()
    expect(card).to_contain_text(say("A death waits for its choice"))
    bears(player)

    player.locator("#ask-redeem").click()
    expect(player.locator("#sure")).to_be_visible()
    axe(player)
    assert factories.play_of(table.character).state is State.DECIDING
    player.locator("#sure").click()
    for page in (player, gm):
        expect(verdict(page)).to_have_text(say("Redeemed: %(name)s survives, and is down.", name="Kai"))
        expect(page.locator("#vitals")).to_contain_text(word(State.NEUTRALISED))
        expect(page.locator("#identity")).to_contain_text(sparks_said(0))
        expect(page.locator("#fall")).to_contain_text(say("A scar is due: it is still to be written."))
        expect(page.locator("#log-rows")).to_contain_text("annoncé à 14,1")
    expect(card).to_contain_text(say("A scar is due: it is still to be written."))
    expect(player.locator("#fall-desk")).to_be_empty()
    bears(player)

    gm.locator(f"#undo-{factories.last_entry(table.gm).pk}").click()
    expect(player.locator("#ask-redeem")).to_be_visible()
    assert factories.play_of(table.character).sheet.sparks == 1


MODES = [
    (Mode.HEROIC, {}, State.NEUTRALISED, False),
    (Mode.GRITTY, {}, State.DECIDING, True),
    (Mode.LETHAL, {"lethal_redemption": LethalRedemption.NONE.value}, State.DECIDING, False),
    (Mode.LETHAL, {"lethal_redemption": LethalRedemption.ONE_PER_ARC.value}, State.DECIDING, True),
]


@pytest.mark.parametrize(
    ("mode", "terms", "state", "redeemable"), MODES, ids=["heroic", "gritty", "lethal", "lethal arc"]
)
def test_the_same_fall_in_every_other_mode(new_page: PageMaker, mode, terms, state, redeemable):
    """O4: nothing is rolled; a scar, a death to redeem, or a death to confirm. Impossible is a word."""
    table = lay(lethality=mode.value, **terms)
    gm = open_live(new_page(1400, user=table.gm.user), sheet_of(table.gm, table.character))
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    fall_by_a_roll(player, table)
    expect(player.locator("#vitals")).to_contain_text(word(state))
    certain, never = say("certain", "odds"), say("impossible", "odds")
    survives = mode is Mode.HEROIC
    chances = [certain if survives else never, never, never if survives else certain, never]
    for page in (player, gm):
        expect(page.locator("#fall .ends .num")).to_have_text(chances)
        expect(page.locator("#exit-roll")).to_have_count(0)
        expect(page.locator("#ask-redeem")).to_have_count(int(redeemable))
        expect(page.locator("#ask-die")).to_have_count(int(not survives))
    bears(player)
    if survives:
        expect(verdict(gm)).to_have_text(say("%(name)s survives, and is down.", name="Kai"))
        return
    if not redeemable:
        expect(player.locator("#fall")).to_contain_text(say("This table allows no redemption."))
    sure(player, "ask-die")
    for page in (player, gm):
        expect(verdict(page)).to_have_text(say("%(name)s is dead. The story stays.", name="Kai"))
        expect(page.locator("#vitals")).to_contain_text(word(State.DEAD))
        expect(page.locator("#ask-redeem, #ask-die, #ask-sacrifice")).to_have_count(0)
    axe(gm)


def test_a_chosen_sacrifice(new_page: PageMaker):
    """O1: the player alone, from the sheet in play, after a second tap; the GM has no such button."""
    table = lay()
    gm = open_live(new_page(1400, user=table.gm.user), sheet_of(table.gm, table.character))
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    expect(gm.locator("#own-end")).to_have_count(0)
    player.locator("#own-end summary").click()
    player.locator("#ask-sacrifice").click()
    expect(player.locator("#desk #sure")).to_be_visible()
    bears(player)
    player.locator("#desk .btn.bare").click()
    expect(player.locator("#desk")).to_be_empty()
    assert factories.play_of(table.character).state is State.ACTIVE
    player.locator("#own-end summary").click()
    sure(player, "ask-sacrifice")
    for page in (player, gm):
        expect(page.locator("#vitals")).to_contain_text(word(State.DEAD))
        expect(verdict(page)).to_have_text(say("%(name)s is dead. The story stays.", name="Kai"))
    expect(player.locator("#desk")).to_be_empty()


def test_a_deus_ex_machina(new_page: PageMaker):
    """O3, O7: three twists: in play at once, the panel to roll is back, a scar is offered; no spark moves."""
    table = lay()
    gm = open_live(new_page(1400, user=table.gm.user), sheet_of(table.gm, table.character))
    player = open_live(new_page(360, user=table.player.user), sheet_of(table.player, table.character))
    fall_by_a_roll(player, table)
    type_exit_dice(player, 7, 8, 8)
    for page in (player, gm):
        expect(page.locator("#fall-over > summary")).to_contain_text(
            say("Deus ex machina: %(name)s escapes every bad end.", name="Kai")
        )
        expect(page.locator("#fall-over .end.is")).to_contain_text(word(End.DEUS_EX_MACHINA))
        expect(page.locator("#vitals")).to_contain_text(word(State.ACTIVE))
        expect(page.locator("#identity")).to_contain_text(sparks_said(1))
    expect(gm.locator("#roll-form")).to_be_visible()
    bears(player)
    player.reload()
    expect(player.locator("#fall-over")).not_to_have_attribute("open", "")
    assert Fall.objects.get().scar_due == "offered"


def test_the_scene_pays_and_the_gm_brings_back(new_page: PageMaker, faults):
    """O3, O8: one twist lays a complication on the tray; the GM acts for the player, then goes through the slots."""
    faults.allow("status of 422")  # O9: a wound that finds no slot comes back to be asked for its exit dice
    table = lay()
    gm = open_live(new_page(360, user=table.gm.user), sheet_of(table.gm, table.character))
    gm.locator("#inflict-light").click()
    gm.locator("#desk [name=exit_dice]").fill("2")
    bears(gm)
    gm.locator("#let-fall").click()
    expect(gm.locator("#desk")).to_be_empty()
    type_exit_dice(gm, 7, 1)
    expect(verdict(gm)).to_have_text(say("%(name)s survives, and is down.", name="Kai"))
    assert TrayItem.objects.get().kind == "complication"
    gm.locator("#gm-identity summary").click()
    gm.locator("#state-active").click()
    gm.locator("#desk label", has=gm.locator("[value=grave]")).click()
    expect(gm.locator("#desk [value=grave]")).to_be_checked()
    axe(gm)
    gm.locator("#bring-back").click()
    expect(gm.locator("#vitals")).to_contain_text(word(State.ACTIVE))
    assert factories.open_slots(table.character) == {Slot.LIGHT_1, Slot.LIGHT_2, Slot.CRITICAL}
    expect(gm.locator("#roll-form")).to_be_visible()


def test_two_devices_at_once(new_page: PageMaker, faults):
    """O8: both have the last tap open; the GM's comes first, the player's leaf goes away and nothing is done twice."""
    faults.allow(r"status of 409|ERR_FAILED|Failed to fetch|htmx:error|/stream")
    table = lay(lethality=Mode.GRITTY.value)
    gm = open_live(new_page(1400, user=table.gm.user), sheet_of(table.gm, table.character))
    gm.locator("#inflict-out_of_play").click()
    gm.locator("#let-fall").click()
    # Without its stream, so that its leaf still stands when it is too late.
    player = new_page(360, user=table.player.user)
    player.route("**/stream*", lambda route: route.abort())
    player.goto(sheet_of(table.player, table.character))
    player.locator("#ask-die").click()
    expect(player.locator("#sure")).to_be_visible()
    sure(gm, "ask-redeem")
    player.locator("#sure").click()
    told = say("This was decided already, and nothing more was done. Look at how it stands.")
    expect(player.locator("#notices")).to_contain_text(told)
    expect(player.locator("#sure")).to_have_count(0)
    assert factories.play_of(table.character).state is State.NEUTRALISED


def test_the_way_out_without_javascript(new_page: PageMaker, faults):
    """House style: every step with whole pages: exit roll by the server, both taps of a death."""
    faults.allow("status of 422")
    table = lay()
    page = new_page(user=table.gm.user, javascript=False)
    page.goto(sheet_of(table.gm, table.character))
    page.locator("#inflict-light").click()
    page.locator("#let-fall").click()
    page.locator("#exit-roll").click()
    expect(verdict(page)).to_have_text(say("%(name)s survives, and is down.", name="Kai"))
    page.locator("#gm-identity summary").click()
    page.locator("#state-active").click()
    page.locator("#bring-back").click()
    page.locator("#inflict-out_of_play").click()
    page.locator("[name=mortal]").check(force=True)
    page.locator("#let-fall").click()
    page.locator("#ask-die").click()
    page.locator("#sure").click()
    expect(verdict(page)).to_have_text(say("%(name)s is dead. The story stays.", name="Kai"))
    assert factories.play_of(table.character).state is State.DEAD
