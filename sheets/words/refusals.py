"""What the rules refuse, said to people. One sentence a code; the numbers come from the error."""

from django.utils.translation import gettext_lazy as _

from rules.errors import BadInput, Refusal, RuleError

MESSAGES = {
    Refusal.TWO_IMPRINTS: _("One imprint a roll: this table plays without Facettes."),
    Refusal.CHAOS_OUT_OF_RANGE: _("The chaos of a scene goes from 0 to %(maximum)s dice."),
    Refusal.TOO_MANY_DICE: _("A roll has at most %(maximum)s dice, and this one would have %(dice)s."),
    Refusal.NOT_ENOUGH_SPARKS: _("This roll would cost %(cost)s sparks, and there are %(sparks)s."),
    Refusal.NO_TWIST_DIE_TO_REMOVE: _("There is no twist die to silence: keep your spark."),
    Refusal.OVERCOME_NOT_OFFERED: _("At this table wounds bring no wound dice: there is nothing to overcome."),
    Refusal.NO_WOUND_DIE_TO_REMOVE: _("There is no wound die to overcome: keep your spark."),
    Refusal.NO_WOUND_TO_ENGAGE: _("Only a grave or critical wound can be engaged."),
    Refusal.WRONG_DICE_COUNT: _("This pool has %(expected)s dice of this kind: type a face for each."),
    Refusal.WRONG_FACE: _("A die of this kind shows 1 to %(sides)s."),
    Refusal.SLOT_ALREADY_TICKED: _("This slot is ticked already."),
    Refusal.SLOT_ALREADY_FREE: _("This slot is free already."),
    Refusal.SELF_HEALING_NEEDS_LEAVE: _("To heal oneself, the GM has to agree."),
    Refusal.NOT_ACTIVE: _("This character is out of play for now, and does not roll."),
    Refusal.DEAD: _("This character is dead: the sheet can only be read."),
    Refusal.REDEMPTION_OF_SACRIFICE: _("A chosen sacrifice is never redeemed."),
    Refusal.REDEMPTION_NOT_IN_MODE: _("This table allows no redemption."),
    Refusal.REDEMPTION_USED_THIS_ARC: _("The redemption of this arc is used."),
    Refusal.REDEMPTION_WITHOUT_SPARK: _("A redemption costs 1 spark, and there is none left."),
    Refusal.BOTH_SCAR_SIDES: _("The two sides of a scar are never engaged on one roll."),
    Refusal.SCAR_SIDES_NOT_PAIRED: _("A scar has one burden and one boon."),
    Refusal.BOON_LOCKED: _("What this scar forges is still locked."),
    Refusal.BOON_UNLOCKED_TOO_EARLY: _("What a scar forges is unlocked at the end of its session at the earliest."),
    Refusal.IMMUNITY_USED_THIS_SCENE: _("This immunity was used in this scene."),
}
UNREADABLE = _("This value cannot be used here.")


def in_words(error: RuleError | BadInput) -> str:
    """The sentence for an error of the rules, in the language now active."""
    if isinstance(error, BadInput):
        return str(UNREADABLE)
    return str(MESSAGES[error.code]) % error.params
