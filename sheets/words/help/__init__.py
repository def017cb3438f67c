"""The rules help, in our own words (Z1). Clause ids are anchors, so that pages of play can point to them."""

from sheets.words.help import danger, ends, rolling, sparks
from sheets.words.help.clauses import Clause, Section

SECTIONS: tuple[Section, ...] = rolling.SECTIONS + danger.SECTIONS + ends.SECTIONS + sparks.SECTIONS
CLAUSES: dict[str, Clause] = {name: clause for section in SECTIONS for clause in section.clauses for name in clause.ids}
