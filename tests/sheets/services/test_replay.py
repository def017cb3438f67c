"""`manage.py replay_log` finds every corruption of a sheet, and `sweep_keys` forgets old keys alone."""

import io
import uuid
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from rules.impact.healing import Period
from rules.impact.scars import ScarEffect, ScarSide
from rules.impact.terms import Advantage, Danger, Severity, Slot, State
from sheets.models import (
    Boundary,
    BoundaryKind,
    Campaign,
    Character,
    Choice,
    Entry,
    Fall,
    ImpactSheet,
    Role,
    Scar,
    ScarStatus,
    Seat,
    SpentKey,
    Touch,
    TrayItem,
    TrayStatus,
    Visibility,
    Wound,
)
from sheets.services import (
    advantages,
    campaigns,
    contract,
    erasure,
    falls,
    gm_rolls,
    helping,
    invites,
    owners,
    scars,
    scene,
    sparks,
    states,
    tray,
    wounds,
    x_card,
)
from sheets.services.history import redo, undo
from sheets.services.kinds import Kind
from sheets.services.replay import differences
from tests.sheets.factories import (
    agree_to_help,
    ask_help,
    dice,
    end_period,
    last_entry,
    make_character,
    make_person,
    make_table,
    pending_fall,
    roll_with,
    seat_at,
    tick_slots,
    wound_in,
)

L1, L2, G, C = Slot


def replay(*campaigns):
    """What the command prints, and its exit status."""
    out = io.StringIO()
    try:
        call_command("replay_log", *campaigns, stdout=out)
    except CommandError as error:
        return out.getvalue(), error.returncode
    return out.getvalue(), 0


def play_scars(gm, player, alex):
    """Every act about scars."""
    who = {"character_id": alex.pk}
    scars.draw(seat=player, face=6, **who)
    written = scars.Written("Côtes", "Forcer", ScarEffect.TWIST_DIE, "Encaisser", ScarEffect.ACTION_DIE)
    scars.propose(seat=gm, written=written, **who)
    scars.agree(seat=player, **who)
    scars.propose(seat=gm, written=written, **who)
    scars.let_go(seat=gm, **who)
    scar = Scar.objects.get(character=alex, status=ScarStatus.BORNE)
    end_period(gm, Period.SESSION)
    scars.unlock(seat=gm, scar_id=scar.pk, **who)
    roll_with(player, alex, dice(5, 1), scars=frozenset([(scar.pk, ScarSide.BOON)]))
    scars.remove(seat=gm, scar_id=scar.pk, **who)


def play_help(gm, player, alex):
    """Every act about help with a roll, and a roll that is helped."""
    maya = make_character(gm, owner=None, character={"name": "Maya"})
    about = {"seat": gm, "character_id": maya.pk, "roller_id": alex.pk}
    ask_help(player, alex, maya, danger=Danger.HIGH)
    helping.spare(**about, spared=True)
    helping.spare(**about, spared=False)
    agree_to_help(gm, alex, maya)
    roll_with(player, alex, dice(2, 2), danger=Danger.HIGH, allies=frozenset([maya.pk]))
    wounds.heal(seat=gm, character_id=alex.pk, slot=G)


def play_every_kind(gm, player, alex):
    """Play so that every kind of entry is in the log."""
    play_help(gm, player, alex)
    play_scars(gm, player, alex)
    roll_with(player, alex, dice(5, twist=(7,)), scene_chaos=1)
    hit = roll_with(player, alex, dice(2), danger=Danger.NORMAL).entry
    who = {"seat": gm, "character_id": alex.pk}
    wounds.rename(wound_id=wound_in(alex, L1).pk, name="Coup à la tempe", **who)
    undo(seat=gm, entry=hit, any_act=True)
    redo(seat=gm, entry=hit, any_act=True)
    wounds.tick(slot=L2, **who)
    wounds.heal(slot=L2, **who)
    wounds.inflict(severity=Severity.OUT_OF_PLAY, **who)
    states.change(to=State.NEUTRALISED, **who)
    states.change(to=State.ACTIVE, **who)
    wounds.inflict(severity=Severity.OUT_OF_PLAY, exit_dice=2, **who)
    falls.exit_roll(fall_id=pending_fall(alex).pk, faces=(7, 8), **who)
    falls.buy_back(fall_id=pending_fall(alex).pk, **who)
    states.change(to=State.ACTIVE, **who)
    sparks.change(by=2, **who)
    wounds.tick(slot=G, **who)
    scene.rule_engaged(reason="Ton épaule", **who)
    scene.answer_ruling(choice=Choice.ADAPT, dependency="Marc", **who)
    scene.change_chaos(seat=gm, by=2)
    scene.announce(seat=gm, said=scene.Said(Danger.LOW, mortal=True))
    scene.answer(choice=Choice.GO, **who)
    roll_with(player, alex, dice(5, twist=(7, 8)))
    scene.dismiss_offer(seat=gm)
    scene.withdraw(seat=gm)
    advantages.change(seat=gm, kind=Advantage.TWISTED, by=1)
    wounds.heal(slot=G, **who)
    tray.settle(seat=gm, item_id=TrayItem.objects.get().pk, status=TrayStatus.PLACED)
    hidden = gm_rolls.make(seat=gm, d6=2, critical_d6=0, d8=1, label="La ronde", visibility=Visibility.GM)
    gm_rolls.reveal(seat=gm, entry=hidden)
    campaigns.change_terms(seat=gm, values={"lethality": "gritty", "spark_maximum": 9})
    contract.add_boundary(seat=player, kind=BoundaryKind.LINE, text="Pas d’enfants")
    contract.remove_boundary(seat=gm, boundary_id=Boundary.objects.get().pk)
    campaigns.set_terms(campaign_id=gm.campaign_id, values={"facettes": True})
    contract.agree(seat=player, version=5)
    contract.take_back(seat=player)
    x_card.lift(seat=player)
    x_card.answer(seat=gm, sentence="On souffle.")
    wounds.inflict(severity=Severity.OUT_OF_PLAY, mortal=True, **who)
    died = falls.die(fall_id=pending_fall(alex).pk, **who)
    undo(seat=gm, entry=died, any_act=True)
    falls.sacrifice(seat=player, character_id=alex.pk)
    guest = seat_at(gm, Role.SPECTATOR)
    campaigns.remove_seat(seat=gm, seat_id=guest.pk)
    leaving = seat_at(gm)
    tick_slots(gm, make_character(gm, owner=leaving), L2)
    erasure.erase(user=leaving.user, characters_go=True)
    code = invites.open_link(seat=gm, role=Role.PLAYER).code
    joined = invites.join(user=make_person(), code=code)
    kai = make_character(gm, owner=None)
    owners.hand_over(seat=gm, character_id=kai.pk, to=None, free=True)
    owners.take(seat=joined, character_id=kai.pk)
    campaigns.change_role(seat=gm, seat_id=joined.pk, role=Role.GM)
    make_character(gm, owner=None)
    undo(seat=gm, entry=last_entry(gm), any_act=True)
    return gm


@pytest.fixture
def played(gm, player, alex):
    """A table with every kind of entry behind it."""
    return play_every_kind(gm, player, alex)


def test_a_played_table_is_what_its_log_says(played):
    """Every kind of entry is folded alike."""
    assert set(Entry.objects.values_list("kind", flat=True)) == {kind.value for kind in Kind}
    assert differences(played.campaign_id) == []
    printed, status = replay()
    assert status == 0
    assert "1 tables" in printed


def test_every_thing_fits_its_column(played):
    """Architecture, database: SQLite keeps what is too long for a column, PostgreSQL refuses it."""
    longest = max(Touch.objects.values_list("thing", flat=True), key=len)
    assert len(longest) <= Touch._meta.get_field("thing").max_length


def corrupt_wound(alex):
    Wound.objects.filter(slot="light_1", status="open").update(slot="grave")


CORRUPTIONS = {
    "sparks": lambda alex: ImpactSheet.objects.filter(pk=alex.pk).update(sparks=9),
    "redemptions": lambda alex: ImpactSheet.objects.filter(pk=alex.pk).update(redemptions_this_arc=7),
    "scar.": lambda alex: Scar.objects.update(status="borne"),
    "fall.": lambda alex: Fall.objects.filter(status="down").update(status="choice"),
    "scar_due.": lambda alex: Fall.objects.filter(scar_due="required").update(scar_due="none"),
    "sparks_due": lambda alex: ImpactSheet.objects.filter(pk=alex.pk).update(sparks_due=1),
    "state": lambda alex: Character.objects.filter(pk=alex.pk).update(state="neutralised"),
    "here": lambda alex: Character.objects.filter(pk=alex.pk).update(removed_at=timezone.now()),
    "slot.grave": corrupt_wound,
    "wound.": lambda alex: Wound.objects.filter(status="healed").update(die_spent=True),
    "name.": lambda alex: Wound.objects.exclude(wording=None).update(wording=None),
    "slot.critical": lambda alex: Wound.objects.create(character=alex, slot="critical"),
    "owner": lambda alex: Character.objects.filter(pk=alex.pk).update(owner=None),
    "free": lambda alex: Character.objects.filter(pk=alex.pk).update(free_to_take=True),
    "tray.": lambda alex: TrayItem.objects.filter(character=alex).update(status="taken_back"),
    "lethality": lambda alex: Campaign.objects.update(lethality="lethal"),
    "s.": lambda alex: Seat.objects.filter(pk=alex.owner_id).update(role=Role.GM),
}


@pytest.mark.parametrize("thing", CORRUPTIONS)
def test_a_corruption_made_by_hand_is_found(played, alex, thing):
    """Whatever was changed behind the log's back is printed with both values, exit status 1."""
    CORRUPTIONS[thing](alex)
    printed, status = replay(played.campaign_id)
    assert status == 1
    assert thing in printed
    assert all(line.startswith(str(played.campaign_id)) for line in printed.splitlines())


def test_a_lost_entry_is_found(played, alex):
    """A gap in the log shows as well."""
    Entry.objects.filter(kind="tray_settled").delete()
    assert [(d.logged, d.present) for d in differences(played.campaign_id)] == [("waiting", "placed")]


def test_only_the_named_tables_are_replayed(played, alex):
    """The command takes ids of tables, and says which it does not know."""
    other = make_table()
    ImpactSheet.objects.update(sparks=9)
    assert replay(other.campaign_id)[1] == 0
    assert replay()[1] == 1
    with pytest.raises(CommandError, match="No such table"):
        call_command("replay_log", uuid.uuid4())


def test_replay_asks_no_more_for_a_long_log(gm, alex, django_assert_max_num_queries):
    """Architecture, queries: entries are streamed, sheets read together."""
    for _time in range(30):
        sparks.change(seat=gm, character_id=alex.pk, by=1)
    for _character in range(5):
        tick_slots(gm, make_character(gm), G)
    with django_assert_max_num_queries(13):
        assert differences(gm.campaign_id) == []


@pytest.mark.parametrize(("days", "left"), [([], {"new", "six"}), (["--days", "5"], {"new"}), (["--days", "0"], set())])
def test_sweep_keys_forgets_old_keys_alone(gm, days, left):
    """D01: keys that a retry may still need stay."""
    now = timezone.now()
    for key, age in (("new", 0), ("six", 6), ("eight", 8)):
        made = SpentKey.objects.create(user=gm.user, key=key, digest="")
        SpentKey.objects.filter(pk=made.pk).update(made_at=now - timedelta(days=age, seconds=1))
    out = io.StringIO()
    call_command("sweep_keys", *days, stdout=out)
    assert set(SpentKey.objects.values_list("key", flat=True)) == left
    assert out.getvalue() == f"{3 - len(left)} keys swept.\n"


@pytest.mark.parametrize("days", ["-1", "1e9", "999999999999"])
def test_sweep_keys_refuses_nonsense(db, days):
    """Bad input: days that are no number of days."""
    with pytest.raises(CommandError):
        call_command("sweep_keys", f"--days={days}")
