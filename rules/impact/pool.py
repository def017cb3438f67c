"""What a roll is made of: every source of dice, and its price in sparks (P1-P13, W6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from rules.dice import MAX_DICE
from rules.errors import BadInput, Refusal, RuleError
from rules.impact.scars import ScarEffect
from rules.impact.terms import Advantage, Severity, Slot, Weave, WoundRule
from rules.impact.wounds import wound_level

MAX_SCENE_CHAOS = 6
"""The most twist dice that the GM adds for the chaos of a scene (P13)."""


@dataclass(frozen=True)
class Table:
    """The table's options that change a pool: *Facettes* (P2) and the wound rule (W6)."""

    facettes: bool = False
    wound_rule: WoundRule = WoundRule.CHAOS


@dataclass(frozen=True)
class Body:
    """The character who rolls: ticked slots, sparks left (0 or more), and `light_die_due`.

    `light_die_due` matters under the rule wound_dice alone: a light wound whose D10 no roll of the
    character has spent yet (W6). Any roll of the character spends it.
    """

    ticked: frozenset[Slot] = frozenset()
    sparks: int = 0
    light_die_due: bool = False


@dataclass(frozen=True)
class PoolChoice:
    """What the player and the GM bring into one roll.

    `imprints` and `helpers` are counts from 0, `scene_chaos` 0 to 6 (P13); `scars` are the effects
    of the engaged sides (K2).
    """

    imprints: int = 0
    mark: bool = False
    backpack: bool = False
    prepared: bool = False
    helpers: int = 0
    advantage: Advantage = Advantage.NONE
    weave: Weave | None = None
    boost: bool = False
    silence_chaos: bool = False
    overcome_wound: bool = False
    wound_engaged: bool = False
    scene_chaos: int = 0
    scars: tuple[ScarEffect, ...] = ()


class Source(Enum):
    """Where the dice of a line come from."""

    ACTION = "action"
    IMPRINT = "imprint"
    MARK = "mark"
    BACKPACK = "backpack"
    PREPARATION = "preparation"
    ASSISTANCE = "assistance"
    ADVANTAGE = "advantage"
    TWISTED_ADVANTAGE = "twisted_advantage"
    BOOST = "boost"
    WEAVE_DRIVE = "weave_drive"
    WEAVE_FLAW = "weave_flaw"
    WEAVE_REACTION = "weave_reaction"
    ENGAGED_WOUND = "engaged_wound"
    WOUND = "wound"
    SCENE_CHAOS = "scene_chaos"
    SCAR = "scar"
    SILENCED_CHAOS = "silenced_chaos"
    OVERCOME_WOUND = "overcome_wound"


@dataclass(frozen=True)
class PoolLine:
    """The dice of one source; a negative number takes dice off."""

    source: Source
    d6: int = 0
    critical_d6: int = 0
    d8: int = 0
    d10: int = 0


@dataclass(frozen=True)
class Pool:
    """The dice to roll, line by line, and their cost in sparks. The totals are held at their floors (P13)."""

    lines: tuple[PoolLine, ...]
    cost: int = 0

    @property
    def d6(self) -> int:
        """Action dice, never under 1."""
        return max(1, sum(line.d6 for line in self.lines))

    @property
    def critical_d6(self) -> int:
        """Critical dice."""
        return sum(line.critical_d6 for line in self.lines)

    @property
    def d8(self) -> int:
        """Twist dice, never under 0."""
        return max(0, sum(line.d8 for line in self.lines))

    @property
    def d10(self) -> int:
        """Wound dice."""
        return sum(line.d10 for line in self.lines)

    @property
    def total(self) -> int:
        """All dice together."""
        return self.d6 + self.critical_d6 + self.d8 + self.d10


_ADVANTAGES = {
    Advantage.STRAIGHT: PoolLine(Source.ADVANTAGE, d6=2),
    Advantage.TWISTED: PoolLine(Source.TWISTED_ADVANTAGE, d6=1),
}
_WEAVES = {
    Weave.DRIVE: PoolLine(Source.WEAVE_DRIVE, critical_d6=1, d8=1),
    Weave.FLAW: PoolLine(Source.WEAVE_FLAW, critical_d6=1, d8=1),
    Weave.REACTION: PoolLine(Source.WEAVE_REACTION, critical_d6=1, d8=1),
}
_WOUND_DICE = {Severity.LIGHT: 1, Severity.GRAVE: 1, Severity.CRITICAL: 2}
_ENGAGEABLE_FROM = {WoundRule.CHAOS: Severity.GRAVE, WoundRule.WOUND_DICE: Severity.LIGHT}


def build_pool(choice: PoolChoice, body: Body, table: Table) -> Pool:
    """The pool of a choice, in the order of the sources, and what it costs (P1-P13).

    Raises RuleError or, for a negative count, BadInput; both name the field of PoolChoice at
    fault, or `pool` where the whole has over 40 dice.
    """
    _check_counts(choice, table)
    lines = [PoolLine(Source.ACTION, d6=1), *_added(choice), *_from_wounds(choice, body, table)]
    lines += [PoolLine(Source.SCAR, d6=effect.d6, d8=effect.d8) for effect in choice.scars]
    pool = Pool((*lines, *_removed(choice, Pool(tuple(lines)), table)), _cost(choice, body))
    if pool.total > MAX_DICE:
        raise RuleError(Refusal.TOO_MANY_DICE, "pool", {"dice": pool.total, "maximum": MAX_DICE})
    return pool


def _check_counts(choice: PoolChoice, table: Table) -> None:
    for name in ("imprints", "helpers"):
        if getattr(choice, name) < 0:
            raise BadInput(name, "expected a count from 0")
    if choice.imprints > 1 and not table.facettes:
        raise RuleError(Refusal.TWO_IMPRINTS, "imprints", {"imprints": choice.imprints})
    if not 0 <= choice.scene_chaos <= MAX_SCENE_CHAOS:
        params = {"chaos": choice.scene_chaos, "maximum": MAX_SCENE_CHAOS}
        raise RuleError(Refusal.CHAOS_OUT_OF_RANGE, "scene_chaos", params)


def _added(choice: PoolChoice) -> Iterator[PoolLine]:
    sources = (
        (choice.imprints, PoolLine(Source.IMPRINT, d6=2 * choice.imprints)),
        (choice.mark, PoolLine(Source.MARK, d6=1)),
        (choice.backpack, PoolLine(Source.BACKPACK, d6=1)),
        (choice.prepared, PoolLine(Source.PREPARATION, d6=1)),
        (choice.helpers, PoolLine(Source.ASSISTANCE, d6=choice.helpers)),
        (choice.boost, PoolLine(Source.BOOST, critical_d6=1)),
        (choice.scene_chaos, PoolLine(Source.SCENE_CHAOS, d8=choice.scene_chaos)),
    )
    yield from (line for engaged, line in sources if engaged)
    if choice.advantage in _ADVANTAGES:
        yield _ADVANTAGES[choice.advantage]
    if choice.weave is not None:
        yield _WEAVES[choice.weave]


def _from_wounds(choice: PoolChoice, body: Body, table: Table) -> Iterator[PoolLine]:
    level = wound_level(body.ticked)
    if choice.wound_engaged and level < _ENGAGEABLE_FROM[table.wound_rule]:
        raise RuleError(Refusal.NO_WOUND_TO_ENGAGE, "wound_engaged")
    if table.wound_rule is WoundRule.CHAOS:
        if choice.wound_engaged:
            yield PoolLine(Source.ENGAGED_WOUND, d8=1)
    elif level > Severity.LIGHT or (level is Severity.LIGHT and body.light_die_due):
        yield PoolLine(Source.WOUND, d10=_WOUND_DICE[level])


def _removed(choice: PoolChoice, pool: Pool, table: Table) -> Iterator[PoolLine]:
    if choice.silence_chaos:
        if not pool.d8:
            raise RuleError(Refusal.NO_TWIST_DIE_TO_REMOVE, "silence_chaos")
        yield PoolLine(Source.SILENCED_CHAOS, d8=-pool.d8)
    if choice.overcome_wound:
        if table.wound_rule is WoundRule.CHAOS:
            raise RuleError(Refusal.OVERCOME_NOT_OFFERED, "overcome_wound")
        if not pool.d10:
            raise RuleError(Refusal.NO_WOUND_DIE_TO_REMOVE, "overcome_wound")
        yield PoolLine(Source.OVERCOME_WOUND, d10=-pool.d10)


def _cost(choice: PoolChoice, body: Body) -> int:
    cost = 0
    for name in ("boost", "silence_chaos", "overcome_wound"):
        if getattr(choice, name):
            cost += 1
            if cost > body.sparks:
                raise RuleError(Refusal.NOT_ENOUGH_SPARKS, name, {"cost": cost, "sparks": body.sparks})
    return cost
