"""Undo and redo: what stands in the way, who may, and that nothing in the log is ever edited (W02, W03, W11)."""

import pytest

from rules.impact.terms import Danger, Severity, Slot, State
from sheets.models import Campaign, Character, Entry, Role, Seat
from sheets.services import campaigns, characters, sparks, states, wounds
from sheets.services.history import InTheWay, is_undone, redo, undo, with_undone
from sheets.services.refusal import Refused
from tests.sheets.factories import (
    dice,
    last_entry,
    make_character,
    make_table,
    open_slots,
    play_of,
    refused,
    roll_with,
    seat_at,
    snapshot,
    snapshot_of_table,
    tick_slots,
    wound_in,
)

L1, L2, G, C = Slot


def tick(seat, character, slot=L1, name=""):
    return wounds.tick(seat=seat, character_id=character.pk, slot=slot, name=name)


def heal(seat, character, slot=L1):
    return wounds.heal(seat=seat, character_id=character.pk, slot=slot)


def name(seat, character, slot, text):
    wound = wound_in(character, slot)
    return wounds.rename(seat=seat, character_id=character.pk, wound_id=wound.pk, name=text)


def in_the_way_of(entry):
    """Expect that the act is refused, naming that entry."""
    return pytest.raises(InTheWay, check=lambda error: error.entry.pk == entry.pk)


def undone(entry):
    return is_undone(with_undone(Entry.objects.all()).get(pk=entry.pk))


@pytest.mark.parametrize(
    ("ticked", "act"),
    [
        ((), lambda **who: wounds.inflict(severity=Severity.GRAVE, name="Côtes enfoncées", **who)),
        (Slot, lambda **who: wounds.inflict(severity=Severity.LIGHT, **who)),
        ((), lambda **who: wounds.tick(slot=C, name="Poumon perforé", **who)),
        ((L1,), lambda **who: wounds.heal(slot=L1, **who)),
        ((), lambda **who: sparks.change(by=3, **who)),
        ((), lambda **who: sparks.change(by=-2, **who)),
        ((), lambda **who: states.change(to=State.NEUTRALISED, **who)),
        ((), lambda **who: states.change(to=State.DEAD, **who)),
    ],
    ids=["inflict", "overflow W02", "tick", "heal", "give", "take", "neutralise", "kill"],
)
def test_every_act_by_hand_is_undone_and_redone(gm, alex, reversible, ticked, act):
    """O8, H4, C3, W02: undo gives back the snapshot from before, redo the one from after, twice over."""
    tick_slots(gm, alex, *ticked)
    before = snapshot(alex)
    reversible(lambda: act(seat=gm, character_id=alex.pk))
    assert snapshot(alex) != before


def test_w03_one_undo_takes_the_whole_cascade_back(gm, alex):
    """W03: a roll that cascades, overflows and leaves a held spark: slot, state, spark gone by one undo."""
    tick_slots(gm, alex, L1, L2, C)
    roll_with(gm, alex, dice(2), danger=Danger.NORMAL)
    before = snapshot(alex)
    fall = roll_with(gm, alex, dice(2, twist=(7, 8)), danger=Danger.LOW, scene_chaos=2).entry
    assert (play_of(alex).state, play_of(alex).sheet.sparks_due) == (State.DECIDING, 1)
    entries = Entry.objects.count()
    undo(seat=gm, entry=fall, any_act=True)
    assert snapshot(alex) == before
    assert Entry.objects.count() == entries + 1


def test_undo_is_refused_naming_what_was_built_on_it(gm, alex):
    """Architecture, undo: the entry to undo first is named; once it is undone it is no longer in the way."""
    made, healed = tick(gm, alex), heal(gm, alex)
    before = snapshot(alex)
    with in_the_way_of(healed):
        undo(seat=gm, entry=made, any_act=True)
    assert snapshot(alex) == before
    undo(seat=gm, entry=healed, any_act=True)
    undo(seat=gm, entry=made, any_act=True)
    assert open_slots(alex) == set()


def test_the_latest_of_several_is_named(gm, alex):
    """Undoing in the order in which the names come always leads to the end."""
    first, middle, last = (sparks.change(seat=gm, character_id=alex.pk, by=1) for _time in range(3))
    with in_the_way_of(last):
        undo(seat=gm, entry=first, any_act=True)
    undo(seat=gm, entry=last, any_act=True)
    with in_the_way_of(middle):
        undo(seat=gm, entry=first, any_act=True)


def test_what_touches_other_things_is_not_in_the_way(gm, alex):
    """Architecture, undo: another slot, the sparks, another character."""
    made = tick(gm, alex)
    tick(gm, alex, G)
    sparks.change(seat=gm, character_id=alex.pk, by=1)
    tick(gm, make_character(gm))
    undo(seat=gm, entry=made, any_act=True)
    assert open_slots(alex) == {G}


def test_a_player_takes_back_the_own_last_act_alone(gm, player, alex):
    """Not what another did, not what is no longer the last; the GM may undo any."""
    first = roll_with(player, alex, dice(2), danger=Danger.NORMAL).entry
    second = roll_with(player, alex, dice(2), danger=Danger.HIGH).entry
    with in_the_way_of(second):
        undo(seat=player, entry=first, any_act=False)
    undo(seat=player, entry=second, any_act=False)
    undo(seat=player, entry=first, any_act=False)
    redo(seat=player, entry=first, any_act=False)
    given = sparks.change(seat=gm, character_id=alex.pk, by=1)
    with refused():
        undo(seat=player, entry=given, any_act=False)
    with in_the_way_of(given):
        undo(seat=player, entry=first, any_act=False)
    undo(seat=gm, entry=first, any_act=True)
    assert open_slots(alex) == set()


def test_a_player_does_not_do_again_what_the_gm_undid(gm, player, alex):
    """The GM's undo of a player's roll is the GM's act."""
    rolled = roll_with(player, alex, dice(2), danger=Danger.NORMAL).entry
    undo(seat=gm, entry=rolled, any_act=True)
    with refused():
        redo(seat=player, entry=rolled, any_act=False)
    redo(seat=gm, entry=rolled, any_act=True)
    assert open_slots(alex) == {L1}


def test_naming_the_wound_blocks_no_undo(gm, player, alex):
    """W1: the roll is taken back though its wound was named; done again, the wound has its name."""
    rolled = roll_with(player, alex, dice(2), danger=Danger.NORMAL).entry
    name(player, alex, L1, "Entaille au bras")
    named = snapshot(alex)
    undo(seat=player, entry=rolled, any_act=False)
    assert open_slots(alex) == set()
    redo(seat=player, entry=rolled, any_act=False)
    assert snapshot(alex) == named


def test_naming_anew_blocks_no_undo_of_a_named_wound(gm, alex, reversible):
    """W1: the same for a wound that was ticked with a name: its last name comes back with it."""
    made = tick(gm, alex, G, "Coup")
    renamed = reversible(lambda: name(gm, alex, G, "Coup à la tempe"))
    undo(seat=gm, entry=made, any_act=True)
    with in_the_way_of(made):
        undo(seat=gm, entry=renamed, any_act=True)
    redo(seat=gm, entry=made, any_act=True)
    assert wound_in(alex, G).name == "Coup à la tempe"
    undo(seat=gm, entry=renamed, any_act=True)
    assert wound_in(alex, G).name == "Coup"
    reversible(lambda: name(gm, alex, G, ""))
    assert wound_in(alex, G).name == ""


def test_redo_is_refused_when_the_slot_is_taken_since(gm, alex):
    """W1: one wound a slot; redo names what took the place, later or earlier in the log."""
    first = tick(gm, alex)
    undo(seat=gm, entry=first, any_act=True)
    second = tick(gm, alex)
    with in_the_way_of(second):
        redo(seat=gm, entry=first, any_act=True)
    undo(seat=gm, entry=second, any_act=True)
    redo(seat=gm, entry=first, any_act=True)
    with in_the_way_of(first):
        redo(seat=gm, entry=second, any_act=True)
    assert open_slots(alex) == {L1}


def test_undo_of_a_heal_onto_a_slot_taken_since(gm, alex):
    """W1, H4: the healed wound does not come back over another one."""
    tick(gm, alex)
    healed, second = heal(gm, alex), tick(gm, alex)
    with in_the_way_of(second):
        undo(seat=gm, entry=healed, any_act=True)
    undo(seat=gm, entry=second, any_act=True)
    undo(seat=gm, entry=healed, any_act=True)
    assert open_slots(alex) == {L1}


def test_redo_needs_the_ground_that_it_was_built_on(gm, alex):
    """Architecture, undo: a heal is not done again while the wound that it healed is undone."""
    made, healed = tick(gm, alex), heal(gm, alex)
    undo(seat=gm, entry=healed, any_act=True)
    undo(seat=gm, entry=made, any_act=True)
    with in_the_way_of(made):
        redo(seat=gm, entry=healed, any_act=True)
    redo(seat=gm, entry=made, any_act=True)
    redo(seat=gm, entry=healed, any_act=True)
    assert open_slots(alex) == set()


def test_sparks_done_again_out_of_order(gm, alex):
    """C3: totals are things, so an act is redone from the total that it started from, or not at all."""
    first = sparks.change(seat=gm, character_id=alex.pk, by=1)
    undo(seat=gm, entry=first, any_act=True)
    second = sparks.change(seat=gm, character_id=alex.pk, by=2)
    undo(seat=gm, entry=second, any_act=True)
    redo(seat=gm, entry=first, any_act=True)
    with in_the_way_of(first):
        redo(seat=gm, entry=second, any_act=True)
    assert play_of(alex).sheet.sparks == 3


def test_undo_and_redo_change_things_once(gm, alex):
    """O8, D02: a second undo or redo is refused and leaves no entry; they are not undone themselves."""
    made = tick(gm, alex)
    with refused():
        redo(seat=gm, entry=made, any_act=True)
    taken_back = undo(seat=gm, entry=made, any_act=True)
    for again in (made, taken_back):
        with refused():
            undo(seat=gm, entry=again, any_act=True)
    done_again = redo(seat=gm, entry=made, any_act=True)
    for again in (made, done_again):
        with refused():
            redo(seat=gm, entry=again, any_act=True)
    with refused():
        undo(seat=gm, entry=Entry.objects.get(kind="campaign_made"), any_act=True)
    assert Entry.objects.filter(target=made).count() == 2
    assert not undone(made)


def test_a_roll_without_effect_is_struck_out_too(gm, player, alex):
    """A clean success changes nothing on the sheet, and can be taken back all the same."""
    rolled = roll_with(player, alex, dice(5), danger=Danger.NORMAL).entry
    assert rolled.after == {}
    undo(seat=player, entry=rolled, any_act=False)
    assert undone(rolled)
    redo(seat=player, entry=rolled, any_act=False)
    assert not undone(rolled)


def test_d02_a_result_is_applied_once_and_from_the_stored_roll(gm, player, alex):
    """D02: undone and redone, the wound is that of the stored dice: same wound, same roll, nothing thrown."""
    made = roll_with(player, alex, dice(1, 2, 4), "imprint", danger=Danger.HIGH)
    wound = wound_in(alex, G)
    undo(seat=player, entry=made.entry, any_act=False)
    redo(seat=player, entry=made.entry, any_act=False)
    for _again in range(2):
        with refused():
            redo(seat=player, entry=made.entry, any_act=False)
    assert wound_in(alex, G).pk == wound.pk
    assert alex.rolls.count() == 1
    assert alex.rolls.get().faces["d6"] == [1, 2, 4]


def test_the_terms_change_and_change_back(gm, reversible):
    """Architecture, terms: every change makes a new version of the contract, an undo too."""
    before = Campaign.objects.get(pk=gm.campaign_id).contract_version
    changed = {"lethality": "gritty", "spark_start": 3, "spark_maximum": 5}
    entry = reversible(lambda: campaigns.change_terms(seat=gm, values=changed))
    assert {k.rsplit(".", 1)[1]: v for k, v in entry.after.items()} == changed
    versions = Entry.objects.order_by("number").values_list("contract_version", flat=True)
    assert list(versions) == [before, *range(before + 1, before + 6)]
    assert Campaign.objects.get(pk=gm.campaign_id).contract_version == before + 5


def test_terms_that_cannot_stand_are_not_restored(gm):
    """C3: two terms that fit together only as they stand: the maximum does not fall under the start by an undo."""
    with refused("spark_start"):
        campaigns.change_terms(seat=gm, values={"spark_start": 5, "spark_maximum": 4})
    campaigns.change_terms(seat=gm, values={"spark_maximum": 3})
    raised = campaigns.change_terms(seat=gm, values={"spark_maximum": 10})
    campaigns.change_terms(seat=gm, values={"spark_start": 8})
    before = snapshot(gm.campaign)
    with refused("spark_start"):
        undo(seat=gm, entry=raised, any_act=True)
    assert snapshot(gm.campaign) == before


def test_a_character_made_is_hidden_and_comes_back(gm, player, reversible):
    """The making of a character is undone whole, its texts kept, and done again."""
    entry = reversible(lambda: make_character(player, owner=player))
    made = Character.objects.get(entries=entry, entries__kind="character_made")
    undo(seat=gm, entry=entry, any_act=True)
    made.refresh_from_db()
    assert made.removed_at
    assert snapshot(made) == {}
    redo(seat=gm, entry=entry, any_act=True)
    made.refresh_from_db()
    assert (made.removed_at, made.name, made.sheet.traits.count()) == (None, "Alex", 4)


def test_a_making_is_the_ground_of_all_that_follows(gm, alex):
    """What was done to a character stands in the way of undoing it, whatever the things."""
    making = Entry.objects.get(kind="character_made")
    rolled = roll_with(gm, alex, dice(5)).entry
    with in_the_way_of(rolled):
        undo(seat=gm, entry=making, any_act=True)
    undo(seat=gm, entry=rolled, any_act=True)
    ticked = tick(gm, alex)
    undo(seat=gm, entry=ticked, any_act=True)
    undo(seat=gm, entry=making, any_act=True)
    for later in (rolled, ticked):
        with in_the_way_of(making):
            redo(seat=gm, entry=later, any_act=True)
    with refused():
        tick(gm, alex)
    with refused():
        roll_with(gm, alex, dice(5))
    redo(seat=gm, entry=making, any_act=True)
    redo(seat=gm, entry=ticked, any_act=True)
    assert open_slots(alex) == {L1}


def test_a_seat_given_and_removed(gm, player, reversible):
    """A seat's rights end with an undo of its giving, and come back with an undo of its removal."""
    entry = reversible(lambda: seat_at(gm, Role.SPECTATOR))
    spectator = Seat.objects.get(role=Role.SPECTATOR)
    assert entry.after == {f"s.{spectator.pk.hex}": "spectator"}
    undo(seat=gm, entry=entry, any_act=True)
    with refused():
        campaigns.give_seat(seat=spectator, username=player.user.username, role=Role.GM)
    reversible(lambda: campaigns.remove_seat(seat=gm, seat_id=player.pk))
    with refused():
        roll_with(player, make_character(gm), dice(5))


def test_the_same_seat_is_not_held_twice_by_a_redo(gm):
    """A person reseated meanwhile keeps one seat of a role."""
    guest = seat_at(gm)
    given = last_entry(gm)
    undo(seat=gm, entry=given, any_act=True)
    seat_at(gm, user=guest.user)
    with refused("username"):
        redo(seat=gm, entry=given, any_act=True)
    assert Seat.objects.filter(user=guest.user, removed_at=None).count() == 1


def test_a_table_keeps_its_gm(gm):
    """Neither a removal nor an undo takes the last GM away."""
    with refused():
        campaigns.remove_seat(seat=gm, seat_id=gm.pk)
    second = seat_at(gm, Role.GM)
    given = last_entry(gm)
    campaigns.remove_seat(seat=second, seat_id=gm.pk)
    with refused():
        undo(seat=second, entry=given, any_act=True)
    assert Seat.objects.filter(role=Role.GM, removed_at=None).count() == 1
    with refused():
        campaigns.remove_seat(seat=second, seat_id=gm.pk)


def test_nobody_undoes_at_another_table(gm, alex):
    """P02: an entry of another campaign does not exist for the seat."""
    made = tick(gm, alex)
    stranger = make_table()
    with pytest.raises(Entry.DoesNotExist):
        undo(seat=stranger, entry=made, any_act=True)
    with pytest.raises(Character.DoesNotExist):
        tick(stranger, alex)
    assert open_slots(alex) == {L1}


def test_entries_are_never_edited(gm, player, alex):
    """Architecture: undo, redo and refusals add rows to the log and change none."""
    acts = [
        roll_with(player, alex, dice(2, twist=(1,)), scene_chaos=1, danger=Danger.HIGH).entry,
        name(player, alex, G, "Épaule perforée"),
        sparks.change(seat=gm, character_id=alex.pk, by=-1),
        campaigns.change_terms(seat=gm, values={"facettes": True}),
    ]
    kept = list(Entry.objects.order_by("number").values())
    for service in (undo, redo):
        for entry in reversed(acts):
            service(seat=gm, entry=entry, any_act=True)
            with refused():
                service(seat=gm, entry=entry, any_act=True)
    assert list(Entry.objects.order_by("number").values())[: len(kept)] == kept
    assert Entry.objects.count() == len(kept) + 2 * len(acts)


def test_texts_are_no_acts(gm, alex):
    """Architecture: edited texts make no entry but a version; a version shown before is refused, nothing lost."""
    before, entries = snapshot_of_table(gm), Entry.objects.count()
    texts = characters.SheetTexts(character={"notes": "Elle ment."}, sheet={"tension": "Seule ou non"})
    characters.edit(seat=gm, character=alex, texts=texts, version=0)
    with pytest.raises(Refused, check=lambda error: error.code == "conflict"):
        characters.edit(seat=gm, character=alex, texts=texts, version=0)
    alex.refresh_from_db()
    assert (alex.notes, alex.text_version) == ("Elle ment.", 1)
    assert (snapshot_of_table(gm), Entry.objects.count()) == (before, entries)
