"""The ends of scenes, sessions and arcs (H0-H2, W8), and what only the GM's review decides."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.impact.healing import Care, Period
from rules.impact.terms import Advantage, Danger, Slot, State
from sheets.models import Campaign, Wound, WoundStatus
from sheets.services import advantages, periods, scene, wounds
from sheets.services.history import undo
from sheets.services.scene import Said
from tests.sheets.factories import (
    end_period,
    last_entry,
    make_character,
    play_of,
    review_now,
    snapshot_of_table,
    tick_slots,
    wound_in,
)

L1, L2, G, C = Slot


@pytest.mark.parametrize(
    ("period", "left"),
    [(Period.SCENE, {G, C}), (Period.SESSION, {C}), (Period.ARC, {C})],
    ids=lambda value: value.value if isinstance(value, Period) else "",
)
def test_w08_each_end_clears_what_its_clause_names(gm, alex, reversible, period, left):
    """W08, H1, H2, W8: one wound of each severity; light goes with the scene, grave by proposal with the session."""
    tick_slots(gm, alex, L1, L2, G, C)
    entry = reversible(lambda: end_period(gm, period))
    assert play_of(alex).ticked == left
    assert entry.facts["healed"] == 4 - len(left)
    kept = {wound.slot: wound.sessions for wound in Wound.objects.filter(character=alex, status=WoundStatus.OPEN)}
    assert kept["critical"] == (0 if period is Period.SCENE else 1)


def test_h2_the_gm_goes_through_each_wound(gm, alex, reversible):
    """H2: the GM turns both proposals; a wound counts the sessions that it has lasted."""
    tick_slots(gm, alex, G, C)
    grave, critical = wound_in(alex, G), wound_in(alex, C)
    care = {grave.pk.hex: Care.KEEP, critical.pk.hex: Care.HEAL}
    for sessions in (1, 2):
        reversible(lambda: end_period(gm, Period.SESSION, **care))
        assert wound_in(alex, G).sessions == sessions
    assert play_of(alex).ticked == {G}
    healed = Wound.objects.get(pk=critical.pk)
    assert healed.status == WoundStatus.HEALED  # H5: it stays in the story


def test_a_new_scene_starts_afresh(gm, alex, reversible):
    """H1, M1, P13, D7: danger, chaos, offer and advantages end; numbers say where play is (H0)."""
    scene.announce(seat=gm, said=Said(Danger.HIGH))
    scene.change_chaos(seat=gm, by=2)
    advantages.change(seat=gm, kind=Advantage.STRAIGHT, by=1)
    Campaign.objects.filter(pk=gm.campaign_id).update(danger_offer="very_high")
    for period, numbers in ((Period.SCENE, (2, 1, 1)), (Period.SESSION, (1, 2, 1)), (Period.ARC, (1, 3, 2))):
        reversible(lambda period=period: end_period(gm, period))
        table = Campaign.objects.get(pk=gm.campaign_id)
        assert (table.scene_number, table.session_number, table.arc_number) == numbers
    assert (table.danger, table.scene_chaos, table.danger_offer, table.advantages) == (None, 0, "", 0)


def test_the_end_covers_everyone_and_no_dead(gm, alex):
    """H1, O8: one entry heals the whole table; the dead keep the wounds that they died with."""
    other, dead = make_character(gm), make_character(gm)
    for who in (alex, other, dead):
        tick_slots(gm, who, L1)
    dead.state = State.DEAD.value
    dead.save()
    entry = end_period(gm, Period.SCENE)
    assert entry.character is None
    assert entry.characters == {alex.pk, other.pk}
    assert [play_of(who).ticked for who in (alex, other, dead)] == [set(), set(), {L1}]


def test_a_review_that_went_stale_ends_nothing(gm, alex):
    """What was reviewed is what is ended: a wound taken meanwhile brings the review back."""
    tick_slots(gm, alex, L1)
    seen = review_now(gm, Period.SCENE).seen
    wounds.tick(seat=gm, character_id=alex.pk, slot=G)
    before = snapshot_of_table(gm)
    with pytest.raises(periods.Stale) as stale:
        periods.end(seat=gm, period=Period.SCENE, care={}, seen=seen)
    assert snapshot_of_table(gm) == before
    assert stale.value.review.seen == review_now(gm, Period.SCENE).seen


def test_a_wound_after_the_end_stands_in_the_way_of_undoing_nothing_else(gm, alex):
    """Undo: an end is taken back although someone was wounded since, if that wound is another."""
    tick_slots(gm, alex, L1)
    ended = end_period(gm, Period.SCENE)
    wounds.tick(seat=gm, character_id=alex.pk, slot=C)
    undo(seat=gm, entry=ended, any_act=True)
    assert play_of(alex).ticked == {L1, C}
    assert last_entry(gm).target == ended


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    sheets=st.lists(st.frozensets(st.sampled_from(list(Slot))), min_size=1, max_size=3),
    period=st.sampled_from(list(Period)),
    turned=st.frozensets(st.sampled_from([G, C])),
)
def test_h1_h2_whatever_the_sheets(gm, sheets, period, turned):
    """H1, H2, W8: over any sheets, light wounds go, and of the others those alone that the review named."""
    people = [make_character(gm) for _sheet in sheets]
    for who, slots in zip(people, sheets, strict=True):
        tick_slots(gm, who, *sorted(slots, key=lambda slot: slot.value))
    other_way = {G: Care.KEEP, C: Care.HEAL}
    care = {wound_in(who, slot).pk.hex: other_way[slot] for who in people for slot in turned & play_of(who).ticked}
    end_period(gm, period, **care)
    for who, slots in zip(people, sheets, strict=True):
        left = slots & {G, C}
        if period is not Period.SCENE:
            left = {slot for slot in left if (slot is C) != (slot in turned)}
        assert play_of(who).ticked == left
