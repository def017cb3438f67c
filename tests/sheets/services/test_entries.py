"""The contract of an entry: its number, what it says of before and after, who may see it, what it touched."""

import pytest

from rules.impact.terms import Danger, Severity, Slot
from sheets.models import Campaign, Entry, Role, Roll, Touch, Visibility, Wording, Wound
from sheets.services import campaigns, sparks, wounds
from sheets.services.act import act, lock_character
from sheets.services.history import redo, undo
from sheets.services.kinds import HANDLERS, Kind
from sheets.state import difference
from tests.sheets.factories import (
    dice,
    last_entry,
    make_character,
    make_table,
    refused,
    roll_with,
    seat_at,
    snapshot,
    tick_slots,
)

L1, L2, G, C = Slot


def numbers(seat):
    return list(Entry.objects.filter(campaign=seat.campaign).order_by("number").values_list("number", flat=True))


def test_numbers_have_no_gap(gm, alex):
    """Architecture, live: numbers count from 1 in each campaign; refused acts and those without effect take none."""
    other = make_table()
    for slot in (L1, G):
        tick_slots(gm, alex, slot)
        with refused("slot"):
            tick_slots(gm, alex, slot)
        make_character(other)
    sparks.change(seat=gm, character_id=alex.pk, by=0)
    wound = Wound.objects.get(slot="grave")
    wounds.rename(seat=gm, character_id=alex.pk, wound_id=wound.pk, name="")
    campaigns.change_terms(seat=gm, values={"facettes": False, "name": "Une autre"})
    for seat in (gm, other):
        assert numbers(seat) == list(range(1, len(numbers(seat)) + 1))
        assert Campaign.objects.get(pk=seat.campaign_id).last_number == len(numbers(seat))
    assert len(numbers(gm)) == 5  # the table, the player's seat, the character, two ticks
    assert len(numbers(other)) == 3


def test_an_act_that_fails_leaves_nothing(gm, alex):
    """Architecture, one way through: entry, number, words, rows and sheet stand or fall together."""
    before, count = snapshot(alex), len(numbers(gm))

    class Trouble(Exception):
        pass

    def break_off():
        with act(seat=gm, kind=Kind.WOUND_TICKED) as current:
            play = lock_character(current, alex.pk)
            wounds.open_wound(current, play, G, "Perdue")
            play.sheet.sparks = 7
            raise Trouble

    with pytest.raises(Trouble):
        break_off()
    assert (snapshot(alex), len(numbers(gm))) == (before, count)
    assert not Wording.objects.exists()


def test_before_and_after_name_what_changed_alone(gm, player, alex):
    """Architecture: the entry holds the difference, in plain JSON, with nothing that stayed."""
    tick_slots(gm, alex, L1)
    old = snapshot(alex)
    entry = roll_with(player, alex, dice(2, twist=(7, 8)), scene_chaos=2, danger=Danger.NORMAL).entry
    entry.refresh_from_db()
    new = snapshot(alex)
    assert (entry.before, entry.after) == difference(old, new)
    parts = {thing.split(".")[2] for thing in entry.after}
    assert parts == {"slot", "wound", "sparks"}
    assert f"c.{alex.pk.hex}.slot.grave" in entry.after
    assert (entry.kind, entry.seat, entry.character, entry.schema) == ("roll", player, alex, 1)
    assert entry.roll == Roll.objects.get()


def test_touches_are_the_things_of_after(gm, alex):
    """Architecture, undo: one row for each thing that an act touched; undo and redo are told by their target."""
    entry = wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.GRAVE, name="Épaule perforée")
    touches = Touch.objects.filter(entry=entry)
    assert {t.thing for t in touches} == set(entry.after)
    assert {t.number for t in touches} == {entry.number}
    assert len({thing.split(".")[2] for thing in entry.after} & {"slot", "wound", "name"}) == 3
    for service in (undo, redo):
        sequel = service(seat=gm, entry=entry, any_act=True)
        assert sequel.target == entry
        assert not sequel.touches.exists()


def test_words_stand_in_a_table_of_their_own(gm, player, alex):
    """Architecture: names and reasons can be blanked without editing an entry."""
    tick_slots(gm, alex, G)
    wound = Wound.objects.get()
    entry = wounds.rename(seat=player, character_id=alex.pk, wound_id=wound.pk, name="Épaule perforée")
    hit = roll_with(gm, alex, dice(2), danger=Danger.HIGH, eased=True).entry
    wording = Wording.objects.get()
    assert (wording.text, wording.author) == ("Épaule perforée", player.user)
    assert entry.facts["wording"] == wording.pk.hex
    assert hit.facts["eased_why"] is None
    for kept in Entry.objects.all():
        assert "perfor" not in f"{kept.before}{kept.after}{kept.facts}"


def test_the_version_of_the_contract_stands_on_every_entry(gm, alex):
    """Architecture, terms: an entry tells under which terms it was made."""
    first = sparks.change(seat=gm, character_id=alex.pk, by=1)
    changed = campaigns.change_terms(seat=gm, values={"lethality": "heroic"})
    second = sparks.change(seat=gm, character_id=alex.pk, by=1)
    versions = [entry.contract_version for entry in (first, changed, second)]
    assert versions == [1, 2, 2]


def test_who_sees_which_entry(gm, player, alex):
    """S02: the GM sees all of the own table, others what is for all; nobody another table's."""
    hidden, shown = (sparks.change(seat=gm, character_id=alex.pk, by=1) for _time in range(2))
    Entry.objects.filter(pk=hidden.pk).update(visibility=Visibility.GM)
    spectator, stranger = seat_at(gm, Role.SPECTATOR), make_table()
    for seat, sees in ((gm, {hidden, shown}), (player, {shown}), (spectator, {shown}), (stranger, set())):
        assert set(Entry.objects.visible_to(seat)) & {hidden, shown} == sees


def test_an_undo_is_seen_by_those_who_saw_the_act(gm, player, alex):
    """S02: undo and redo take the visibility of what they are about."""
    hidden = sparks.change(seat=gm, character_id=alex.pk, by=1)
    Entry.objects.filter(pk=hidden.pk).update(visibility=Visibility.GM)
    for service in (undo, redo):
        sequel = service(seat=gm, entry=hidden, any_act=True)
        assert sequel.visibility == Visibility.GM
        assert not Entry.objects.visible_to(player).filter(pk=sequel.pk).exists()


def test_every_kind_of_act_has_one_handler(gm):
    """Architecture: found by its kind; table, erasure, sequels and what is one's own word cannot be undone."""
    assert set(HANDLERS) == set(Kind)
    fixed = {kind for kind, handler in HANDLERS.items() if not handler.undoable}
    own_word = {Kind.TERMS_AGREED, Kind.AGREEMENT_TAKEN_BACK, Kind.X_CARD_RAISED, Kind.X_CARD_ANSWERED}
    assert (
        fixed == {Kind.CAMPAIGN_MADE, Kind.CHARACTER_TAKEN, Kind.GM_ROLL, Kind.REVEAL, Kind.UNDO, Kind.REDO} | own_word
    )
    assert max(len(kind.value) for kind in Kind) <= Entry._meta.get_field("kind").max_length


def test_a_seat_taken_away_acts_no_more(gm, player, alex):
    """The seat is asked for under the lock, whatever the page still shows."""
    campaigns.remove_seat(seat=gm, seat_id=player.pk)
    entry = last_entry(gm)
    with refused():
        roll_with(player, alex, dice(5))
    assert last_entry(gm) == entry
