"""Folded keys: search and order that do not depend on the database's own idea of accents."""

import unicodedata

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ł": "l"})


def fold(text: str) -> str:
    """Lower case without accents, ligatures spelt out, spaces collapsed: Œuvre → oeuvre."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(bare.translate(LIGATURES).split())
