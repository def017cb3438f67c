"""Coming to a table by a link, and whose seat and character is whose (product.md, home and joining; X01, X03)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from sheets.models import Character, Entry, Invite, Role, Seat, User
from sheets.services import campaigns, guests, invites, owners, ready_made
from sheets.services.codes import ALPHABET, fold_code, make_code, spell_code
from sheets.services.guests import make_guest
from sheets.services.history import undo
from sheets.services.refusal import Refused
from sheets.services.replay import differences
from sheets.words.ready_made import READY_MADE
from tests.sheets import factories


def link(gm: Seat, role: Role = Role.PLAYER) -> str:
    return invites.open_link(seat=gm, role=role).code


# --- codes ---------------------------------------------------------------------------------------


def test_a_code_is_read_however_it_is_typed():
    """Case, hyphens, blanks and letters that look like figures do not matter; what is no sign is passed over."""
    assert fold_code(" abcd-o1il ") == "ABCD0111"
    assert fold_code("\x00é<b>") == "B"
    assert spell_code("ABCDEFGHJKMN") == "ABCD-EFGH-JKMN"
    code = make_code(12)
    assert fold_code(spell_code(code).lower()) == code


def test_codes_hold_enough_chance():
    """Nobody finds a link (60 bits) or a recovery code (80 bits) by trying."""
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert invites.CODE_LENGTH * 5 >= 60
    assert guests.RECOVERY_LENGTH * 5 >= 80
    assert len({make_code(12) for _code in range(1000)}) == 1000


# --- links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
def test_a_link_seats_whoever_follows_it(gm, role, reversible):
    """Product: a link for players and one for spectators; who follows it twice lands on the same seat."""
    person, code = factories.make_person(), link(gm, role)
    entry = reversible(lambda: invites.join(user=person, code=code))
    seat = Seat.objects.get(user=person)
    assert (seat.role, seat.campaign_id, entry.kind) == (role, gm.campaign_id, "seat_taken")
    assert invites.join(user=person, code=spell_code(code).lower()) == seat
    assert Seat.objects.filter(campaign=gm.campaign).count() == 2
    assert differences(gm.campaign_id) == []


def test_x01_a_link_made_anew_puts_the_old_one_out_of_use(gm):
    """X01: the old link lets nobody in any more, the new one does; the other role's link stays."""
    old, watching = link(gm), link(gm, Role.SPECTATOR)
    new = link(gm)
    with pytest.raises(Refused, check=lambda refused: refused.code == "closed"):
        invites.join(user=factories.make_person(), code=old)
    assert invites.join(user=factories.make_person(), code=new).role == Role.PLAYER
    assert invites.join(user=factories.make_person(), code=watching).role == Role.SPECTATOR
    assert Invite.objects.live().filter(campaign=gm.campaign).count() == 2


def test_x01_a_closed_link_makes_no_guest(gm):
    """X01: a link that was closed while its page stood open makes nobody."""
    code = link(gm)
    invites.close_link(seat=gm, role=Role.PLAYER)
    people = User.objects.count()
    with pytest.raises(Refused):
        invites.join_as_guest(code=code, name="Nadia", key="k")
    assert User.objects.count() == people


def test_a_spectator_may_come_in_to_play(gm, reversible):
    """House rule: the players' link makes a player of a spectator, on the same seat; the other way it adds nothing."""
    watching, playing = link(gm, Role.SPECTATOR), link(gm)
    person = factories.make_person()
    seat = invites.join(user=person, code=watching)
    reversible(lambda: invites.join(user=person, code=playing))
    assert invites.join(user=person, code=watching) == seat
    assert [(s.pk, s.role) for s in Seat.objects.filter(user=person)] == [(seat.pk, Role.PLAYER)]


def test_a_gm_who_follows_the_link_keeps_their_seat(gm):
    """House rule: a link takes nothing away and gives a GM no second seat."""
    assert invites.join(user=gm.user, code=link(gm)) == gm
    assert Seat.objects.filter(user=gm.user).count() == 1


def test_who_was_removed_gets_a_new_seat_by_a_live_link(gm, player, alex):
    """House rule: a removed seat stays removed; a live link gives a new one, without the old characters."""
    code = link(gm)
    campaigns.remove_seat(seat=gm, seat_id=player.pk)
    seat = invites.join(user=player.user, code=code)
    player.refresh_from_db()
    alex.refresh_from_db()
    assert seat.pk != player.pk
    assert player.removed_at is not None
    assert alex.owner_id == player.pk


# --- guests --------------------------------------------------------------------------------------


def test_the_form_of_a_guest_sent_twice_makes_one(gm):
    """Keys: the same form again is the same guest on the same seat; another form is another guest."""
    code = link(gm)
    first = invites.join_as_guest(code=code, name="Nadia", key="one")
    again = invites.join_as_guest(code=code, name="Nadia", key="one")
    other = invites.join_as_guest(code=code, name="Nadia", key="two")
    assert first == again
    assert {first[1].name, other[1].name} == {"Nadia"}
    assert other[0] != first[0]
    assert Entry.objects.filter(kind="seat_taken").count() == 2


def test_an_old_form_is_no_way_in(gm):
    """Keys: who finds the form of a guest later does not become that guest."""
    code = link(gm)
    guest, _seat = invites.join_as_guest(code=code, name="Nadia", key="one")
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(hours=1))
    with factories.refused():
        invites.join_as_guest(code=code, name="Nadia", key="one")


def test_a_guest_comes_back_by_a_code(db):
    """Product: a code, kept as a digest alone; one made anew puts the old one out of use."""
    guest = make_guest("Nadia")
    old, new = guests.renew_recovery(guest), guests.renew_recovery(guest)
    assert guests.recovered(spell_code(new).lower()) == guest
    guest.refresh_from_db()
    assert new not in repr(vars(guest))
    for wrong in (old, "", "x", new[:-1]):
        with factories.refused("code"):
            guests.recovered(wrong)
    User.objects.update(is_active=False)
    with factories.refused("code"):
        guests.recovered(new)


def test_a_guest_settles_and_keeps_everything(gm):
    """Product: an account keeps seats, characters and log; the code is no way in any more."""
    guest, seat = invites.join_as_guest(code=link(gm), name="Nadia", key="one")
    code = guests.renew_recovery(guest)
    alex = factories.make_character(seat, owner=seat)
    guests.settle(guest, "nadia", "un mot de passe long")
    kept = User.objects.get(pk=guest.pk)
    assert (kept.is_guest, kept.called, kept.check_password("un mot de passe long")) == (False, "nadia", True)
    assert Seat.objects.get(user=kept).name == "Nadia"
    assert Character.objects.get(owner__user=kept) == alex
    assert Entry.objects.filter(seat=seat).count() == 2
    with factories.refused("code"):
        guests.recovered(code)


def test_an_account_of_a_name_that_was_taken_meanwhile(db):
    """A name that somebody chose in the same moment is refused at its field; the guest stays one."""
    guest = make_guest("Nadia")
    with factories.refused("username"):
        guests.settle(guest, factories.make_person().username, "un mot de passe long")
    assert User.objects.get(pk=guest.pk).is_guest


# --- seats ---------------------------------------------------------------------------------------


def test_a_player_becomes_gm_and_player_again(gm, player, reversible):
    """Product: co-GM; every change is an act with its undo."""
    reversible(lambda: campaigns.change_role(seat=gm, seat_id=player.pk, role=Role.GM))
    reversible(lambda: campaigns.change_role(seat=gm, seat_id=player.pk, role=Role.PLAYER))
    reversible(lambda: campaigns.remove_seat(seat=gm, seat_id=player.pk))


def test_the_last_gm_stays_one(gm, player):
    """Product: the last GM cannot be demoted or removed, nor made so by an undo."""
    for wrong in (Role.PLAYER, Role.SPECTATOR):
        with factories.refused():
            campaigns.change_role(seat=gm, seat_id=gm.pk, role=wrong)
    campaigns.change_role(seat=gm, seat_id=player.pk, role=Role.GM)
    made = factories.last_entry(gm)
    player.refresh_from_db()
    campaigns.remove_seat(seat=gm, seat_id=gm.pk)
    with factories.refused():
        undo(seat=player, entry=made, any_act=True)
    assert Seat.objects.get(pk=player.pk).is_gm


def test_p01_a_role_that_was_taken_away_meanwhile(gm, player):
    """P01: whoever was a GM when their form was looked at, and is none under the lock, changes nothing."""
    campaigns.change_role(seat=gm, seat_id=player.pk, role=Role.GM)
    stale = Seat.objects.get(pk=player.pk)
    campaigns.change_role(seat=gm, seat_id=player.pk, role=Role.PLAYER)
    with factories.refused():
        campaigns.remove_seat(seat=stale, seat_id=gm.pk)
    with factories.refused():
        invites.open_link(seat=stale, role=Role.PLAYER)


# --- characters ----------------------------------------------------------------------------------


def test_x03_the_character_of_a_player_who_left_goes_on(gm, player, alex, reversible):
    """X03: handed to another player's seat, who may act for it from then on; undone and done again."""
    User.objects.filter(pk=player.user_id).delete()
    heir = factories.seat_at(gm)
    entry = reversible(lambda: owners.hand_over(seat=gm, character_id=alex.pk, to=heir.pk))
    alex.refresh_from_db()
    assert (alex.owner_id, entry.about_id) == (heir.pk, heir.pk)
    assert differences(gm.campaign_id) == []


def test_a_character_goes_to_players_of_the_table_alone(gm, alex):
    """P02: not to a seat elsewhere, a GM, a spectator, or one that was taken away."""
    gone = factories.seat_at(gm)
    campaigns.remove_seat(seat=gm, seat_id=gone.pk)
    for wrong in (factories.make_table(), gm, factories.seat_at(gm, Role.SPECTATOR), gone):
        with factories.refused("to"):
            owners.hand_over(seat=gm, character_id=alex.pk, to=wrong.pk)


def test_of_two_who_want_a_prepared_character_the_first_has_it(gm, player, reversible):
    """Product: one wins, the other is told; a second press of the first changes nothing."""
    kai = factories.make_character(gm)
    with factories.refused():
        owners.take(seat=player, character_id=kai.pk)
    reversible(lambda: owners.hand_over(seat=gm, character_id=kai.pk, to=None, free=True))
    assert [c.pk for c in owners.waiting(gm)] == [kai.pk]
    reversible(lambda: owners.take(seat=player, character_id=kai.pk))
    assert owners.take(seat=player, character_id=kai.pk) is None
    with factories.refused():
        owners.take(seat=factories.seat_at(gm), character_id=kai.pk)
    kai.refresh_from_db()
    assert (kai.owner_id, kai.free_to_take, owners.waiting(gm)) == (player.pk, False, [])


@pytest.mark.parametrize("ready", READY_MADE)
def test_ready_made_characters_are_whole(player, ready):
    """C1: with name, concept, weave, reaction, traits of every kind and an objective, within a sheet's limits."""
    made = ready_made.make(seat=player, ready=ready).character
    fresh = Character.objects.select_related("sheet").get(pk=made.pk)
    fresh.full_clean()
    fresh.sheet.full_clean()
    assert all([fresh.name, fresh.concept, fresh.sheet.drive, fresh.sheet.flaw, fresh.sheet.tension])
    rows = [*fresh.sheet.traits.all(), *fresh.sheet.reactions.all(), *fresh.sheet.objectives.all()]
    for row in rows:
        row.full_clean()
    assert {trait.kind for trait in fresh.sheet.traits.all()} == {"imprint", "mark", "backpack"}
    assert len(fresh.sheet.reactions.all()) == 1
    assert fresh.sheet.objectives.exists()
    assert fresh.owner_id == player.pk
