"""The exact law of a roll about to be made (X1, X2).

Dice are counted, not enumerated; what each count means is asked of the same `decide`, `judge`,
`place` and `end_for` that a real roll goes through.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import comb
from types import MappingProxyType
from typing import TypeVar

from rules.dice import MAX_DICE
from rules.errors import BadInput
from rules.impact.out_of_play import ROLLED_ENDS, end_for
from rules.impact.reading import decide
from rules.impact.severity import Stakes, judge
from rules.impact.terms import Cause, End, Landing, Mode, Outcome, Severity, Slot
from rules.impact.wounds import place

_Term = TypeVar("_Term", bound=Enum)

_TWIST = Fraction(1, 4)
_MANY_TWISTS = len(ROLLED_ENDS) - 1


@dataclass(frozen=True)
class Odds:
    """The law of one roll; every mapping has all members of its enum, and sums to 1.

    `out_of_play` and `death` (before any redemption) are of the whole roll; `exit` is the law of
    the end given that the character falls, also where no fall is possible.
    """

    outcome: Mapping[Outcome, Fraction]
    severity: Mapping[Severity, Fraction]
    landing: Mapping[Landing, Fraction]
    out_of_play: Fraction
    death: Fraction
    exit: Mapping[End, Fraction]


def odds(d6: int, critical_d6: int, d8: int, d10: int, stakes: Stakes, ticked: frozenset[Slot], mode: Mode) -> Odds:
    """The odds of a pool under these stakes, over the slots ticked now, for an active character (X1).

    Counts are whole numbers from 0 (`d6` from 1, P13), 40 dice at most in all; else BadInput names
    the kind of dice, or `pool`.
    """
    check_counts(d6, critical_d6, d8, d10)
    return _odds(d6, critical_d6, d8, d10, stakes, ticked, mode)


def check_counts(d6: int, critical_d6: int, d8: int, d10: int) -> None:
    """Raise BadInput for counts that are no pool: see `odds`."""
    for name, count, least in (("d6", d6, 1), ("critical_d6", critical_d6, 0), ("d8", d8, 0), ("d10", d10, 0)):
        if count < least:
            raise BadInput(name, f"expected a count from {least}")
        if count > MAX_DICE:
            raise BadInput(name, f"expected at most {MAX_DICE} dice")
    if d6 + critical_d6 + d8 + d10 > MAX_DICE:
        raise BadInput("pool", f"expected at most {MAX_DICE} dice in all")


@lru_cache(maxsize=4096)
def _odds(d6: int, critical_d6: int, d8: int, d10: int, stakes: Stakes, ticked: frozenset[Slot], mode: Mode) -> Odds:
    outcome = _outcomes(d6, critical_d6, d8, d10)
    severity = _law(Severity, ((judge(result, stakes).severity, chance) for result, chance in outcome.items()))
    landing = _law(Landing, ((place(ticked, harm).landing, chance) for harm, chance in severity.items()))
    ends = exit_odds(mode, Cause.MORTAL if stakes.mortal else Cause.ORDINARY, d8)
    out_of_play = landing[Landing.OUT_OF_PLAY]
    return Odds(outcome, severity, landing, out_of_play, out_of_play * ends[End.DEATH], ends)


@lru_cache(maxsize=1024)
def exit_odds(mode: Mode, cause: Cause, dice: int) -> Mapping[End, Fraction]:
    """The law of the ends of an out of play with that many exit dice, from 0 (O1-O4, O6, X2)."""
    twists = _twists(dice, _MANY_TWISTS)
    return _law(End, ((end_for(mode, cause, count), chance) for count, chance in twists.items()))


def riskier(now: Odds, shown: Odds) -> bool:
    """Whether any harm is likelier now than it was shown: each landing or a worse one, and death (D6)."""
    return now.death > shown.death or any(a > b for a, b in zip(_tails(now), _tails(shown), strict=True))


def _tails(law: Odds) -> list[Fraction]:
    """The chance of each landing or a worse one, the worst first."""
    return list(accumulate(law.landing[landing] for landing in reversed(Landing)))


def percent(chance: Fraction) -> Decimal:
    """A chance of 0 to 1 as a percentage with one decimal; 0.0 and 100.0 only where it is exactly so (X1)."""
    tenths = (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if 0 < chance < 1:
        tenths = min(max(tenths, 1), 999)
    return Decimal(tenths).scaleb(-1)


def _outcomes(d6: int, critical_d6: int, d8: int, d10: int) -> Mapping[Outcome, Fraction]:
    no_betrayal = Fraction(9, 10) ** d10
    branches = product(
        _bases(d6, critical_d6).items(),
        ((False, no_betrayal), (True, 1 - no_betrayal)),
        _twists(d8, 2).items(),
    )
    return _law(
        Outcome,
        (
            (decide(base, betrayal, twists), of_base * of_betrayal * of_twists)
            for (base, of_base), (betrayal, of_betrayal), (twists, of_twists) in branches
        ),
    )


def _bases(d6: int, critical_d6: int) -> Mapping[Outcome, Fraction]:
    """What the D6 alone say: no critical means no critical die on 6, and at most one 6 elsewhere (R1, R2)."""
    faces: int = 6 ** (d6 + critical_d6)
    failures: int = 4 ** (d6 + critical_d6)
    not_critical: int = 5**critical_d6 * (5**d6 + d6 * 5 ** (d6 - 1))
    return {
        Outcome.CRITICAL: Fraction(faces - not_critical, faces),
        Outcome.SUCCESS: Fraction(not_critical - failures, faces),
        Outcome.FAILURE: Fraction(failures, faces),
    }


def _twists(dice: int, most: int) -> Mapping[int, Fraction]:
    """The law of the number of twists (R4); those of `most` and more stand together."""
    law = {
        count: comb(dice, count) * _TWIST**count * (1 - _TWIST) ** (dice - count)
        for count in range(min(most, dice + 1))
    }
    return {**law, most: 1 - sum(law.values(), Fraction(0))}


def _law(terms: type[_Term], chances: Iterable[tuple[_Term, Fraction]]) -> Mapping[_Term, Fraction]:
    """Add up the chances of each term; a term that never comes has 0."""
    law = dict.fromkeys(terms, Fraction(0))
    for term, chance in chances:
        law[term] += chance
    return MappingProxyType(law)
