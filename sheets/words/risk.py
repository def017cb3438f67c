"""What a roll risks, said soberly: the figure, one plain sentence, and the price of redemption (O3-O6, X1)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.errors import Refusal
from rules.impact.terms import Cause, Mode


def fall(mode: Mode, cause: Cause, exit_dice: int, death_then: str) -> str:
    """What going out of play would mean. `death_then`: the chance of death once it has happened, in words."""
    if cause is Cause.MORTAL:
        return _("The danger is mortal: out of play is death.")
    if mode is Mode.HEROIC:
        return _("At this table wear kills nobody: out of play is a scar.")
    if mode is Mode.EXIT_ROLL:
        dice = ngettext("%(n)d exit die", "%(n)d exit dice", exit_dice) % {"n": exit_dice}
        return _("Out of play, it takes %(dice)s: on exactly two twists, death (%(chance)s).") % {
            "dice": dice,
            "chance": death_then,
        }
    return _("At this table out of play is death.")


def redemption(refusal: Refusal | None, sparks_left: int) -> str:
    """Whether a death could be bought back, and what would be left."""
    if refusal is None:
        left = ngettext("%(n)d would be left", "%(n)d would be left", sparks_left - 1) % {"n": sparks_left - 1}
        return _("Redemption: 1 spark (%(left)s).") % {"left": left}
    return {
        Refusal.REDEMPTION_WITHOUT_SPARK: _("No redemption: no spark would be left to pay it."),
        Refusal.REDEMPTION_NOT_IN_MODE: _("No redemption at this table."),
        Refusal.REDEMPTION_USED_THIS_ARC: _("No redemption: the one of this arc is used."),
    }[refusal]
