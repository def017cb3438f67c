"""Chi-square fit of the shipped dice: `python -m tests.rules.dice_fit [ROLLS]`.

Prints a p-value for each die; the exit status is 1 if any is under 1e-6.
"""

import math
import os
import sys
from collections import Counter
from collections.abc import Sequence

from rules.dice import MAX_DICE, Entropy, roll

DICE = (6, 8, 10, 12, 20)
LEAST_P = 1e-6


def chi_square_p(counts: Sequence[float], expected: Sequence[float]) -> float:
    """The chance of a fit at least this bad, for counts against expected counts of the same sum."""
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    return _upper_gamma((len(counts) - 1) / 2, statistic / 2)


def _upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function: series near 0, Lentz's continued fraction beyond."""
    if x <= 0:
        return 1.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * 1e-16:
            step += 1
            term *= x / step
            total += term
        return 1 - front * total
    b = x + 1 - shape
    c, d = math.inf, 1 / b
    fraction = d
    for i in range(1, 10_000):
        numerator = i * (shape - i)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def fit(sides: int, rolls: int, entropy: Entropy) -> float:
    """The p-value of a uniform fit of `rolls` faces of one kind of die, as the game rolls them."""
    counts: Counter[int] = Counter()
    for done in range(0, rolls, MAX_DICE):
        counts.update(roll((sides,) * min(MAX_DICE, rolls - done), entropy))
    return chi_square_p([counts[face] for face in range(1, sides + 1)], [rolls / sides] * sides)


def main(rolls: int) -> int:
    """Fit every kind of die; the exit status."""
    status = 0
    for sides in DICE:
        p = fit(sides, rolls, os.urandom)
        print(f"D{sides}: {rolls} rolls, p = {p:.6g}")
        status = status if p >= LEAST_P else 1
    return status


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
