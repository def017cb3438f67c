"""The rules alone: odds against icepool on the same pools, and the throw of the dice."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

import icepool  # type: ignore[import-untyped]  # ships no types of its own
from icepool import Die, MultisetEvaluator

from rules.dice import MAX_DICE, roll
from rules.impact import odds as law
from rules.impact.severity import Stakes
from rules.impact.terms import Danger, Mode, Slot

Counts = tuple[int, int, int, int]
"""D6, critical dice, D8, D10."""

POOLS: tuple[Counts, ...] = ((1, 0, 0, 0), (3, 0, 1, 0), (4, 1, 1, 0), (5, 1, 2, 1), (8, 2, 4, 2), (12, 2, 6, 1))
LARGEST: tuple[Counts, ...] = (
    (40, 0, 0, 0),
    (1, 39, 0, 0),
    (1, 0, 39, 0),
    (1, 0, 0, 39),
    (20, 5, 13, 2),
    (10, 10, 10, 10),
)
NINE_DICE = (6, 6, 6, 6, 6, 6, 8, 8, 10)


# Icepool at its best: each die comes down to what is read of it (a low face 1, a five 2, a six 3), and D8 and D10
# are counted apart. One evaluator over all four kinds at once takes up to forty times as long.
ACTION = Die({1: 4, 2: 1, 3: 1})
TWIST = Die({0: 6, 1: 2})
WOUND = Die({0: 9, 1: 1})
NOTHING = Die([0])


class OfTheD6(MultisetEvaluator[int, Any]):
    """How many sixes the D6 show, a critical die's counting twice, and whether any is a five or better."""

    def next_state(self, state: Any, order: Any, face: int, /, *counts: int) -> Any:
        plain, critical = counts
        sixes, best = state or (0, False)
        return min(2, plain + 2 * critical) if face == 3 else sixes, best or (face >= 2 and plain + critical > 0)


def read(base: tuple[int, bool], twists: int, betrayals: int) -> str:
    """The reading of chapter 3.1: D6, then wound dice, then twists."""
    sixes, best = base
    if sixes == 2:
        return "critical"
    if twists >= 2:
        return "disaster"
    stands = best and not betrayals
    if twists:
        return "complication" if stands else "opportunity"
    return "success" if stands else "failure"


def by_icepool(counts: Counts) -> dict[str, Fraction]:
    """The six outcomes of a pool, cold: a new evaluator remembers nothing."""
    plain, critical, twist, wound = counts
    base = OfTheD6().evaluate(ACTION.pool(plain), ACTION.pool(critical))
    twists, betrayals = twist @ TWIST if twist else NOTHING, wound @ WOUND if wound else NOTHING
    found = icepool.map(read, base, twists, betrayals, star=False)
    return {outcome: found.probability(outcome) for outcome in found}


def by_us(counts: Counts) -> law.Odds:
    """All laws of a pool (outcome, severity, slot, fall, death, exit), cold."""
    law._odds.cache_clear()
    law.exit_odds.cache_clear()
    return law.odds(*counts, Stakes(Danger.HIGH), frozenset({Slot.LIGHT_1}), Mode.EXIT_ROLL)


@dataclass(frozen=True)
class Compared:
    """Seconds for one pool, cold: ours for all laws, icepool's for the outcomes alone."""

    counts: Counts
    ours: float
    icepool: float
    agree: bool


def compare(repeats: int) -> Iterator[Compared]:
    """Time each pool both ways, one after the other, and see whether the outcomes agree."""
    for counts in POOLS:
        ours, theirs = [], []
        for _ in range(repeats):
            ours.append(seconds_of(by_us, counts))
            theirs.append(seconds_of(by_icepool, counts))
        found = {term.value: chance for term, chance in by_us(counts).outcome.items() if chance}
        yield Compared(counts, median(ours), median(theirs), found == by_icepool(counts))


def largest_cold(repeats: int) -> tuple[Counts, float]:
    """The slowest of the pools of as many dice as are allowed, and its seconds."""
    assert all(sum(counts) == MAX_DICE for counts in LARGEST)
    timed = {counts: median(seconds_of(by_us, counts) for _ in range(repeats)) for counts in LARGEST}
    return max(timed.items(), key=lambda item: item[1])


def throw(repeats: int) -> float:
    """Seconds for a throw of nine dice with the system's randomness."""
    return median(seconds_of(roll, NINE_DICE, os.urandom) for _ in range(repeats))


def seconds_of(work: Callable[..., object], *given: object) -> float:
    began = time.perf_counter()
    work(*given)
    return time.perf_counter() - began
