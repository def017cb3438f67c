"""Out of play in words: how it came, its ends, what is waited for, and its entries in the log (O1-O9)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.errors import Refusal
from rules.impact.out_of_play import needs_exit_roll
from rules.impact.reading import count_twists
from rules.impact.terms import Cause, End, Mode, Slot
from sheets.words.terms import label

if TYPE_CHECKING:
    from sheets.models import Entry

Words = Mapping[str, str]


def twists(count: int) -> str:
    """A number of twists."""
    return ngettext("%(n)d twist", "%(n)d twists", count) % {"n": count}


def twists_for(count: int, *, last: bool) -> str:
    """For how many twists an end comes; the last one for all from there up."""
    return _("%(n)d twists or more") % {"n": count} if last else twists(count)


def step(name: str) -> str:
    """A step of the way out of play."""
    return {
        "fall": pgettext("step", "Fall"),
        "exit_roll": pgettext("step", "Exit roll"),
        "choice": pgettext("step", "Choice"),
        "scar": pgettext("step", "Scar"),
    }[name]


def inflicted(name: str) -> str:
    """The blow that the GM dealt without a roll, by the name it got."""
    return _("The GM's word: %(blow)s") % {"blow": name} if name else _("The GM's word")


def passed(slots: tuple[Slot, ...]) -> str:
    """Why the wound found no slot (W2)."""
    if not slots:
        return _("Straight out of play")
    taken = ", ".join(label(slot) for slot in slots)
    return ngettext("The slot %(slots)s was taken", "The slots %(slots)s were taken", len(slots)) % {"slots": taken}


def cause_of(cause: Cause) -> str:
    """What kind of fall it is (O1-O3)."""
    return {
        Cause.ORDINARY: _("No mortal danger was announced."),
        Cause.MORTAL: _("The danger was announced as mortal: no exit roll."),
        Cause.SACRIFICE: _("A chosen sacrifice."),
    }[cause]


def exit_dice(mode: Mode, cause: Cause, count: int, *, rolled: bool) -> str:
    """How many exit dice there are, and why (O3, O4, O9)."""
    if not needs_exit_roll(mode, cause):
        return _("No exit roll: the end is certain.")
    if count == 0:
        return _("No exit die: no chaos was in it, so no twist can come.")
    if rolled:
        return ngettext(
            "%(n)d die, as many as the action carried twist dice.",
            "%(n)d dice, as many as the action carried twist dice.",
            count,
        ) % {"n": count}
    return ngettext("%(n)d die, as the GM said.", "%(n)d dice, as the GM said.", count) % {"n": count}


def end_means(end: End, *, redeemable: bool) -> str:
    """What an end means, in a few words (O3, O5, O7)."""
    return {
        End.SCAR: _("Down and alive."),
        End.SCAR_SCENE_PAYS: _("Down and alive; a complication for the GM to place."),
        End.DEATH: _("1 spark turns it into a scar.") if redeemable else _("Without redemption."),
        End.DEUS_EX_MACHINA: _("Neither death nor spark; still in play."),
    }[end]


def waits(dice: int, name: str) -> str:
    """The headline while the exit roll waits."""
    if dice == 0:
        return _("No exit die for %(name)s: a scar for certain.") % {"name": name}
    told = ngettext("%(n)d exit die decides for %(name)s.", "%(n)d exit dice decide for %(name)s.", dice)
    return told % {"n": dice, "name": name}


def death(name: str, *, redeemable: bool) -> str:
    """The headline while a death waits for its choice."""
    if redeemable:
        return _("%(name)s dies, unless you pay for them.") % {"name": name}
    return _("%(name)s dies.") % {"name": name}


def no_redemption(refusal: Refusal) -> str:
    """Why a death cannot be bought back."""
    return {
        Refusal.REDEMPTION_OF_SACRIFICE: _("A chosen sacrifice is never redeemed."),
        Refusal.REDEMPTION_NOT_IN_MODE: _("This table allows no redemption."),
        Refusal.REDEMPTION_USED_THIS_ARC: _("The redemption of this arc is used."),
        Refusal.REDEMPTION_WITHOUT_SPARK: _("A redemption costs 1 spark, and there is none left."),
    }[refusal]


def closed(closing: str, end: str, name: str) -> str:
    """The headline of a fall that is settled."""
    if end == End.DEUS_EX_MACHINA.value:
        return _("Deus ex machina: %(name)s escapes every bad end.") % {"name": name}
    return {
        "survived": _("%(name)s survives, and is down."),
        "redeemed": _("Redeemed: %(name)s survives, and is down."),
        "spared": _("The GM's word: %(name)s survives, and is down."),
        "died": _("%(name)s is dead. The story stays."),
    }.get(closing, _("Over for %(name)s.")) % {"name": name}


def scar(due: str) -> str:
    """The scar that a survival leaves (O7)."""
    return {
        "required": _("A scar is due: it is still to be written."),
        "offered": _("A scar is offered: take it or leave it."),
    }.get(due, "")


def pending(status: str, dice: int) -> str:
    """What a fall waits for, in the few words of a card."""
    if status == "exit_roll":
        return ngettext("Exit roll waits: %(n)d die", "Exit roll waits: %(n)d dice", dice) % {"n": dice}
    return _("A death waits for its choice")


# --- The log -----------------------------------------------------------------------------------------


def fell(facts: Mapping[str, Any], name: object) -> list[str]:
    """That a character went out of play, by what, and under which contract."""
    told = [_("%(name)s is out of play.") % {"name": name}]
    if kept := facts.get("fall"):
        mode, cause = Mode(kept["mode"]), Cause(kept["cause"])
        if cause is Cause.MORTAL:
            told.append(_("The danger was mortal."))
        elif needs_exit_roll(mode, cause):
            dice = facts["exit_dice"]
            told.append(ngettext("%(n)d exit die.", "%(n)d exit dice.", dice) % {"n": dice})
        told.append(obeyed(kept))
    return told


def obeyed(kept: Mapping[str, Any]) -> str:
    """The contract and the mode that a fall obeyed."""
    return _("Contract v%(version)d, mode %(mode)s.") % {"version": kept["version"], "mode": label(Mode(kept["mode"]))}


def exit_roll(entry: "Entry", words: Words) -> str:
    facts = entry.facts
    told = [
        _("Exit roll of %(name)s, %(twists)s: %(end)s.")
        % {
            "name": entry.character,
            "twists": twists(count_twists(tuple(facts["d8"]))),
            "end": label(End(facts["end"])),
        }
    ]
    if facts.get("tray"):
        told.append(_("The Complication is laid on the GM's tray."))
    return " ".join([*told, *_credited(facts), obeyed(facts["fall"])])


def redeemed(entry: "Entry", words: Words) -> str:
    told = _("%(name)s is redeemed for 1 spark: alive, down, a scar to write.") % {"name": entry.character}
    return " ".join([told, *_credited(entry.facts), obeyed(entry.facts["fall"])])


def died(entry: "Entry", words: Words) -> str:
    told = _("%(name)s dies.") % {"name": entry.character}
    return " ".join([told, *_credited(entry.facts), obeyed(entry.facts["fall"])])


def sacrifice(entry: "Entry", words: Words) -> str:
    told = pgettext("log", "%(name)s chooses to die: a sacrifice.") % {"name": entry.character}
    return " ".join([told, *_credited(entry.facts), obeyed(entry.facts["fall"])])


def _credited(facts: Mapping[str, Any]) -> list[str]:
    """The spark that the fall had held back (R5), and what went over the maximum (C3)."""
    told = []
    if gained := facts.get("sparks_gained", 0):
        told.append(ngettext("%(n)d spark won.", "%(n)d sparks won.", gained) % {"n": gained})
    if lost := facts.get("sparks_lost", 0):
        told.append(ngettext("%(n)d spark lost.", "%(n)d sparks lost.", lost) % {"n": lost})
    return told
