"""The log of a table in sentences: its contract, its seats, and whose character it is."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sheets.words import contract

if TYPE_CHECKING:
    from sheets.models import Entry

Words = Mapping[str, str]
ROLES = {"gm": gettext_lazy("GM"), "player": gettext_lazy("Player"), "spectator": gettext_lazy("Spectator")}


def campaign_made(entry: "Entry", words: Words) -> str:
    return _("The table opens: contract version 1.")


def terms_changed(entry: "Entry", words: Words) -> str:
    return _terms(entry, _("The terms of play change: contract version %(version)d."))


def terms_set(entry: "Entry", words: Words) -> str:
    return _terms(entry, _("The site's administrator changes the terms of play: contract version %(version)d."))


def _terms(entry: "Entry", sentence: str) -> str:
    told = sentence % {"version": entry.contract_version}
    changes = [contract.change(*change) for change in contract.changed(entry.before, entry.after)]
    return f"{told} {'; '.join(changes)}."


def boundary_added(entry: "Entry", words: Words) -> str:
    version = {"version": entry.contract_version}
    if entry.facts["kind"] == "line":
        return _("A line is added: contract version %(version)d.") % version
    return _("A veil is added: contract version %(version)d.") % version


def boundary_removed(entry: "Entry", words: Words) -> str:
    version = {"version": entry.contract_version}
    if entry.facts["kind"] == "line":
        return _("A line is taken out: contract version %(version)d.") % version
    return _("A veil is taken out: contract version %(version)d.") % version


def terms_agreed(entry: "Entry", words: Words) -> str:
    return _("Agreed to version %(version)d of the contract.") % entry.facts


def agreement_taken_back(entry: "Entry", words: Words) -> str:
    return _("No longer agreed to version %(version)d of the contract.") % entry.facts


def seat_given(entry: "Entry", words: Words) -> str:
    return _("%(who)s is given a seat: %(role)s.") % {"who": _who(entry), "role": _role(entry)}


def seat_taken(entry: "Entry", words: Words) -> str:
    return _("%(who)s comes to the table: %(role)s.") % {"who": _who(entry), "role": _role(entry)}


def seat_removed(entry: "Entry", words: Words) -> str:
    return _("%(who)s leaves the table.") % {"who": _who(entry)}


def role_changed(entry: "Entry", words: Words) -> str:
    return _("%(who)s changes seats: %(role)s.") % {"who": _who(entry), "role": _role(entry)}


def character_made(entry: "Entry", words: Words) -> str:
    return _("%(name)s comes into play.") % {"name": entry.character}


def character_handed(entry: "Entry", words: Words) -> str:
    if entry.about:
        return _("%(name)s goes to %(who)s.") % {"name": entry.character, "who": _who(entry)}
    if entry.facts["free"]:
        return _("%(name)s waits for a player.") % {"name": entry.character}
    return _("%(name)s is without a player.") % {"name": entry.character}


def character_chosen(entry: "Entry", words: Words) -> str:
    return _("%(who)s takes %(name)s.") % {"name": entry.character, "who": _who(entry)}


def character_taken(entry: "Entry", words: Words) -> str:
    return _("A character leaves the table with its player.")


def _who(entry: "Entry") -> str:
    """The seat that the entry is about, as it is called today."""
    return entry.about.called if entry.about else _("someone who left")


def _role(entry: "Entry") -> str:
    return str(ROLES[entry.facts["role"]])
