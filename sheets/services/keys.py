"""Keys made with the pages: the server's own, good for one person and one address, or for one seat's acts.

A key is `nonce.signature`. A page of play holds one key for all its small acts; the browser adds a counter
to it, `nonce.signature.3`, which moves on when an act has been answered, so that a retry repeats the number.
"""

import re
import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

SHAPE = re.compile(r"(?P<nonce>[\w-]{1,40})\.(?P<signature>[0-9a-f]{32})(\.[0-9]{1,6})?", re.ASCII)
SEAT_ROOT = re.compile(r"/t/[0-9a-f-]{36}/")


def make_key(user_id: int | None, scope: str) -> str:
    """A fresh key for one person (None: a stranger) and a scope: an address, or the root of a seat.

    Nothing is stored until it is used.
    """
    nonce = secrets.token_urlsafe(18)
    return f"{nonce}.{_signature(user_id, scope, nonce)}"


def is_own_key(key: str, user_id: int | None, path: str) -> bool:
    """Whether the key was made here for this person, and for this address or the seat that it belongs to."""
    found = SHAPE.fullmatch(key)
    if found is None:
        return False
    root = SEAT_ROOT.match(path)
    scopes = [path, *([root[0]] if root else [])]
    return any(constant_time_compare(found["signature"], _signature(user_id, s, found["nonce"])) for s in scopes)


def _signature(user_id: int | None, scope: str, nonce: str) -> str:
    return salted_hmac("sheets.key", f"{user_id}|{scope}|{nonce}").hexdigest()[:32]
