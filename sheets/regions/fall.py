"""Out of play as a page shows it: how it came, the exit dice, the four ends, what is waited for (O1-O9)."""

from dataclasses import dataclass
from fractions import Fraction

from rules.impact.odds import exit_odds
from rules.impact.out_of_play import ROLLED_ENDS, needs_exit_roll, redemption_refusal
from rules.impact.reading import count_twists
from rules.impact.terms import Cause, End, LethalRedemption, Mode, ScarDue, Severity, Slot, State
from rules.impact.wounds import place
from sheets.models import STANDING, Closing, Fall, FallStatus
from sheets.state import CharacterState, read_again, read_helper
from sheets.words import falls as say
from sheets.words import reading
from sheets.words.terms import label


@dataclass(frozen=True)
class Step:
    """A step of the way out: done, here, or still to come."""

    name: str
    place: str


@dataclass(frozen=True)
class EndShown:
    """One of the four ends, its chance as it was announced, and whether it is the one that came."""

    twists: str
    name: str
    means: str
    chance: Fraction
    came: bool


@dataclass(frozen=True)
class FallShown:
    """A fall with everything that its panel says. `sparks_after`: what a redemption would leave, None without one."""

    fall: Fall
    mode: str
    name: str
    headline: str
    cause: str
    came: list[tuple[str, str]]
    dice_said: str
    twists_said: str
    ends: list[EndShown]
    steps: list[Step]
    refusal: str
    sparks_after: int | None
    scar: str

    @property
    def rolls(self) -> bool:
        """Whether the exit roll waits."""
        return self.fall.status == FallStatus.EXIT_ROLL

    @property
    def chooses(self) -> bool:
        """Whether a death waits for its choice."""
        return self.fall.status == FallStatus.CHOICE


def standing_fall(play: CharacterState) -> Fall | None:
    """The fall that is pending, or that has the character down."""
    return next((f for f in play.falls if f.status in STANDING), None)


def scars_due(play: CharacterState) -> list[Fall]:
    """Falls that are over and whose scar is still to be written, the last first."""
    if play.state is State.DEAD:
        return []
    due = [f for f in play.falls if f.status == FallStatus.PAST and f.scar_due != ScarDue.NONE.value]
    return due[::-1]


def fall_context(play: CharacterState) -> dict[str, object]:
    """The fall that stands, or else the last whose scar is due."""
    standing, due = standing_fall(play), scars_due(play)
    over = due[0] if due and not standing else None
    found = standing or over
    return {"fall": shown(found, play) if found else None, "fall_over": over is not None}


def shown(fall: Fall, play: CharacterState) -> FallShown:
    """A fall as its panel shows it now: what redemption would cost follows the sparks of the moment."""
    mode, cause, name = Mode(fall.mode), Cause(fall.cause), play.character.name
    refusal = redemption_refusal(
        mode,
        cause,
        play.sheet.sparks,
        play.sheet.redemptions_this_arc,
        LethalRedemption(fall.lethal_redemption),
    )
    faces = tuple(fall.exit_d8 or ())
    return FallShown(
        fall=fall,
        mode=label(mode),
        name=name,
        headline=_headline(fall, name, redeemable=refusal is None),
        cause=say.cause_of(cause),
        came=_came(fall),
        dice_said=say.exit_dice(mode, cause, fall.exit_dice, rolled=fall.roll_id is not None),
        twists_said=say.twists(count_twists(faces)) if fall.exit_d8 is not None else "",
        ends=_ends(fall, redeemable=fall.closing == Closing.REDEEMED or (refusal is None and not fall.closing)),
        steps=_steps(fall),
        refusal=say.no_redemption(refusal) if refusal else "",
        sparks_after=None if refusal else play.sheet.sparks - 1,
        scar=say.scar(fall.scar_due),
    )


def _headline(fall: Fall, name: str, *, redeemable: bool) -> str:
    if fall.status == FallStatus.EXIT_ROLL:
        return say.waits(fall.exit_dice, name)
    if fall.status == FallStatus.CHOICE:
        return say.death(name, redeemable=redeemable)
    return say.closed(fall.closing, fall.end, name)


def _came(fall: Fall) -> list[tuple[str, str]]:
    """The way to the fall, step by step: the roll's ladder, or the GM's word, and the slots that were taken."""
    out = label(Severity.OUT_OF_PLAY)
    if fall.cause == Cause.SACRIFICE.value:
        return [(label(Cause.SACRIFICE), out)]
    if fall.roll is None:
        severity = Severity(fall.severity)
        # Every slot from there up was taken, or it would have been ticked.
        blow = [(say.inflicted(fall.wording.text if fall.wording else ""), label(severity))]
        slots = place(frozenset(Slot), severity).passed
        return blow if severity is Severity.OUT_OF_PLAY else [*blow, (say.passed(slots), out)]
    if fall.roll.character_id == fall.character_id:
        result = read_again(fall.roll)
    else:  # who helped fell by the same dice, and every slot from there up was taken
        result = read_helper(fall.roll, frozenset(Slot))
    if result.judgement is None or result.placement is None:
        return []
    danger = fall.roll.get_danger_display()
    moves = [(reading.step(step, str(danger)), label(step.at)) for step in result.judgement.steps]
    return [*moves, (say.passed(result.placement.passed), out)] if result.placement.passed else moves


def _ends(fall: Fall, *, redeemable: bool) -> list[EndShown]:
    mode, cause = Mode(fall.mode), Cause(fall.cause)
    rolled = needs_exit_roll(mode, cause)
    law = exit_odds(mode, cause, fall.exit_dice)
    return [
        EndShown(
            twists=say.twists_for(count, last=end is ROLLED_ENDS[-1]) if rolled else "",
            name=label(end),
            means=say.end_means(end, redeemable=redeemable),
            chance=law[end],
            came=fall.end == end.value,
        )
        for count, end in enumerate(ROLLED_ENDS)
    ]


def _steps(fall: Fall) -> list[Step]:
    """Fall, exit roll, choice, scar: those that this fall goes through."""
    rolled = needs_exit_roll(Mode(fall.mode), Cause(fall.cause))
    dies = fall.end in ("", End.DEATH.value)
    survives = fall.closing != "died"
    names = [
        ("fall", True),
        (FallStatus.EXIT_ROLL.value, rolled),
        (FallStatus.CHOICE.value, dies and fall.cause != Cause.SACRIFICE.value),
        ("scar", survives and bool(fall.pending or fall.scar_due != ScarDue.NONE.value)),
    ]
    ways = [name for name, goes in names if goes]
    here = fall.status if fall.pending else "scar"
    at = ways.index(here) if here in ways else len(ways)
    return [
        Step(say.step(name), "done" if number < at else "here" if number == at else "")
        for number, name in enumerate(ways)
    ]
