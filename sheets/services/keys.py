"""Keys made with the forms: the server's own, good for one person and one address."""

import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

LENGTH_LIMIT = 80


def make_key(user_id: int, path: str) -> str:
    """A fresh key for one person and the address that a form is sent to. Nothing is stored until it is used."""
    nonce = secrets.token_urlsafe(18)
    return f"{nonce}.{_signature(user_id, path, nonce)}"


def is_own_key(key: str, user_id: int, path: str) -> bool:
    """Whether the key was made here for this person and this address."""
    nonce, _dot, signature = key.partition(".")
    return len(key) <= LENGTH_LIMIT and constant_time_compare(signature, _signature(user_id, path, nonce))


def _signature(user_id: int, path: str, nonce: str) -> str:
    return salted_hmac("sheets.key", f"{user_id}|{path}|{nonce}").hexdigest()[:32]
