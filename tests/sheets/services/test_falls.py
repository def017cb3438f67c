"""Falls and their steps as acts: taken back whole, done again, overtaken, replayed (O1-O9, W02, W07)."""

import pytest
from django.db import IntegrityError, transaction

from rules.impact.terms import Danger, Severity, Slot, State
from sheets.models import Campaign, Fall, ImpactSheet, TrayItem
from sheets.services import falls, sparks, states, wounds
from sheets.services.falls import Settled
from sheets.services.history import InTheWay, redo, undo
from sheets.services.replay import differences
from tests.sheets.factories import (
    dice,
    last_entry,
    open_slots,
    pending_fall,
    play_of,
    refused,
    roll_with,
    snapshot,
    snapshot_of_table,
    tick_slots,
)

OUT = Severity.OUT_OF_PLAY


@pytest.fixture
def who(player, alex):
    return {"seat": player, "character_id": alex.pk}


def fall_by(gm, alex, **how):
    """Out of play by the GM's word; the fall that waits."""
    wounds.inflict(seat=gm, character_id=alex.pk, severity=OUT, **how)
    return pending_fall(alex)


@pytest.mark.parametrize(
    ("mode", "state"),
    [
        ("heroic", State.NEUTRALISED),
        ("exit_roll", State.DECIDING),
        ("gritty", State.DECIDING),
        ("lethal", State.DECIDING),
    ],
)
def test_w02_a_fall_is_taken_back_whole(gm, player, alex, reversible, mode, state):
    """W02, W03, O2-O4: a disaster's fall in each mode: state, sparks, held spark, fall, tray, all by one undo."""
    Campaign.objects.update(lethality=mode)
    tick_slots(gm, alex, *Slot)
    entry = reversible(lambda: roll_with(player, alex, dice(2, twist=(7, 8)), danger=Danger.LOW, scene_chaos=2))
    assert play_of(alex).state is state
    assert entry.facts["fall"]["mode"] == mode
    assert Fall.objects.get().roll == entry.roll


@pytest.mark.parametrize("faces", [(1, 2, 3), (7, 2, 3), (7, 8, 3), (7, 8, 8)])
def test_every_exit_roll_is_undone_and_redone(gm, alex, who, reversible, faces):
    """O3: undone, the roll waits again and the tray is as it was; redone, it is the same dice."""
    fall = fall_by(gm, alex, exit_dice=3)
    entry = reversible(lambda: falls.exit_roll(fall_id=fall.pk, faces=faces, **who))
    assert Fall.objects.get().exit_d8 == list(faces)
    assert entry.facts["d8"] == list(faces)
    assert TrayItem.objects.filter(status="waiting").count() == (faces == (7, 2, 3))


def test_every_choice_is_undone_and_redone(gm, player, alex, who, reversible):
    """O5, R5: redemption with its spark, its scar and the held spark; death; the GM's sparing word."""
    tick_slots(gm, alex, *Slot)
    roll_with(player, alex, dice(2, twist=(7, 8)), danger=Danger.LOW, scene_chaos=2, mortal=True)
    fall = pending_fall(alex)
    reversible(lambda: falls.buy_back(fall_id=fall.pk, **who))
    play = play_of(alex)
    assert (play.sheet.sparks, play.sheet.sparks_due, play.sheet.redemptions_this_arc) == (2, 0, 1)
    undo(seat=gm, entry=bought(gm), any_act=True)
    reversible(lambda: falls.die(fall_id=fall.pk, **who))
    assert play_of(alex).state is State.DEAD
    undo(seat=gm, entry=bought(gm), any_act=True)
    reversible(lambda: states.change(seat=gm, character_id=alex.pk, to=State.NEUTRALISED))
    fall.refresh_from_db()
    assert (fall.closing, fall.scar_due) == ("spared", "required")


def bought(gm):
    """The last act that is no undo or redo."""
    return last_entry(gm).target


def test_o1_a_sacrifice_is_undone_and_redone(gm, player, alex, reversible):
    """O1: by the GM; what it overtook waits again."""
    fall = fall_by(gm, alex, exit_dice=2)
    reversible(lambda: falls.sacrifice(seat=player, character_id=alex.pk))
    assert play_of(alex).state is State.DEAD
    undo(seat=gm, entry=bought(gm), any_act=True)
    assert pending_fall(alex) == fall


def test_o1_nobody_sacrifices_anothers_character(gm, alex):
    """O1: the service itself refuses the GM."""
    before = snapshot(alex)
    with refused():
        falls.sacrifice(seat=gm, character_id=alex.pk)
    assert snapshot(alex) == before


def test_steps_are_taken_back_in_order(gm, alex, who):
    """O8: a fall is not undone under its exit roll, nor that under a choice; in order all of it goes."""
    before = snapshot_of_table(gm)
    fall = fall_by(gm, alex, exit_dice=2)
    fell = last_entry(gm)
    rolled = falls.exit_roll(fall_id=fall.pk, faces=(7, 7), **who)
    redeemed = falls.buy_back(fall_id=fall.pk, **who)
    for entry, later in ((fell, redeemed), (rolled, redeemed)):
        with pytest.raises(InTheWay) as stopped:
            undo(seat=gm, entry=entry, any_act=True)
        assert stopped.value.entry == later
    for entry in (redeemed, rolled, fell):
        undo(seat=gm, entry=entry, any_act=True)
    assert snapshot_of_table(gm) == before
    for entry in (fell, rolled, redeemed):
        redo(seat=gm, entry=entry, any_act=True)
    assert differences(gm.campaign_id) == []
    assert play_of(alex).state is State.NEUTRALISED


def test_w07_no_old_choice_is_left_over(gm, alex, who):
    """W07: healed while deciding, wounded anew, back in play, fallen anew: one choice waits, the new one."""
    tick_slots(gm, alex, *Slot)
    first = fall_by(gm, alex, mortal=True)
    wounds.heal(seat=gm, character_id=alex.pk, slot=Slot.LIGHT_1)
    assert pending_fall(alex) == first
    wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.LIGHT)
    assert (open_slots(alex), pending_fall(alex)) == (set(Slot), first)
    states.change(seat=gm, character_id=alex.pk, to=State.NEUTRALISED)
    with pytest.raises(Settled):
        falls.die(fall_id=first.pk, **who)
    states.change(seat=gm, character_id=alex.pk, to=State.ACTIVE, heal=[Slot.LIGHT_2])
    wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.LIGHT)
    assert open_slots(alex) == set(Slot)
    second = fall_by(gm, alex, exit_dice=1)
    assert second != first
    assert differences(gm.campaign_id) == []


def test_o4_a_redemption_an_arc_in_lethal_mode(gm, alex, who):
    """O4: counted on the sheet; the second death of the arc is not bought back, whatever the sparks."""
    Campaign.objects.update(lethality="lethal", lethal_redemption="one_per_arc")
    falls.buy_back(fall_id=fall_by(gm, alex).pk, **who)
    states.change(seat=gm, character_id=alex.pk, to=State.ACTIVE)
    sparks.change(seat=gm, character_id=alex.pk, by=3)
    fall = fall_by(gm, alex)
    with refused("redemption"):
        falls.buy_back(fall_id=fall.pk, **who)
    ImpactSheet.objects.update(redemptions_this_arc=0)
    falls.buy_back(fall_id=fall.pk, **who)
    assert play_of(alex).sheet.redemptions_this_arc == 1


def test_the_server_throws_as_many_as_there_are(gm, alex, who):
    """O3: exit dice come from the system's randomness, as many as the action carried."""
    entry = falls.exit_roll(fall_id=fall_by(gm, alex, exit_dice=40).pk, **who)
    assert len(entry.facts["d8"]) == 40
    assert {1, 2, 3, 4, 5, 6, 7, 8} >= set(entry.facts["d8"])
    assert entry.facts["end"] == Fall.objects.get().end


def test_one_fall_at_a_time_is_a_constraint_of_the_database(gm, alex):
    """O8, house style 9: two falls that stand cannot be kept for one character."""
    fall = fall_by(gm, alex)
    with pytest.raises(IntegrityError), transaction.atomic():
        Fall.objects.create(
            character=alex,
            cause="ordinary",
            mode="exit_roll",
            contract_version=1,
            status="down",
            lethal_redemption="none",
        )
    assert pending_fall(alex) == fall
