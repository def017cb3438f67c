"""The pages and acts that are timed, at a player's own sheet of the demo table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from tests.bench.server import Server
from tests.bench.visitor import Answer, Visitor, hidden_fields

SHEET = re.compile(r'href="(?P<sheet>(?P<seat>/t/[0-9a-f-]{36}/)characters/[0-9a-f-]{36}/)"')
ENTRY = re.compile(r'id="entry-([0-9a-f-]{36})"')
# Imprint, mark, flaw, normal danger to the body: 4D6 + 1D6* + 1D8, and a wound in about a quarter of the rolls.
CHOICES = {
    "intention": "act",
    "weave": "flaw",
    "danger": "normal",
    "channel": "body",
    "helpers": "0",
    "advantage": "none",
    "scene_chaos": "0",
}
TIMED = ("empty", "sheet", "odds", "roll", "undo")


class Table:
    """A player at the demo table, who does each timed thing once when asked."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        visitor.sign_in("odile", "demo")
        found = SHEET.search(visitor.get("/").body)
        if found is None:
            raise LookupError("the player has no sheet")
        self.seat, self.address = found["seat"], found["sheet"]

    def empty(self) -> Iterator[tuple[str, Answer]]:
        yield "empty", self.visitor.get("/empty/")

    def sheet(self) -> Iterator[tuple[str, Answer]]:
        yield "sheet", self.visitor.get(self.address)

    def odds_and_roll(self) -> Iterator[tuple[str, Answer]]:
        """A panel, untimed; its odds; the roll that they announced; and the roll undone, so that the next finds all
        as it was."""
        panel = self.visitor.get(self.address)
        asked = panel.hidden("roll-form") | CHOICES | {kind: panel.first_choice(kind) for kind in ("imprint", "mark")}
        odds = self.visitor.post(f"{self.address}odds/", asked)
        yield "odds", odds
        rolled = self.visitor.post(f"{self.address}roll/", asked | hidden_fields(odds.body) | {"dice": "server"})
        yield "roll", rolled
        entry = ENTRY.search(rolled.body)
        if entry is None:
            raise LookupError("the answer to a roll shows no entry of the log")
        act = panel.hidden("act")
        yield "undo", self.visitor.post(f"{self.seat}entries/{entry[1]}/undo/", act | {"key": f"{act['key']}.0"})


@contextmanager
def sit_at(server: Server) -> Iterator[Table]:
    """Take the player's place, with a connection that is closed at the end."""
    visitor = Visitor(server)
    try:
        yield Table(visitor)
    finally:
        visitor.close()
