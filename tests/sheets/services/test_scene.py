"""What the GM lays over a scene, its answers, the tray, hidden rolls: undone and redone (D4, D7, P13, W7, R7)."""

import pytest

from rules.impact.terms import Channel, Danger, Slot, State
from sheets.models import Choice, Entry, Role, Roll, TrayItem, TrayStatus, Visibility
from sheets.services import gm_rolls, scene, states, tray
from sheets.services.history import InTheWay, undo
from sheets.services.scene import Said
from tests.sheets.factories import (
    ask,
    dice,
    last_entry,
    make_character,
    make_table,
    play_of,
    prepare_now,
    refused,
    roll_with,
    seat_at,
    tick_slots,
)


def test_d4_a_danger_is_announced_replaced_and_withdrawn(gm, alex, reversible):
    """D4: the announced danger is that of every roll in its scope, whatever the panel sends."""
    reversible(lambda: scene.announce(seat=gm, said=Said(Danger.HIGH, sentence="Tu tombes de trois étages.")))
    assert prepare_now(alex, ask(alex, danger=Danger.LOW)).stakes.danger is Danger.HIGH
    reversible(lambda: scene.announce(seat=gm, said=Said(Danger.LOW, Channel.SCENE, mortal=True)))
    shown = prepare_now(alex, ask(alex))
    assert (shown.stakes.danger, shown.stakes.channel, shown.stakes.mortal) == (Danger.LOW, Channel.SCENE, False)
    reversible(lambda: scene.withdraw(seat=gm))
    assert prepare_now(alex, ask(alex)).stakes.danger is None
    with refused():
        scene.withdraw(seat=gm)


def test_d4_the_scope_of_a_danger(gm, alex):
    """D4, P02: those in the scope alone are threatened; another table's character cannot be named."""
    other, stranger = make_character(gm), make_character(make_table())
    scene.announce(seat=gm, said=Said(Danger.HIGH, scope=(other.pk,)))
    assert prepare_now(alex, ask(alex)).stakes.danger is None
    assert prepare_now(other, ask(other)).stakes.danger is Danger.HIGH
    with refused("scope"):
        scene.announce(seat=gm, said=Said(scope=(stranger.pk,)))


def test_d4_a_mortal_danger_is_answered_before_the_roll(gm, player, alex, reversible):
    """D4, O2: nobody rolls under it unanswered, nor after giving up; with an answer the fall is mortal."""
    scene.announce(seat=gm, said=Said(Danger.VERY_HIGH, mortal=True))
    with refused("danger"):
        roll_with(player, alex, dice(2))
    reversible(lambda: scene.answer(seat=player, character_id=alex.pk, choice=Choice.GIVE_UP))
    with refused("danger"):
        roll_with(player, alex, dice(2))
    assert not Roll.objects.exists()
    reversible(lambda: scene.answer(seat=player, character_id=alex.pk, choice=Choice.GO))
    reversible(lambda: roll_with(player, alex, dice(2, twist=(7, 8)), scene_chaos=2))
    assert play_of(alex).state is State.DECIDING
    assert Roll.objects.get().mortal


def test_d7_a_disaster_offers_the_next_danger_higher(gm, alex, reversible):
    """D7: one level up, until the GM dismisses it or announces anew."""
    scene.announce(seat=gm, said=Said(Danger.NORMAL))
    for take_off in (
        lambda: scene.dismiss_offer(seat=gm),
        lambda: scene.announce(seat=gm, said=Said(Danger.NORMAL)),
    ):
        rolled = reversible(lambda: roll_with(gm, alex, dice(2, twist=(7, 8)), scene_chaos=2))
        assert rolled.after[f"d.{gm.campaign_id.hex}.offer"] == "high"
        entry = reversible(take_off)
        assert entry.before[f"d.{gm.campaign_id.hex}.offer"] == "high"


def test_p13_the_chaos_of_the_scene(gm, alex, reversible):
    """P13: its dice are in every pool, 0 to 6; no change is no act."""
    reversible(lambda: scene.change_chaos(seat=gm, by=3))
    assert prepare_now(alex, ask(alex)).pool.d8 == 3
    assert scene.change_chaos(seat=gm, by=0) is None
    for too_far in (-4, 4):
        with refused("by"):
            scene.change_chaos(seat=gm, by=too_far)


@pytest.mark.parametrize(("choice", "twist_dice"), [(Choice.GO, 1), (Choice.ADAPT, 0), (Choice.GIVE_UP, 0)])
def test_w7_a_ruling_and_its_answer(gm, player, alex, reversible, choice, twist_dice):
    """W7: with a reason; accepted it adds a die to the next roll and is spent by it; adapted or given up, none."""
    with refused("reason"):
        scene.rule_engaged(seat=gm, character_id=alex.pk, reason="Ton épaule")
    tick_slots(gm, alex, Slot.GRAVE)
    reversible(lambda: scene.rule_engaged(seat=gm, character_id=alex.pk, reason="Ton épaule"))
    answer = {"character_id": alex.pk, "choice": choice, "dependency": "Marc m’aide"}
    entry = reversible(lambda: scene.answer_ruling(seat=player, **answer))
    assert bool(entry.facts["wording"]) == (choice is Choice.ADAPT)
    assert prepare_now(alex, ask(alex)).pool.d8 == twist_dice
    reversible(lambda: roll_with(player, alex, dice(5, twist=(1,) * twist_dice)))
    assert play_of(alex).sheet.ruling == ""
    assert prepare_now(alex, ask(alex)).pool.d8 == 0
    with refused():
        scene.answer_ruling(seat=player, **answer)


def test_w7_nobody_out_of_play_is_ruled_on(gm, alex):
    """W7, O8: a ruling is about the next roll."""
    tick_slots(gm, alex, Slot.GRAVE)
    states.change(seat=gm, character_id=alex.pk, to=State.NEUTRALISED)
    with refused():
        scene.rule_engaged(seat=gm, character_id=alex.pk, reason="Ton épaule")


@pytest.mark.parametrize("status", [TrayStatus.PLACED, TrayStatus.DISCARDED])
def test_r7_what_waits_in_the_tray_is_settled_once(gm, alex, reversible, status):
    """R7, D02: placed or discarded once; then the roll that left it is undone only after that."""
    rolled = roll_with(gm, alex, dice(5, twist=(7,)), scene_chaos=1).entry
    item = TrayItem.objects.get()
    settled = reversible(lambda: tray.settle(seat=gm, item_id=item.pk, status=status, note="La grille"))
    with refused():
        tray.settle(seat=gm, item_id=item.pk, status=status)
    with pytest.raises(InTheWay, check=lambda error: error.entry == settled):
        undo(seat=gm, entry=rolled, any_act=True)


def test_s01_a_hidden_roll_and_its_reveal(gm, player):
    """S01, S02: seen by those named alone until it is revealed, once; it cannot be undone."""
    spectator = seat_at(gm, Role.SPECTATOR)
    pool = {"d6": 2, "critical_d6": 1, "d8": 1, "label": "La ronde"}
    hidden = gm_rolls.make(seat=gm, visibility=Visibility.GM, **pool)
    some = gm_rolls.make(seat=gm, visibility=Visibility.SEATS, readers=[player.pk], **pool)

    def seen_by(seat):
        return set(Entry.objects.visible_to(seat).filter(kind="gm_roll"))

    assert (seen_by(gm), seen_by(player), seen_by(spectator)) == ({hidden, some}, {some}, set())
    gm_rolls.reveal(seat=gm, entry=hidden)
    assert (seen_by(player), seen_by(spectator)) == ({hidden, some}, {hidden})
    for entry in (hidden, last_entry(gm)):
        with refused():
            gm_rolls.reveal(seat=gm, entry=entry)
    with refused("readers"):
        gm_rolls.make(seat=gm, visibility=Visibility.SEATS, readers=[make_table().pk], **pool)
    with refused("d6"):
        gm_rolls.make(seat=gm, visibility=Visibility.ALL, **(pool | {"d6": 39}))
