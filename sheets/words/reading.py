"""A roll's result in words, in reading order (R6): one sentence a step, and one for the ear."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.impact.reading import Reading
from rules.impact.resolution import Resolution
from rules.impact.severity import Judgement, Step, StepCause
from rules.impact.terms import Outcome, Slot
from rules.impact.wounds import Placement
from sheets.words.terms import label


def action_dice(reading: Reading, critical_face: bool) -> str:
    """What the D6 said. `critical_face`: a critical die is on 6 (R1, R2)."""
    if reading.base is Outcome.CRITICAL:
        return _("A critical die on 6: a Critical.") if critical_face else _("Two sixes or more: a Critical.")
    if reading.base is Outcome.SUCCESS:
        return _("The highest is %(face)d: a success.") % {"face": reading.highest}
    return _("The highest is %(face)d: a failure.") % {"face": reading.highest}


def wound_dice(reading: Reading, ten: bool) -> str:
    """What the wound dice did. `ten`: one of them is on 10 (R3)."""
    if not ten:
        return _("No 10: the wound keeps quiet.")
    if reading.base is Outcome.CRITICAL:
        return _("A 10, but nothing undoes a Critical.")
    if reading.base is Outcome.SUCCESS:
        return _("A 10: the wound betrays you, the success becomes a failure.")
    return _("A 10: the wound betrays you, the failure stays one.")


def twist_dice(reading: Reading) -> str:
    """What the twist dice did (R4, R5)."""
    count = reading.twists
    if reading.base is Outcome.CRITICAL:
        if count >= 2:
            return _("%(n)d twists, but nothing undoes a Critical: you win a spark.") % {"n": count}
        return ngettext(
            "%(n)d twist, but nothing undoes a Critical.", "%(n)d twists: nothing undoes a Critical.", count
        ) % {"n": count}
    if count == 0:
        return _("No twist: the result stands.")
    if count >= 2:
        return _("%(n)d twists: a Disaster, and you win a spark.") % {"n": count}
    if reading.outcome is Outcome.COMPLICATION:
        return _("One twist: the success brings a Complication.")
    return _("One twist: the failure opens an Opportunity.")


def disaster_over_success(reading: Reading) -> str:
    """R9: what the D6 said stays visible, and the GM rules."""
    if reading.outcome is Outcome.DISASTER and reading.base is Outcome.SUCCESS:
        return _("The D6 said success: the GM says whether the action is done all the same.")
    return ""


def step(step: Step, danger: str, eased_why: str = "") -> str:
    """One move on the ladder and its cause (D2, D3)."""
    said = {
        StepCause.DANGER: _("Danger %(danger)s, start") % {"danger": danger},
        StepCause.OFF_LADDER: _("Success, off the ladder"),
        StepCause.SINGLE_TWIST: _("One twist, one step down"),
        StepCause.DISASTER: _("Disaster, one step up"),
        StepCause.RESIST: _("Resist, one step down"),
        StepCause.EASED: _("The GM's word, one step down"),
        StepCause.IMMUNITY: _("Immunity of a scar: nothing"),
    }[step.cause]
    return f"{said} ({eased_why})" if eased_why and step.cause is StepCause.EASED else said


def ladder_sum(judgement: Judgement) -> str:
    """The steps after the start, added: what the dice and the choices changed."""
    moved = sum(s.delta for s in judgement.steps[1:])
    return f"{moved:+d}".replace("-", "−") if moved else ""


def placement(placed: Placement, name: str, *, falls: bool) -> str:
    """Where the wound went (W2, W3)."""
    if falls:
        return (
            _("No slot is left from there up: %(name)s is out of play.") % {"name": name}
            if placed.passed
            else (_("Straight out of play for %(name)s.") % {"name": name})
        )
    if placed.slot is None:
        return _("%(name)s is unhurt.") % {"name": name}
    slot = label(placed.slot)
    if placed.cascaded:
        passed = ", ".join(label(s) for s in placed.passed)
        return _("%(passed)s taken: the wound cascades into %(slot)s.") % {"passed": passed, "slot": slot}
    if placed.slot is Slot.LIGHT_2:
        return _("%(first)s is taken: the wound lands in %(slot)s.") % {"first": label(Slot.LIGHT_1), "slot": slot}
    return _("The wound lands in %(slot)s.") % {"slot": slot}


def tray(outcome: Outcome) -> str:
    """What waits in the GM's tray (R7, R8)."""
    return {
        Outcome.COMPLICATION: _("The Complication is laid on the GM's tray."),
        Outcome.OPPORTUNITY: _("The Opportunity is laid on the GM's tray."),
        Outcome.DISASTER: _("The Disaster is laid on the GM's tray."),
    }[outcome]


def aloud(result: Resolution, name: str) -> str:
    """The whole result in one sentence, for those who hear the page."""
    told = [label(result.reading.outcome)]
    if result.falls:
        told.append(_("%(name)s is out of play") % {"name": name})
    elif result.placement and result.placement.slot:
        told.append(_("wound in %(slot)s, to be named") % {"slot": label(result.placement.slot)})
    elif result.judgement:
        told.append(_("unhurt"))
    return ", ".join(told) + "."
