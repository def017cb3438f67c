"""A session of three browsers with the keyboard alone, from the invitation to the end of the scene."""

from dataclasses import dataclass

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.impact.terms import Danger, LethalRedemption, Mode, Outcome, Severity, State
from sheets.models import Campaign, Character, Seat
from tests.browser.conftest import PageMaker
from tests.browser.hands import arrow_to, check_focus, keep_focus, press, roll_real_dice, tab_to, type_into
from tests.browser.play import launch, say, word
from tests.browser.windows import table_of
from tests.sheets import factories

# Presses of a mouse or a finger: there are none.
COUNT_MICE = """() => {
  window.mice = 0;
  for (const kind of ['mousedown', 'touchstart']) addEventListener(kind, () => { window.mice += 1; }, true);
}"""


@dataclass(frozen=True)
class Hands:
    """Three who play: the GM at a desk, a player on a small screen, a second player at a desk."""

    gm: Page
    player: Page
    second: Page

    @property
    def all(self) -> tuple[Page, Page, Page]:
        return self.gm, self.player, self.second


@pytest.fixture
def hands(new_page: PageMaker) -> Hands:
    made = Hands(gm=new_page(1400), player=new_page(360), second=new_page(1400))
    for page in made.all:
        page.add_init_script(f"({COUNT_MICE})()")
    return made


def sit_down(page: Page, address: str, name: str, ready: str) -> Character:
    """Follow the link, say a name, take a character that lies ready."""
    page.goto(address)
    type_into(page, page.locator("#id_name"), name)
    page.keyboard.press("Enter")
    press(page, page.locator(f"button[name=ready][value={ready}]"))
    page.locator("#roll-form").wait_for()
    expect(page.locator("#live")).to_have_attribute("data-state", "open")
    return Character.objects.get(owner__name=name)


def open_the_table(gm: Page, sign_in, seat: Seat) -> str:
    """The GM opens a link and comes back to the table; the link's address."""
    sign_in(gm, seat.user)
    gm.goto(table_of(seat))
    press(gm, gm.locator(f"a[href='{reverse('sheets:people', args=[seat.pk])}']").first)
    press(gm, gm.locator("#link-of-player button"))
    address = gm.locator("#link-player").input_value()
    press(gm, gm.locator(f"header a[href='{table_of(seat)}']"))
    gm.locator("#composer").wait_for()
    expect(gm.locator("#live")).to_have_attribute("data-state", "open")
    return address


def announce(gm: Page, level: Danger, sentence: str, *, mortal: bool = False) -> None:
    levels = gm.locator("#composer [name=level]")
    chosen = gm.locator("#composer [name=level]:checked")
    tab_to(gm, (chosen if chosen.count() else levels).first)
    if not chosen.count():
        gm.keyboard.press("Space")
    arrow_to(gm, gm.locator(f"#composer [name=level][value={level.value}]"), "")
    type_into(gm, gm.locator("#composer [name=sentence]"), sentence)
    if mortal:
        press(gm, gm.locator("#composer summary"))
        press(gm, gm.locator("#composer [name=mortal]"), "Space")
    press(gm, gm.locator("#composer .btn.main"))
    expect(gm.locator("#scene")).to_contain_text(sentence)
    expect(gm.locator("#composer [name=sentence]")).to_have_value("")
    keep_focus(gm)


def test_a_whole_session(hands: Hands, sign_in):
    """Product: the whole game by keyboard: the focus is always seen, and no swap loses it."""
    seat = factories.make_table(
        lethality=Mode.LETHAL.value, lethal_redemption=LethalRedemption.ONE_PER_ARC.value, spark_start=1
    )
    gm, player, second = hands.all
    address = open_the_table(gm, sign_in, seat)
    ines = sit_down(player, address, "Nadia", "ines")
    milo = sit_down(second, address, "Karim", "milo")
    for character in (ines, milo):
        expect(gm.locator(f"#card-{character.pk}")).to_contain_text(character.name)

    # A danger comes to all while a player's focus is in what it draws anew.
    tab_to(player, launch(player))
    announce(gm, Danger.NORMAL, "Le plancher craque.")
    expect(player.locator("#warning")).to_contain_text("Le plancher craque.")
    expect(player.locator("#odds")).to_contain_text(word(Severity.LIGHT))
    keep_focus(player)

    # A roll under it, a wound, its name.
    roll_real_dice(player, "2")
    expect(player.locator("#outcome")).to_have_text(word(Outcome.FAILURE))
    expect(player.locator("#wound-name")).to_be_focused()
    player.keyboard.type("Coup à la tempe")
    player.keyboard.press("Enter")
    expect(player.locator("#open-light_1")).to_contain_text("Coup à la tempe")
    keep_focus(player)
    expect(gm.locator(f"#mini-{ines.pk}-light_1")).to_contain_text("Coup à la tempe")
    press(second, launch(second))
    expect(second.locator("#outcome")).to_be_visible()
    keep_focus(second)

    # A mortal danger, an answer, a fall, its choice.
    press(player, player.get_by_role("link", name=say("Back to the sheet")))
    expect(player.locator("#live")).to_have_attribute("data-state", "open")
    announce(gm, Danger.VERY_HIGH, "La tour s’effondre.", mortal=True)
    press(player, player.locator("#answer-go"))
    expect(player.locator("#answer-go")).to_have_attribute("aria-pressed", "true")
    keep_focus(player)
    expect(gm.locator("#scene")).to_contain_text(say("I go"))
    press(gm, gm.locator("#chaos-more"))
    expect(gm.locator("#gm-chaos .val")).to_have_text("1")
    expect(gm.locator("#chaos-more")).to_be_focused()
    gm.keyboard.press("Space")
    expect(player.locator("#odds .pool")).to_contain_text("2 D8")
    keep_focus(player)
    roll_real_dice(player, "178")
    expect(player.locator("#vitals")).to_contain_text(word(State.DECIDING))
    press(player, player.locator("#ask-redeem"))
    expect(player.locator("#sure")).to_be_visible()
    keep_focus(player)
    press(player, player.locator("#sure"))
    expect(player.locator("#vitals")).to_contain_text(word(State.NEUTRALISED))
    keep_focus(player)
    expect(gm.locator(f"#card-{ines.pk}")).to_contain_text(word(State.NEUTRALISED))

    # Undone and done again: the same key twice.
    entry = factories.last_entry(seat)
    press(gm, gm.locator(f"#undo-{entry.pk}"))
    expect(gm.locator(f"#redo-{entry.pk}")).to_be_focused()
    check_focus(gm)
    expect(player.locator("#ask-redeem")).to_be_visible()
    gm.keyboard.press("Enter")
    expect(gm.locator(f"#undo-{entry.pk}")).to_be_focused()
    expect(player.locator("#vitals")).to_contain_text(word(State.NEUTRALISED))
    keep_focus(player)

    # The end of the scene heals what was named.
    press(gm, gm.locator("#gm-scene a").filter(has_text=say("End of scene")))
    press(gm, gm.locator("#end button.main"))
    expect(player.locator("#slot-light_1.taken")).to_have_count(0)
    expect(gm.locator("#scene .danger")).to_have_count(0)
    keep_focus(player)
    assert factories.open_slots(ines) == set()
    assert Campaign.objects.get().scene_number == 2
    assert [page.evaluate("() => window.mice") for page in hands.all] == [0, 0, 0]
