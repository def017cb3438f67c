"""Wounds, sparks and states by hand, at their limits (W01, W07, W11, H4, O8, C3)."""

import pytest
from django.db import IntegrityError, transaction

from rules.impact.healing import Care, Period, end_of
from rules.impact.terms import Danger, Severity, Slot, State
from sheets.models import Campaign, Character, Entry, Wording, Wound
from sheets.services import characters, sparks, states, wounds
from sheets.services.history import redo, undo
from tests.sheets.factories import (
    dice,
    last_entry,
    make_character,
    make_table,
    open_slots,
    play_of,
    refused,
    roll_with,
    snapshot,
    tick_slots,
    wound_in,
)

L1, L2, G, C = Slot


def set_state(character, state):
    """Put a character in a state without an act."""
    Character.objects.filter(pk=character.pk).update(state=state.value)


def test_w01_a_free_slot_is_not_cleared_nor_a_taken_one_ticked(gm, alex):
    """W01, H4: refused at the slot, nothing logged."""
    tick_slots(gm, alex, L1, C)
    before, entry = snapshot(alex), last_entry(gm)
    for slot in (L2, G):
        with refused("slot"):
            wounds.heal(seat=gm, character_id=alex.pk, slot=slot)
    for slot in (L1, C):
        with refused("slot"):
            wounds.tick(seat=gm, character_id=alex.pk, slot=slot)
    assert (snapshot(alex), last_entry(gm)) == (before, entry)


@pytest.mark.parametrize("by", [-3, -100, 4, 10**9, -(10**9)])
def test_w01_sparks_stay_within_their_limits(gm, alex, by):
    """W01, C3, P12: never under 0, never over the maximum of the table; refused, nothing logged."""
    Campaign.objects.update(spark_maximum=5)
    with refused("by"):
        sparks.change(seat=gm, character_id=alex.pk, by=by)
    assert play_of(alex).sheet.sparks == 2
    assert last_entry(gm).kind == "character_made"


def test_w01_sparks_without_a_maximum_are_still_a_number(gm, alex):
    """C3: no maximum of the table is no licence for what no database keeps."""
    for by in (10**9, 40_000):
        with refused("by"):
            sparks.change(seat=gm, character_id=alex.pk, by=by)
    entry = sparks.change(seat=gm, character_id=alex.pk, by=99)
    assert entry.facts == {"by": 99, "total": 101}
    assert play_of(alex).sheet.sparks == 101


def test_c3_a_maximum_lowered_later_takes_nothing_away(gm, alex):
    """C3: who holds more keeps it, may spend it, and gets no more."""
    Campaign.objects.update(spark_maximum=1, spark_start=1)
    with refused("by"):
        sparks.change(seat=gm, character_id=alex.pk, by=1)
    sparks.change(seat=gm, character_id=alex.pk, by=-1)
    assert play_of(alex).sheet.sparks == 1


@pytest.mark.parametrize(("terms", "sparks_held"), [({}, 1), ({"spark_start": 0}, 0), ({"spark_start": 4}, 4)])
@pytest.mark.django_db
def test_c3_the_start(terms, sparks_held):
    """C3: the start is a setting of the table, 1 by default."""
    gm = make_table(**terms)
    assert play_of(make_character(gm)).sheet.sparks == sparks_held


def test_w07_deciding_healed_and_wounded_anew(gm, alex):
    """W07, O8: a heal does not end the fall; after the return a new fall starts afresh."""
    tick_slots(gm, alex, *Slot)
    roll_with(gm, alex, dice(2, twist=(7, 8)), scene_chaos=2, danger=Danger.LOW)
    assert (play_of(alex).state, play_of(alex).sheet.sparks_due) == (State.DECIDING, 1)
    wounds.heal(seat=gm, character_id=alex.pk, slot=L1)
    assert play_of(alex).state is State.DECIDING
    wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.LIGHT, name="Encore")
    assert (open_slots(alex), play_of(alex).state) == (set(Slot), State.DECIDING)
    for state in (State.NEUTRALISED, State.ACTIVE):
        states.change(seat=gm, character_id=alex.pk, to=state)
    assert (play_of(alex).sheet.sparks, play_of(alex).sheet.sparks_due) == (3, 0)
    roll_with(gm, alex, dice(2), danger=Danger.NORMAL)
    assert (play_of(alex).state, play_of(alex).sheet.sparks_due) == (State.DECIDING, 0)
    assert last_entry(gm).facts["exit_dice"] == 0


@pytest.mark.parametrize("state", [State.DECIDING, State.NEUTRALISED])
def test_o8_one_who_is_down_takes_wounds_and_falls_no_second_time(gm, alex, reversible, state):
    """O8: slots tick, by cascade too; when none is left the hit is refused."""
    tick_slots(gm, alex, L1, L2)
    set_state(alex, state)
    reversible(lambda: wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.LIGHT))
    assert open_slots(alex) == {L1, L2, G}
    tick_slots(gm, alex, C)
    before = snapshot(alex)
    for severity in (Severity.LIGHT, Severity.CRITICAL, Severity.OUT_OF_PLAY):
        with refused("mortal"):
            wounds.inflict(seat=gm, character_id=alex.pk, severity=severity)
    assert snapshot(alex) == before


def test_o8_the_dead_are_read_only(gm, alex):
    """O8: no act by hand reaches the dead but an undo; undoing the death brings everything back."""
    tick_slots(gm, alex, G)
    before = snapshot(alex)
    death = states.change(seat=gm, character_id=alex.pk, to=State.DEAD)
    dead, who = snapshot(alex), {"seat": gm, "character_id": alex.pk}
    for act in (
        lambda: wounds.inflict(severity=Severity.LIGHT, **who),
        lambda: wounds.tick(slot=L1, **who),
        lambda: wounds.heal(slot=G, **who),
        lambda: wounds.rename(wound_id=wound_in(alex, G).pk, name="Trou", **who),
        lambda: sparks.change(by=1, **who),
    ):
        with refused():
            act()
    with refused("to"):
        states.change(to=State.ACTIVE, **who)
    assert snapshot(alex) == dead
    undo(seat=gm, entry=death, any_act=True)
    assert snapshot(alex) == before


@pytest.mark.parametrize(
    ("state", "allowed"),
    [
        (State.ACTIVE, {State.NEUTRALISED, State.DEAD}),
        (State.DECIDING, {State.NEUTRALISED}),
        (State.NEUTRALISED, {State.ACTIVE, State.DEAD}),
        (State.DEAD, set()),
    ],
)
def test_o8_the_states_that_the_gm_may_set(gm, alex, state, allowed):
    """O8: nobody is set to deciding, and the dead stay dead."""
    for to in State:
        set_state(alex, state)
        if to in allowed:
            entry = states.change(seat=gm, character_id=alex.pk, to=to)
            assert play_of(alex).state is to
            assert (entry.facts["from"], entry.facts["to"]) == (state.value, to.value)
        else:
            with refused("to"):
                states.change(seat=gm, character_id=alex.pk, to=to)


def test_w11_the_last_slot_cleared_and_ticked_again(gm, alex):
    """W11: each tick is a wound of its own in the one slot, each undone alone."""
    tick_slots(gm, alex, *Slot)
    first = wound_in(alex, C)
    for _time in range(3):
        wounds.heal(seat=gm, character_id=alex.pk, slot=C)
        tick_slots(gm, alex, C)
    with refused("slot"):
        tick_slots(gm, alex, C)
    assert Wound.objects.filter(slot="critical", status="open").count() == 1
    assert Wound.objects.filter(slot="critical", status="healed").count() == 3
    for entry in Entry.objects.order_by("-number")[:6]:
        undo(seat=gm, entry=entry, any_act=True)
    assert wound_in(alex, C) == first


def test_w1_a_taken_slot_is_a_constraint_of_the_database(gm, alex):
    """W1, house style 9: two open wounds in one slot cannot be kept; closed ones can."""
    tick_slots(gm, alex, G)
    with pytest.raises(IntegrityError), transaction.atomic():
        Wound.objects.create(character=alex, slot="grave")
    Wound.objects.create(character=alex, slot="grave", status="healed")


def test_h5_a_healed_wound_stays_in_the_story(gm, alex):
    """H5: its slot is free, its name is kept, it cannot be named any more."""
    wounds.tick(seat=gm, character_id=alex.pk, slot=G, name="Épaule perforée")
    wound = wound_in(alex, G)
    entry = wounds.heal(seat=gm, character_id=alex.pk, slot=G)
    wound.refresh_from_db()
    assert (wound.status, wound.name) == ("healed", "Épaule perforée")
    assert entry.facts["wording"] == wound.wording_id.hex
    with refused():
        wounds.rename(seat=gm, character_id=alex.pk, wound_id=wound.pk, name="Cicatrice")


def test_w1_the_same_name_again_is_no_act(gm, alex):
    """W1, D02: naming a wound as it is named leaves no entry and no words."""
    wounds.tick(seat=gm, character_id=alex.pk, slot=G, name="Épaule perforée")
    again = {"character_id": alex.pk, "wound_id": wound_in(alex, G).pk, "name": "Épaule perforée"}
    assert wounds.rename(seat=gm, **again) is None
    assert Wording.objects.count() == 1


def test_w1_only_the_characters_own_wound_is_named(gm, alex):
    """W1, P02: a wound of another character does not exist for this sheet."""
    other = make_character(gm)
    tick_slots(gm, other, G)
    with refused():
        wounds.rename(seat=gm, character_id=alex.pk, wound_id=wound_in(other, G).pk, name="Volée")
    assert wound_in(other, G).name == ""


@pytest.mark.parametrize(
    ("period", "proposed"),
    [
        (Period.SCENE, {}),
        (Period.SESSION, {G: Care.HEAL, C: Care.KEEP}),
        (Period.ARC, {G: Care.HEAL, C: Care.KEEP}),
    ],
)
def test_w08_w09_each_end_clears_what_its_clause_names(gm, alex, period, proposed):
    """W08, W09, H0-H2, K4: of one wound of each severity, a scene ends the light one alone, and no boon is unlocked."""
    tick_slots(gm, alex, L2, G, C)
    closing = end_of(period, play_of(alex).ticked)
    assert closing.cleared == {L2}
    assert closing.proposals == proposed
    assert closing.immunities_back
    assert closing.boons_unlockable == (period is not Period.SCENE)
    assert closing.redemptions_back == (period is Period.ARC)


def test_p02_a_foreign_owner_is_refused(gm):
    """P02: a character is owned by a seat of its own table."""
    with refused("owner"):
        make_character(gm, owner=make_table())
    assert not Character.objects.exists()


def test_d02_the_same_inflict_is_undone_by_itself_alone(gm, alex):
    """D02: two equal wounds are two acts; undoing the first one's redo does not double a slot."""
    first = wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.LIGHT)
    wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.LIGHT)
    undo(seat=gm, entry=first, any_act=True)
    assert open_slots(alex) == {L2}
    redo(seat=gm, entry=first, any_act=True)
    assert open_slots(alex) == {L1, L2}


def test_c2_rows_of_another_sheet_are_never_touched(gm, alex):
    """C2, P02: a row's id that is another sheet's makes a row of one's own; rows left out go."""
    other = make_character(gm)
    foreign = other.sheet.traits.first()
    texts = characters.SheetTexts(
        character={"name": "Alex"},
        sheet={"drive": "Savoir"},
        traits=[{"id": foreign.pk, "kind": "mark", "name": "Prise ailleurs", "lost": False}],
    )
    characters.edit(seat=gm, character=alex, texts=texts, version=0)
    foreign.refresh_from_db()
    assert foreign.name == "Hackeuse de la vérité"
    assert [t.name for t in alex.sheet.traits.all()] == ["Prise ailleurs"]
    assert other.sheet.traits.count() == 4
