"""Rolls through the service: what is refused, what went stale, when the dice fall, what is kept (O8, R02, R06)."""

import os
from fractions import Fraction

import pytest

from rules.impact.terms import Channel, Danger, Slot, State, Weave
from sheets.models import Campaign, Entry, Roll
from sheets.services import campaigns, rolls, sparks, wounds
from tests.sheets.factories import (
    ask,
    dice,
    make_character,
    play_of,
    prepare_now,
    refused,
    roll,
    roll_with,
    snapshot,
    tick_slots,
    wound_in,
)

L1, L2, G, C = Slot


@pytest.mark.parametrize("state", [State.NEUTRALISED, State.DECIDING, State.DEAD])
def test_o8_who_is_out_of_play_does_not_roll(gm, alex, state):
    """O8: neutralised, deciding or dead, nothing is rolled and nothing changes."""
    asked = ask(alex)
    shown = prepare_now(alex, asked)
    type(alex).objects.filter(pk=alex.pk).update(state=state.value)
    before = snapshot(alex)
    with refused("pool"):
        roll(gm, alex, asked, dice(5), fingerprint=shown.fingerprint)
    assert snapshot(alex) == before
    assert not Roll.objects.exists()


@pytest.mark.parametrize("danger", [None, Danger.NORMAL])
@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda gm, alex: tick_slots(gm, alex, L1),
        lambda gm, alex: campaigns.change_terms(seat=gm, values={"lethality": "lethal"}),
        lambda gm, alex: sparks.change(seat=gm, character_id=alex.pk, by=1),
    ],
    ids=["slots", "contract", "sparks"],
)
def test_a_stale_panel_rolls_nothing(gm, alex, meanwhile, danger):
    """If what was shown no longer holds, nothing is rolled, and what holds now comes back."""
    asked = ask(alex, "mark", danger=danger)
    shown = prepare_now(alex, asked)
    meanwhile(gm, alex)
    before, entries = snapshot(alex), Entry.objects.count()
    with pytest.raises(rolls.Stale):
        roll(gm, alex, asked, fingerprint=shown.fingerprint)
    assert snapshot(alex) == before
    assert (Entry.objects.count(), Roll.objects.count()) == (entries, 0)


def test_a_stale_panel_gets_what_holds_now(gm, alex):
    """Stale carries the roll as it stands, whose fingerprint is good at once."""
    asked = ask(alex, danger=Danger.NORMAL)
    shown = prepare_now(alex, asked)
    tick_slots(gm, alex, L1, L2)
    with pytest.raises(rolls.Stale) as stale:
        roll(gm, alex, asked, fingerprint=shown.fingerprint)
    made = roll(gm, alex, asked, dice(2), fingerprint=stale.value.prepared.fingerprint)
    assert made.resolution.placement.slot is G


def test_r02_forty_dice_are_the_most(gm, alex):
    """R02: one die over the limit is refused at the pool, and so is an absurd number; forty roll."""
    assert len(roll(gm, alex, ask(alex, helpers=39)).entry.roll.faces["d6"]) == 40
    for helpers in (40, 100_000_000):
        with refused("pool"):
            roll(gm, alex, ask(alex, helpers=helpers), fingerprint="")
    with refused("helpers"):
        prepare_now(alex, ask(alex, helpers=-1))
    with refused("scene_chaos"):
        prepare_now(alex, ask(alex, scene_chaos=7))
    assert Roll.objects.count() == 1


@pytest.mark.parametrize(
    ("faces", "field"),
    [
        (dice(7), "d6"),
        (dice(0), "d6"),
        (dice(1, 2), "d6"),
        (dice(), "d6"),
        (dice(1, twist=(9,)), "d8"),
        (dice(1, star=(1,)), "critical_d6"),
        (dice(1, twist=(1,), wound=(1,)), "d10"),
    ],
)
def test_faces_that_do_not_fit_the_pool(gm, alex, faces, field):
    """A face 7 on a D6, a die too many or too few: refused at that kind of dice."""
    chaos = 1 if faces.d8 else 0
    with refused(field):
        roll_with(gm, alex, faces, scene_chaos=chaos)
    assert not Roll.objects.exists()


def test_choices_that_are_not_the_characters(gm, alex):
    """P2, C2, P9: two imprints without Facettes, a foreign or lost trait, a foreign reaction, an unwritten drive."""
    other = make_character(gm, sheet={"drive": "", "flaw": "", "tension": ""}, reactions=())
    with refused("imprints"):
        prepare_now(alex, ask(alex, "imprint", "imprint"))
    with refused("traits"):
        prepare_now(alex, ask(other, "mark"))
    for weave in (Weave.DRIVE, Weave.REACTION):
        with refused("weave"):
            prepare_now(other, ask(other, weave=weave, reaction=alex.sheet.reactions.get().pk))
    lost = ask(alex, "backpack")
    play_of(alex).sheet.traits.filter(pk__in=lost.traits).update(lost=True)
    with refused("traits"):
        prepare_now(alex, lost)
    Campaign.objects.update(facettes=True)
    assert prepare_now(alex, ask(alex, "imprint", "imprint")).pool.d6 == 5


def test_r06_dice_are_drawn_in_make_alone(gm, alex, monkeypatch):
    """R06: preparing reads no randomness; making reads it once; dice thrown on the table need none."""
    reads, real = [], os.urandom

    def urandom(size):
        if size == 16:  # the id of a row
            return real(size)
        reads.append(size)
        return bytes(range(size))

    asked = ask(alex, "imprint", scene_chaos=2)
    monkeypatch.setattr(os, "urandom", urandom)
    shown = prepare_now(alex, asked)
    assert reads == []
    made = roll(gm, alex, asked, fingerprint=shown.fingerprint)
    assert len(reads) == 1
    assert made.entry.roll.faces == {"d6": [1, 2, 3], "critical_d6": [], "d8": [4, 5], "d10": []}
    roll_with(gm, alex, dice(5, 5, 5, twist=(1, 1)), "imprint", scene_chaos=2)
    with pytest.raises(rolls.Stale):
        roll(gm, alex, asked, fingerprint="another")
    assert len(reads) == 1


def test_the_kept_roll_says_what_was_announced(gm, alex):
    """D4, X1: the roll keeps its danger, its slots, its odds and whether the dice were thrown on the table."""
    tick_slots(gm, alex, L1)
    asked = ask(alex, danger=Danger.HIGH, mortal=True, eased=True)
    shown = prepare_now(alex, asked)
    made = roll(gm, alex, asked, dice(2), fingerprint=shown.fingerprint, eased_why="Carte : gilet")
    kept = Roll.objects.get(pk=made.entry.roll_id)
    assert (kept.danger, kept.channel, kept.mortal, kept.eased, kept.physical) == ("high", "body", True, True, True)
    assert kept.ticked == ["light_1"]
    assert kept.severity == "light"
    assert kept.odds == rolls.odds_as_json(shown.odds)
    assert sum(map(Fraction, kept.odds["landing"].values())) == 1
    assert made.entry.facts["eased_why"]


def test_o2_mortal_needs_a_danger_to_the_body(gm, alex):
    """D4, D5, O2: mortal counts only with an announced danger to the body."""
    for chosen in ({}, {"danger": Danger.HIGH, "channel": Channel.SCENE}):
        assert not prepare_now(alex, ask(alex, mortal=True, **chosen)).stakes.mortal
    assert prepare_now(alex, ask(alex, mortal=True, danger=Danger.LOW)).stakes.mortal


def test_w1_the_wound_of_a_roll_is_named_after_it(gm, player, alex, reversible):
    """W1: a roll ticks an unnamed slot; naming it is an act of its own."""
    roll_with(player, alex, dice(2), danger=Danger.HIGH)
    wound = wound_in(alex, G)
    assert wound.name == ""
    reversible(lambda: wounds.rename(seat=player, character_id=alex.pk, wound_id=wound.pk, name="Épaule perforée"))
    assert wound_in(alex, G).name == "Épaule perforée"
