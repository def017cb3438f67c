"""How a service says no."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from rules.errors import BadInput, RuleError
from rules.impact.terms import State
from sheets.state import CharacterState
from sheets.words.refusals import in_words


class Refused(Exception):
    """An act that is not done, with a sentence for people and the field it belongs to, if any."""

    def __init__(self, message: str, *, field: str | None = None, code: str = "refused") -> None:
        super().__init__(str(message))
        self.message, self.field, self.code = str(message), field, code


@contextmanager
def rules_in_words() -> Iterator[None]:
    """Turn what the rules refuse into a Refused in the language now active."""
    try:
        yield
    except (RuleError, BadInput) as error:
        raise Refused(in_words(error), field=error.field) from error


def refuse_dead(play: CharacterState) -> None:
    """A dead character is read-only (O8)."""
    if play.state is State.DEAD:
        raise Refused(_("%(name)s is dead: the sheet can only be read.") % {"name": play.character})
