"""Scars: proposed, drawn, refined, agreed to by both, engaged on a roll, unlocked later, struck off (K1-K5)."""

import pytest

from rules.impact.healing import Period
from rules.impact.scars import ScarEffect, ScarSide
from rules.impact.terms import Cause, Danger, Outcome, Severity, Slot
from sheets.models import Campaign, Fall, Role, Scar, ScarEntry, ScarStatus, TrayItem
from sheets.services import scar_tables, scars, wounds
from sheets.services.scars import Written
from tests.sheets.factories import (
    ask,
    dice,
    end_period,
    make_character,
    play_of,
    prepare_now,
    refused,
    roll_with,
    seat_at,
    tick_slots,
    wound_in,
)

TWIST, FORCED, DIE, CALM, IMMUNE = (
    ScarEffect.TWIST_DIE,
    ScarEffect.IMPOSED_COMPLICATION,
    ScarEffect.ACTION_DIE,
    ScarEffect.CALM,
    ScarEffect.IMMUNITY,
)


def written(burden=TWIST, boon=DIE, **more):
    return Written("La jambe de verre", "Courir", burden, "Tenir bon", boon, **more)


def fall(gm, alex):
    """Alex survives an out of play, as the mode *heroic* has it, and a scar is due."""
    tick_slots(gm, alex, *Slot)
    Campaign.objects.filter(pk=gm.campaign_id).update(lethality="heroic")
    wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.CRITICAL)
    return Fall.objects.get(character=alex)


def borne(gm, player, alex, burden=TWIST, boon=DIE, *, unlocked=False):
    """A scar that both have agreed to, its boon unlocked or not."""
    who = {"character_id": alex.pk}
    scars.propose(seat=gm, written=written(burden, boon, weighed=True), **who)
    scars.agree(seat=player, **who)
    scar = Scar.objects.get(character=alex, status=ScarStatus.BORNE)
    if unlocked:
        end_period(gm, Period.SESSION)
        scars.unlock(seat=gm, scar_id=scar.pk, **who)
    return scar


def test_k3_proposed_refined_and_agreed_to(gm, player, alex, reversible):
    """K3, O7: whoever writes agrees, a refinement asks the other again; both agreed, it is borne and no longer due."""
    due = fall(gm, alex)
    assert due.scar_due == "required"
    reversible(lambda: scars.propose(seat=player, character_id=alex.pk, written=written()))
    reversible(lambda: scars.propose(seat=gm, character_id=alex.pk, written=written(boon=CALM)))
    scar = Scar.objects.get()
    assert (scar.gm_agrees, scar.player_agrees, scar.status) == (True, False, ScarStatus.PROPOSED)
    assert scar.wound_id == due.wound_id
    reversible(lambda: scars.agree(seat=player, character_id=alex.pk))
    scar.refresh_from_db()
    due.refresh_from_db()
    assert (scar.status, scar.unlocked, scar.written_in) == (ScarStatus.BORNE, False, 1)
    assert due.scar_due == "none"
    with refused():
        scars.agree(seat=player, character_id=alex.pk)


def test_k1_both_sides_weigh_the_same(gm, player, alex):
    """K1: unequal sides need the GM's word, and a burden is no boon."""
    with refused("weighed"):
        scars.propose(seat=player, character_id=alex.pk, written=written(TWIST, IMMUNE, weighed=True))
    with refused("weighed"):
        scars.propose(seat=gm, character_id=alex.pk, written=written(FORCED, DIE))
    scars.propose(seat=player, character_id=alex.pk, written=written(FORCED, IMMUNE))
    scars.propose(seat=gm, character_id=alex.pk, written=written(TWIST, IMMUNE, weighed=True))
    scars.propose(seat=player, character_id=alex.pk, written=written(TWIST, IMMUNE))
    with refused("burden"):
        scars.propose(seat=gm, character_id=alex.pk, written=written(DIE, TWIST))


@pytest.mark.parametrize("face", [1, 6, 12])
def test_k3_drawn_from_the_table(gm, player, alex, reversible, face):
    """K3: a d12 thrown on the table draws that entry, in the reader's language; it is refined like any other."""
    drawn = reversible(lambda: scars.draw(seat=player, character_id=alex.pk, face=face))
    entry = ScarEntry.objects.get(table__campaign=None, number=face)
    scar = Scar.objects.get()
    assert (str(scar), scar.drawn) == (entry.in_language("name"), face)
    assert drawn.facts["face"] == face
    assert (scar.gm_agrees, scar.player_agrees) == (False, False)
    scars.agree(seat=player, character_id=alex.pk)
    scars.agree(seat=gm, character_id=alex.pk)
    assert Scar.objects.get().status == ScarStatus.BORNE


def test_k3_the_server_draws_too(gm, player, alex):
    """K3, R06: without a face the server throws; a face that no d12 has is refused."""
    scars.draw(seat=player, character_id=alex.pk)
    assert 1 <= Scar.objects.get().drawn <= 12
    for face in (0, 13):
        with refused("face"):
            scars.draw(seat=player, character_id=alex.pk, face=face)


def test_k3_a_copied_table_goes_its_own_way(gm, player, alex):
    """K3, A03: a copy is not reached by the site's edits, nor a scar by an edit of its entry."""
    scars.draw(seat=player, character_id=alex.pk, face=3)
    before = str(Scar.objects.get())
    own = scar_tables.copy_for(gm.campaign)
    ScarEntry.objects.filter(number=3, table__campaign=None).update(name_fr="Autre", name_en="Other")
    assert ScarEntry.objects.get(table=own, number=3).in_language("name") == before
    assert str(Scar.objects.get()) == before
    assert scar_tables.entries_of(gm.campaign)[3].table == own
    assert len(scar_tables.entries_of(gm.campaign)) == 12
    assert scar_tables.copy_for(gm.campaign) == own


def test_o7_an_offered_scar_is_let_go(gm, player, alex, reversible):
    """O7: a miracle's scar may be left; a required one stays due though its proposal is thrown away."""
    due = fall(gm, alex)
    scars.propose(seat=player, character_id=alex.pk, written=written())
    reversible(lambda: scars.let_go(seat=gm, character_id=alex.pk))
    due.refresh_from_db()
    assert due.scar_due == "required"
    with refused():
        scars.let_go(seat=gm, character_id=alex.pk)
    Fall.objects.update(scar_due="offered")
    reversible(lambda: scars.let_go(seat=player, character_id=alex.pk))
    due.refresh_from_db()
    assert due.scar_due == "none"


@pytest.mark.parametrize(
    ("burden", "boon", "side", "d6", "d8"),
    [
        (TWIST, DIE, ScarSide.BURDEN, 1, 3),
        (FORCED, IMMUNE, ScarSide.BURDEN, 1, 2),
        (TWIST, DIE, ScarSide.BOON, 2, 2),
        (TWIST, CALM, ScarSide.BOON, 1, 1),
        (FORCED, IMMUNE, ScarSide.BOON, 1, 2),
    ],
)
def test_k2_an_engaged_side_in_the_pool_and_the_odds(gm, player, alex, burden, boon, side, d6, d8):
    """K2, X1: its dice are in the pool, with their cause, and the odds follow."""
    scar = borne(gm, player, alex, burden, boon, unlocked=True)
    asked = ask(alex, scars=frozenset([(scar.pk, side)]), scene_chaos=2, danger=Danger.NORMAL)
    shown = prepare_now(alex, asked)
    assert (shown.pool.d6, shown.pool.d8) == (d6, d8)
    assert [line["scar"] for line in shown.lines if "scar" in line] == [scar.pk.hex]
    if boon is IMMUNE and side is ScarSide.BOON:
        assert shown.odds.severity[Severity.NONE] == 1


def test_k2_an_immunity_takes_one_blow_a_scene(gm, player, alex, reversible):
    """K2, W09: the first severity of the scene is none; then it is used, until the scene ends."""
    scar = borne(gm, player, alex, FORCED, IMMUNE, unlocked=True)
    engaged = {"scars": frozenset([(scar.pk, ScarSide.BOON)]), "danger": Danger.HIGH}
    roll_with(player, alex, dice(6, 6), **{**engaged, "prepared": True})
    scar.refresh_from_db()
    assert not scar.immunity_used  # nothing came: nothing was used
    reversible(lambda: roll_with(player, alex, dice(2), **engaged))
    scar.refresh_from_db()
    assert (play_of(alex).ticked, scar.immunity_used) == (set(), True)
    with refused("scars"):
        roll_with(player, alex, dice(2), **engaged)
    reversible(lambda: end_period(gm, Period.SCENE))
    scar.refresh_from_db()
    assert (scar.immunity_used, scar.unlocked) == (False, True)


def test_k2_an_imposed_complication_goes_to_the_tray(gm, player, alex, reversible):
    """K2: outcome and severity unchanged."""
    scar = borne(gm, player, alex, FORCED, IMMUNE)
    made = reversible(lambda: roll_with(player, alex, dice(5), scars=frozenset([(scar.pk, ScarSide.BURDEN)])))
    assert made.roll.outcome == Outcome.SUCCESS.value
    assert TrayItem.objects.get(status="waiting").kind == Outcome.COMPLICATION.value


def test_k2_k4_what_may_not_be_engaged(gm, player, alex):
    """K2, K4, P02: both sides, a locked boon, a proposal, somebody else's scar."""
    scar = borne(gm, player, alex)
    both = frozenset((scar.pk, side) for side in ScarSide)
    other = make_character(gm)
    scars.propose(seat=gm, character_id=other.pk, written=written())
    proposed = Scar.objects.get(character=other)
    for sides in (both, {(scar.pk, ScarSide.BOON)}, {(proposed.pk, ScarSide.BURDEN)}):
        with refused("scars"):
            roll_with(player, alex, dice(2), scars=frozenset(sides))
    with refused("scars"):
        roll_with(gm, other, dice(2), scars=frozenset([(scar.pk, ScarSide.BURDEN)]))


def test_w4_a_scar_and_a_wound_of_one_injury_count_once(gm, player, alex):
    """W4: the engaged wound that the scar was born of brings its die, and the scar none."""
    tick_slots(gm, alex, Slot.GRAVE)
    scar = borne(gm, player, alex)
    engaged = {"scars": frozenset([(scar.pk, ScarSide.BURDEN)]), "wound_engaged": True}
    assert prepare_now(alex, ask(alex, **engaged)).pool.d8 == 2
    Scar.objects.update(wound=wound_in(alex, Slot.GRAVE))
    assert prepare_now(alex, ask(alex, **engaged)).pool.d8 == 1


def test_k4_the_boon_is_unlocked_later(gm, player, alex, reversible):
    """K4: by the GM, at the earliest at the end of the session in which the scar was written."""
    scar = borne(gm, player, alex)
    for period in (None, Period.SCENE):
        if period:
            end_period(gm, period)
        with refused("scar"):
            scars.unlock(seat=gm, character_id=alex.pk, scar_id=scar.pk)
    end_period(gm, Period.SESSION)
    reversible(lambda: scars.unlock(seat=gm, character_id=alex.pk, scar_id=scar.pk))
    scar.refresh_from_db()
    assert scar.unlocked


def test_a03_a_scar_is_struck_off_by_the_gm(gm, player, alex, reversible):
    """A03, K5: the table stays as it was; what is struck off is engaged no more, and nothing heals a scar."""
    scar = borne(gm, player, alex)
    for period in Period:
        end_period(gm, period)
    scar.refresh_from_db()
    assert scar.status == ScarStatus.BORNE
    entries = list(ScarEntry.objects.values())
    reversible(lambda: scars.remove(seat=gm, character_id=alex.pk, scar_id=scar.pk))
    assert list(ScarEntry.objects.values()) == entries
    with refused("scars"):
        roll_with(player, alex, dice(2), scars=frozenset([(scar.pk, ScarSide.BURDEN)]))
    with refused():
        scars.remove(seat=gm, character_id=alex.pk, scar_id=scar.pk)


def test_k3_nobody_plays_it(gm):
    """K3: for a character without a player the GM's word is enough."""
    orphan = make_character(gm, owner=None)
    scars.propose(seat=gm, character_id=orphan.pk, written=written())
    scars.agree(seat=gm, character_id=orphan.pk)
    assert Scar.objects.get().status == ScarStatus.BORNE


def test_w03_a_fall_that_was_undone_leaves_no_scar(gm, player, alex, reversible):
    """W03, W02: the fall, its scar and all are gone, one undo an act."""
    assert seat_at(gm, Role.PLAYER)
    due = fall(gm, alex)
    reversible(lambda: scars.draw(seat=player, character_id=alex.pk, face=1))
    assert due.cause == Cause.ORDINARY.value
