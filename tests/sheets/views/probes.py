"""Cells of the matrix of rights that ask for what is not one's own: rows, keys, seats and entries of others."""

import time
import uuid
from collections.abc import Iterator
from contextlib import nullcontext
from copy import deepcopy
from typing import Any
from unittest.mock import patch

from django.db import transaction

from rules.impact.terms import Severity
from sheets import permissions
from sheets.models import Attempts, Character, Entry, Fall, Reaction, Role, Seat, Trait, User, Visibility
from sheets.services import invites, sparks, wounds
from sheets.services.keys import make_key
from sheets.services.limits import _bucket
from sheets.views import limits
from tests.sheets.cast import Cast
from tests.sheets.factories import snapshot_of_table
from tests.sheets.views.addresses import BY_CODE, NEEDS, OF_A_SHEET, PLAIN_NAMES, ROWS, address, usual
from tests.sheets.views.matrix import Cell, Removal, Walked, answered, body_of, walk_cells

AT_A_SEAT = [name for name, row in ROWS.items() if row.seated and name not in PLAIN_NAMES | BY_CODE]
# All but the windows of a demo, which this table is not.
OPEN = [name for name in AT_A_SEAT if ROWS[name].allowed]
ACTS = [name for name in AT_A_SEAT if ROWS[name].method == "POST" and name != "odds"]
# Nameless acts carry no key, since a key keeps a person.
KEYED = [name for name in ACTS if name not in ("x-card", "add-boundary")]
# Texts kept and drafts thrown away are no acts of play, and do not look at the seat a second time.
WITHOUT_ENTRY = ("keep", "notes", "discard-draft")
OF_A_ROW = sorted({*OF_A_SHEET, *NEEDS})
OF_AN_ENTRY = ["result", "older", "table-older", "undo", "redo"]
LIMITED = ["login", "signup", "forgotten", "demo", "by-code", "invitation", "join-as-guest", "come-back"]


def foreign(cast: Cast) -> dict[str, Any]:
    """The rows of the other table, by the part of an address that names them."""
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


def _methods(name: str) -> list[str]:
    verb = ROWS[name].method.split()[0]
    return [verb, f"{verb} htmx"]


def others_seats(cast: Cast, name: str) -> Iterator[Cell]:
    """P02, P04: a seat that is not one's own, at the same table or elsewhere, is a missing seat: 404, same body."""
    for person, theirs in ((cast.owner, cast.gm), (cast.spectator, cast.owner), (cast.gm, cast.outsider)):
        url = address(name, theirs.held, cast)
        missing = url.replace(str(theirs.held.pk), str(uuid.uuid4()))
        for method in _methods(name):
            case = f"{name}: {person.name} at the seat of {theirs.name}, {method}"
            yield Cell(case, person, url, method, (404,), ROWS[name].body(cast), same_as=missing)


def foreign_rows(cast: Cast, name: str) -> Iterator[Cell]:
    """P02, P04: a row of another table under one's own seat is a missing row; so is one that was removed."""
    buried = Character.objects.get(name="Partie")
    of_malik = {part: foreign(cast)[part] for part in NEEDS.get(name, [])}
    if name in ("answer-help", "spare-help"):  # whose other is a character
        of_malik = {"other_id": cast.malik.pk}
    swaps = [of_malik] if of_malik else []
    if name in OF_A_SHEET:
        swaps += [of_malik | {"character_id": cast.malik.pk}, {"character_id": buried.pk}]
    if name in OF_A_SHEET and name in NEEDS:  # of Alex, looked for under Zoé
        swaps.append({"character_id": cast.zoe.pk})
    for swap in swaps:
        url = address(name, cast.gm.held, cast, **swap)
        nothing = {part: 98 if part == "number" else uuid.uuid4() for part in swap}
        missing = address(name, cast.gm.held, cast, **nothing)
        for method in _methods(name):
            case = f"{name}: gm with {' and '.join(swap)} of elsewhere, {method}"
            yield Cell(case, cast.gm, url, method, (404,), ROWS[name].body(cast), same_as=missing)


def wrong_keys(cast: Cast, name: str) -> Iterator[Cell]:
    """S09: no key, a made-up one, another person's and another seat's: the form has expired, nothing is done."""
    person = usual(name, cast)
    url = address(name, person.held, cast)
    assert cast.other.user is not None
    keys = {
        "no": "",
        "a made-up": f"{'n' * 24}.{'0' * 32}",
        "another’s": make_key(cast.other.user.pk, url),
        "another seat’s": person.key(address(name, cast.other.held, cast)),
    }
    for whose, key in keys.items():
        yield Cell(f"{name}: {whose} key", person, url, "POST", (422,), ROWS[name].body(cast), key)


def hidden_entries(cast: Cast, name: str) -> Iterator[Cell]:
    """S01, S02: an entry for the GM alone is a missing entry."""
    Entry.objects.filter(pk=cast.entry.pk).update(visibility=Visibility.GM)
    for person in (cast.owner, cast.other, cast.spectator):
        url = address(name, person.held, cast)
        for method in _methods(name):
            yield Cell(f"{name}: {person.name}, an entry for the GM, {method}", person, url, method, (404,))


def entries_for_some(cast: Cast, name: str) -> Iterator[Cell]:
    """S01, S02: an entry for other seats is a missing entry."""
    Entry.objects.filter(pk=cast.entry.pk).update(visibility=Visibility.SEATS)
    cast.entry.readers.set([cast.owner.held])
    for person in (cast.other, cast.spectator):
        url = address(name, person.held, cast)
        for method in _methods(name):
            yield Cell(f"{name}: {person.name}, an entry for the owner, {method}", person, url, method, (404,))


def acts_of_others(cast: Cast, name: str) -> Iterator[Cell]:
    """A player takes back their own last act alone: built on by the GM, it is the GM's."""
    sparks.change(seat=cast.gm.held, character_id=cast.alex.pk, by=1)
    url = address(name, cast.owner.held, cast)
    yield Cell(f"{name}: the owner, an act that the GM built on", cast.owner, url, "POST", (409,))


def closed_links(cast: Cast, name: str) -> Iterator[Cell]:
    """A link that was closed lets nobody in."""
    invites.close_link(seat=cast.gm.held, role=Role.PLAYER)
    url, row = address(name, cast.gm.held, cast), ROWS[name]
    want = 404 if row.method == "GET" else 409
    for person in (cast.removed,) if name == "join" else (cast.removed, cast.stranger):
        if name == "join-as-guest" and person.user:
            continue
        yield Cell(f"{name}: {person.name}, a closed link", person, url, row.method, (want,), row.body(cast))


def spent_limits(cast: Cast, name: str) -> Iterator[Cell]:
    """S11: who tried too often from one address is told when to come back."""
    known = [pair for group in vars(limits).values() if isinstance(group, tuple) for pair in group]
    buckets = [_bucket(limit, "127.0.0.1") for limit, source_of in known if source_of is limits.address_of]
    Attempts.objects.bulk_create(Attempts(bucket=b, began=int(time.time()), tries=1_000_000) for b in buckets)
    url, row = address(name, cast.gm.held, cast), ROWS[name]
    method = row.method.split()[-1]
    yield Cell(f"{name}: too often", cast.stranger, url, method, (429,), row.body(cast))


def walk_probe(cast: Cast, probe: Any, name: str, removal: Removal = nullcontext) -> Walked:
    """Ask the cells of one kind about one address; everything is taken back."""
    here = deepcopy(cast)
    with transaction.atomic():
        ROWS[name].before(here)
        with removal():  # the keys that the cells bring are signed as the check would have it
            walked = walk_cells(here, list(probe(here, name)))
        transaction.set_rollback(True)
    return walked


def walk_taken(cast: Cast, name: str, removal: Removal = nullcontext) -> Walked:
    """P01: a seat removed, or of another role, between the look at it and the act: refused in words, no entry."""
    found, walked = permissions.seat_held, Walked()
    for change in ({"removed_at": cast.campaign.made_at}, {"role": Role.SPECTATOR}):

        def and_changed(user: User, seat_id: uuid.UUID, change: dict[str, Any] = change) -> Seat:
            seat = found(user, seat_id)
            Seat.objects.filter(pk=seat_id).update(**change)
            return seat

        here = deepcopy(cast)
        with transaction.atomic(), patch.object(permissions, "seat_held", and_changed):
            ROWS[name].before(here)
            person, entries = usual(name, here), Entry.objects.count()
            url, sent = address(name, person.held, here), ROWS[name].body(here)
            case = f"{name}: {person.name}, {next(iter(change))} meanwhile"
            with removal():
                answer = answered(Cell(case, person, url, "POST", (), sent))
            refused = answer.status_code in (409, 422) or name in WITHOUT_ENTRY
            if not refused or Entry.objects.count() != entries:
                walked.wrong.append(f"{case}: {answer.status_code}")
            walked.cells += 1
            transaction.set_rollback(True)
    return walked


# The fields of each form that take an id.
ID_FIELDS = {
    "announce": ["scope"],
    "gm-roll": ["readers"],
    "hand-over": ["to"],
    "keep": ["imprint-0-id", "objective-0-id"],
    "roll": ["imprint", "mark", "backpack", "weave", "heals", "scars", "allies"],
    "odds": ["imprint", "mark", "backpack", "weave", "heals", "scars", "allies"],
    "ask-help": ["allies"],
    "end-period": ["wound"],
    **{name: ["fall"] for name in ("exit-roll", "redeem", "die")},
}


def ids_of_elsewhere(cast: Cast) -> dict[str, Any]:
    """Every field of a form that takes an id, and some that none takes, naming rows of the other table."""
    trait = str(cast.malik.sheet.traits.values_list("pk", flat=True).first())
    seat, character, scar = str(cast.outsider.held.pk), str(cast.malik.pk), cast.foreign_scar.pk
    return {
        **dict.fromkeys(("imprint", "mark", "backpack", "imprint-0-id", "objective-0-id"), trait),
        **dict.fromkeys(("to", "seat", "seat_id", "gm", "id", "owner", "readers"), seat),
        **dict.fromkeys(("character", "character_id", "scope", "allies"), character),
        **{name: str(cast.outsider.held.campaign_id) for name in ("campaign", "campaign_id")},
        "weave": f"reaction-{Reaction.objects.get(sheet=cast.malik.sheet).pk}",
        "heals": str(cast.foreign_wound.pk),
        "wound": "erase",
        "scars": f"{scar}.burden",
        "fall": str(Fall.objects.get(character=cast.malik).pk),
    }


def _lay_elsewhere(cast: Cast) -> None:
    """What the other table needs for every kind of id: a trait, a reaction, a fall."""
    Trait.objects.create(sheet=cast.malik.sheet, kind="imprint", name="Malik ailleurs")
    Reaction.objects.create(sheet=cast.malik.sheet, name="Malik ailleurs", trigger="", response="", ending="")
    wounds.inflict(seat=cast.outsider.held, character_id=cast.malik.pk, severity=Severity.OUT_OF_PLAY, exit_dice=2)


def walk_ids(cast: Cast, name: str) -> Walked:
    """P02: ids of the other table in every field that takes one are refused or ignored; nothing there is read."""
    here, walked, elsewhere = deepcopy(cast), Walked(), cast.outsider.held
    with transaction.atomic():
        _lay_elsewhere(here)
        ids, person = ids_of_elsewhere(here), usual(name, here)
        before = snapshot_of_table(elsewhere), Entry.objects.filter(campaign=elsewhere.campaign_id).count()
        for field in ("", *ID_FIELDS.get(name, ())):
            with transaction.atomic():
                ROWS[name].before(here)
                url, sent = address(name, person.held, here), ROWS[name].body(here)
                sent |= {cast.foreign_wound.pk.hex if field == "wound" else field: ids[field]} if field else ids
                answer = answered(Cell("", person, url, "POST", (), sent))
                after = snapshot_of_table(elsewhere), Entry.objects.filter(campaign=elsewhere.campaign_id).count()
                wrong = {
                    "a fault": answer.status_code >= 500,
                    "changed": after != before,
                    "read": "Malik" in body_of(answer),
                    "owned": Character.objects.filter(campaign=here.campaign, owner=elsewhere).exists(),
                    "told": elsewhere.pk
                    in Entry.objects.filter(campaign=here.campaign).values_list("readers", flat=True),
                }
                walked.wrong += [f"{name}: {field or 'all'} of elsewhere {k}" for k, bad in wrong.items() if bad]
                transaction.set_rollback(True)
            walked.cells += 1
        transaction.set_rollback(True)
    return walked
