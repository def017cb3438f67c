"""The words of the game. Each value is the string that the JSON contract uses."""

from enum import Enum
from functools import total_ordering


class Outcome(Enum):
    """What a whole roll came to, the best first (R1-R4)."""

    CRITICAL = "critical"
    SUCCESS = "success"
    COMPLICATION = "complication"
    OPPORTUNITY = "opportunity"
    FAILURE = "failure"
    DISASTER = "disaster"


@total_ordering
class Severity(Enum):
    """The ladder of harm, from none up to out of play (D1). Ordered: light < grave."""

    NONE = "none"
    LIGHT = "light"
    GRAVE = "grave"
    CRITICAL = "critical"
    OUT_OF_PLAY = "out_of_play"

    @property
    def rung(self) -> int:
        """Place on the ladder, 0 (none) to 4 (out of play)."""
        return _LADDER.index(self)

    @classmethod
    def held(cls, rung: int) -> "Severity":
        """The severity at a rung; a number beyond an end of the ladder is held at that end (D3)."""
        return _LADDER[min(max(rung, 0), len(_LADDER) - 1)]

    def __lt__(self, other: "Severity") -> bool:
        return self.rung < other.rung


_LADDER = tuple(Severity)


class Slot(Enum):
    """The four wound slots, from the lightest (W1)."""

    LIGHT_1 = "light_1"
    LIGHT_2 = "light_2"
    GRAVE = "grave"
    CRITICAL = "critical"

    @property
    def severity(self) -> Severity:
        """The severity of a wound that stands in this slot."""
        return _SLOT_SEVERITY[self]


_SLOT_SEVERITY = {
    Slot.LIGHT_1: Severity.LIGHT,
    Slot.LIGHT_2: Severity.LIGHT,
    Slot.GRAVE: Severity.GRAVE,
    Slot.CRITICAL: Severity.CRITICAL,
}


class Danger(Enum):
    """The announced danger, from the lowest level (D2)."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"
    VERY_HIGH = "very_high"

    @property
    def start(self) -> Severity:
        """Where a clean failure lands (D2)."""
        return _DANGER_START[self]


_DANGER_START = {
    Danger.LOW: Severity.NONE,
    Danger.NORMAL: Severity.LIGHT,
    Danger.HIGH: Severity.GRAVE,
    Danger.VERY_HIGH: Severity.CRITICAL,
}


class Channel(Enum):
    """What the danger strikes: the character's body and mind, or the scene (D4, D5)."""

    BODY = "body"
    SCENE = "scene"


class Intention(Enum):
    """What a roll is for (D9, M1)."""

    ACT = "act"
    RESIST = "resist"
    MANEUVER = "maneuver"


class Mode(Enum):
    """The table's lethality, the mildest first (O3, O4)."""

    HEROIC = "heroic"
    EXIT_ROLL = "exit_roll"
    GRITTY = "gritty"
    LETHAL = "lethal"


class LethalRedemption(Enum):
    """What the lethal mode leaves of redemption (O4)."""

    NONE = "none"
    ONE_PER_ARC = "one_per_arc"


class WoundRule(Enum):
    """How a wound weighs on a roll: by twist dice or by wound dice (W6)."""

    CHAOS = "chaos"
    WOUND_DICE = "wound_dice"


class State(Enum):
    """Whether a character is in play (O8)."""

    ACTIVE = "active"
    NEUTRALISED = "neutralised"
    DECIDING = "deciding"
    DEAD = "dead"


class Cause(Enum):
    """Why a character went out of play (O1-O3)."""

    ORDINARY = "ordinary"
    MORTAL = "mortal"
    SACRIFICE = "sacrifice"


class End(Enum):
    """How an out of play ends, before any redemption (O3)."""

    SCAR = "scar"
    SCAR_SCENE_PAYS = "scar_scene_pays"
    DEATH = "death"
    DEUS_EX_MACHINA = "deus_ex_machina"


class ScarDue(Enum):
    """Whether a scar has to be written (O7)."""

    REQUIRED = "required"
    OFFERED = "offered"
    NONE = "none"


class Advantage(Enum):
    """An advantage used on a roll (P7, M1)."""

    NONE = "none"
    STRAIGHT = "straight"
    TWISTED = "twisted"


class Weave(Enum):
    """The part of the weave that a roll engages (P9)."""

    DRIVE = "drive"
    FLAW = "flaw"
    REACTION = "reaction"


class Landing(Enum):
    """Where a roll leaves the body: unhurt, in one of the slots, or out of play (X1)."""

    UNHURT = "unhurt"
    LIGHT_1 = "light_1"
    LIGHT_2 = "light_2"
    GRAVE = "grave"
    CRITICAL = "critical"
    OUT_OF_PLAY = "out_of_play"
