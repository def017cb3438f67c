"""Guests: people who come in by a name, without an account."""

import uuid

from sheets.models import User

NAME_LENGTH = 80


def make_guest(name: str) -> User:
    """A person of that name with nothing to sign in by; the name of the account is shown to nobody."""
    guest = User(username=f"guest-{uuid.uuid4().hex}", display_name=name[:NAME_LENGTH])
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest
