"""Advantages: made by a maneuver, given by the GM, used once by anyone, gone with the scene (M1, P7)."""

import pytest

from rules.impact.healing import Period
from rules.impact.terms import Advantage, Intention
from sheets.models import Campaign
from sheets.services import advantages
from tests.sheets.factories import ask, dice, end_period, make_character, prepare_now, refused, roll_with


def lying(gm):
    table = Campaign.objects.get(pk=gm.campaign_id)
    return table.advantages, table.twisted_advantages


@pytest.mark.parametrize(
    ("faces", "left"),
    [
        (dice(6, 6), (2, 0)),
        (dice(5, 4), (1, 0)),
        (dice(5, 4, twist=(7,)), (0, 1)),
        (dice(2, 4, twist=(8,)), (0, 1)),
        (dice(2, 4), (0, 0)),
        (dice(5, 4, twist=(7, 8)), (0, 0)),
    ],
    ids=["critical", "success", "complication", "opportunity", "failure", "disaster"],
)
def test_m1_what_a_maneuver_leaves(gm, player, alex, reversible, faces, left):
    """M1, R9: by outcome; a disaster over a 5 leaves nothing."""
    chaos = len(faces.d8)
    asked = {"intention": Intention.MANEUVER, "scene_chaos": chaos, "prepared": True}
    reversible(lambda: roll_with(player, alex, faces, **asked))
    assert lying(gm) == left


def test_m1_other_rolls_leave_none(gm, player, alex):
    """M1: an act that succeeds makes no advantage."""
    roll_with(player, alex, dice(5))
    assert lying(gm) == (0, 0)


@pytest.mark.parametrize(("kind", "d6"), [(Advantage.STRAIGHT, 3), (Advantage.TWISTED, 2)])
def test_m1_anyone_uses_it_once(gm, player, alex, reversible, kind, d6):
    """M1, P7: made at the table, used by another character, then gone."""
    reversible(lambda: advantages.change(seat=gm, kind=kind, by=1))
    other = make_character(gm)
    assert prepare_now(other, ask(other, advantage=kind)).pool.d6 == d6
    reversible(lambda: roll_with(gm, other, dice(*[3] * d6), advantage=kind))
    assert lying(gm) == (0, 0)
    with refused("advantage"):
        prepare_now(alex, ask(alex, advantage=kind))


def test_m1_it_ends_with_the_scene(gm):
    """M1, W09: nothing of it is left in the next scene."""
    advantages.change(seat=gm, kind=Advantage.STRAIGHT, by=1)
    advantages.change(seat=gm, kind=Advantage.TWISTED, by=1)
    end_period(gm, Period.SCENE)
    assert lying(gm) == (0, 0)


def test_p7_the_gm_gives_and_takes(gm):
    """P7, W01: never under none, never without end; no more is taken than lies there."""
    with refused("by"):
        advantages.change(seat=gm, kind=Advantage.STRAIGHT, by=-1)
    for _time in range(advantages.LIMIT):
        advantages.change(seat=gm, kind=Advantage.STRAIGHT, by=1)
    with refused("by"):
        advantages.change(seat=gm, kind=Advantage.STRAIGHT, by=1)
    assert lying(gm) == (advantages.LIMIT, 0)
