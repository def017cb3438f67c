"""Every source of dice and its price (P1-P13, W6, K2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import MAX_DICE
from rules.errors import BadInput, Refusal, RuleError
from rules.impact.pool import Body, Pool, PoolChoice, PoolLine, Source, Table, build_pool
from rules.impact.scars import ScarEffect
from rules.impact.terms import Advantage, Slot, Weave, WoundRule

CHAOS = Table()
DICE = Table(wound_rule=WoundRule.WOUND_DICE)
FACETTES = Table(facettes=True)
HALE = Body(sparks=3)
LIGHT, GRAVE, CRITICAL = (
    Body(frozenset(slots), 3, light_die_due=True)
    for slots in ({Slot.LIGHT_2}, {Slot.LIGHT_1, Slot.GRAVE}, {Slot.GRAVE, Slot.CRITICAL})
)


def counts(pool):
    return pool.d6, pool.critical_d6, pool.d8, pool.d10, pool.cost


@pytest.mark.parametrize(
    ("clause", "choice", "body", "table", "expected"),
    [
        ("P1 action", PoolChoice(), HALE, CHAOS, (1, 0, 0, 0, 0)),
        ("P2 imprint", PoolChoice(imprints=1), HALE, CHAOS, (3, 0, 0, 0, 0)),
        ("P2 facettes", PoolChoice(imprints=3), HALE, FACETTES, (7, 0, 0, 0, 0)),
        ("P3 mark", PoolChoice(mark=True), HALE, CHAOS, (2, 0, 0, 0, 0)),
        ("P4 backpack", PoolChoice(backpack=True), HALE, CHAOS, (2, 0, 0, 0, 0)),
        ("P5 preparation", PoolChoice(prepared=True), HALE, CHAOS, (2, 0, 0, 0, 0)),
        ("P6 assistance", PoolChoice(helpers=3), HALE, CHAOS, (4, 0, 0, 0, 0)),
        ("P7 advantage", PoolChoice(advantage=Advantage.STRAIGHT), HALE, CHAOS, (3, 0, 0, 0, 0)),
        ("P7 twisted", PoolChoice(advantage=Advantage.TWISTED), HALE, CHAOS, (2, 0, 0, 0, 0)),
        ("P8 boost", PoolChoice(boost=True), HALE, CHAOS, (1, 1, 0, 0, 1)),
        ("P9 drive", PoolChoice(weave=Weave.DRIVE), HALE, CHAOS, (1, 1, 1, 0, 0)),
        ("P9 flaw", PoolChoice(weave=Weave.FLAW), HALE, CHAOS, (1, 1, 1, 0, 0)),
        ("P9 reaction", PoolChoice(weave=Weave.REACTION), HALE, CHAOS, (1, 1, 1, 0, 0)),
        (
            "P10 all twist dice",
            PoolChoice(
                weave=Weave.FLAW,
                wound_engaged=True,
                scene_chaos=2,
                scars=(ScarEffect.TWIST_DIE,),
                silence_chaos=True,
            ),
            GRAVE,
            CHAOS,
            (1, 1, 0, 0, 1),
        ),
        ("P11 overcome", PoolChoice(overcome_wound=True), CRITICAL, DICE, (1, 0, 0, 0, 1)),
        (
            "P12 each use 1 spark",
            PoolChoice(boost=True, silence_chaos=True, overcome_wound=True, scene_chaos=1),
            CRITICAL,
            DICE,
            (1, 1, 0, 0, 3),
        ),
        ("P13 scene chaos", PoolChoice(scene_chaos=6), HALE, CHAOS, (1, 0, 6, 0, 0)),
        ("P13 floor of twist dice", PoolChoice(scars=(ScarEffect.CALM,)), HALE, CHAOS, (1, 0, 0, 0, 0)),
        ("K2 burden", PoolChoice(scars=(ScarEffect.TWIST_DIE,)), HALE, CHAOS, (1, 0, 1, 0, 0)),
        ("K2 boon die", PoolChoice(scars=(ScarEffect.ACTION_DIE,)), HALE, CHAOS, (2, 0, 0, 0, 0)),
        ("K2 boon calm", PoolChoice(scars=(ScarEffect.CALM,), scene_chaos=2), HALE, CHAOS, (1, 0, 1, 0, 0)),
        (
            "K2 no dice",
            PoolChoice(scars=(ScarEffect.IMMUNITY, ScarEffect.IMPOSED_COMPLICATION)),
            HALE,
            CHAOS,
            (1, 0, 0, 0, 0),
        ),
        ("W6 chaos, not engaged", PoolChoice(), CRITICAL, CHAOS, (1, 0, 0, 0, 0)),
        ("W6 chaos, grave", PoolChoice(wound_engaged=True), GRAVE, CHAOS, (1, 0, 1, 0, 0)),
        ("W6 chaos, never two", PoolChoice(wound_engaged=True), CRITICAL, CHAOS, (1, 0, 1, 0, 0)),
        ("W6 dice, light due", PoolChoice(), LIGHT, DICE, (1, 0, 0, 1, 0)),
        ("W6 dice, light spent", PoolChoice(), Body(LIGHT.ticked), DICE, (1, 0, 0, 0, 0)),
        ("W6 dice, light cleared", PoolChoice(), Body(light_die_due=True), DICE, (1, 0, 0, 0, 0)),
        ("W6 dice, grave", PoolChoice(), GRAVE, DICE, (1, 0, 0, 1, 0)),
        ("W6 dice, critical", PoolChoice(), CRITICAL, DICE, (1, 0, 0, 2, 0)),
        ("W6 dice, engaged or not", PoolChoice(wound_engaged=True), LIGHT, DICE, (1, 0, 0, 1, 0)),
    ],
)
def test_p1_to_p13_dice_of_each_source(clause, choice, body, table, expected):
    """P1-P13, W6, K2: D6, critical dice, D8, D10 and sparks of each source."""
    assert counts(build_pool(choice, body, table)) == expected, clause


@pytest.mark.parametrize(
    ("choice", "body", "table", "code", "field"),
    [
        (PoolChoice(imprints=2), HALE, CHAOS, Refusal.TWO_IMPRINTS, "imprints"),
        (PoolChoice(boost=True), Body(), CHAOS, Refusal.NOT_ENOUGH_SPARKS, "boost"),
        (
            PoolChoice(boost=True, silence_chaos=True, scene_chaos=1),
            Body(sparks=1),
            CHAOS,
            Refusal.NOT_ENOUGH_SPARKS,
            "silence_chaos",
        ),
        (PoolChoice(overcome_wound=True), GRAVE, CHAOS, Refusal.OVERCOME_NOT_OFFERED, "overcome_wound"),
        (PoolChoice(overcome_wound=True), HALE, DICE, Refusal.NO_WOUND_DIE_TO_REMOVE, "overcome_wound"),
        (PoolChoice(silence_chaos=True), HALE, CHAOS, Refusal.NO_TWIST_DIE_TO_REMOVE, "silence_chaos"),
        (
            PoolChoice(silence_chaos=True, scene_chaos=1, scars=(ScarEffect.CALM,)),
            HALE,
            CHAOS,
            Refusal.NO_TWIST_DIE_TO_REMOVE,
            "silence_chaos",
        ),
        (PoolChoice(wound_engaged=True), LIGHT, CHAOS, Refusal.NO_WOUND_TO_ENGAGE, "wound_engaged"),
        (PoolChoice(wound_engaged=True), HALE, DICE, Refusal.NO_WOUND_TO_ENGAGE, "wound_engaged"),
        (PoolChoice(scene_chaos=7), HALE, CHAOS, Refusal.CHAOS_OUT_OF_RANGE, "scene_chaos"),
        (PoolChoice(scene_chaos=-1), HALE, CHAOS, Refusal.CHAOS_OUT_OF_RANGE, "scene_chaos"),
        (PoolChoice(helpers=40), HALE, CHAOS, Refusal.TOO_MANY_DICE, "pool"),
    ],
)
def test_p2_to_p13_refusals(choice, body, table, code, field):
    """P2, P10-P13, W6: each illegal choice is refused by its code and names its field."""
    with pytest.raises(RuleError) as refused:
        build_pool(choice, body, table)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert "{" not in str(refused.value)


@pytest.mark.parametrize(
    ("choice", "field"), [(PoolChoice(imprints=-1), "imprints"), (PoolChoice(helpers=-1), "helpers")]
)
def test_p2_p6_counts_are_not_negative(choice, field):
    """P2, P6: a count under 0 is no count."""
    with pytest.raises(BadInput) as refused:
        build_pool(choice, HALE, CHAOS)
    assert refused.value.field == field


def test_r6_lines_say_where_dice_come_from_and_go():
    """P10, P13: the lines keep what each source gave and what the spark took off."""
    pool = build_pool(PoolChoice(weave=Weave.DRIVE, scene_chaos=2, silence_chaos=True), HALE, CHAOS)
    assert pool == Pool(
        (
            PoolLine(Source.ACTION, d6=1),
            PoolLine(Source.SCENE_CHAOS, d8=2),
            PoolLine(Source.WEAVE_DRIVE, critical_d6=1, d8=1),
            PoolLine(Source.SILENCED_CHAOS, d8=-3),
        ),
        cost=1,
    )


def test_p13_a_pool_of_forty_dice_is_the_last_allowed():
    """The largest pool that may be rolled."""
    assert build_pool(PoolChoice(helpers=MAX_DICE - 1), HALE, CHAOS).total == MAX_DICE


@given(
    st.builds(
        PoolChoice,
        imprints=st.integers(0, 3),
        mark=st.booleans(),
        helpers=st.integers(0, 3),
        advantage=st.sampled_from(Advantage),
        weave=st.none() | st.sampled_from(Weave),
        boost=st.booleans(),
        silence_chaos=st.booleans(),
        overcome_wound=st.booleans(),
        wound_engaged=st.booleans(),
        scene_chaos=st.integers(0, 6),
        scars=st.lists(st.sampled_from(ScarEffect), max_size=3).map(tuple),
    ),
    st.builds(Body, st.frozensets(st.sampled_from(Slot)), st.integers(0, 3), st.booleans()),
    st.builds(Table, st.booleans(), st.sampled_from(WoundRule)),
)
def test_p12_p13_no_pool_passes_its_floors_or_the_purse(choice, body, table):
    """P12, P13: whatever is allowed has a D6, no negative dice, and is paid for; removals leave none."""
    try:
        pool = build_pool(choice, body, table)
    except RuleError:
        return
    assert pool.d6 >= 1
    assert min(pool.critical_d6, pool.d8, pool.d10) >= 0
    assert pool.cost <= body.sparks
    assert not (choice.silence_chaos and pool.d8)
    assert not (choice.overcome_wound and pool.d10)
