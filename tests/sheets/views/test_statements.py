"""How many statements a page of play may ask, whatever the size of the table and of the log."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules.impact.terms import Danger, Slot
from sheets.models import Campaign, Character, Entry, Fall, ImpactSheet, Trait, Wound
from sheets.services import wounds
from tests.sheets.cast import Cast, gather
from tests.sheets.factories import agree_to_help, ask_help
from tests.sheets.views.addresses import address
from tests.sheets.views.markup import form_to, read, sent_by
from tests.sheets.views.sent import threaten
from tests.sheets.views.stories import lengthen

# The session, the person and the transaction are everyone's; NOTIFY only wakes.
ASIDE = re.compile(
    r"^(SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT|NOTIFY|SELECT pg_notify)"
    r"|FROM \"sheets_session\"|FROM \"sheets_user\" WHERE \"sheets_user\"\.\"id\"",
    re.IGNORECASE,
)
SHEET, ODDS, ROLL = 12, 6, 18


def counted(queries: CaptureQueriesContext) -> list[str]:
    return [q["sql"] for q in queries.captured_queries if not ASIDE.search(q["sql"])]


def crowd(cast: Cast, characters: int) -> None:
    """Alex alone at the table, or more characters, each with a sheet, a wound and traits."""
    if characters == 1:
        Character.objects.filter(pk=cast.zoe.pk).update(removed_at=timezone.now())
    for number in range(characters - 2):
        made = Character.objects.create(
            campaign_id=cast.alex.campaign_id, name=f"Figurant {number}", owner=cast.gm.held
        )
        ImpactSheet.objects.create(character=made)
        Trait.objects.create(sheet_id=made.pk, kind="mark", name="Foule")
        Wound.objects.create(character=made, slot="grave")


@pytest.fixture(scope="module", params=[(1, 10), (30, 10_000)], ids=lambda p: f"{p[0]}-at-the-table-{p[1]}-entries")
def laid(request: Any, lay_once: Any) -> Iterator[Cast]:
    """The cast under the rule with the dearest roll, at a small and at a large table."""
    characters, entries = request.param

    def build() -> Cast:
        cast = gather()
        Campaign.objects.update(wound_rule="wound_dice")
        crowd(cast, characters)
        lengthen(cast, entries)
        wounds.heal(seat=cast.gm.held, character_id=cast.alex.pk, slot=Slot.GRAVE)
        wounds.tick(seat=cast.gm.held, character_id=cast.alex.pk, slot=Slot.LIGHT_2, name="Autre coupure")
        Wound.objects.filter(character=cast.alex).update(die_spent=False)
        return cast

    with lay_once(build) as cast:
        yield cast


def asked(cast: Cast) -> dict[str, Any]:
    """Everything that costs: traits of all kinds, weave, sparks, danger, a reason for an easier step."""
    own = {
        kind: Trait.objects.filter(sheet=cast.alex.pk, kind=kind).first() for kind in ("imprint", "mark", "backpack")
    }
    reaction = cast.alex.sheet.reactions.get()
    return {kind: str(t.pk) for kind, t in own.items() if t} | {
        "intention": "act",
        "weave": f"reaction-{reaction.pk}",
        "boost": "on",
        "silence_chaos": "on",
        "danger": "high",
        "channel": "body",
        "eased": "on",
        "eased_why": "Gilet",
    }


# The numbers are those of every size: they may fall, and then this table is mended.
SEEN: dict[str, int] = {}


def hold(name: str, statements: list[str], ceiling: int) -> None:
    """At most the ceiling, and as many as at the table of another size."""
    told = f"{name}: {len(statements)} statements\n" + "\n".join(s[:160] for s in statements)
    assert len(statements) <= ceiling, told
    assert SEEN.setdefault(name, len(statements)) == len(statements), told


def test_statements_of_a_sheet(cast):
    """A sheet asks at most 12, for its GM, its owner and a spectator."""
    for person in (cast.gm, cast.owner, cast.spectator):
        url = address("sheet", person.held, cast)
        with CaptureQueriesContext(connection) as queries:
            assert person.get(url).status_code == 200
        hold(f"sheet {person.name}", counted(queries), SHEET)


def test_statements_of_the_odds(cast):
    """The odds ask at most 6."""
    url, sent = address("odds", cast.gm.held, cast), asked(cast)
    with CaptureQueriesContext(connection) as queries:
        assert cast.gm.post(url, sent, htmx=True).status_code == 200
    hold("odds", counted(queries), ODDS)


def thrown(cast: Cast, *, htmx: bool) -> tuple[Any, list[str]]:
    """The dearest roll with all dice on 2, and the statements that it asked."""
    odds = cast.gm.post(address("odds", cast.gm.held, cast), asked(cast) | {"dice": "table"})
    sent = sent_by(form_to(read(odds), address("roll", cast.gm.held, cast)))
    faces = {name: ["2"] * len(values) for name, values in sent.items() if name.startswith("face_")}
    url = address("roll", cast.gm.held, cast)
    with CaptureQueriesContext(connection) as queries:
        answer = cast.gm.post(url, sent | faces | {"dice": "table"}, htmx=htmx, key=sent["key"][0])
    return answer, counted(queries)


@pytest.mark.parametrize("htmx", [True, False])
def test_statements_of_the_dearest_roll(cast, htmx):
    """A roll asks at most 18: wound lands, sparks spent, both light wounds' die spent, eased with a reason."""
    entries = Entry.objects.count()
    answer, statements = thrown(cast, htmx=htmx)
    assert answer.status_code == (200 if htmx else 303), answer.content.decode()
    assert Entry.objects.count() == entries + 1
    entry = Entry.objects.filter(campaign=cast.campaign).latest("number")
    assert (entry.facts["sparks_spent"], entry.facts["slot"]) == (2, "grave")
    assert sum(".wound." in thing for thing in entry.after) == 3
    assert entry.facts["eased_why"]
    hold(f"roll htmx={htmx}", statements, ROLL)


def test_statements_of_a_table(cast):
    """House style 10: the page of a table asks the same with 1 and with 30 characters."""
    url = address("table", cast.gm.held, cast)
    with CaptureQueriesContext(connection) as queries:
        assert cast.gm.get(url).status_code == 200
    hold("table", counted(queries), 12)


def test_statements_of_the_start_page(cast):
    """House style 10: the start page asks the same whatever the table."""
    url = address("home", cast.gm.held, cast)
    with CaptureQueriesContext(connection) as queries:
        assert cast.gm.get(url).status_code == 200
    hold("home", counted(queries), 12)


def test_statements_of_an_act(cast):
    """House style 10: an act by hand and its undo ask the same at every size, within the ceiling of a roll."""
    url = address("inflict", cast.gm.held, cast)
    with CaptureQueriesContext(connection) as queries:
        assert cast.gm.post(url, {"severity": "critical"}, htmx=True).status_code == 200
    hold("inflict", counted(queries), 20)
    entry = Entry.objects.filter(campaign=cast.campaign).latest("number")
    url = address("undo", cast.gm.held, cast, entry_id=entry.pk)
    with CaptureQueriesContext(connection) as queries:
        assert cast.gm.post(url, htmx=True).status_code == 200
    hold("undo", counted(queries), 24)


def test_the_count_leaves_out_what_is_everyones():
    """Session, person and transaction are not counted, everything else is."""
    everyones = ['SELECT x FROM "sheets_session" WHERE 1', "SAVEPOINT s1", "BEGIN IMMEDIATE", "COMMIT", "NOTIFY hub"]
    ours = ['SELECT x FROM "sheets_seat"', 'UPDATE "sheets_user" SET "username" = 1', f"SELECT {uuid.uuid4()}"]
    assert [s for s in everyones + ours if not ASIDE.search(s)] == ours


def test_statements_of_a_roll_under_a_mortal_danger(cast):
    """D4: the dearest roll asks at most 18 under a mortal danger as well, whose answer is read with the lock."""
    Campaign.objects.update(wound_rule="chaos")
    threaten(cast)
    assert cast.gm.post(address("answer", cast.gm.held, cast), {"choice": "go"}).status_code == 303
    answer, statements = thrown(cast, htmx=True)
    assert answer.status_code == 200
    hold("mortal roll", statements, ROLL)


def test_statements_of_a_fall_and_its_steps(cast):
    """O3, O5: a roll that fells, the exit roll and the sheet ask what they ask otherwise, and two more at most."""
    Campaign.objects.update(wound_rule="chaos")
    for slot in (Slot.GRAVE, Slot.CRITICAL):
        wounds.tick(seat=cast.gm.held, character_id=cast.alex.pk, slot=slot)
    answer, statements = thrown(cast, htmx=True)
    assert answer.status_code == 200
    hold("falling roll", statements, ROLL + 2)
    url = address("sheet", cast.owner.held, cast)
    with CaptureQueriesContext(connection) as queries:
        assert cast.owner.get(url).status_code == 200
    hold("sheet out of play", counted(queries), SHEET + 2)
    Fall.objects.update(exit_dice=1)
    url, sent = address("exit-roll", cast.owner.held, cast), {"fall": str(Fall.objects.get().pk)}
    with CaptureQueriesContext(connection) as queries:
        answer = cast.owner.post(url, sent | {"dice": "table", "face_d8": "7"}, htmx=True)
    assert answer.status_code == 200
    hold("exit roll", counted(queries), ROLL + 2)


# Of a helper: the wound, the help that is used up, and what the answer of a roll reads of them.
HELPED, A_HELPER = 7, 2


def test_statements_of_a_roll_that_is_helped(cast):
    """P6, D6: a roll with helpers asks a bounded number for each, and at most 7 more in all."""
    Campaign.objects.update(wound_rule="chaos")
    seen = {}
    for helpers in (1, 3):
        allies = [helper_of(cast, number) for number in range(helpers)]
        ask_help(cast.gm.held, cast.alex, *allies, danger=Danger.HIGH)
        for ally in allies:
            agree_to_help(cast.gm.held, cast.alex, ally)
        sent = {"intention": "act", "danger": "high", "channel": "body", "allies": [str(ally.pk) for ally in allies]}
        odds_url, roll_url = (address(name, cast.gm.held, cast) for name in ("odds", "roll"))
        with CaptureQueriesContext(connection) as queries:
            odds = cast.gm.post(odds_url, sent | {"dice": "table"}, htmx=True)
        hold(f"odds with {helpers}", counted(queries), ODDS + 2)
        fingerprint = sent_by(read(odds))["fingerprint"][0]
        faces = {"dice": "table", "face_d6": ["2"] * (1 + helpers), "fingerprint": fingerprint}
        with CaptureQueriesContext(connection) as queries:
            assert cast.gm.post(roll_url, sent | faces, htmx=True).status_code == 200
        seen[helpers] = counted(queries)
        hold(f"roll with {helpers}", seen[helpers], ROLL + HELPED + A_HELPER * helpers)
        wounds.heal(seat=cast.gm.held, character_id=cast.alex.pk, slot=Slot.GRAVE)
    assert len(seen[3]) - len(seen[1]) <= A_HELPER * 2, "\n".join(seen[3])


def helper_of(cast: Cast, number: int) -> Character:
    """Someone unhurt at the table, who may help."""
    made = Character.objects.create(campaign_id=cast.alex.campaign_id, name=f"Alliée {number}", owner=cast.gm.held)
    ImpactSheet.objects.create(character=made)
    return made
