"""People who come in by a name, and people who are gone (product.md, who may see what; X03)."""

from django.utils.translation import override

from sheets.models import Campaign, Entry, Role, Seat, User
from sheets.services import campaigns
from sheets.services.guests import make_guest
from sheets.services.replay import differences
from tests.sheets import factories


def test_a_guest_has_a_name_and_nothing_to_sign_in_by(db):
    """Two guests may bear the same name; what their accounts are called is made up."""
    guests = [make_guest("Nadia"), make_guest("Nadia")]
    assert {guest.called for guest in guests} == {"Nadia"}
    assert len({guest.username for guest in guests}) == 2
    assert all(guest.is_guest and str(guest) == "Nadia" for guest in guests)
    assert not factories.make_person().is_guest


def test_x03_a_deleted_person_leaves_seat_character_and_log(gm, player, alex):
    """X03: the seat stays as a former player's, with its characters; the log still agrees with the rows."""
    entries = Entry.objects.filter(campaign=gm.campaign).count()
    factories.roll_with(player, alex, factories.dice(4))
    User.objects.filter(pk=player.user_id).delete()
    player.refresh_from_db()
    alex.refresh_from_db()
    assert player.user_id is None
    assert alex.owner_id == player.pk
    with override("en"):
        assert player.called == "former player"
    assert Entry.objects.filter(seat=player).count() == 1
    assert Entry.objects.filter(campaign=gm.campaign).count() == entries + 1
    assert differences(gm.campaign_id) == []


def test_x03_a_deleted_gm_does_not_count_as_the_last_one(gm):
    """A GM's seat that nobody sits in keeps no table: the only one who is there stays."""
    second = factories.seat_at(gm, Role.GM)
    User.objects.filter(pk=second.user_id).delete()
    with factories.refused():
        campaigns.remove_seat(seat=gm, seat_id=gm.pk)


def test_a_long_account_name_fits_a_seat(gm):
    """An account may be called by 150 letters, a seat by 80."""
    person = factories.make_person("W" * 150)
    campaigns.give_seat(seat=gm, username=person.username, role=Role.PLAYER)
    assert Seat.objects.get(user=person).name == "W" * 80
    assert campaigns.make(user=person, values={"name": "Longue"}).name == "W" * 80
    assert Campaign.objects.filter(name="Longue").exists()
