"""The damage at which a critical wound becomes graver (S2)."""

from rules.errors import BadInput

MAX_CONSTITUTION = 1000
"""A bound far over any creature, so that no answer grows without end."""


def thresholds(constitution_score: int) -> tuple[int, int, int, int, int]:
    """The five thresholds k x (10 + Constitution modifier), k from 1 to 5, in points of damage (S2).

    `constitution_score` is the current score, up to MAX_CONSTITUTION. Raises BadInput of field
    `constitution` beyond it, and where 10 + modifier is below 1.
    """
    if constitution_score > MAX_CONSTITUTION:
        raise BadInput("constitution", f"expected a score up to {MAX_CONSTITUTION}")
    step = 10 + (constitution_score - 10) // 2
    if step < 1:
        raise BadInput("constitution", "10 + the Constitution modifier is below 1: this creature has no thresholds")
    return (step, 2 * step, 3 * step, 4 * step, 5 * step)
