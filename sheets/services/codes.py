"""Codes that people read out, type and scan: no letter in them can be taken for another."""

import secrets

# Crockford's base 32: without I, L, O and U.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0"})
GROUP = 4


def make_code(length: int) -> str:
    """A code of that many signs, five bits of chance each, as it is kept."""
    return "".join(secrets.choice(ALPHABET) for _sign in range(length))


def fold_code(typed: str) -> str:
    """A code as it is kept, however it was typed: any case, hyphens or not, O for zero, I or L for one."""
    return "".join(sign for sign in typed.upper().translate(ALIKE) if sign in ALPHABET)


def spell_code(code: str) -> str:
    """A code as it is shown: in groups of four."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))
