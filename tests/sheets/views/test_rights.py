"""What pages tell whom and what forms cannot reach, as stories; every address is in the matrix (P01, P02, P04)."""

import pytest
from django.utils import translation

from rules.impact.terms import Slot
from sheets.models import Entry, Visibility
from sheets.services import wounds
from sheets.services.act import entry_written
from sheets.views import history
from tests.sheets.cast import GM_MARK, MARK
from tests.sheets.views.addresses import ROWS, address
from tests.sheets.views.matrix import body_of
from tests.sheets.views.rows import nothing_changes


def test_p01_another_player_plays_nothing_for_them(cast):
    """P01: another player who rolls, wounds and takes back for Alex: 403 each time, no entry, nobody is woken."""
    woken: list[Entry] = []

    def heard(entry: Entry, **more: object) -> None:
        woken.append(entry)

    entry_written.connect(heard)
    for name in ("roll", "tick", "inflict", "undo"):
        for htmx in (False, True):
            with nothing_changes():
                answer = cast.other.post(address(name, cast.other.held, cast), ROWS[name].body(cast), htmx=htmx)
            assert answer.status_code == 403
    entry_written.disconnect(heard)
    assert woken == []


def test_p02_ids_in_the_body_do_not_reach_elsewhere(cast):
    """P02: campaign, owner, seat and character ids sent along with a form are ignored."""
    extra = {"campaign": cast.outsider.held.campaign_id, "owner": cast.gm.held.pk, "character": cast.malik.pk}
    extra |= {"seat": cast.gm.held.pk, "id": cast.malik.pk, "seat_id": cast.gm.held.pk, "state": "dead", "sparks": "9"}
    url = address("keep", cast.owner.held, cast)
    assert cast.owner.post(url, ROWS["keep"].body(cast) | extra).status_code == 303
    cast.alex.refresh_from_db()
    assert (cast.alex.campaign_id, cast.alex.owner_id, cast.alex.state) == (
        cast.campaign.pk,
        cast.owner.held.pk,
        "active",
    )
    assert (cast.alex.name, cast.alex.sheet.sparks) == ("Nova", 2)
    cast.malik.refresh_from_db()
    assert cast.malik.name == "Malik"


def test_p02_foreign_rows_in_a_sheet_form_make_rows_of_ones_own(cast):
    """P02: the id of a foreign trait in the sheet form neither reads nor changes that trait."""
    foreign_trait = cast.alex.sheet.traits.first()
    url = address("keep", cast.other.held, cast, character_id=cast.zoe.pk)
    sent = ROWS["keep"].body(cast) | {"version": "0", "imprint-0-id": str(foreign_trait.pk)}
    assert cast.other.post(url, sent).status_code == 303
    foreign_trait.refresh_from_db()
    assert (foreign_trait.name, foreign_trait.sheet_id) == (f"{MARK} empreinte", cast.alex.pk)
    assert [t.name for t in cast.zoe.sheet.traits.all()] == ["Née dehors"]


@pytest.mark.parametrize("name", ["table", "sheet", "result", "older"])
def test_s05_other_players_see_the_public_side(cast, name):
    """S05, product: another player and a spectator see name, concept, wounds and log, and nothing of the weave."""
    public = {
        "table": ["Alex", "Coupure publique"],
        "sheet": ["Alex", "Hackeuse publique", "Coupure publique", "2 Étincelles", "En jeu"],
        "result": ["Alex", "Échec"],
        "older": ["Coupure publique"],
    }
    for person in (cast.other, cast.spectator):
        body = body_of(person.get(address(name, person.held, cast)))
        assert MARK not in body
        assert [text for text in public[name] if text not in body] == []
    assert MARK in body_of(cast.owner.get(address("sheet", cast.owner.held, cast)))


def test_s02_what_the_gm_alone_may_see_reaches_nobody_else(cast):
    """S02: an entry for the GM alone is on no page, at no address and in no refusal of anyone else."""
    Entry.objects.filter(pk=cast.entry.pk).update(visibility=Visibility.GM)
    hidden = (str(cast.entry.pk), str(cast.roll.pk), cast.roll.pk.hex)
    for person in (cast.owner, cast.other, cast.spectator):
        for name in ("table", "sheet", "result", "older"):
            url = address(name, person.held, cast)
            answer = person.get(url)
            body = body_of(answer).replace(url, "")
            assert answer.status_code == (404 if name in ("result", "older") else 200)
            assert [text for text in hidden if text in body] == []
        for name in ("undo", "redo"):
            assert person.post(address(name, person.held, cast)).status_code == 404
    assert str(cast.entry.pk) in body_of(cast.gm.get(address("sheet", cast.gm.held, cast)))


def test_s02_a_refusal_says_nothing_of_a_hidden_entry(cast):
    """S02: what stands in the way of an undo is named to those who may see it; to others not even that it exists."""
    wounds.heal(seat=cast.gm.held, character_id=cast.alex.pk, slot=Slot.GRAVE)
    healed = Entry.objects.filter(campaign=cast.campaign).latest("number")
    roll = address("undo", cast.owner.held, cast)
    with translation.override("fr"):
        named, sentence = "d’abord", history.said(healed)
    assert sentence in body_of(cast.owner.post(roll, htmx=True))
    Entry.objects.filter(pk=healed.pk).update(visibility=Visibility.GM)
    for htmx in (False, True):
        with nothing_changes():
            answer = cast.owner.post(roll, htmx=htmx)
        assert answer.status_code == 409
        body = body_of(answer)
        assert "a changé depuis" in body
        assert [text for text in (sentence, named, str(healed.pk)) if text in body] == []
    told = body_of(cast.gm.post(address("undo", cast.gm.held, cast, entry_id=cast.entry.pk), htmx=True))
    assert sentence in told


def test_s01_a_hidden_roll_reaches_the_named_readers_alone(cast):
    """S01, S02: a roll for some seats is in their logs and in the GM's, and nowhere else, by every page."""
    url = address("gm-roll", cast.gm.held, cast)
    sent = ROWS["gm-roll"].body(cast) | {"visibility": "seats", "readers": [str(cast.owner.held.pk)], "label": "Loutre"}
    assert cast.gm.post(url, sent).status_code == 303
    seen = {
        person.name: [n for n in ("table", "sheet") if "Loutre" in body_of(person.get(address(n, person.held, cast)))]
        for person in (cast.gm, cast.owner, cast.other, cast.spectator)
    }
    assert seen == {"gm": ["table"], "owner": ["table"], "other": [], "spectator": []}
    entry = Entry.objects.filter(campaign=cast.campaign).latest("number")
    for person in (cast.other, cast.spectator):
        assert person.get(address("table-older", person.held, cast, entry_id=entry.pk)).status_code == 404
        assert person.post(address("undo", person.held, cast, entry_id=entry.pk)).status_code == 404
    foreign = sent | {"readers": [str(cast.outsider.held.pk)]}
    with nothing_changes():
        assert cast.gm.post(url, foreign).status_code == 422


def test_s01_a_revealed_roll_is_seen_by_all(cast):
    """S01: what was the GM's alone is on everyone's table once it is revealed, and not before."""
    people = (cast.owner, cast.other, cast.spectator)
    for seen in (False, True):
        for person in people:
            assert (GM_MARK in body_of(person.get(address("table", person.held, cast)))) is seen
        cast.gm.post(address("reveal", cast.gm.held, cast))


def test_p01_rights_end_with_the_seat(cast):
    """P01: with the seat every right ends, in pages that are still open too."""
    url = address("roll", cast.owner.held, cast)
    data, key = ROWS["roll"].body(cast), cast.owner.key(url)
    removed = cast.gm.post(address("remove-seat", cast.gm.held, cast, other_id=cast.owner.held.pk))
    assert removed.status_code == 303
    with nothing_changes():
        assert cast.owner.post(url, data, key=key).status_code == 404
