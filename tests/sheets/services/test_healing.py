"""Healing by action: a slot named before the roll, and the GM's word after it (H3, H4)."""

import pytest

from rules.impact.terms import Intention, Slot
from sheets.models import Roll, TrayItem, TrayStatus, Wound
from sheets.services import tray, wounds
from tests.sheets.factories import dice, make_character, make_table, play_of, refused, roll_with, tick_slots, wound_in

G = Slot.GRAVE


@pytest.fixture
def maya(gm):
    """Another character, with a grave wound."""
    maya = make_character(gm)
    tick_slots(gm, maya, G)
    return maya


def settle(gm, status):
    waiting = TrayItem.objects.get(kind="healing", status=TrayStatus.WAITING)
    return tray.settle(seat=gm, item_id=waiting.pk, status=status)


@pytest.mark.parametrize(
    ("faces", "works"),
    [
        (dice(6, 6), True),
        (dice(5, 1), True),
        (dice(5, 1, twist=(7,)), True),
        (dice(2, 1, twist=(7,)), False),
        (dice(2, 1), False),
        (dice(5, 1, twist=(7, 8)), False),
    ],
    ids=["critical", "success", "complication", "opportunity", "failure", "disaster"],
)
def test_h3_what_the_dice_allow(gm, player, alex, maya, reversible, faces, works):
    """H3, R9: healed on critical, success, complication, if the GM agrees; nothing is cleared before."""
    wound = wound_in(maya, G)
    asked = {"heals": wound.pk, "scene_chaos": len(faces.d8), "prepared": True}
    rolled = reversible(lambda: roll_with(player, alex, faces, **asked))
    assert rolled.facts["healing"]["worked"] is works
    assert play_of(maya).ticked == {G}
    assert TrayItem.objects.filter(kind="healing", status=TrayStatus.WAITING).count() == works
    if works:
        granted = reversible(lambda: settle(gm, TrayStatus.PLACED))
        assert granted.character == maya
        assert play_of(maya).ticked == set()


def test_h3_the_gm_may_leave_the_wound(gm, player, alex, maya, reversible):
    """H3: the fiction does not allow it."""
    roll_with(player, alex, dice(5), heals=wound_in(maya, G).pk)
    reversible(lambda: settle(gm, TrayStatus.DISCARDED))
    assert play_of(maya).ticked == {G}


def test_h3_on_oneself_by_the_gms_leave(gm, player, alex):
    """H3: a player is refused, the GM who prepares the roll is not."""
    tick_slots(gm, alex, G)
    mine = wound_in(alex, G).pk
    with refused("target"):
        roll_with(player, alex, dice(5), heals=mine)
    roll_with(gm, alex, dice(5), heals=mine)
    settle(gm, TrayStatus.PLACED)
    assert play_of(alex).ticked == set()


def test_h3_what_cannot_be_healed(gm, player, alex, maya):
    """H3, P02: another intention, a healed wound, another table's wound; nothing is thrown."""
    wound = wound_in(maya, G)
    elsewhere = make_table()
    stranger = make_character(elsewhere)
    tick_slots(elsewhere, stranger, G)
    with refused("heals"):
        roll_with(player, alex, dice(5), heals=wound.pk, intention=Intention.RESIST)
    with refused("heals"):
        roll_with(player, alex, dice(5), heals=wound_in(stranger, G).pk)
    wounds.heal(seat=gm, character_id=maya.pk, slot=G)
    with refused("heals"):
        roll_with(player, alex, dice(5), heals=wound.pk)
    assert not Roll.objects.exists()


def test_h4_healed_by_hand_before_the_gm_agreed(gm, player, alex, maya):
    """H4, H3: there is nothing left to agree to; a new wound in that slot is not healed in its place."""
    roll_with(player, alex, dice(5), heals=wound_in(maya, G).pk)
    wounds.heal(seat=gm, character_id=maya.pk, slot=G)
    tick_slots(gm, maya, G)
    with refused():
        settle(gm, TrayStatus.PLACED)
    assert play_of(maya).ticked == {G}
    assert Wound.objects.filter(character=maya, status="open").count() == 1
