"""The twelve scars to be inspired by, or to draw from with a d12 (K3): the game's names, our words.

Each side has its situation and an effect of the same weight (K1, K2). A table may keep its own instead.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.impact.scars import ScarEffect

TWIST, DIE, IMMUNITY = ScarEffect.TWIST_DIE, ScarEffect.ACTION_DIE, ScarEffect.IMMUNITY


@dataclass(frozen=True)
class ScarIdea:
    """A scar of the table: when it weighs and with what effect, when it forges and with what effect."""

    name: Promise
    weighs_when: Promise
    burden: ScarEffect
    forges_when: Promise
    boon: ScarEffect


# The face of a d12, and its scar.
SCAR_TABLE = {
    1: ScarIdea(
        _("Veiled eye"),
        _("When your eyes must carry far: a shot, a sign, a face across the street."),
        TWIST,
        _("When you want someone to look away first."),
        DIE,
    ),
    2: ScarIdea(
        _("Plate in the skull"),
        _("When you have to think straight in a din."),
        TWIST,
        _("The first blow to your mind in a scene: terror, shock, stupor."),
        IMMUNITY,
    ),
    3: ScarIdea(
        _("Fused fingers"),
        _("When the work is for fingertips: a lock, a stitch, a wire."),
        TWIST,
        _("When all that counts is not to let go."),
        DIE,
    ),
    4: ScarIdea(
        _("Rebuilt knee"),
        _("When you have to run or leap from a standstill."),
        TWIST,
        _("When you have taken your stand and have only to hold it."),
        DIE,
    ),
    5: ScarIdea(
        _("Slashed face"),
        _("When you would rather be remembered by nobody."),
        TWIST,
        _("When your face has to speak before you do."),
        DIE,
    ),
    6: ScarIdea(
        _("Badly knit ribs"),
        _("When an effort at full strength goes on and on."),
        TWIST,
        _("The first blow to your body in a scene."),
        IMMUNITY,
    ),
    7: ScarIdea(
        _("Dead ear"),
        _("When only a sound could have warned you."),
        TWIST,
        _("When everything breaks loose and you have one thing to do."),
        DIE,
    ),
    8: ScarIdea(
        _("The absent gaze"),
        _("When what broke you stands before you again."),
        TWIST,
        _("When what you see would make anyone else falter."),
        DIE,
    ),
    9: ScarIdea(
        _("The spent voice"),
        _("When you have to be heard above the others."),
        TWIST,
        _("When you watch and listen, and nobody minds you."),
        DIE,
    ),
    10: ScarIdea(
        _("Cracked trust"),
        _("When you face what betrayed you, or what is like it."),
        TWIST,
        _("The first time in a scene that someone holds you by shame."),
        IMMUNITY,
    ),
    11: ScarIdea(
        _("Padlocked heart"),
        _("When you need to let someone come close."),
        TWIST,
        _("When someone plays on your feelings."),
        DIE,
    ),
    12: ScarIdea(
        _("Raw nerves"),
        _("When you should let go, sleep, or believe the quiet."),
        TWIST,
        _("When danger is about to spring: to smell the trap, to move first."),
        DIE,
    ),
}
