"""The matrix of rights: every address of the resolver, for everyone who may knock, by every method.

A cell is one request with what is promised of it. Walking a row asks all its cells and says which are wrong:
another status, a word that this person must not read, a header that is missing, a row that changed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from sheets.models import Attempts, Character, User
from sheets.services import guests, invites
from tests.sheets import factories
from tests.sheets.cast import GM_MARK, MARK, PLAIN, PLAY_MARK, Cast, Person, gather, write
from tests.sheets.views.addresses import ROWS, Row, address
from tests.sheets.views.rows import every_row
from tests.sheets.views.test_hardening import held

Removal = Callable[[], AbstractContextManager[Any]]
METHODS = ("GET", "GET htmx", "POST", "POST htmx", "PUT", "DELETE htmx")
# Who has, at every address that does not say otherwise, the rights of someone that the rows name.
LIKE = {"guest": "other", "administrator": "outsider", "deactivated": "stranger"}
OTHERWISE = {
    ("guest", "guest", "GET"): 200,
    ("renew-recovery", "guest", "POST"): 200,
    ("settle", "guest", "POST"): 422,  # sent without a name and a password
    ("rename", "guest", "POST"): 422,  # an account's form, which a guest has not
    ("change-password", "guest", "POST"): 409,
    ("ask-passkey", "guest", "POST"): 409,
    ("add-passkey", "guest", "POST"): 409,
    ("invitation", "guest", "GET"): 302,  # on to the seat that they hold
    ("invitation", "gm", "GET"): 302,
    ("invitation", "owner", "GET"): 302,
    ("invitation", "other", "GET"): 302,
}


@dataclass(frozen=True)
class Cell:
    """A request and the statuses that are right for it; `success`: it does what it asks for."""

    case: str
    person: Person
    url: str
    method: str
    want: Sequence[int]
    data: dict[str, Any] = field(default_factory=dict)
    key: str | None = None
    success: bool = False
    # An address whose answer must be the same, byte for byte.
    same_as: str = ""


@dataclass
class Walked:
    """How many cells were asked, and what was wrong."""

    cells: int = 0
    wrong: list[str] = field(default_factory=list)

    def __iadd__(self, other: "Walked") -> "Walked":
        self.cells += other.cells
        self.wrong += other.wrong
        return self


def crowd() -> Cast:
    """Everyone around two tables, and a guest with a seat, a deactivated person with one, an administrator."""
    cast = gather()
    guest = guests.make_guest("Nadia")
    left = factories.seat_at(cast.gm.held)
    assert left.user is not None
    cast.more = [
        Person("guest", guest, invites.join(user=guest, code=cast.code)),
        Person("administrator", User.objects.create_superuser("administration", password="demo")),
        Person("deactivated", None, left),  # whose session is still there
    ]
    cast.more[-1].client.force_login(left.user)
    User.objects.filter(pk=left.user.pk).update(is_active=False)
    buried = write(cast.gm.held, None, PLAIN | {"character": {"name": "Partie"}})
    Character.objects.filter(pk=buried.pk).update(removed_at=timezone.now())
    picture = default_storage.save("crowd.webp", ContentFile(b"picture"))
    Character.objects.filter(pk__in=(buried.pk, cast.malik.pk)).update(portrait=picture)
    for person in cast.everyone():
        person.client.raise_request_exception = False  # a fault is a wrong cell like another
    return cast


def body_of(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode(errors="replace")


def alike(body: str, url: str) -> str:
    """A body without what differs between two addresses anyway: the token, and the address itself."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", body).replace(url, "")


def promised(name: str, row: Row, person: Person, method: str) -> int:
    """The status that the row promises to this person."""
    verb, htmx = method.removesuffix(" htmx"), method.endswith("htmx")
    who = LIKE.get(person.name, person.name)
    if said := OTHERWISE.get((name, person.name, verb)):
        return said
    if name == "forgotten" and verb in ("GET", "POST"):  # no mail is set up
        return 200 if verb == "GET" else 422
    if name == "reset" or (name == "login" and who != "stranger"):  # whatever the method
        return row.page if name == "reset" else 302
    if name in ("signup", "login") and verb in ("GET", "POST"):
        return 302 if who != "stranger" else 200 if verb == "GET" else 422
    wrong_method = verb not in row.method
    # Who comes to an address of forms by the address alone is led to the page above it.
    wrong = 302 if verb == "GET" and row.seated else 405
    if who in row.allowed.split():
        if verb == "POST" and name == "delete-account":
            return 422  # sent without the password
        return wrong if wrong_method else (row.htmx if htmx else row.page)
    if who == "stranger":
        return 200 if htmx else 302
    if who in row.forbidden.split():
        return wrong if wrong_method and row.late else 403
    return 404


def cells_of(
    cast: Cast, name: str, sent: dict[str, Any], people: Iterable[Person], methods: Sequence[str]
) -> Iterator[Cell]:
    """The cells of one row: each person by each method, with that form where one is sent."""
    row = ROWS[name]
    for person in people:
        Attempts.objects.all().delete()  # so many knock at one address
        seat = person.seat if person.seat and person.name != "outsider" else cast.gm.held
        url = address(name, seat, cast)
        for method in methods:
            want = promised(name, row, person, method)
            welcome = LIKE.get(person.name, person.name) in row.allowed.split()
            success = want < 400 and (welcome or (name, person.name, method.split()[0]) in OTHERWISE)
            data = sent if method.startswith("POST") else {}
            yield Cell(f"{name}: {person.name} {method}", person, url, method, (want,), data, success=success)


def answered(cell: Cell, url: str = "") -> HttpResponse:
    """Ask what the cell asks, at its address or at another."""
    url, htmx = url or cell.url, cell.method.endswith("htmx")
    if cell.method.startswith("GET"):
        return cell.person.get(url, htmx=htmx)
    if cell.method.startswith("POST"):
        return cell.person.post(url, cell.data, htmx=htmx, key=cell.key)
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{url}"} if htmx else {}
    answer: Any = cell.person.client.generic(cell.method.split()[0], url, headers=headers)
    return answer


def faults_of(cast: Cast, cell: Cell, answer: HttpResponse) -> Iterator[str]:
    """What is wrong with the answer to a cell."""
    body, who = body_of(answer), cell.person.name
    if answer.status_code not in cell.want:
        raised = getattr(answer, "exc_info", None)
        yield f"{answer.status_code}, not {cell.want}" + (f": {raised[1]!r}" if raised else "")
    refused = not cell.success
    plays = ("gm", "owner", "other", "guest")
    if MARK in body and (refused or who not in ("gm", "owner")):
        yield "what its player wrote"
    if PLAY_MARK in body and (refused or who not in plays):
        yield "a line of those who play"
    own = who == "gm" or (cell.case.startswith("my-data:") and who == "outsider")  # a GM elsewhere
    if GM_MARK in body and not own:
        yield "what is the GM's"
    if cell.same_as:
        other = answered(cell, cell.same_as)
        if other.status_code != answer.status_code or alike(body_of(other), cell.same_as) != alike(body, cell.url):
            yield "not the answer that a missing one gets"
    try:
        held(answer)
    except AssertionError as missing:
        yield f"header: {missing}"


def walk_cells(cast: Cast, cells: Iterable[Cell]) -> Walked:
    """Ask all these cells. What succeeds is taken back; what is refused must have changed no row."""
    walked, before = Walked(), every_row()
    for cell in cells:
        cookies = deepcopy(cell.person.client.cookies)
        with transaction.atomic():
            answer = answered(cell)
            faults = list(faults_of(cast, cell, answer))
            if cell.success or faults:
                transaction.set_rollback(True)
        cell.person.client.cookies = cookies
        walked.cells += 1
        if faults:
            walked.wrong.append(f"{cell.case}: {', '.join(faults)}")
    after = every_row()
    walked.wrong += [f"a refusal changed {label}" for label, rows in before.items() if after[label] != rows]
    return walked


def walk(
    cast: Cast, name: str, *people: str, methods: Sequence[str] = METHODS, removal: Removal = nullcontext
) -> Walked:
    """Walk the row of that name for everyone, or for these people alone; everything is taken back.

    `removal` takes a check away while the cells are asked.
    """
    here = deepcopy(cast)
    asked = [person for person in here.everyone() if not people or person.name in people]
    with transaction.atomic():
        here.alex.portrait.save("alex.webp", ContentFile(b"picture"))
        ROWS[name].before(here)
        sent = ROWS[name].body(here)
        with removal():
            walked = walk_cells(here, cells_of(here, name, sent, asked, methods))
        here.alex.portrait.delete(save=False)
        transaction.set_rollback(True)
    return walked
