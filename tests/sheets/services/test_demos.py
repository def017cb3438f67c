"""A visitor's own demo: what is laid, once a key, within a bounded number of statements; and how it is swept away."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from rules.impact.terms import Slot
from sheets.models import Campaign, Character, Entry, Reaction, Role, Roll, Scar, Seat, Trait, TraitKind, TrayItem, User
from sheets.services import demos, history
from sheets.services.replay import differences
from sheets.words import demo_people as told
from tests.sheets.factories import make_character, make_person, make_table, open_slots, seat_at
from tests.sheets.views.rows import every_row

pytestmark = pytest.mark.django_db


def age(seat: Seat, **since: int) -> None:
    Campaign.objects.filter(pk=seat.campaign_id).update(made_at=timezone.now() - timedelta(**since))


def test_a_demo_is_a_whole_table():
    """Product, home: four characters in play with full sheets, wounds, a log, a danger announced; all seats theirs."""
    gm = demos.make(user=None, key="k")
    campaign = Campaign.objects.get(pk=gm.campaign_id)
    assert campaign.demo
    seats = Seat.objects.held_by(gm.user).filter(campaign=campaign)
    assert sorted(seats.values_list("role", flat=True)) == ["gm", *["player"] * 4]
    assert gm.user.is_guest
    cast = {c.name: c for c in Character.objects.filter(campaign=campaign).select_related("sheet", "owner")}
    assert sorted(cast) == sorted(who.name for who in told.PEOPLE)
    for character in cast.values():
        assert character.owner.user == gm.user
        assert all([character.concept, character.notes, character.sheet.drive, character.sheet.flaw])
        assert {t.kind for t in Trait.objects.filter(sheet=character.pk)} == set(TraitKind)
        assert Reaction.objects.filter(sheet=character.pk).exists()
    assert open_slots(cast["Odile Tran"]) == {Slot.LIGHT_1, Slot.CRITICAL}
    assert open_slots(cast["Basile Oumarou"]) == {Slot.GRAVE}
    assert open_slots(cast["Hanne Verdier"]) == set()
    [scar] = Scar.objects.filter(character__campaign=campaign)
    assert (scar.character, scar.status, scar.unlocked) == (cast["Nour Castang"], "borne", True)
    assert campaign.session_number == 2
    assert campaign.danger.level == "high"
    assert campaign.gm_notes
    assert TrayItem.objects.filter(campaign=campaign, status="waiting").exists()
    seen = set(Roll.objects.filter(character__campaign=campaign).values_list("outcome", flat=True))
    assert seen == {"success", "failure", "complication", "disaster", "critical"}


def test_the_log_of_a_demo_is_that_of_play():
    """Architecture: replay finds nothing to differ, and what the log offers to undo can be undone."""
    gm = demos.make(user=None, key="k")
    assert list(differences(gm.campaign_id)) == []
    last_roll = Entry.objects.filter(campaign=gm.campaign_id, roll__isnull=False).latest("number")
    assert history.undo(seat=gm, entry=last_roll, any_act=True)
    assert list(differences(gm.campaign_id)) == []


@pytest.mark.parametrize(("language", "table", "wound"), [("fr", "Les eaux basses", "Poumon"), ("en", "Low", "lung")])
def test_a_demo_speaks_the_visitors_language(language, table, wound):
    """T01: what is laid is written in the language of whoever asked for it."""
    with override(language):
        gm = demos.make(user=None, key="k")
    assert table in gm.campaign.name
    odile = Character.objects.get(campaign=gm.campaign, name="Odile Tran")
    assert any(wound in w.name for w in odile.wounds.select_related("wording"))


def test_d03_the_same_key_is_the_same_demo():
    """D03: a tap that is sent twice lays one table for one guest."""
    first, second = demos.make(user=None, key="k"), demos.make(user=None, key="k")
    assert first == second
    assert second.user == first.user
    assert (Campaign.objects.count(), User.objects.count()) == (1, 1)


def test_whoever_has_come_in_keeps_their_name():
    """A person who is signed in holds the demo's seats themselves."""
    person = make_person()
    gm = demos.make(user=person, key="k")
    assert gm.user == person
    assert demos.standing(person) == gm
    assert demos.standing(make_person()) is None


def test_a_demo_asks_a_bounded_number_of_statements():
    """A tap answers quickly: as many statements whatever else is there, and no more than this."""
    counted = []
    for key in "ab":
        with CaptureQueriesContext(connection) as queries:
            demos.make(user=None, key=key)
        counted.append(len(queries))
    assert counted[0] == counted[1]
    assert counted[0] <= 450


def test_sweeping_leaves_no_row_and_no_file(django_capture_on_commit_callbacks):
    """A swept demo is gone with its guest, its portraits and all its rows; nothing of anyone else's is touched."""
    other = make_table()
    make_character(other, owner=seat_at(other))
    before = every_row()
    gm = demos.make(user=None, key="k")
    odile = Character.objects.get(campaign=gm.campaign, name="Odile Tran")
    odile.portrait.save("odile.webp", ContentFile(b"picture"))
    age(gm, hours=23)
    assert demos.sweep() == 0
    age(gm, hours=25)
    with django_capture_on_commit_callbacks(execute=True):
        assert demos.sweep() == 1
    assert every_row() == before
    assert not default_storage.exists(odile.portrait.name)


def test_sweeping_spares_people_with_something_of_their_own():
    """The account that played a demo stays, and so does a guest who sits at another table by now."""
    person = make_person()
    demos.make(user=person, key="a")
    guest = demos.make(user=None, key="b").user
    table = make_table()
    Seat.objects.create(user=guest, campaign=table.campaign, role=Role.PLAYER, name="Mina")
    settled = demos.make(user=None, key="c").user
    settled.set_password("a password of one's own")
    settled.save()
    for seat in Seat.objects.filter(campaign__demo_key__isnull=False, role=Role.GM):
        age(seat, days=2)
    out = StringIO()
    call_command("sweep_demos", stdout=out)
    assert out.getvalue() == "3 demos swept.\n"
    assert set(User.objects.all()) == {person, guest, settled, table.user}
    assert list(Campaign.objects.all()) == [table.campaign]


def test_a_new_demo_sweeps_old_ones_along():
    """A few at a time, so that a tap stays quick: the oldest go first."""
    laid = [demos.make(user=None, key=str(n)) for n in range(demos.SWEPT_BY_A_TAP + 1)]
    for days, seat in enumerate(laid, 2):
        age(seat, days=days)
    new = demos.make(user=None, key="new")
    assert set(Campaign.objects.all()) == {laid[0].campaign, new.campaign}


def test_the_demo_of_make_run_tells_the_same_story():
    """`make run` lays the same table for accounts, once, and it is never swept."""
    for _again in range(2):
        call_command("load_demo", stdout=StringIO())
    campaign = Campaign.objects.get()
    assert not campaign.demo
    assert sorted(c.name for c in campaign.characters.all()) == sorted(who.name for who in told.PEOPLE)
    assert sorted(s.user.username for s in campaign.seats.all()) == ["basile", "hanne", "intrigueur", "nour", "odile"]
    assert list(differences(campaign.pk)) == []
    Campaign.objects.update(made_at=timezone.now() - timedelta(days=9))
    assert demos.sweep() == 0
