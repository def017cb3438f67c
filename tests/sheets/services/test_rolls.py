"""Rolls through the service: the examples of chapters 3.1 and 3.3, each undone and redone (P, R, D, W, O)."""

import pytest

from rules.impact.terms import Channel, Danger, Intention, Outcome, Severity, Slot, State, Weave, WoundRule
from sheets.models import Campaign, TrayItem
from sheets.services import states
from sheets.services.history import undo
from sheets.services.kinds import handler_of
from tests.sheets.factories import (
    ask,
    dice,
    last_entry,
    make_character,
    make_table,
    open_slots,
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

SUCCESS = dice(5, twist=(1, 2))
COMPLICATION = dice(5, twist=(7, 2))
FAILURE = dice(4, twist=(6, 1))
DISASTER = dice(3, twist=(7, 8))


def tray(character):
    return [item.kind for item in TrayItem.objects.filter(character=character, status="waiting")]


@pytest.mark.parametrize(
    ("who", "danger", "faces", "slots", "left", "sparks"),
    [
        ("Kai", Danger.NORMAL, SUCCESS, set(), [], 0),
        ("Kai", Danger.NORMAL, COMPLICATION, set(), ["complication"], 0),
        ("Kai", Danger.NORMAL, FAILURE, {L1}, [], 0),
        ("Kai", Danger.NORMAL, DISASTER, {G}, [], 1),
        ("Maya", Danger.HIGH, FAILURE, {G}, [], 0),
        ("Maya", Danger.HIGH, COMPLICATION, {L1}, [], 0),
        ("Maya", Danger.HIGH, DISASTER, {C}, [], 1),
        ("dragon", Danger.VERY_HIGH, FAILURE, {C}, [], 0),
        ("dragon", Danger.VERY_HIGH, COMPLICATION, {G}, [], 0),
        ("dragon", Danger.VERY_HIGH, dice(6, twist=(1, 2)), set(), [], 0),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_d2_d3_the_ladder_in_action(gm, alex, reversible, who, danger, faces, slots, left, sparks):
    """D2, D3, R5, R8, chapter 3.3 "L'échelle en action": a single twist that lands on none goes to the tray."""
    held = play_of(alex).sheet.sparks
    reversible(lambda: roll_with(gm, alex, faces, scene_chaos=2, danger=danger))
    assert open_slots(alex) == slots
    assert tray(alex) == left
    assert play_of(alex).sheet.sparks == held + sparks
    assert play_of(alex).state is State.ACTIVE


def test_w3_r5_a_disaster_before_the_dragon(gm, alex, reversible):
    """W3, O8, R5: out of play at once with free slots; its spark waits until the fall is settled."""
    entry = reversible(lambda: roll_with(gm, alex, DISASTER, scene_chaos=2, danger=Danger.VERY_HIGH))
    play = play_of(alex)
    assert (play.state, play.open_wounds) == (State.DECIDING, {})
    assert (play.sheet.sparks, play.sheet.sparks_due) == (2, 1)
    assert (entry.facts["falls"], entry.facts["exit_dice"]) == (True, 2)  # O3: those really rolled
    reversible(lambda: states.change(seat=gm, character_id=alex.pk, to=State.NEUTRALISED))
    play = play_of(alex)
    assert (play.state, play.sheet.sparks, play.sheet.sparks_due) == (State.NEUTRALISED, 3, 0)


@pytest.mark.parametrize(
    ("hits", "landings"),
    [("LLLGL", (L1, L2, G, C, None)), ("CLGG", (C, L1, G, None))],
    ids=["example A", "example B"],
)
def test_w2_the_cascades_of_the_chapter(gm, alex, reversible, hits, landings):
    """W2, W02: chapter 3.3, examples A and B of the cascade, by rolls; the last hit overflows."""
    for hit, landing in zip(hits, landings, strict=True):
        danger = {"L": Danger.NORMAL, "G": Danger.HIGH, "C": Danger.VERY_HIGH}[hit]
        before = open_slots(alex)
        entry = reversible(lambda level=danger: roll_with(gm, alex, dice(2), danger=level))
        assert open_slots(alex) - before == ({landing} if landing else set())
        assert (play_of(alex).state is State.DECIDING) == (landing is None)
        if landing:
            assert entry.facts["cascaded"] == (landing.severity > danger.start)
    assert last_entry(gm).kind == "redo"


@pytest.mark.parametrize(("accepted", "twist_dice"), [(True, 1), (False, 0)])
def test_w6_w7_an_engaged_wound(gm, alex, reversible, accepted, twist_dice):
    """W6, W7, chapter 3.3 "Blessure engagée": +1 twist die if the player accepts, none if the way is changed."""
    tick_slots(gm, alex, G)
    shown = prepare_now(alex, ask(alex, wound_engaged=accepted))
    assert shown.pool.d8 == twist_dice
    reversible(lambda: roll_with(gm, alex, dice(5, twist=(7,) * twist_dice), wound_engaged=accepted))
    assert tray(alex) == ["complication"] * twist_dice


def test_w4_w6_wounds_never_add_up(gm, alex):
    """W4, W6: grave and critical ticked, one twist die; a light wound cannot be engaged."""
    tick_slots(gm, alex, G, C)
    assert prepare_now(alex, ask(alex, wound_engaged=True)).pool.d8 == 1
    other = make_character(gm)
    tick_slots(gm, other, L1, L2)
    with refused("wound_engaged"):
        prepare_now(other, ask(other, wound_engaged=True))


def test_d3_d9_resist_and_a_twist_go_down_two_steps(gm, alex, reversible):
    """D3, D9: resist and a twist under HIGH land on none; the objective does not advance."""
    made = []
    reversible(
        lambda: made.append(
            roll_with(gm, alex, dice(2, twist=(8,)), scene_chaos=1, danger=Danger.HIGH, intention=Intention.RESIST)
        )
    )
    resolution = made[0].resolution
    assert [step.delta for step in resolution.judgement.steps] == [2, -1, -1]
    assert resolution.judgement.severity is Severity.NONE
    assert not resolution.objective_advances
    assert open_slots(alex) == set()
    assert tray(alex) == ["opportunity"]  # R8


def test_r5_a_critical_over_two_twists_gives_a_spark(gm, alex, reversible):
    """R1, R4, R5: two sixes stand against two twists, nothing to the tray, one spark."""
    entry = reversible(
        lambda: roll_with(gm, alex, dice(6, 1, 6, twist=(8, 7)), "imprint", scene_chaos=2, danger=Danger.HIGH)
    )
    assert entry.roll.outcome == Outcome.CRITICAL.value
    assert (open_slots(alex), tray(alex), play_of(alex).sheet.sparks) == (set(), [], 3)


def test_r3_a_betrayal_turns_a_success(reversible, gm, alex):
    """R3, W6 `wound_dice`: a 10 makes a failure of a success, and the danger does the rest."""
    Campaign.objects.update(wound_rule=WoundRule.WOUND_DICE.value)
    tick_slots(gm, alex, G)
    entry = reversible(lambda: roll_with(gm, alex, dice(6, wound=(10,)), danger=Danger.NORMAL))
    assert entry.roll.outcome == Outcome.FAILURE.value
    assert open_slots(alex) == {L1, G}


def test_w6_a_light_wound_spends_its_die_on_the_next_roll(reversible, gm, alex):
    """W6 `wound_dice`: the D10 of a light wound goes with the next roll of that character, and no further."""
    Campaign.objects.update(wound_rule=WoundRule.WOUND_DICE.value)
    reversible(lambda: roll_with(gm, alex, dice(2), danger=Danger.NORMAL))
    assert not wound_in(alex, L1).die_spent
    first = reversible(lambda: roll_with(gm, alex, dice(5, wound=(9,))))
    assert wound_in(alex, L1).die_spent
    assert prepare_now(alex, ask(alex)).pool.d10 == 0
    undo(seat=gm, entry=first, any_act=True)
    assert prepare_now(alex, ask(alex)).pool.d10 == 1


def test_p11_overcoming_the_wound(reversible, gm, alex):
    """P11: a spark takes every wound die off; not offered under the rule chaos."""
    tick_slots(gm, alex, C)
    with refused("overcome_wound"):
        prepare_now(alex, ask(alex, overcome_wound=True))
    Campaign.objects.update(wound_rule=WoundRule.WOUND_DICE.value)
    assert prepare_now(alex, ask(alex)).pool.d10 == 2
    entry = reversible(lambda: roll_with(gm, alex, dice(5), overcome_wound=True))
    assert entry.roll.faces["d10"] == []
    assert play_of(alex).sheet.sparks == 1


def test_p9_the_pool_of_alex(gm, player, alex, reversible):
    """P1, P2, P3, P9, R07: chapter 3.1, 4D6, with the flaw 4D6 + 1D6* + 1DT; every die has a source."""
    plain = prepare_now(alex, ask(alex, "imprint", "mark"))
    assert (plain.pool.d6, plain.pool.critical_d6, plain.pool.d8, plain.pool.d10) == (4, 0, 0, 0)
    entry = reversible(
        lambda: roll_with(player, alex, dice(1, 2, 3, 4, star=(6,), twist=(8,)), "imprint", "mark", weave=Weave.FLAW)
    )
    assert entry.roll.outcome == Outcome.CRITICAL.value
    assert [line["source"] for line in entry.roll.pool] == ["action", "imprint", "mark", "weave_flaw"]


def test_r07_every_die_of_a_kept_roll_has_a_source(gm, alex):
    """R07: with wound, weave, boost and chaos, and with none, the lines add up to the dice; each names its cause."""
    tick_slots(gm, alex, G)
    reaction = alex.sheet.reactions.get()
    full = ask(
        alex,
        "imprint",
        "mark",
        "backpack",
        prepared=True,
        helpers=2,
        boost=True,
        weave=Weave.REACTION,
        reaction=reaction.pk,
        wound_engaged=True,
        scene_chaos=3,
    )
    for asked in (ask(alex), full):
        kept = roll(gm, alex, asked).entry.roll
        for kind, faces in kept.faces.items():
            assert sum(line.get(kind, 0) for line in kept.pool) == len(faces)
        assert all(set(line) & set(kept.faces) for line in kept.pool)
    named = {line["source"]: line for line in kept.pool}
    assert named["weave_reaction"]["reaction"] == reaction.pk
    assert {pk for line in kept.pool for pk in line.get("traits", [])} == full.traits
    assert named["engaged_wound"]["d8"] == 1
    assert named["scene_chaos"]["d8"] == 3


def test_r07_silenced_chaos_is_a_line_of_its_own(gm, alex, reversible):
    """P10, R07: the twist dice that a spark took off stand in the log with their cause."""
    entry = reversible(lambda: roll_with(gm, alex, dice(5), scene_chaos=3, silence_chaos=True))
    assert [line.get("d8") for line in entry.roll.pool] == [None, 3, -3]
    assert entry.facts["sparks_spent"] == 1


def test_p12_sparks_are_paid_when_the_dice_fall(gm, alex, reversible):
    """P8, P12: preparing costs nothing, rolling does, and nobody pays what they do not have."""
    asked = ask(alex, boost=True, scene_chaos=1, silence_chaos=True)
    assert prepare_now(alex, asked).sparks_left == 0
    assert play_of(alex).sheet.sparks == 2
    reversible(lambda: roll(gm, alex, asked))
    assert play_of(alex).sheet.sparks == 0
    before = snapshot(alex)
    with refused("boost"):
        roll(gm, alex, ask(alex, boost=True), fingerprint="")
    assert snapshot(alex) == before


def test_c3_a_spark_over_the_maximum_is_lost_and_said(gm, alex, reversible):
    """C3, R5: at the maximum a disaster's spark is lost; the log says what was won and what was lost."""
    Campaign.objects.update(spark_maximum=2)
    entry = reversible(lambda: roll_with(gm, alex, DISASTER, scene_chaos=2, danger=Danger.LOW))
    assert play_of(alex).sheet.sparks == 2
    assert (entry.facts["sparks_gained"], entry.facts["sparks_lost"]) == (1, 1)
    said = handler_of(entry).say(entry, {})
    roomy = make_table(spark_start=0)
    won = roll_with(roomy, make_character(roomy), DISASTER, scene_chaos=2, danger=Danger.LOW).entry
    assert len(said) > len(handler_of(won).say(won, {}))


def test_c3_a_spark_held_back_may_be_lost_too(gm, alex):
    """C3, R5: credited at the end of the fall, up to the maximum of that time."""
    roll_with(gm, alex, DISASTER, scene_chaos=2, danger=Danger.VERY_HIGH)
    Campaign.objects.update(spark_maximum=2)
    entry = states.change(seat=gm, character_id=alex.pk, to=State.NEUTRALISED)
    assert play_of(alex).sheet.sparks == 2
    assert (entry.facts["sparks_gained"], entry.facts["sparks_lost"]) == (1, 1)


@pytest.mark.parametrize(
    ("faces", "chosen", "left"),
    [
        (COMPLICATION, {}, ["complication"]),
        (dice(2, twist=(7, 1)), {}, ["opportunity"]),
        (DISASTER, {}, ["disaster"]),
        (SUCCESS, {}, []),
        (FAILURE, {}, []),
        (DISASTER, {"danger": Danger.VERY_HIGH, "channel": Channel.SCENE, "mortal": True}, ["disaster"]),
        (COMPLICATION, {"danger": Danger.NORMAL}, ["complication"]),
        (COMPLICATION, {"danger": Danger.HIGH}, []),
        (DISASTER, {"danger": Danger.LOW}, []),
    ],
)
def test_r7_r8_d5_what_goes_to_the_tray(gm, alex, faces, chosen, left):
    """R7, R8, D5: without danger to the body twists go to the tray; under one, those alone that land on none."""
    entry = roll_with(gm, alex, faces, scene_chaos=2, **chosen).entry
    assert tray(alex) == left
    assert ("tray" in entry.facts) == bool(left)
    if chosen.get("channel") is Channel.SCENE:
        assert (open_slots(alex), play_of(alex).state, entry.roll.mortal) == (set(), State.ACTIVE, False)
    undo(seat=gm, entry=entry, any_act=True)
    assert tray(alex) == []
