"""Crediting sparks, up to the table's maximum (C3)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SparkCredit:
    """Sparks after a credit, and how many were lost over the maximum."""

    sparks: int
    lost: int


def credit(sparks: int, gained: int, maximum: int | None = None) -> SparkCredit:
    """Add gained sparks; those over the maximum (None: there is none) are lost (C3).

    A total that is over the maximum already is kept: a setting lowered later takes nothing away.
    """
    total = sparks + gained
    if maximum is not None:
        total = max(sparks, min(total, maximum))
    return SparkCredit(sparks=total, lost=sparks + gained - total)
