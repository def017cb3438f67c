"""Chapter 3.3 at a live table: danger announced by the GM, rolled by the player, seen by all without a reload."""

import pytest
from playwright.sync_api import expect

from rules.impact.terms import Danger, Outcome, Severity, Slot, State, WoundRule
from tests.browser.conftest import Faults, PageMaker
from tests.browser.play import choose, lay_table, read_dice, say, sparks_said, trait_id, word
from tests.browser.test_cascades import DANGER, EXAMPLE_A, EXAMPLE_B
from tests.browser.test_chapter_3_3 import CHAPTER, DICE, OUT, SLOT, TRAY, arrival, check_result
from tests.browser.windows import (
    adapt,
    announce,
    back_to_the_sheet,
    expect_in_logs,
    expect_on_all,
    expect_slots,
    nobody_reloaded,
    open_windows,
    raise_chaos,
    rule_engaged,
)
from tests.sheets import factories

EXAMPLES = pytest.mark.parametrize("example", [EXAMPLE_A, EXAMPLE_B], ids=["A", "B"])


@pytest.mark.parametrize(("name", "danger", "severities"), CHAPTER, ids=[row[0] for row in CHAPTER])
def test_a_level_announced_with_every_result(new_page: PageMaker, name, danger, severities):
    """D2, D3, D7, D8, R7: each result of a level on three screens; taken back by the GM, it is gone from all three."""
    windows = open_windows(new_page, lay_table(name, spark_start=1))
    gm, player = windows.gm, windows.player
    announce(windows, danger, "Le serveur se défend.")
    raise_chaos(windows, 2)
    for (outcome, faces), severity in zip(DICE.items(), severities, strict=True):
        read_dice(player, **faces)
        check_result(player, outcome, severity)
        entry = factories.last_entry(windows.table.player)
        expect_in_logs(windows, entry, word(outcome))
        falls = severity is OUT
        expect_on_all(windows, word(State.DECIDING if falls else State.ACTIVE))
        expect_on_all(windows, sparks_said(2 if outcome is Outcome.DISASTER and not falls else 1))
        slots = {slot for slot in Slot if slot.value == SLOT.get(severity)}
        expect_slots(windows, *slots)
        waits = severity is Severity.NONE and outcome in TRAY
        expect(gm.locator("#tray")).to_contain_text(word(outcome) if waits else say("Nothing waits."))
        expect(gm.locator("#dismiss-offer")).to_have_count(1 if outcome is Outcome.DISASTER else 0)
        gm.locator(f"#undo-{entry.pk}").click()
        expect_slots(windows)
        expect_on_all(windows, sparks_said(1))
        expect_on_all(windows, word(State.ACTIVE))
        expect(windows.other.locator(f"#entry-{entry.pk}.undone")).to_have_count(1)
        nobody_reloaded(player, *windows.onlookers)
        back_to_the_sheet(windows)
        player.evaluate("window.neverReloaded = true")


@EXAMPLES
def test_a_cascade_of_announced_dangers(new_page: PageMaker, example):
    """W2, W5: each wound of the cascade is announced, rolled and seen ending in its slot; the last is the fall."""
    windows = open_windows(new_page, lay_table("Kai"))
    ticked: set[Slot] = set()
    for turn, (severity, slot) in enumerate(example):
        if turn:
            back_to_the_sheet(windows)
        announce(windows, DANGER[severity], f"Coup numéro {turn}.")
        read_dice(windows.player, d6=(2,))
        expect_in_logs(windows, factories.last_entry(windows.table.player), word(Outcome.FAILURE))
        ticked |= {slot} - {None}
        expect_slots(windows, *ticked)
        expect_on_all(windows, word(State.ACTIVE if slot else State.DECIDING))
        for page in windows.onlookers:
            in_red = page.locator(f"#card-{windows.table.character.pk}").get_by_text(say("Red zone"))
            expect(in_red).to_have_count(1 if Slot.CRITICAL in ticked else 0)
    nobody_reloaded(*windows.onlookers)


@EXAMPLES
def test_a_cascade_from_the_table_page(new_page: PageMaker, faults: Faults, example):
    """W2, W5: the same by the GM's buttons on the card; the player's open sheet follows wound by wound."""
    faults.allow("status of 422")  # O9: the wound that finds no slot comes back to be asked for its exit dice
    windows = open_windows(new_page, lay_table("Kai"))
    ticked: set[Slot] = set()
    for severity, slot in example:
        windows.gm.locator(f"#inflict-{windows.table.character.pk}-{severity.value}").click()
        if slot is None:
            windows.gm.locator("#let-fall").click()
        ticked |= {slot} - {None}
        expect_slots(windows, *ticked)
        expect_on_all(windows, word(State.ACTIVE if slot else State.DECIDING))
    expect(windows.player.locator("#roll-form")).to_have_count(0)
    nobody_reloaded(windows.player, *windows.onlookers)


@pytest.mark.parametrize("accepted", [True, False], ids=["Kai climbs", "Maya types"])
def test_an_engaged_wound_is_ruled_answered_and_rolled(new_page: PageMaker, accepted):
    """W6, W7: the ruling is announced; accepted it is one twist die, turned down it is none, and all see what came."""
    table = lay_table("Kai" if accepted else "Maya")
    factories.tick_slots(table.gm, table.character, Slot.GRAVE, Slot.CRITICAL)
    windows = open_windows(new_page, table)
    player = windows.player
    rule_engaged(windows, "Ton épaule porte tout le poids." if accepted else "Tu tapes à genoux.")
    if accepted:
        player.locator("#ruling-go").click()
    else:
        adapt(player, "Kai tape sous ma dictée.")
    for page in windows.onlookers:
        expect(page.locator("#log-rows")).to_contain_text(say("I go") if accepted else "Kai tape sous ma dictée.")
    expect(player.locator("#ruling-go")).to_have_count(0)
    pool = player.locator("#odds .pool")
    expect(pool).to_contain_text("1 D6, 1 D8") if accepted else expect(pool).not_to_contain_text("D8")
    read_dice(player, **({"d6": (3,), "d8": (8,)} if accepted else {"d6": (3,)}))
    outcome = Outcome.OPPORTUNITY if accepted else Outcome.FAILURE
    expect(player.locator("#outcome")).to_have_text(word(outcome))
    expect_in_logs(windows, factories.last_entry(table.player), word(outcome))
    expect(windows.gm.locator("#tray")).to_contain_text(word(outcome) if accepted else say("Nothing waits."))
    nobody_reloaded(player, *windows.onlookers)


def test_resisting_a_mortal_danger_with_a_twist(new_page: PageMaker):
    """D3, D4, D9: announced as mortal, answered before all, resisted: two steps down, and a light wound seen by all."""
    windows = open_windows(new_page, lay_table("Maya"))
    player = windows.player
    announce(windows, Danger.VERY_HIGH, "Le dragon ouvre la gueule.", mortal=True)
    raise_chaos(windows, 1)
    player.locator("#answer-go").click()
    for page in windows.onlookers:
        expect(page.locator("#scene")).to_contain_text(say("I go"))
    choose(player, intention="resist")
    read_dice(player, d6=(4,), d8=(7,))
    expect(player.locator("#outcome")).to_have_text(word(Outcome.OPPORTUNITY))
    expect(arrival(player)).to_contain_text(word(Severity.LIGHT))
    expect(player.locator("#panel")).to_contain_text(say("You resisted: the objective does not advance."))
    expect_in_logs(windows, factories.last_entry(windows.table.player), word(Outcome.OPPORTUNITY))
    expect_slots(windows, Slot.LIGHT_1)
    nobody_reloaded(player, *windows.onlookers)


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [({"d6": (6,), "d8": (7, 8)}, Outcome.DISASTER), ({"d6": (6, 6, 2), "d8": (7, 8)}, Outcome.CRITICAL)],
    ids=["disaster", "critical"],
)
def test_two_twists_give_a_spark_that_all_see(new_page: PageMaker, faces, outcome):
    """R4, R5: the spark of a disaster, and of a critical with two twists, is on three screens at once."""
    table = lay_table("Sasha", spark_start=1)
    windows = open_windows(new_page, table)
    announce(windows, Danger.NORMAL, "La foule se referme.")
    raise_chaos(windows, 2)
    if outcome is Outcome.CRITICAL:
        choose(windows.player, imprint=str(trait_id(table.character, "Hackeuse de la vérité")))
    read_dice(windows.player, **faces)
    expect(windows.player.locator("#outcome")).to_have_text(word(outcome))
    expect_in_logs(windows, factories.last_entry(table.player), word(outcome))
    expect_on_all(windows, sparks_said(2))
    expect_slots(windows, *([Slot.GRAVE] if outcome is Outcome.DISASTER else []))
    nobody_reloaded(windows.player, *windows.onlookers)


def test_a_wound_that_betrays_before_all(new_page: PageMaker):
    """R3, W6: under the rule of wound dice, Sasha's 6 with her wound's 10 is a failure on three screens."""
    table = lay_table("Sasha", wound_rule=WoundRule.WOUND_DICE.value)
    factories.tick_slots(table.gm, table.character, Slot.GRAVE)
    windows = open_windows(new_page, table)
    announce(windows, Danger.NORMAL, "La passerelle penche.")
    expect(windows.player.locator("#odds .pool")).to_contain_text("1 D6, 1 D10")
    read_dice(windows.player, d6=(6,), d10=(10,))
    expect(windows.player.locator("#outcome")).to_have_text(word(Outcome.FAILURE))
    betrayed = say("A 10: the wound betrays you, the success becomes a failure.")
    expect(windows.player.locator("#panel")).to_contain_text(betrayed)
    expect_in_logs(windows, factories.last_entry(table.player), word(Outcome.FAILURE))
    expect_slots(windows, Slot.LIGHT_1, Slot.GRAVE)
    nobody_reloaded(windows.player, *windows.onlookers)
