"""Help with a roll in words: what hinders it, what befell the helpers, and its entries in the log (P6, D6)."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rules.impact.terms import Slot
from sheets.words import falls
from sheets.words.terms import label

if TYPE_CHECKING:
    from sheets.models import Entry
    from sheets.services.assistance import Allied, Hitch

Words = Mapping[str, str]


def hitch(found: "Hitch", name: str) -> str:
    """Why a roll cannot count on an ally yet."""
    told = {
        "not_asked": _("%(name)s has not been asked yet."),
        "waiting": _("%(name)s has not answered yet."),
        "declined": _("%(name)s does not help."),
        "changed": _("The risk is not the one that %(name)s was asked to share: ask again."),
        "down": _("%(name)s is out of play, and cannot help."),
    }
    return told[found.value] % {"name": name}


def hitches(unsettled: Iterable["Allied"]) -> str:
    """The same for all of them, one sentence each."""
    return " ".join(hitch(a.hitch, str(a.ally.play.character)) for a in unsettled if a.hitch)


def note(status: str, *, spared: bool) -> str:
    """How it stands with an ally, in a few words for a row of the panel."""
    told = {
        "": _("to be asked"),
        "asked": _("asked, no answer yet"),
        "agreed": _("agrees to help"),
        "declined": _("does not help"),
    }[status]
    return _("%(what)s, spared by the GM") % {"what": told} if spared else told


def befell(entry: "Entry", words: Words) -> list[str]:
    """What a roll did to each who helped with it, a sentence or two each."""
    return [_befell(told, name_in(told["of"], words)) for told in entry.facts.get("helpers", ())]


def name_in(character: str, words: Words) -> str:
    """The name of a character that an entry is about besides its own."""
    return words.get(character) or _("a character who left")


def _befell(told: Mapping[str, Any], name: str) -> str:
    who = {"name": name}
    if told["spared"]:
        return _("%(name)s helps, and the GM spares them the danger.") % who
    if slot := told.get("slot"):
        return _("%(name)s helps, and is wounded: %(slot)s.") % {**who, "slot": label(Slot(slot))}
    if told.get("falls"):
        return " ".join([_("%(name)s helps.") % who, *falls.fell(told, name)])
    return (_("%(name)s helps, unhurt.") if told["threatened"] else _("%(name)s helps.")) % who


def _others(entry: "Entry", words: Words) -> str:
    return ", ".join(name_in(other, words) for other in entry.facts["others"])


def asked(entry: "Entry", words: Words) -> str:
    return _("%(name)s asks for help: %(others)s.") % {"name": entry.character, "others": _others(entry, words)}


def answered(entry: "Entry", words: Words) -> str:
    who = {"name": entry.character, "others": _others(entry, words)}
    if not entry.facts["agree"]:
        return _("%(name)s does not help %(others)s.") % who
    if entry.facts["mortal"]:
        return _("%(name)s agrees to help %(others)s, before a mortal danger.") % who
    return _("%(name)s agrees to help %(others)s.") % who


def spared(entry: "Entry", words: Words) -> str:
    who = {"name": entry.character, "others": _others(entry, words)}
    if entry.facts["spared"]:
        return _("The GM spares %(name)s the danger of helping %(others)s.") % who
    return _("%(name)s shares the danger of helping %(others)s after all.") % who
