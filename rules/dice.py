"""Fair dice from bytes, for every ruleset."""

from collections.abc import Callable, Sequence

from rules.errors import BadInput

Entropy = Callable[[int], bytes]
"""Gives that many random bytes, each of 0-255 equally likely; `os.urandom` fits."""

MAX_DICE = 40
"""The most dice that one roll may have, all kinds together."""

_BYTE_VALUES = 256


def roll(sides: Sequence[int], entropy: Entropy) -> tuple[int, ...]:
    """Roll one die for each number of sides (2 to 256), in that order; faces count from 1.

    Unbiased: a byte beyond the last whole multiple of the sides is thrown away. One read of
    `entropy` covers a roll but for rare runs of thrown bytes. Raises BadInput of field `sides`.
    """
    if len(sides) > MAX_DICE:
        raise BadInput("sides", f"expected at most {MAX_DICE} dice")
    if any(not 2 <= count <= _BYTE_VALUES for count in sides):
        raise BadInput("sides", f"expected dice of 2 to {_BYTE_VALUES} sides")
    # Twice the dice and some more: even with half of the bytes thrown away a second read is rare.
    portion = 2 * len(sides) + 16
    stream = iter(entropy(portion))
    faces: list[int] = []
    for count in sides:
        fair = _BYTE_VALUES - _BYTE_VALUES % count
        value = next(stream, _BYTE_VALUES)
        while value >= fair:
            if value == _BYTE_VALUES:
                stream = iter(entropy(portion))
            value = next(stream, _BYTE_VALUES)
        faces.append(value % count + 1)
    return tuple(faces)
