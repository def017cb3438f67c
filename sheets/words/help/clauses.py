"""The shape of the help: sections of clauses, each with the ids of the rules that it answers for."""

from django.utils.functional import Promise


class Clause:
    """A few sentences under a heading. Its first id is its anchor, the others are anchors inside it.

    `drawing` names a table under the sentences, a template in `help/`.
    """

    def __init__(
        self, ids: tuple[str, ...], title: Promise, *text: Promise, drawing: str = "", example: Promise | None = None
    ) -> None:
        self.id, *self.others = ids
        self.title, self.text, self.example = title, text, example
        self.table = f"help/{drawing}.html" if drawing else ""

    @property
    def ids(self) -> list[str]:
        return [self.id, *self.others]


class Section:
    """A part of the help, with an anchor of its own."""

    def __init__(self, anchor: str, title: Promise, *clauses: Clause) -> None:
        self.anchor, self.title, self.clauses = anchor, title, clauses
