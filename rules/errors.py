"""The two ways to say no: malformed input, and a move that the rules do not allow."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType


class BadInput(ValueError):
    """Input that has no meaning: a wrong type, an unknown word, a number out of range.

    `field` names the input at fault; `message` says what was expected, in plain English.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class Refusal(Enum):
    """Every illegal move. The value is its sentence in English, with the parameters in braces.

    An application translates by member; the sentence is for logs and for programmers.
    """

    TWO_IMPRINTS = "only one imprint counts on a roll, and {imprints} were chosen"  # P2
    CHAOS_OUT_OF_RANGE = "the chaos of a scene is 0 to {maximum} twist dice, not {chaos}"  # P13
    TOO_MANY_DICE = "a roll has at most {maximum} dice, and this one has {dice}"
    NOT_ENOUGH_SPARKS = "this costs {cost} spark(s), and {sparks} are left"  # P12
    NO_TWIST_DIE_TO_REMOVE = "there is no twist die to remove"  # P10
    OVERCOME_NOT_OFFERED = "overcoming the wound is not offered under this table's wound rule"  # P11
    NO_WOUND_DIE_TO_REMOVE = "there is no wound die to remove"  # P11
    NO_WOUND_TO_ENGAGE = "no ticked wound is serious enough to be engaged"  # W6
    WRONG_DICE_COUNT = "this pool rolls {expected} of these dice, and {given} faces were given"
    WRONG_FACE = "{face} is not a face of a die with {sides} sides"
    SLOT_ALREADY_TICKED = "the slot {slot} is already ticked"  # H4
    SLOT_ALREADY_FREE = "the slot {slot} is already free"  # H3, H4
    SELF_HEALING_NEEDS_LEAVE = "healing oneself needs the GM's leave"  # H3
    NOT_ACTIVE = "this character is out of play for now"  # O8
    DEAD = "this character is dead"  # O8
    REDEMPTION_OF_SACRIFICE = "a chosen sacrifice is never redeemed"  # O1
    REDEMPTION_NOT_IN_MODE = "this table's lethality allows no redemption"  # O4
    REDEMPTION_USED_THIS_ARC = "the redemption of this arc is used"  # O4
    REDEMPTION_WITHOUT_SPARK = "a redemption costs 1 spark, and none is left"  # O5
    BOTH_SCAR_SIDES = "the two sides of a scar are never engaged on one roll"  # K2
    SCAR_SIDES_NOT_PAIRED = "{effect} is no effect of a {side}"  # K1
    BOON_LOCKED = "the boon of this scar is still locked"  # K4
    BOON_UNLOCKED_TOO_EARLY = "a boon is unlocked at the end of the scar's session at the earliest"  # K4
    IMMUNITY_USED_THIS_SCENE = "this immunity was used in this scene"  # K2


class RuleError(ValueError):
    """An illegal move. `field` names the choice at fault, `params` fills the sentence of `code`."""

    def __init__(self, code: Refusal, field: str, params: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.field = field
        self.params: Mapping[str, object] = MappingProxyType(dict(params or {}))
        super().__init__(code.value.format(**self.params))
