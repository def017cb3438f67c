"""The rules once more, for small pools: face by face and from the printed table, not from `rules`.

It is the second opinion of the odds. It speaks in plain words (the contract's), so that it shares
no code with what it checks.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

LADDER = ("none", "light", "grave", "critical", "out_of_play")
DANGERS = ("low", "normal", "high", "very_high")
SLOTS = ("light_1", "light_2", "grave", "critical")

# Chapter 3.3, "La Table Danger x Résultat", columns BAS, NORMAL, ÉLEVÉ, TRÈS ÉLEVÉ (D8).
PRINTED_TABLE = {
    "critical": ("none", "none", "none", "none"),
    "success": ("none", "none", "none", "none"),
    "complication": ("none", "none", "light", "grave"),
    "opportunity": ("none", "none", "light", "grave"),
    "failure": ("none", "light", "grave", "critical"),
    "disaster": ("light", "grave", "critical", "out_of_play"),
}


def outcome(d6, critical_d6, d8, d10):
    """R1 to R4, a line each."""
    if 6 in critical_d6 or sum(face == 6 for face in d6) + sum(face == 6 for face in critical_d6) > 1:
        return "critical"
    reached = any(face in (5, 6) for face in d6 + critical_d6) and 10 not in d10
    twists = sum(face in (7, 8) for face in d8)
    words = ("success", "complication") if reached else ("failure", "opportunity")
    return words[twists] if twists < 2 else "disaster"


def outcome_law(d6, critical_d6, d8, d10):
    """The law of the outcome, by rolling every combination of faces once."""
    counts: Counter[str] = Counter()
    side_dice = list(product(product(range(1, 9), repeat=d8), product(range(1, 11), repeat=d10)))
    for plain in product(range(1, 7), repeat=d6):
        for critical in product(range(1, 7), repeat=critical_d6):
            counts.update(outcome(plain, critical, *others) for others in side_dice)
    return {word: Fraction(count, sum(counts.values())) for word, count in counts.items()}


def severity(word, danger, channel, resist):
    """The printed table, one rung lower for a resist (D3, D9), nothing off the body (D5)."""
    if danger is None or channel == "scene":
        return "none"
    rung = LADDER.index(PRINTED_TABLE[word][DANGERS.index(danger)])
    return LADDER[max(0, rung - 1)] if resist else LADDER[rung]


def landing(ticked, harm):
    """W2 and W3: the first free slot from the severity upward."""
    if harm == "none":
        return "unhurt"
    order = {"light": 0, "grave": 2, "critical": 3, "out_of_play": 4}[harm]
    return next((slot for slot in SLOTS[order:] if slot not in ticked), "out_of_play")


def exit_law(mode, mortal, dice):
    """O2 to O4: what a fall comes to, the exit dice rolled face by face."""
    if mortal or mode in ("gritty", "lethal"):
        return {"death": Fraction(1)}
    if mode == "heroic":
        return {"scar": Fraction(1)}
    counts: Counter[str] = Counter()
    for faces in product(range(1, 9), repeat=dice):
        twists = sum(face in (7, 8) for face in faces)
        counts[("scar", "scar_scene_pays", "death")[twists] if twists < 3 else "deus_ex_machina"] += 1
    return {end: Fraction(count, 8**dice) for end, count in counts.items()}
