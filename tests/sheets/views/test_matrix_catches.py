"""Removing any one check is caught by the matrix of rights: check by check, at each address that it guards."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, Q, QuerySet

from sheets import permissions
from sheets.models import (
    Announcement,
    Boundary,
    Character,
    Entry,
    Invite,
    Passkey,
    Scar,
    Seat,
    TrayItem,
    Wound,
)
from sheets.models.entry import EntryQuerySet
from sheets.services import keys
from tests.sheets.cast import Cast
from tests.sheets.views.addresses import BY_CODE, NEEDS, OF_A_PASSKEY, OF_A_SHEET, ROWS
from tests.sheets.views.conftest import Laid
from tests.sheets.views.matrix import Removal, Walked, crowd, walk
from tests.sheets.views.probes import (
    ACTS,
    AT_A_SEAT,
    KEYED,
    LIMITED,
    OF_AN_ENTRY,
    OPEN,
    WITHOUT_ENTRY,
    acts_of_others,
    closed_links,
    entries_for_some,
    foreign_rows,
    hidden_entries,
    others_seats,
    spent_limits,
    walk_probe,
    walk_taken,
    wrong_keys,
)

Walk = Callable[[Cast, str, Removal], Walked]


@pytest.fixture(scope="module")
def laid(lay_once: Laid) -> Iterator[Cast]:
    with lay_once(crowd) as cast:
        yield cast


@dataclass(frozen=True)
class Check:
    """A check, how to remove it, the addresses that rest on it and the walk that must find each of them open."""

    name: str
    removal: Removal
    rows: list[str]
    walk: Walk


def by(*people: str) -> Walk:
    """The row as these people use it, by its own method."""
    return lambda cast, name, removal: walk(
        cast, name, *people, methods=ROWS[name].method.split()[-1:], removal=removal
    )


def probing(probe: Any) -> Walk:
    return lambda cast, name, removal: walk_probe(cast, probe, name, removal)


def forgetting(model: type[Model], *names: str) -> Removal:
    """No query for rows of this model looks at these columns any more."""
    heeded = QuerySet._filter_or_exclude  # type: ignore[attr-defined]

    def forgetful(self: Any, negate: bool, args: Any, kwargs: dict[str, Any]) -> Any:
        kept = {key: value for key, value in kwargs.items() if self.model is not model or key not in names}
        return heeded(self, negate, args, kept)

    return lambda: patch.object(QuerySet, "_filter_or_exclude", forgetful)


def granting(right: str) -> Removal:
    """Everyone has this right over every character that they see, wherever it is asked for."""
    judged = permissions.rights_over

    @contextmanager
    def granted() -> Iterator[None]:
        asking = [m for n, m in sys.modules.items() if n.startswith("sheets.") and hasattr(m, "rights_over")]
        with ExitStack() as held:
            for module in asking:
                given = patch.object(module, "rights_over", lambda *of: replace(judged(*of), **{right: True}))
                held.enter_context(given)
            yield

    return granted


def unasked(target: str, answer: Any) -> Removal:
    return lambda: patch(target, lambda *args, **more: answer)


def unlocked(forgotten: str) -> Removal:
    """The lock of an act looks no second time at this of the seat."""
    condition = f"seats__{forgotten}"

    def lenient(**asked: Any) -> Q:
        return Q(**{key: value for key, value in asked.items() if key != condition})

    return lambda: patch("sheets.services.act.Q", lenient)


def signing_anyone(part: int) -> Removal:
    """Keys are signed without the person (0), or without the address (1)."""
    signed = keys._signature

    def careless(*said: Any) -> str:
        return signed(*("" if n == part else value for n, value in enumerate(said)))  # type: ignore[arg-type]

    return lambda: patch.object(keys, "_signature", careless)


def without_limits() -> AbstractContextManager[Any]:
    return patch.multiple("sheets.views.limits", count=lambda limit, source: 0, wait=lambda limit, source: 0)


def without_visibility() -> AbstractContextManager[Any]:
    return patch.object(EntryQuerySet, "visible_to", lambda self, seat: self.filter(campaign_id=seat.campaign_id))


def for_any_reader() -> AbstractContextManager[Any]:
    def loose(self: Any, seat: Seat) -> Any:
        return self.filter(campaign_id=seat.campaign_id).exclude(visibility="gm")

    return patch.object(EntryQuerySet, "visible_to", loose)


def forbidden_to(person: str, *, sheet: bool) -> list[str]:
    """The addresses that are seen by this person and not allowed; of a sheet, or of the table."""
    return [n for n in AT_A_SEAT if person in ROWS[n].forbidden.split() and (n in OF_A_SHEET) is sheet]


OTHERS_SHEET = [n for n in forbidden_to("other", sheet=True) if "owner" in ROWS[n].allowed and "gm" in ROWS[n].allowed]
RULED = [n for n in forbidden_to("owner", sheet=True) if n != "take"]
SACRIFICE = [n for n in forbidden_to("gm", sheet=True) if n != "take"]
GM_ALONE = forbidden_to("owner", sheet=False)
WATCHED = [n for n in AT_A_SEAT if "spectator" in ROWS[n].forbidden.split()]
# A redo of what stands is refused anyway; it shares all with undo.
GUARDED_BY_LOCK = [n for n in ACTS if n not in (*WITHOUT_ENTRY, "redo")]
# Of a character that was removed, no wound, scar, roll or entry is named apart.
OF_A_SHEET_ALONE = sorted(OF_A_SHEET - NEEDS.keys())

CHECKS = [
    Check("signed in", lambda: patch.object(AnonymousUser, "is_authenticated", True), AT_A_SEAT, by("stranger")),
    Check(
        "active",
        lambda: patch.object(ModelBackend, "user_can_authenticate", lambda *of: True),
        AT_A_SEAT,
        by("deactivated"),
    ),
    Check("whose seat", forgetting(Seat, "user"), OPEN, by("outsider")),
    Check("whose seat, for an administrator", forgetting(Seat, "user"), OPEN, by("administrator")),
    Check("whose seat, by another's", forgetting(Seat, "user"), ["table", "sheet", "undo"], probing(others_seats)),
    Check("seat removed", forgetting(Seat, "removed_at"), OPEN, by("removed")),
    Check("whose passkey", forgetting(Passkey, "user"), sorted(OF_A_PASSKEY), by("other")),
    Check("403", unasked("sheets.permissions.require", None), WATCHED, by("spectator")),
    Check("guests alone", unasked("sheets.permissions.require", None), ["renew-recovery", "settle"], by("owner")),
    Check("the GM alone", lambda: patch.object(Seat, "is_gm", True), GM_ALONE, by("owner")),
    Check("right: act", granting("act"), OTHERS_SHEET, by("other")),
    Check("right: rule", granting("rule"), RULED, by("owner")),
    Check("right: sacrifice", granting("sacrifice"), SACRIFICE, by("gm")),
    Check("right: take", granting("take"), ["take"], by("gm")),
    Check("right: read all", granting("read_all"), ["sheet"], by("other")),
    Check(
        "character of the table",
        forgetting(Character, "campaign_id", "campaign"),
        sorted(OF_A_SHEET - set(OF_AN_ENTRY)),  # an entry is of the table anyway
        probing(foreign_rows),
    ),
    Check("character not removed", forgetting(Character, "removed_at"), OF_A_SHEET_ALONE, probing(foreign_rows)),
    Check("wound of the character", forgetting(Wound, "character"), ["wound", "name-wound"], probing(foreign_rows)),
    Check("roll of the character", forgetting(Entry, "character", "campaign_id"), ["result"], probing(foreign_rows)),
    Check(
        "entry of the table",
        forgetting(Entry, "campaign_id"),
        ["table-older", "undo", "redo", "reveal"],
        probing(foreign_rows),
    ),
    Check("draft of the table", forgetting(Announcement, "campaign"), ["announce-draft"], probing(foreign_rows)),
    Check("draft thrown away", forgetting(Announcement, "campaign"), ["discard-draft"], probing(foreign_rows)),
    Check("complication of the table", forgetting(TrayItem, "campaign"), ["settle-tray"], probing(foreign_rows)),
    Check("line of the table", forgetting(Boundary, "campaign"), ["remove-boundary"], probing(foreign_rows)),
    Check("seat of the table", forgetting(Seat, "campaign"), ["remove-seat", "change-role"], probing(foreign_rows)),
    Check(
        "scar of the character", forgetting(Scar, "character"), ["unlock-boon", "remove-scar"], probing(foreign_rows)
    ),
    Check("hidden entries", without_visibility, OF_AN_ENTRY, probing(hidden_entries)),
    Check("entries for others", for_any_reader, OF_AN_ENTRY, probing(entries_for_some)),
    Check("hidden in the log", without_visibility, ["table"], by("owner", "spectator")),
    Check("own key", unasked("sheets.views.keys.is_own_key", True), KEYED, probing(wrong_keys)),
    Check("key of the person", signing_anyone(0), ["roll", "make-character"], probing(wrong_keys)),
    Check("key of the address", signing_anyone(1), ["roll", "make-character"], probing(wrong_keys)),
    Check("seat under the lock", unlocked("removed_at"), GUARDED_BY_LOCK, walk_taken),
    Check("role under the lock", unlocked("role"), GUARDED_BY_LOCK, walk_taken),
    Check(
        "own last act", unasked("sheets.services.history._refuse_unless_last", None), ["undo"], probing(acts_of_others)
    ),
    Check("link not closed", forgetting(Invite, "closed_at"), sorted(BY_CODE), probing(closed_links)),
    Check(
        "limits",
        without_limits,
        LIMITED,
        probing(spent_limits),
    ),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_p01_removing_a_check_is_caught(cast, check):
    """P01, P02, P04: without this one check, the matrix is wrong at every address that rests on it."""
    assert check.rows
    assert [name for name in check.rows if not check.walk(cast, name, check.removal).wrong] == []
