"""Characters that lie ready for whoever wants to play at once."""

from typing import Any

from sheets.models import Seat
from sheets.services import characters
from sheets.services.characters import SheetTexts
from sheets.words.ready_made import READY_MADE


def make(*, seat: Seat, ready: str) -> Any:
    """Bring one of them into play for the seat, written in the language now active."""
    told = READY_MADE[ready]
    reaction = dict(zip(("name", "trigger", "response", "ending"), map(str, told.reaction), strict=True))
    return characters.make(
        seat=seat,
        owner=seat,
        texts=SheetTexts(
            character={"name": told.name, "concept": str(told.concept)},
            sheet={"drive": str(told.drive), "flaw": str(told.flaw), "tension": str(told.tension)},
            traits=[{"kind": kind, "name": str(name)} for kind, names in told.traits.items() for name in names],
            reactions=[reaction],
            objectives=[{"text": str(text), "term": term} for term, text in told.objectives.items()],
        ),
    )
