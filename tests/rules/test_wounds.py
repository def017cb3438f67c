"""Slots and cascade (W1-W5, H4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal, RuleError
from rules.impact.terms import Landing, Severity, Slot
from rules.impact.wounds import Placement, clear, margin, place, red_zone, tick, wound_level
from tests.rules import by_hand

TICKED = st.frozensets(st.sampled_from(Slot))
L1, L2, G, C = Slot


@given(TICKED, st.sampled_from(Severity))
def test_w2_w3_landing_as_by_hand(ticked, severity):
    """W2, W3: the landing over any slots, against one written from the clauses."""
    assert place(ticked, severity).landing.value == by_hand.landing({slot.value for slot in ticked}, severity.value)


@given(st.lists(st.sampled_from([Severity.LIGHT, Severity.GRAVE, Severity.CRITICAL]), max_size=12))
def test_w2_a_cascade_never_loses_or_doubles_a_slot(hits):
    """W2: each hit ticks exactly one free slot, never under its severity, until one goes out of play."""
    ticked: frozenset[Slot] = frozenset()
    for severity in hits:
        placement = place(ticked, severity)
        if placement.out_of_play:
            assert all(slot in ticked for slot in Slot if slot.severity >= severity)
            return
        assert placement.slot
        after = tick(ticked, placement.slot)
        assert after - ticked == {placement.slot}
        assert ticked < after
        assert placement.slot.severity >= severity
        ticked = after
    assert len(ticked) == len(hits)


@pytest.mark.parametrize(
    ("ticked", "severity", "expected"),
    [
        (set(), Severity.NONE, Placement()),
        (set(), Severity.LIGHT, Placement(L1)),
        ({L1}, Severity.LIGHT, Placement(L2)),
        ({L2}, Severity.LIGHT, Placement(L1)),
        ({L1, L2}, Severity.LIGHT, Placement(G, cascaded=True, passed=(L1, L2))),
        ({L1, L2, G}, Severity.LIGHT, Placement(C, cascaded=True, passed=(L1, L2, G))),
        ({G}, Severity.GRAVE, Placement(C, cascaded=True, passed=(G,))),
        ({C}, Severity.GRAVE, Placement(G)),
        ({G, C}, Severity.GRAVE, Placement(None, True, True, (G, C))),
        ({C}, Severity.CRITICAL, Placement(None, True, True, (C,))),
        ({L1, L2, G, C}, Severity.LIGHT, Placement(None, True, True, (L1, L2, G, C))),
        (set(), Severity.OUT_OF_PLAY, Placement(None, True)),
    ],
)
def test_w2_w3_cascade_examples(ticked, severity, expected):
    """W2, W3: where a wound goes, whether it cascaded, and over which slots."""
    assert place(frozenset(ticked), severity) == expected


def test_w2_the_examples_of_the_chapter():
    """W2: chapter 3.3, "Exemple A" and "Exemple B" of the cascade."""
    for hits, slots in (
        ("LLLGL", (L1, L2, G, C, None)),
        ("CLG", (C, L1, G)),
    ):
        ticked: frozenset[Slot] = frozenset()
        for letter, slot in zip(hits, slots, strict=True):
            placement = place(ticked, {"L": Severity.LIGHT, "G": Severity.GRAVE, "C": Severity.CRITICAL}[letter])
            assert placement.slot is slot
            ticked |= {slot} if slot else set()


def test_x1_landing_names_every_place():
    """X1: unhurt, the four slots, out of play."""
    assert Placement().landing is Landing.UNHURT
    assert [Placement(slot).landing.value for slot in Slot] == list(by_hand.SLOTS)
    assert Placement(out_of_play=True).landing is Landing.OUT_OF_PLAY


@given(TICKED, st.sampled_from(Slot))
def test_h4_tick_and_clear_are_each_others_inverse(ticked, slot):
    """H4: any slot may be ticked or cleared, once."""
    if slot in ticked:
        assert tick(clear(ticked, slot), slot) == ticked
        move, code = tick, Refusal.SLOT_ALREADY_TICKED
    else:
        assert clear(tick(ticked, slot), slot) == ticked
        move, code = clear, Refusal.SLOT_ALREADY_FREE
    with pytest.raises(RuleError) as refused:
        move(ticked, slot)
    assert (refused.value.code, refused.value.field) == (code, "slot")
    assert slot.value in str(refused.value)


@pytest.mark.parametrize(
    ("ticked", "level", "red"),
    [
        (set(), Severity.NONE, False),
        ({L1, L2}, Severity.LIGHT, False),
        ({L1, G}, Severity.GRAVE, False),
        ({L1, L2, G, C}, Severity.CRITICAL, True),
    ],
)
def test_w4_w5_level_and_red_zone(ticked, level, red):
    """W4, W5: the worst slot is the level; the critical slot is the red zone (chapter 3.3, "Pas de cumul")."""
    assert (wound_level(frozenset(ticked)), red_zone(frozenset(ticked))) == (level, red)


@given(TICKED, st.sampled_from([Severity.LIGHT, Severity.GRAVE, Severity.CRITICAL]))
def test_w2_margin_is_how_many_hits_still_fit(ticked, severity):
    """W2: as many wounds of a severity fit as the margin says, and the next is out of play."""
    left = margin(ticked)[severity]
    for _ in range(left):
        slot = place(ticked, severity).slot
        assert slot
        ticked = tick(ticked, slot)
    assert place(ticked, severity).out_of_play
