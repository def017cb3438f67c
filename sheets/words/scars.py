"""The scars of the log in sentences."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from sheets.models import Entry

Words = Mapping[str, str]


def _told(entry: "Entry", words: Words, sentence: str) -> str:
    """The sentence with the character's and the scar's name."""
    return sentence % {"name": entry.character, "scar": words.get(entry.facts.get("wording") or "", "…")}


def proposed(entry: "Entry", words: Words) -> str:
    return _told(entry, words, _("%(name)s: a scar is proposed, “%(scar)s”."))


def drawn(entry: "Entry", words: Words) -> str:
    told = _told(entry, words, _("%(name)s: a scar is drawn, “%(scar)s”."))
    return f"{told} d12: {entry.facts['face']}."


def agreed(entry: "Entry", words: Words) -> str:
    if entry.facts["borne"]:
        return _told(entry, words, _("%(name)s bears a scar: “%(scar)s”."))
    return _told(entry, words, _("%(name)s: one side agrees to the scar “%(scar)s”."))


def let_go(entry: "Entry", words: Words) -> str:
    return _told(entry, words, _("%(name)s: the scar is not written."))


def removed(entry: "Entry", words: Words) -> str:
    return _told(entry, words, _("%(name)s: the scar “%(scar)s” is struck off."))


def unlocked(entry: "Entry", words: Words) -> str:
    return _told(entry, words, _("%(name)s: what “%(scar)s” forges is unlocked."))
