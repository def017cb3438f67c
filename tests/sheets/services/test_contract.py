"""The contract of a table: its versions, its lines and veils, who agrees, and the X-card (product: session zero)."""

import pytest

from sheets.models import Boundary, BoundaryKind, Campaign, Entry, Role, Seat, SpentKey, TrayItem, Wording
from sheets.regions.contract import contract_of
from sheets.services import campaigns, contract, rolls, x_card
from sheets.services.history import redo, undo
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.services.replay import differences
from sheets.state import TERMS
from tests.sheets.factories import (
    ask,
    last_entry,
    make_table,
    prepare_now,
    refused,
    roll,
    seat_at,
    snapshot_of_table,
)

LINE, VEIL = BoundaryKind


def version_of(seat: Seat) -> int:
    return Campaign.objects.get(pk=seat.campaign_id).contract_version


def agreed(seat: Seat) -> int | None:
    return Seat.objects.get(pk=seat.pk).agreed_version


# --- Versions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("maximum", [None, 5])
def test_the_first_version_is_all_in_the_log(db, maximum):
    """Product, session zero: the act that opens the table logs every starting term, as version 1."""
    gm = make_table(spark_start=3, spark_maximum=maximum, lethality="gritty")
    made = Entry.objects.get(campaign=gm.campaign_id)
    logged = {thing.rsplit(".", 1)[1]: held for thing, held in made.after.items() if thing.startswith("t.")}
    campaign = Campaign.objects.get(pk=gm.campaign_id)
    assert logged == {term: held for term in TERMS if (held := getattr(campaign, term)) is not None}
    assert (made.contract_version, campaign.contract_version, gm.campaign.contract_version) == (1, 1, 1)
    assert differences(gm.campaign_id) == []


def test_every_change_is_a_version_that_stays_readable(gm, player):
    """Product: a new version at every change, undo and redo included; each still says what it said."""
    changed = campaigns.change_terms(seat=gm, values={"lethality": "lethal", "spark_maximum": 4})
    contract.add_boundary(seat=player, kind=LINE, text="Torture")
    undo(seat=gm, entry=changed, any_act=True)
    redo(seat=gm, entry=changed, any_act=True)
    contract.remove_boundary(seat=gm, boundary_id=Boundary.objects.get().pk)
    whole = contract_of(gm)
    assert [v.number for v in whole.versions] == list(range(1, 7))
    said = [(dict(whole.rules(v))["Létalité"], whole.boundaries(v, LINE)) for v in whole.versions]
    assert said == [
        ("Jet de sortie", []),
        ("Létal", []),
        ("Létal", ["Torture"]),
        ("Jet de sortie", ["Torture"]),
        ("Létal", ["Torture"]),
        ("Létal", []),
    ]
    told = [
        [(c.before, c.after) for c in whole.changes(old, new)]
        for old, new in zip(whole.versions, whole.versions[1:], strict=False)
    ]
    terms = [("Jet de sortie", "Létal"), ("sans limite", "4")]
    assert told == [terms, [("", "Torture")], [(b, a) for a, b in terms], terms, [("Torture", "")]]


def test_the_contract_of_another_table_is_another(gm, player):
    """P04: versions, lines and veils of one table say nothing of another's."""
    other = make_table()
    contract.add_boundary(seat=player, kind=LINE, text="Torture")
    assert len(contract_of(other).versions) == 1
    assert contract_of(other).texts == {}


def test_terms_chosen_against_old_ones_change_nothing(gm):
    """Product: two GMs set the terms at once: the second is told, and nothing is overwritten unseen."""
    seen = campaigns.digest(gm.campaign)
    campaigns.change_terms(seat=gm, values={"facettes": True}, seen=seen)
    with pytest.raises(Refused) as caught:
        campaigns.change_terms(seat=gm, values={"facettes": False}, seen=seen)
    assert caught.value.code == "conflict"
    assert Campaign.objects.get(pk=gm.campaign_id).facettes is True
    # A line that came meanwhile is no such change.
    contract.add_boundary(seat=gm, kind=LINE, text="Torture")
    fresh = campaigns.digest(Campaign.objects.get(pk=gm.campaign_id))
    assert campaigns.change_terms(seat=gm, values={"facettes": False}, seen=fresh) is not None


@pytest.mark.parametrize("change", ["terms", "line"])
def test_nothing_rolls_under_a_contract_that_was_not_shown(gm, player, alex, change):
    """X1, product: a contract changed between the odds and the roll: nothing is thrown."""
    fingerprint = prepare_now(alex, ask(alex)).fingerprint
    if change == "terms":
        campaigns.change_terms(seat=gm, values={"arc_sessions": 3})
    else:
        contract.add_boundary(seat=gm, kind=VEIL, text="Noyade")
    with pytest.raises(rolls.Stale):
        roll(player, alex, ask(alex), fingerprint=fingerprint)
    assert alex.rolls.count() == 0
    made = roll(player, alex, ask(alex))
    assert made.entry.contract_version == 2


# --- Lines and veils -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BoundaryKind)
def test_a_boundary_is_nobodys(gm, player, kind, reversible):
    """Product, safety tools: no row of the database says who wrote a line or a veil; undo and redo hold it."""
    written = [*Wording.objects.values_list("pk", flat=True)]
    entry = reversible(lambda: contract.add_boundary(seat=player, kind=kind, text="Mort d’un animal"))
    assert entry.seat_id is None
    assert [w.author_id for w in Wording.objects.exclude(pk__in=written)] == [None]
    assert not SpentKey.objects.exists()
    boundary = Boundary.objects.get()
    assert (boundary.kind, boundary.wording.text, boundary.removed) == (kind, "Mort d’un animal", False)
    for name in (player.pk.hex, str(player.pk)):
        assert name not in f"{entry.before}{entry.after}{entry.facts}{list(entry.touches.values())}"
    assert differences(gm.campaign_id) == []


def test_a_boundary_sent_twice_stands_once(gm, player):
    """D01 without a key: the same words again, whatever their case and accents, change nothing."""
    assert contract.add_boundary(seat=player, kind=LINE, text="Mutilation d’élève") is not None
    entries = Entry.objects.count()
    assert contract.add_boundary(seat=gm, kind=LINE, text="mutilation  d’eleve") is None
    assert (Entry.objects.count(), Boundary.objects.count()) == (entries, 1)
    # A veil is something else, and what was taken out may come back.
    assert contract.add_boundary(seat=gm, kind=VEIL, text="Mutilation d’élève") is not None
    contract.remove_boundary(seat=gm, boundary_id=Boundary.objects.get(kind=LINE).pk)
    assert contract.add_boundary(seat=player, kind=LINE, text="Mutilation d’élève") is not None
    assert version_of(gm) == 5


def test_a_boundary_is_taken_out_by_name(gm, player, reversible):
    """Product: taking a line out is the GM's, named in the log, undone and done again; twice is refused."""
    contract.add_boundary(seat=player, kind=LINE, text="Torture")
    boundary = Boundary.objects.get()
    entry = reversible(lambda: contract.remove_boundary(seat=gm, boundary_id=boundary.pk))
    assert entry.seat == gm
    with refused():
        contract.remove_boundary(seat=gm, boundary_id=boundary.pk)
    assert differences(gm.campaign_id) == []


def test_there_is_room_for_so_many_boundaries(gm, player, monkeypatch):
    """Bad input: the list has an end, and says so at its field."""
    monkeypatch.setattr(Boundary, "MOST", 2)
    for text in ("Un", "Deux"):
        contract.add_boundary(seat=player, kind=LINE, text=text)
    before = snapshot_of_table(gm)
    with refused("text"):
        contract.add_boundary(seat=player, kind=VEIL, text="Trois")
    assert snapshot_of_table(gm) == before
    assert version_of(gm) == 3


# --- Agreement -----------------------------------------------------------------------------------


def test_an_agreement_is_to_one_version(gm, player):
    """Product: each seat agrees to a version; a change asks everyone again, and play is not blocked."""
    contract.agree(seat=player, version=1)
    contract.agree(seat=gm, version=1)
    assert (agreed(player), agreed(gm), version_of(gm)) == (1, 1, 1)
    campaigns.change_terms(seat=gm, values={"facettes": True})
    assert (agreed(player), version_of(gm)) == (1, 2)
    contract.agree(seat=player, version=2)
    assert (agreed(player), agreed(gm)) == (2, 1)
    assert [e.facts for e in Entry.objects.filter(kind=Kind.TERMS_AGREED.value, seat=player).order_by("number")] == [
        {"version": 1},
        {"version": 2},
    ]
    assert differences(gm.campaign_id) == []


@pytest.mark.parametrize("version", [1, 3, 99])
def test_another_version_than_the_one_that_stands(gm, player, version):
    """Product: an old version, or one that never was, is agreed to by nobody: a message, and nothing changed."""
    campaigns.change_terms(seat=gm, values={"facettes": True})
    before, entries = snapshot_of_table(gm), Entry.objects.count()
    with refused():
        contract.agree(seat=player, version=version)
    assert (snapshot_of_table(gm), Entry.objects.count()) == (before, entries)


def test_an_agreement_is_taken_back_by_its_own_seat(gm, player):
    """Product: one's word is one's own: taken back by whoever gave it, and never undone or redone for them."""
    entry = contract.agree(seat=player, version=1)
    assert contract.agree(seat=player, version=1) is None  # said already
    for change in (undo, redo):
        with refused():
            change(seat=gm, entry=entry, any_act=True)
    contract.take_back(seat=player)
    assert agreed(player) is None
    assert last_entry(gm).facts == {"version": 1}
    assert contract.take_back(seat=player) is None  # nothing left to take back
    assert differences(gm.campaign_id) == []


def test_a_seat_taken_away_agrees_to_nothing(gm, player):
    """P01: the seat is asked for under the lock."""
    campaigns.remove_seat(seat=gm, seat_id=player.pk)
    for act in (
        lambda: contract.agree(seat=player, version=1),
        lambda: contract.add_boundary(seat=player, kind=LINE, text="Torture"),
        lambda: x_card.lift(seat=player),
    ):
        with refused():
            act()
    assert not Boundary.objects.exists()


# --- The X-card ----------------------------------------------------------------------------------


def test_the_x_card_is_nobodys(gm, player):
    """Product, safety tools: the card has no name: not in its entry, its touches, its words or any key."""
    entry = x_card.lift(seat=player)
    assert (entry.seat_id, entry.facts, entry.character_id) == (None, {}, None)
    assert entry.after == {f"x.{gm.campaign_id.hex}": {"answer": None}}
    assert list(entry.touches.values_list("thing", flat=True)) == [f"x.{gm.campaign_id.hex}"]
    assert not SpentKey.objects.exists()
    assert not Wording.objects.exists()
    assert not TrayItem.objects.exists()
    assert version_of(gm) == 1


def test_the_x_card_goes_up_once_and_down_by_the_gm(gm, player):
    """Product: pressed again it stays up; the GM answers with a sentence, or without, and play goes on."""
    other = seat_at(gm, Role.SPECTATOR)
    x_card.lift(seat=player)
    assert x_card.lift(seat=other) is None
    x_card.answer(seat=gm, sentence="On souffle.")
    campaign = Campaign.objects.get(pk=gm.campaign_id)
    assert campaign.x_card_answer is not None
    assert (campaign.x_card, campaign.x_card_answer.text, campaign.x_card_answer.author) == (
        True,
        "On souffle.",
        gm.user,
    )
    # Someone needs more than that: the card is up anew.
    assert x_card.lift(seat=other) is not None
    assert Campaign.objects.get(pk=gm.campaign_id).x_card_answer is None
    x_card.answer(seat=gm, sentence="")
    campaign = Campaign.objects.get(pk=gm.campaign_id)
    assert (campaign.x_card, campaign.x_card_answer) == (False, None)
    with refused():
        x_card.answer(seat=gm, sentence="Encore ?")
    assert differences(gm.campaign_id) == []


def test_the_x_card_is_not_undone(gm, player):
    """Product: what was said aloud is not unsaid."""
    for entry in (x_card.lift(seat=player), x_card.answer(seat=gm, sentence="")):
        with refused():
            undo(seat=gm, entry=entry, any_act=True)
