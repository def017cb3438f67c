"""Labels of the rules' enums, translated when shown. Glossary: impact-rules, first table."""

from enum import Enum

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.impact.healing import Period
from rules.impact.pool import Source
from rules.impact.scars import ScarEffect
from rules.impact.terms import (
    Advantage,
    Cause,
    Channel,
    Danger,
    End,
    Intention,
    Landing,
    LethalRedemption,
    Mode,
    Outcome,
    ScarDue,
    Severity,
    Slot,
    State,
    Weave,
    WoundRule,
)

LABELS: dict[Enum, object] = {
    Outcome.CRITICAL: pgettext_lazy("outcome", "Critical"),
    Outcome.SUCCESS: pgettext_lazy("outcome", "Success"),
    Outcome.COMPLICATION: pgettext_lazy("outcome", "Success » Complication"),
    Outcome.OPPORTUNITY: pgettext_lazy("outcome", "Failure » Opportunity"),
    Outcome.FAILURE: pgettext_lazy("outcome", "Failure"),
    Outcome.DISASTER: pgettext_lazy("outcome", "Disaster"),
    Severity.NONE: pgettext_lazy("severity", "nothing"),
    Severity.LIGHT: pgettext_lazy("severity", "Light"),
    Severity.GRAVE: pgettext_lazy("severity", "Grave"),
    Severity.CRITICAL: pgettext_lazy("severity", "Critical"),
    Severity.OUT_OF_PLAY: pgettext_lazy("severity", "Out of play"),
    Slot.LIGHT_1: pgettext_lazy("slot", "Light 1"),
    Slot.LIGHT_2: pgettext_lazy("slot", "Light 2"),
    Slot.GRAVE: pgettext_lazy("slot", "Grave"),
    Slot.CRITICAL: pgettext_lazy("slot", "Critical"),
    Landing.UNHURT: pgettext_lazy("landing", "Unhurt"),
    Landing.LIGHT_1: pgettext_lazy("slot", "Light 1"),
    Landing.LIGHT_2: pgettext_lazy("slot", "Light 2"),
    Landing.GRAVE: pgettext_lazy("slot", "Grave"),
    Landing.CRITICAL: pgettext_lazy("slot", "Critical"),
    Landing.OUT_OF_PLAY: pgettext_lazy("severity", "Out of play"),
    Danger.LOW: pgettext_lazy("danger", "LOW"),
    Danger.NORMAL: pgettext_lazy("danger", "NORMAL"),
    Danger.HIGH: pgettext_lazy("danger", "HIGH"),
    Danger.VERY_HIGH: pgettext_lazy("danger", "VERY HIGH"),
    Channel.BODY: pgettext_lazy("channel", "the body"),
    Channel.SCENE: pgettext_lazy("channel", "the scene"),
    Intention.ACT: pgettext_lazy("intention", "Act"),
    Intention.RESIST: pgettext_lazy("intention", "Resist"),
    Intention.MANEUVER: pgettext_lazy("intention", "Maneuver"),
    Mode.HEROIC: pgettext_lazy("mode", "Heroic"),
    Mode.EXIT_ROLL: pgettext_lazy("mode", "Exit roll"),
    Mode.GRITTY: pgettext_lazy("mode", "Gritty"),
    Mode.LETHAL: pgettext_lazy("mode", "Lethal"),
    LethalRedemption.NONE: pgettext_lazy("redemption", "none"),
    LethalRedemption.ONE_PER_ARC: pgettext_lazy("redemption", "one per arc"),
    WoundRule.CHAOS: _("Chaos: a grave or critical wound that is engaged brings a twist die"),
    WoundRule.WOUND_DICE: _("Wound dice: the worst wound brings D10s, engaged or not"),
    State.ACTIVE: pgettext_lazy("state", "Active"),
    State.NEUTRALISED: pgettext_lazy("state", "Neutralised"),
    State.DECIDING: pgettext_lazy("state", "Deciding"),
    State.DEAD: pgettext_lazy("state", "Dead"),
    Cause.ORDINARY: pgettext_lazy("cause", "ordinary"),
    Cause.MORTAL: pgettext_lazy("cause", "announced mortal danger"),
    Cause.SACRIFICE: pgettext_lazy("cause", "chosen sacrifice"),
    End.SCAR: pgettext_lazy("end", "A scar"),
    End.SCAR_SCENE_PAYS: pgettext_lazy("end", "A scar, and the scene pays"),
    End.DEATH: pgettext_lazy("end", "Death"),
    End.DEUS_EX_MACHINA: pgettext_lazy("end", "Deus ex machina"),
    ScarDue.REQUIRED: pgettext_lazy("scar", "to be written"),
    ScarDue.OFFERED: pgettext_lazy("scar", "offered"),
    ScarDue.NONE: pgettext_lazy("scar", "none"),
    Advantage.NONE: pgettext_lazy("advantage", "None"),
    Advantage.STRAIGHT: _("An advantage"),
    Advantage.TWISTED: _("A twisted advantage"),
    Weave.DRIVE: _("Drive"),
    Weave.FLAW: _("Flaw"),
    Weave.REACTION: _("Reaction"),
    Source.ACTION: pgettext_lazy("source", "action"),
    Source.IMPRINT: pgettext_lazy("source", "imprint"),
    Source.MARK: pgettext_lazy("source", "mark"),
    Source.BACKPACK: pgettext_lazy("source", "backpack"),
    Source.PREPARATION: pgettext_lazy("source", "preparation"),
    Source.ASSISTANCE: pgettext_lazy("source", "help"),
    Source.ADVANTAGE: pgettext_lazy("source", "advantage"),
    Source.TWISTED_ADVANTAGE: pgettext_lazy("source", "twisted advantage"),
    Source.BOOST: pgettext_lazy("source", "boost"),
    Source.WEAVE_DRIVE: pgettext_lazy("source", "drive"),
    Source.WEAVE_FLAW: pgettext_lazy("source", "flaw"),
    Source.WEAVE_REACTION: pgettext_lazy("source", "reaction"),
    Source.ENGAGED_WOUND: pgettext_lazy("source", "engaged wound"),
    Source.WOUND: pgettext_lazy("source", "wound"),
    Source.SCENE_CHAOS: pgettext_lazy("source", "chaos of the scene"),
    Source.SCAR: pgettext_lazy("source", "scar"),
    Source.SILENCED_CHAOS: pgettext_lazy("source", "silenced chaos"),
    Source.OVERCOME_WOUND: pgettext_lazy("source", "overcome wound"),
    ScarEffect.TWIST_DIE: _("+1 twist die"),
    ScarEffect.IMPOSED_COMPLICATION: _("a complication for the GM"),
    ScarEffect.ACTION_DIE: _("+1D6"),
    ScarEffect.CALM: _("−1 twist die"),
    ScarEffect.IMMUNITY: _("unhurt, once a scene"),
    Period.SCENE: _("End of scene"),
    Period.SESSION: _("End of session"),
    Period.ARC: _("End of arc"),
}


def label(value: Enum) -> str:
    """The name of a rules value in the language now active."""
    return str(LABELS[value])


def choices_of(kind: type[Enum]) -> list[tuple[str, object]]:
    """The members of an enum as Django field choices (stored value, lazy label)."""
    return [(member.value, LABELS[member]) for member in kind]
