"""Who may come to which address, with which method; what the refused and the uninvited get to see (P01, P02, P04)."""

import re
import uuid
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import transaction
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver
from django.utils import timezone, translation

from rules.impact.terms import Slot
from sheets import permissions, urls
from sheets.models import Entry, Seat, User, Visibility
from sheets.services import wounds
from sheets.views import history
from tests.sheets.cast import GM_MARK, MARK, PLAY_MARK, Cast, Person
from tests.sheets.views.addresses import BY_CODE, NEEDS, OF_A_SHEET, PLAIN_NAMES, ROWS, Row, address, usual
from tests.sheets.views.rows import every_row, nothing_changes

AT_A_SEAT = [name for name, row in ROWS.items() if row.seated and name not in PLAIN_NAMES | BY_CODE]


def names(patterns: Iterable[URLPattern | URLResolver]) -> Iterable[str | None]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns)
        else:
            yield pattern.name


def test_every_address_has_its_row():
    """P01: a new address is not let in before someone has said who may use it."""
    assert sorted(ROWS) == sorted(str(name) for name in names(urls.urlpatterns))


def body_of(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode(errors="replace")


def expected(name: str, row: Row, person: Person, method: str, htmx: bool) -> int:
    """The status that the row promises to this person."""
    if name == "forgotten":  # no mail is set up
        return 200 if method == "GET" else 422
    if name in ("signup", "login"):
        if person.user:
            return 302
        return 200 if method == "GET" else 422
    if name == "invitation" and method == "GET" and person.name in ("gm", "owner", "other"):
        return 302  # on to the seat that they hold
    wrong_method = method not in row.method
    # Who comes to an address of forms by the address alone is led to the page above it.
    wrong = 302 if method == "GET" and row.seated else 405
    if person.name in row.allowed.split():
        if method == "POST" and name == "delete-account":
            return 422  # sent without the password
        return wrong if wrong_method else (row.htmx if htmx else row.page)
    if person.name == "stranger":
        return 200 if htmx else 302
    if person.name in row.forbidden.split():
        return wrong if wrong_method and row.late else 403
    return 404


def ask(cast: Cast, person: Person, url: str, row: Row, method: str, htmx: bool) -> HttpResponse:
    if method == "GET":
        return person.get(url, htmx=htmx)
    return person.post(url, row.body(cast), htmx=htmx)


@pytest.mark.parametrize("name", ROWS)
def test_p01_who_may_use_an_address(cast, name):
    """P01, S05: each person, method and kind of request gets its status; a refusal changes and tells nothing."""
    row = ROWS[name]
    cast.alex.portrait.save("alex.webp", ContentFile(b"picture"))
    row.before(cast)
    before = every_row()
    seen = {}
    for person in cast.everyone():
        seat = person.seat if person.seat and person.name != "outsider" else cast.gm.held
        url = address(name, seat, cast)
        for method in ("GET", "POST"):
            for htmx in (False, True):
                cookies = deepcopy(person.client.cookies)
                with transaction.atomic():
                    answer = ask(cast, person, url, row, method, htmx)
                    refused = answer.status_code >= 400 or person.name not in row.allowed
                    if refused:
                        assert every_row() == before
                    transaction.set_rollback(True)
                body = body_of(answer)
                case = f"{person.name} {method}{' htmx' if htmx else ''}"
                seen[case] = answer.status_code
                if refused or person.name not in ("gm", "owner"):
                    assert MARK not in body, case
                if refused or person.name not in ("gm", "owner", "other"):
                    assert PLAY_MARK not in body, case
                own = person.name == "gm" or (name == "my-data" and person.name == "outsider")  # a GM elsewhere
                assert GM_MARK not in body or own, case
                person.client.cookies = cookies
    cast.alex.portrait.delete()
    promised = {
        f"{person.name} {method}{' htmx' if htmx else ''}": expected(name, row, person, method, htmx)
        for person in cast.everyone()
        for method in ("GET", "POST")
        for htmx in (False, True)
    }
    assert seen == promised


def alike(answer: HttpResponse, url: str) -> str:
    """A body without what differs between two addresses anyway: the token, and the address itself."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", body_of(answer)).replace(url, "")


@pytest.mark.parametrize("name", AT_A_SEAT)
def test_p04_anothers_seat_does_not_exist(cast, name):
    """P02, P04: a seat that is not one's own, at the same table or elsewhere, is a missing seat: 404, same body."""
    for person, theirs in ((cast.owner, cast.gm), (cast.spectator, cast.owner), (cast.gm, cast.outsider)):
        for htmx in (False, True):
            bodies = set()
            for seat_id in (theirs.held.pk, uuid.uuid4()):
                url = address(name, theirs.held, cast).replace(str(theirs.held.pk), str(seat_id))
                with nothing_changes():
                    answer = ask(cast, person, url, ROWS[name], ROWS[name].method, htmx)
                assert answer.status_code == 404
                bodies.add(alike(answer, url))
            assert len(bodies) == 1


def foreign(cast: Cast) -> dict[str, Any]:
    return {
        "character_id": cast.malik.pk,
        "wound_id": cast.foreign_wound.pk,
        "roll_id": cast.foreign_roll.pk,
        "entry_id": Entry.objects.get(roll=cast.foreign_roll).pk,
        "other_id": cast.outsider.held.pk,
        "draft_id": cast.foreign.draft.pk,
        "item_id": cast.foreign.item.pk,
        "boundary_id": cast.foreign.line.pk,
        "number": 99,
        "scar_id": cast.foreign_scar.pk,
    }


SWAPS = [(name, "character_id") for name in sorted(OF_A_SHEET)] + [(name, NEEDS[name][0]) for name in sorted(NEEDS)]


@pytest.mark.parametrize(("name", "part"), SWAPS)
def test_p04_a_foreign_row_is_a_missing_row(cast, name, part):
    """P02, P04: an id of another table under one's own seat is 404, with the body of an id that nothing has."""
    for htmx in (False, True):
        bodies = set()
        for pk in (foreign(cast)[part], 98 if part == "number" else uuid.uuid4()):
            url = address(name, cast.gm.held, cast, **{part: pk})
            with nothing_changes():
                answer = ask(cast, cast.gm, url, ROWS[name], ROWS[name].method, htmx)
            assert answer.status_code == 404
            bodies.add(alike(answer, url))
        assert len(bodies) == 1


@pytest.mark.parametrize("name", ["result", "wound", "name-wound", "older"])
def test_p02_a_row_of_another_character_is_missing_too(cast, name):
    """P02: what belongs to Alex is not found under Zoé, though the same seat may see both."""
    url = address(name, cast.gm.held, cast, character_id=cast.zoe.pk)
    with nothing_changes():
        assert ask(cast, cast.gm, url, ROWS[name], ROWS[name].method, False).status_code == 404


TAKEN_AWAY = [name for name in AT_A_SEAT if ROWS[name].method == "POST" and name != "odds"]


@pytest.mark.parametrize("name", TAKEN_AWAY)
def test_p01_a_seat_taken_away_in_the_same_moment(cast, name, monkeypatch):
    """P01: a seat removed between the look at it and the act: refused in words, and no act of play is done."""
    found = permissions.seat_held

    def and_removed(user: User, seat_id: uuid.UUID) -> Seat:
        seat = found(user, seat_id)
        Seat.objects.filter(pk=seat_id).update(removed_at=timezone.now())
        return seat

    ROWS[name].before(cast)
    person = usual(name, cast)
    url, sent = address(name, person.held, cast), ROWS[name].body(cast)
    entries = Entry.objects.count()
    monkeypatch.setattr(permissions, "seat_held", and_removed)
    for htmx in (False, True):
        Seat.objects.filter(pk=person.held.pk).update(removed_at=None)
        answer = person.post(url, sent, htmx=htmx)
        assert Entry.objects.count() == entries
        if name not in WITHOUT_ENTRY:
            assert answer.status_code in (409, 422)


# Texts kept and drafts thrown away are no acts of play, and do not look at the seat a second time.
WITHOUT_ENTRY = ("keep", "notes", "discard-draft")


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
