"""From an outcome and an announced danger to a severity, step by step (D1-D9)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from rules.impact.terms import Channel, Danger, Intention, Outcome, Severity


class StepCause(Enum):
    """Why a wound moved on the ladder (D2, D3, K2)."""

    DANGER = "danger"
    OFF_LADDER = "off_ladder"
    SINGLE_TWIST = "single_twist"
    DISASTER = "disaster"
    RESIST = "resist"
    EASED = "eased"
    IMMUNITY = "immunity"


@dataclass(frozen=True)
class Stakes:
    """What was announced before the roll (D4). `danger` None: nothing was announced.

    `eased` is the GM's extra step down (D3); `immune` an engaged immunity of a scar that names
    this danger and is still unused in the scene (K2).
    """

    danger: Danger | None
    channel: Channel = Channel.BODY
    mortal: bool = False
    intention: Intention = Intention.ACT
    eased: bool = False
    immune: bool = False

    @property
    def resist(self) -> bool:
        """Whether the roll is spent on resisting (D9)."""
        return self.intention is Intention.RESIST

    @property
    def threatens_body(self) -> bool:
        """Whether the ladder applies at all: a danger was announced, and not to the scene (D5, R8)."""
        return self.danger is not None and self.channel is Channel.BODY

    def for_helper(self) -> "Stakes":
        """The same stakes for an ally who shares the risk: resist and immunity are the roller's alone (D6)."""
        return replace(self, intention=Intention.ACT, immune=False)


@dataclass(frozen=True)
class Step:
    """One move on the ladder: its cause, its signed number of rungs, and the rung reached, held inside the ladder."""

    cause: StepCause
    delta: int
    at: Severity


@dataclass(frozen=True)
class Judgement:
    """A severity and the way to it. Without danger to the body: none, and no steps."""

    severity: Severity
    steps: tuple[Step, ...]

    @property
    def immunity_spent(self) -> bool:
        """Whether an immunity was used up: only a severity above none uses one (K2)."""
        return any(step.cause is StepCause.IMMUNITY for step in self.steps)


_OUTCOME_STEP: Mapping[Outcome, tuple[StepCause, int]] = MappingProxyType(
    {
        Outcome.COMPLICATION: (StepCause.SINGLE_TWIST, -1),
        Outcome.OPPORTUNITY: (StepCause.SINGLE_TWIST, -1),
        Outcome.DISASTER: (StepCause.DISASTER, 1),
    }
)


def judge(outcome: Outcome, stakes: Stakes) -> Judgement:
    """The severity of an outcome under these stakes, with every step (D2, D3, D5).

    All steps are added, and only the sum is held inside the ladder.
    """
    if stakes.danger is None or not stakes.threatens_body:
        return Judgement(Severity.NONE, ())
    rung = 0
    steps: list[Step] = []
    for cause, delta in _moves(outcome, stakes, stakes.danger):
        rung += delta
        steps.append(Step(cause, delta, Severity.held(rung)))
    if stakes.immune and rung > 0:
        steps.append(Step(StepCause.IMMUNITY, -rung, Severity.NONE))
    return Judgement(steps[-1].at, tuple(steps))


def _moves(outcome: Outcome, stakes: Stakes, danger: Danger) -> list[tuple[StepCause, int]]:
    start = danger.start.rung
    if outcome in (Outcome.CRITICAL, Outcome.SUCCESS):
        return [(StepCause.DANGER, start), (StepCause.OFF_LADDER, -start)]
    moves = [(StepCause.DANGER, start)]
    if outcome in _OUTCOME_STEP:
        moves.append(_OUTCOME_STEP[outcome])
    if stakes.resist:
        moves.append((StepCause.RESIST, -1))
    if stakes.eased:
        moves.append((StepCause.EASED, -1))
    return moves


def table() -> Mapping[tuple[Outcome, Danger], Severity]:
    """The 24 cells of result by danger, nobody resisting (D8)."""
    return MappingProxyType(
        {(outcome, danger): judge(outcome, Stakes(danger)).severity for outcome in Outcome for danger in Danger}
    )


def next_danger(danger: Danger) -> Danger:
    """The level that is offered for the announcement after a disaster: one higher, up to very high (D7)."""
    levels = tuple(Danger)
    return levels[min(levels.index(danger) + 1, len(levels) - 1)]
