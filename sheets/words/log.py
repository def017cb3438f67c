"""The log of play in sentences: one function a kind of act, given the entry and the words it quotes, by id."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.impact.terms import Advantage, Danger, Outcome, Severity, Slot, State
from sheets.words import assistance, falls
from sheets.words.terms import label

if TYPE_CHECKING:
    from sheets.models import Entry

Words = Mapping[str, str]


def x_card_raised(entry: "Entry", words: Words) -> str:
    return _("The X-card is up: the scene stops.")


def x_card_answered(entry: "Entry", words: Words) -> str:
    if entry.facts["wording"]:
        return _("The GM answers the X-card.") + _quote(entry, words)
    return _("The X-card is down: play goes on.")


def roll(entry: "Entry", words: Words) -> str:
    """What a roll came to: outcome, danger, wound, fall, sparks."""
    if entry.roll is None:
        return ""
    told = [_("%(name)s: %(outcome)s.") % {"name": entry.character, "outcome": label(Outcome(entry.roll.outcome))}]
    if entry.roll.danger:
        told.append(_("Danger %(danger)s.") % {"danger": label(Danger(entry.roll.danger))})
    told += _landed(entry, words)
    told += assistance.befell(entry, words)
    told += _left_behind(entry)
    if gained := entry.facts.get("sparks_gained", 0):
        told.append(ngettext("%(n)d spark won.", "%(n)d sparks won.", gained) % {"n": gained})
    if lost := entry.facts.get("sparks_lost", 0):
        told.append(ngettext("%(n)d spark lost.", "%(n)d sparks lost.", lost) % {"n": lost})
    if spent := entry.facts.get("sparks_spent", 0):
        told.append(ngettext("%(n)d spark spent.", "%(n)d sparks spent.", spent) % {"n": spent})
    return " ".join(told)


def wound_inflicted(entry: "Entry", words: Words) -> str:
    severity = label(Severity(entry.facts["severity"]))
    told = [_("%(name)s takes a wound: %(severity)s.") % {"name": entry.character, "severity": severity}]
    return " ".join(told + _landed(entry, words))


def wound_ticked(entry: "Entry", words: Words) -> str:
    told = [_("The GM ticks a slot of %(name)s.") % {"name": entry.character}]
    return " ".join(told + _landed(entry, words))


def wound_healed(entry: "Entry", words: Words) -> str:
    slot = label(Slot(entry.facts["slot"]))
    return _("%(name)s: the wound in %(slot)s is healed.") % {"name": entry.character, "slot": slot} + _quote(
        entry, words
    )


def wound_named(entry: "Entry", words: Words) -> str:
    slot = label(Slot(entry.facts["slot"]))
    if not entry.facts["wording"]:
        return _("%(name)s: the wound in %(slot)s loses its name.") % {"name": entry.character, "slot": slot}
    return _("%(name)s names the wound in %(slot)s.") % {"name": entry.character, "slot": slot} + _quote(entry, words)


def sparks_changed(entry: "Entry", words: Words) -> str:
    by, total = entry.facts["by"], entry.facts["total"]
    if by > 0:
        told = ngettext("%(name)s receives %(n)d spark", "%(name)s receives %(n)d sparks", by)
    else:
        told = ngettext("%(name)s loses %(n)d spark", "%(name)s loses %(n)d sparks", -by)
    return _("%(what)s, and has %(total)d.") % {"what": told % {"name": entry.character, "n": abs(by)}, "total": total}


def state_set(entry: "Entry", words: Words) -> str:
    told = _("%(name)s: %(before)s, then %(after)s.") % {
        "name": entry.character,
        "before": label(State(entry.facts["from"])),
        "after": label(State(entry.facts["to"])),
    }
    if healed := entry.facts.get("healed"):
        slots = ", ".join(label(Slot(slot)) for slot in healed)
        told += " " + _("Healed: %(slots)s.") % {"slots": slots}
    return told


def danger_announced(entry: "Entry", words: Words) -> str:
    told = _("Danger %(danger)s announced.") % {"danger": label(Danger(entry.facts["level"]))}
    if entry.facts["mortal"]:
        told += " " + _("It is mortal.")
    return told + _quote(entry, words)


def danger_withdrawn(entry: "Entry", words: Words) -> str:
    return _("The danger passes.")


def danger_answered(entry: "Entry", words: Words) -> str:
    said = {"go": _("I go"), "adapt": _("I adapt"), "give_up": _("I give up")}[entry.facts["choice"]]
    return _("%(name)s before the mortal danger: %(answer)s.") % {"name": entry.character, "answer": said}


def offer_dismissed(entry: "Entry", words: Words) -> str:
    return _("The danger stays where it is.")


def chaos_set(entry: "Entry", words: Words) -> str:
    dice = entry.facts["dice"]
    return ngettext("Chaos of the scene: %(n)d die.", "Chaos of the scene: %(n)d dice.", dice) % {"n": dice}


def wound_ruled(entry: "Entry", words: Words) -> str:
    return _("%(name)s: the wound is engaged, says the GM.") % {"name": entry.character} + _quote(entry, words)


def ruling_answered(entry: "Entry", words: Words) -> str:
    said = {"go": _("I go"), "adapt": _("I adapt"), "give_up": _("I give up")}[entry.facts["choice"]]
    return _("%(name)s, with an engaged wound: %(answer)s.") % {"name": entry.character, "answer": said} + _quote(
        entry, words
    )


def tray_settled(entry: "Entry", words: Words) -> str:
    if entry.facts["kind"] == "healing":
        return _healing_settled(entry, words)
    what = label(Outcome(entry.facts["kind"]))
    if entry.facts["status"] == "placed":
        told = _("The GM places something of %(name)s: %(what)s.")
    else:
        told = _("The GM lets something of %(name)s go: %(what)s.")
    return told % {"name": entry.character, "what": what} + _quote(entry, words)


def _healing_settled(entry: "Entry", words: Words) -> str:
    if "slot" in entry.facts:
        return wound_healed(entry, words)
    return _("%(name)s cared for a wound: the GM leaves it as it is.") % {"name": entry.character}


def advantages_set(entry: "Entry", words: Words) -> str:
    what = label(Advantage(entry.facts["advantage"]))
    told = _("The GM gives the scene: %(what)s.") if entry.facts["by"] > 0 else _("The GM takes away: %(what)s.")
    return told % {"what": what}


def period_ended(entry: "Entry", words: Words) -> str:
    facts = entry.facts
    told = {
        "scene": _("Scene %(n)d ends."),
        "session": _("Session %(n)d ends."),
        "arc": _("Arc %(n)d ends."),
    }[facts["period"]] % {"n": facts["number"]}
    if healed := facts["healed"]:
        told += " " + ngettext("%(n)d wound heals.", "%(n)d wounds heal.", healed) % {"n": healed}
    if kept := facts["kept"]:
        told += " " + ngettext("%(n)d wound stays.", "%(n)d wounds stay.", kept) % {"n": kept}
    return told


def gm_roll(entry: "Entry", words: Words) -> str:
    if entry.roll is None:
        return ""
    return _("The GM rolls: %(outcome)s.") % {"outcome": label(Outcome(entry.roll.outcome))} + _quote(entry, words)


def reveal(entry: "Entry", words: Words) -> str:
    return _("The GM shows a roll that was hidden.")


def undo(entry: "Entry", words: Words) -> str:
    return _("Undone.")


def redo(entry: "Entry", words: Words) -> str:
    return _("Done again.")


def _landed(entry: "Entry", words: Words) -> list[str]:
    """The slot that was ticked, and whether the character fell."""
    told = []
    if slot := entry.facts.get("slot"):
        told.append(_("Slot: %(slot)s.") % {"slot": label(Slot(slot))} + _quote(entry, words))
    if entry.facts.get("falls"):
        told += falls.fell(entry.facts, entry.character)
    return told


def _left_behind(entry: "Entry") -> list[str]:
    """What a maneuver leaves for the scene (M1), and what came of a healing (H3)."""
    made = entry.facts.get("advantages", ())
    told = [_("Left for the scene: %(what)s.") % {"what": label(Advantage(kind))} for kind in made]
    if healing := entry.facts.get("healing"):
        what = {"slot": label(Slot(healing["slot"]))}
        works, fails = _("The care works (%(slot)s): the GM decides."), _("The care does not work (%(slot)s).")
        told.append((works if healing["worked"] else fails) % what)
    return told


def _quote(entry: "Entry", words: Words) -> str:
    text = words.get(entry.facts.get("wording") or "", "")
    return " " + _("“%(text)s”") % {"text": text} if text else ""
