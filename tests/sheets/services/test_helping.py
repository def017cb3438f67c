"""Helpers agree, seeing their own odds, and share the danger (P6, D6, O3, X1)."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.impact.healing import Period
from rules.impact.reading import Faces
from rules.impact.resolution import resolve_helper
from rules.impact.severity import Stakes
from rules.impact.terms import Channel, Danger, Intention, Landing, Mode, Severity, Slot, State
from sheets.models import Assistance, AssistanceStatus, Character, Entry, Fall, Roll, Seat
from sheets.services import campaigns, helping, scene, wounds
from sheets.services.assistance import Hitch, Shared
from sheets.services.history import InTheWay, undo
from sheets.services.preparation import Prepared
from sheets.services.replay import differences
from sheets.services.scene import Said
from tests.sheets.factories import (
    agree_to_help,
    ask,
    ask_help,
    dice,
    end_period,
    help_seen,
    last_entry,
    make_character,
    make_table,
    open_slots,
    play_of,
    prepare_now,
    refused,
    roll_with,
    seat_at,
    tick_slots,
    wound_in,
)

L1, L2, G, C = Slot
COMMON = {"traits": (), "reactions": (), "objectives": ()}


@pytest.fixture
def friend(gm):
    """The seat of the player whose character is asked to help."""
    return seat_at(gm)


@pytest.fixture
def maya(gm, friend):
    return make_character(gm, owner=friend, character={"name": "Maya"}, **COMMON)


@pytest.fixture
def zoe(gm):
    return make_character(gm, owner=None, character={"name": "Zoé"}, **COMMON)


def decline(seat: Seat, alex: Character, ally: Character) -> Entry | None:
    return helping.answer(seat=seat, character_id=ally.pk, roller_id=alex.pk, agree=False)


def agreed(gm: Seat, alex: Character, *allies: Character, **chosen: Any) -> None:
    """Asked, and agreed."""
    ask_help(gm, alex, *allies, **chosen)
    for ally in allies:
        agree_to_help(gm, alex, ally)


def shown(alex: Character, *allies: Character, **chosen: Any) -> Prepared:
    """The roll as the panel shows it with these allies ticked."""
    return prepare_now(alex, ask(alex, allies=frozenset(ally.pk for ally in allies), **chosen))


def hitch(alex: Character, ally: Character, **chosen: Any) -> Hitch | None:
    (allied,) = shown(alex, ally, **chosen).allies
    return allied.hitch


def roll_helped(seat: Seat, alex: Character, faces: Faces, *allies: Character, **chosen: Any) -> Entry:
    """The roll with these allies, with dice of the table."""
    return roll_with(seat, alex, faces, allies=frozenset(ally.pk for ally in allies), **chosen).entry


def test_p6_a_helper_is_asked_and_answers_before_the_roll(gm, player, friend, alex, maya, reversible):
    """P6: asked, agreed, taken back and agreed again, each undone and redone; only then is there a die and a roll."""
    assert hitch(alex, maya) is Hitch.NOT_ASKED
    reversible(lambda: ask_help(player, alex, maya, danger=Danger.HIGH))
    assert hitch(alex, maya, danger=Danger.HIGH) is Hitch.WAITING
    reversible(lambda: agree_to_help(friend, alex, maya))
    assert hitch(alex, maya, danger=Danger.HIGH) is None
    reversible(lambda: decline(friend, alex, maya))
    assert hitch(alex, maya, danger=Danger.HIGH) is Hitch.DECLINED
    with refused("allies"):
        roll_helped(player, alex, dice(2, 2), maya, danger=Danger.HIGH)
    assert not Roll.objects.exists()
    reversible(lambda: agree_to_help(friend, alex, maya))
    entry = reversible(lambda: roll_helped(player, alex, dice(2, 2), maya, danger=Danger.HIGH))
    assert entry.roll.pool[-1] == {"source": "assistance", "d6": 1, "allies": [maya.pk.hex]}
    assert differences(gm.campaign_id) == []


def test_d6_each_takes_the_same_severity_through_their_own_slots(gm, player, alex, maya, zoe, reversible):
    """D6: one act, one entry; each wound cascades in its own slots and waits for its own name; used once."""
    tick_slots(gm, maya, G)
    agreed(gm, alex, maya, zoe, danger=Danger.HIGH)
    entry = reversible(lambda: roll_helped(player, alex, dice(2, 2, 2), maya, zoe, danger=Danger.HIGH))
    assert (open_slots(alex), open_slots(maya), open_slots(zoe)) == ({G}, {G, C}, {G})
    assert wound_in(maya, C).name == ""
    assert [told["slot"] for told in entry.facts["helpers"]] == ["critical", "grave"]
    assert not Assistance.objects.exclude(status=AssistanceStatus.NONE).exists()
    assert hitch(alex, maya) is Hitch.NOT_ASKED
    wounds.rename(seat=gm, character_id=maya.pk, wound_id=wound_in(maya, C).pk, name="Côtes")
    undo(seat=gm, entry=entry, any_act=True)
    assert (open_slots(alex), open_slots(maya), open_slots(zoe)) == (set(), {G}, set())
    assert differences(gm.campaign_id) == []


def test_d6_what_a_helper_built_on_it_stands_in_the_way_of_an_undo(gm, player, alex, maya):
    """D6, undo: the helper's slot was healed since, so the roll is not taken back over it."""
    agreed(gm, alex, maya, danger=Danger.HIGH)
    entry = roll_helped(player, alex, dice(2, 2), maya, danger=Danger.HIGH)
    wounds.heal(seat=gm, character_id=maya.pk, slot=G)
    with pytest.raises(InTheWay):
        undo(seat=gm, entry=entry, any_act=True)


def test_d6_resist_is_the_rollers_alone_and_so_is_the_spark(gm, player, alex, maya, reversible):
    """D6, D9, R5: who resists takes a step less, who helps does not; the disaster's spark goes to the roller."""
    chosen = {"danger": Danger.NORMAL, "intention": Intention.RESIST, "scene_chaos": 2}
    agreed(gm, alex, maya, **chosen)
    sparks = play_of(maya).sheet.sparks
    reversible(lambda: roll_helped(player, alex, dice(2, 2, twist=(7, 8)), maya, **chosen))
    assert (open_slots(alex), open_slots(maya)) == ({L1}, {G})
    assert play_of(alex).sheet.sparks == 3
    assert play_of(maya).sheet.sparks == sparks


@pytest.mark.parametrize(("mortal", "state", "exit_dice"), [(False, State.DECIDING, 2), (True, State.DECIDING, 2)])
def test_o3_a_helper_who_falls_has_the_rolls_twist_dice(gm, player, alex, maya, reversible, mortal, state, exit_dice):
    """O3, O2, D6: their fall, with the twist dice really thrown; mortal holds for them. The roller is only wounded."""
    tick_slots(gm, maya, G, C)
    chosen = {"danger": Danger.HIGH, "mortal": mortal, "scene_chaos": 2}
    agreed(gm, alex, maya, **chosen)
    entry = reversible(lambda: roll_helped(player, alex, dice(2, 2, twist=(1, 1)), maya, **chosen))
    fall = Fall.objects.get()
    assert (fall.character, fall.roll, fall.exit_dice) == (maya, entry.roll, exit_dice)
    assert fall.cause == ("mortal" if mortal else "ordinary")
    assert (play_of(maya).state, play_of(alex).state) == (state, State.ACTIVE)
    assert "falls" not in entry.facts
    assert entry.facts["helpers"][0]["exit_dice"] == exit_dice
    assert differences(gm.campaign_id) == []


def test_d6_the_gm_spares_a_helper(gm, friend, player, alex, maya, reversible):
    """D6: the GM's word, written down, keeps the danger from one helper; taken back, the helper is asked again."""
    ask_help(player, alex, maya, danger=Danger.HIGH)
    spare = {"seat": gm, "character_id": maya.pk, "roller_id": alex.pk}
    reversible(lambda: helping.spare(**spare, spared=True))
    agree_to_help(friend, alex, maya)
    helping.spare(**spare, spared=False)
    assert hitch(alex, maya, danger=Danger.HIGH) is Hitch.CHANGED
    helping.spare(**spare, spared=True)
    entry = reversible(lambda: roll_helped(player, alex, dice(2, 2), maya, danger=Danger.HIGH))
    assert (open_slots(alex), open_slots(maya)) == ({G}, set())
    assert entry.facts["helpers"][0]["spared"] is True


def more_chaos(gm: Seat, maya: Character) -> None:
    scene.change_chaos(seat=gm, by=1)


def a_danger(gm: Seat, maya: Character) -> None:
    scene.announce(seat=gm, said=Said(Danger.HIGH))


def a_wound(gm: Seat, maya: Character) -> None:
    tick_slots(gm, maya, L1)


def another_contract(gm: Seat, maya: Character) -> None:
    campaigns.change_terms(seat=gm, values={"lethality": "gritty"})


def down(gm: Seat, maya: Character) -> None:
    wounds.inflict(seat=gm, character_id=maya.pk, severity=Severity.OUT_OF_PLAY)


@pytest.mark.parametrize(
    ("meanwhile", "why"),
    [
        (more_chaos, Hitch.CHANGED),
        (a_danger, Hitch.CHANGED),
        (a_wound, Hitch.CHANGED),
        (another_contract, Hitch.CHANGED),
        (down, Hitch.DOWN),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_p6_a_word_holds_for_the_stakes_that_were_shown(gm, player, alex, maya, meanwhile, why):
    """P6, O2: after a change of danger, dice, contract, slots or state nothing rolls on it, until agreed to anew."""
    agreed(gm, alex, maya, danger=Danger.HIGH)
    meanwhile(gm, maya)
    assert hitch(alex, maya, danger=Danger.HIGH) is why
    entries = Entry.objects.count()
    with refused("allies"):
        roll_helped(player, alex, dice(2, 2), maya, danger=Danger.HIGH)
    assert (Entry.objects.count(), Roll.objects.count()) == (entries, 0)
    if why is Hitch.CHANGED:
        agreed(gm, alex, maya, danger=Danger.HIGH)
        assert hitch(alex, maya, danger=Danger.HIGH) is None


@pytest.mark.parametrize(
    ("before", "now", "holds"),
    [
        ({"danger": Danger.HIGH}, {"danger": Danger.NORMAL}, True),
        ({"danger": Danger.NORMAL}, {"danger": Danger.HIGH}, False),
        ({"danger": Danger.HIGH, "mortal": True}, {"danger": Danger.HIGH}, True),
        ({"danger": Danger.HIGH}, {"danger": Danger.HIGH, "mortal": True}, False),
        ({"danger": Danger.HIGH, "channel": Channel.SCENE}, {"danger": Danger.HIGH}, False),
        ({"danger": Danger.HIGH, "prepared": True}, {"danger": Danger.HIGH}, False),
        ({"danger": Danger.HIGH}, {"danger": Danger.HIGH, "prepared": True}, True),
        ({}, {"prepared": True}, True),
        ({"danger": Danger.HIGH, "scene_chaos": 1}, {"danger": Danger.HIGH, "scene_chaos": 2}, False),
        ({"danger": Danger.HIGH, "eased": True}, {"danger": Danger.HIGH}, False),
    ],
)
def test_p6_less_may_be_rolled_than_was_agreed_to_and_never_more(gm, alex, maya, before, now, holds):
    """P6: a word covers what threatens no more than what was shown, in every figure."""
    agreed(gm, alex, maya, **before)
    assert hitch(alex, maya, **now) is (None if holds else Hitch.CHANGED)


def test_p6_a_word_is_given_on_what_was_seen(gm, player, friend, alex, maya):
    """P6: a digest of other odds is refused, so is one out of play; nothing is written."""
    ask_help(player, alex, maya, danger=Danger.HIGH)
    seen = help_seen(alex, maya)
    tick_slots(gm, maya, L1)
    entries = Entry.objects.count()
    with refused():
        helping.answer(seat=friend, character_id=maya.pk, roller_id=alex.pk, agree=True, seen=seen)
    down(gm, maya)
    with refused():
        agree_to_help(friend, alex, maya)
    assert Entry.objects.count() == entries + 1
    assert Assistance.objects.get().status == AssistanceStatus.ASKED


def test_p6_whom_one_may_ask(gm, player, alex, maya):
    """P6: nobody of another table, not oneself, nobody twice for the same; unticked, nobody is asked."""
    foreign = make_character(make_table(), **COMMON)
    for wrong in ((), (foreign,), (alex,)):
        with refused("allies"):
            ask_help(player, alex, *wrong)
    ask_help(player, alex, maya)
    with refused("allies"):
        ask_help(player, alex, maya)
    with refused():
        helping.answer(seat=gm, character_id=alex.pk, roller_id=maya.pk, agree=False)


def test_p6_each_is_shown_no_dice_but_those_that_are_sure(gm, alex, maya, zoe):
    """X1: of two who are asked at once each is shown one die of help; that the other agrees too makes it no worse."""
    ask_help(gm, alex, maya, zoe, danger=Danger.HIGH)
    assert {row.shown["d6"] for row in Assistance.objects.all()} == {2}
    agree_to_help(gm, alex, maya)
    decline(gm, alex, zoe)
    assert hitch(alex, maya, danger=Danger.HIGH) is None
    agree_to_help(gm, alex, zoe)
    assert not shown(alex, maya, zoe, danger=Danger.HIGH).unsettled


def test_a_roll_without_them_uses_up_what_was_asked(gm, player, alex, maya, reversible):
    """P6: what was asked for a roll is over with that roll, whoever helped."""
    ask_help(player, alex, maya)
    reversible(lambda: roll_with(player, alex, dice(5)))
    assert Assistance.objects.get().status == AssistanceStatus.NONE
    assert "helpers" not in last_entry(gm).facts


def test_h0_what_was_asked_ends_with_the_scene(gm, player, alex, maya, reversible):
    """H0: an end of scene ends what was asked in it."""
    ask_help(player, alex, maya)
    reversible(lambda: end_period(gm, Period.SCENE))
    assert Assistance.objects.get().status == AssistanceStatus.NONE


def test_it_stands_in_the_log_of_everyone_whom_it_is_about(gm, player, alex, maya, zoe):
    """D6: ask, word and roll are in the logs of both, the undo too; in nobody else's."""
    agreed(gm, alex, maya, danger=Danger.HIGH)
    entry = roll_helped(player, alex, dice(2, 2), maya, danger=Danger.HIGH)
    undone = undo(seat=gm, entry=entry, any_act=True)
    for character, count in ((alex, 5), (maya, 5), (zoe, 1)):
        told = Entry.objects.filter(campaign=gm.campaign).about(character.pk)
        assert told.count() == count
        assert [e.pk for e in told] == [e.pk for e in Entry.objects.order_by("number") if e.is_about(character.pk)]
    assert undone in Entry.objects.all().about(maya.pk)


def faces_of(d6: int, d8: int) -> list[Faces]:
    """Every throw of that many dice."""
    return [Faces(shown[:d6], (), shown[d6:], ()) for shown in product(*([range(1, 7)] * d6 + [range(1, 9)] * d8))]


@pytest.mark.parametrize("ticked", [frozenset(), frozenset({L1, G}), frozenset({G, C}), frozenset(Slot)])
@pytest.mark.parametrize("danger", list(Danger))
@pytest.mark.parametrize(("d6", "d8"), [(2, 0), (2, 2)])
def test_x1_a_helpers_law_is_that_of_every_throw_counted(d6, d8, danger, ticked):
    """X1, D6: the odds that a helper is shown, against each throw of the roller's dice resolved for the helper."""
    shared = Shared(None, danger.value, "body", False, False, d6, 0, d8, 0)
    throws = faces_of(d6, d8)
    stakes = Stakes(danger, intention=Intention.RESIST)
    landed = [resolve_helper(faces, stakes, ticked).placement.landing for faces in throws]
    law = shared.law(ticked, Mode.EXIT_ROLL)
    assert law.landing == {place: Fraction(landed.count(place), len(throws)) for place in Landing}
