"""Guests: people who come in by a name, and by a code on another browser."""

import hashlib
import uuid
from datetime import timedelta

from django.db import IntegrityError
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from sheets.models import User
from sheets.services.act import turn
from sheets.services.codes import fold_code, make_code
from sheets.services.refusal import Refused

NAME_LENGTH = 80
# 80 bits: nobody finds one by trying.
RECOVERY_LENGTH = 16
# How long the form that made a guest may be sent again, after an answer that was lost.
RETRY = timedelta(minutes=15)


def make_guest(name: str, *, token: str = "") -> User:
    """A person of that name with nothing to sign in by; the name of the account is shown to nobody."""
    guest = User(username=f"guest-{token or uuid.uuid4().hex}", display_name=name[:NAME_LENGTH])
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest


def guest_of_form(key: str, name: str) -> User:
    """The guest that a form with this key makes: the same person when it is sent again.

    A stranger has no account that a used key could be kept for, so the account is named after the key.
    Call it under a lock that senders of the same form wait for.
    """
    token = salted_hmac("sheets.guest", key, algorithm="sha256").hexdigest()[:32]
    known = User.objects.filter(username=f"guest-{token}").first()
    if known and timezone.now() - known.date_joined > RETRY:
        raise Refused(_("This form has expired. Reload the page and try again."))
    return known or make_guest(name, token=token)


def renew_recovery(guest: User) -> str:
    """A fresh code to come back by; one made before is good no longer. It is kept as a digest alone."""
    code = make_code(RECOVERY_LENGTH)
    guest.recovery_digest = _digest(code)
    guest.save(update_fields=["recovery_digest"])
    return code


def is_recovery_of(guest: User, code: str) -> bool:
    """Whether this is the code that the guest comes back by."""
    return guest.recovery_digest == _digest(fold_code(code))


def recovered(code: str) -> User:
    """Whoever comes back by this code. Only digests are compared, so no time taken tells of a code."""
    guest = User.objects.filter(recovery_digest=_digest(fold_code(code)), is_active=True).first()
    if guest is None:
        raise Refused(_("This code opens nothing. Check it letter by letter."), field="code")
    return guest


def settle(guest: User, username: str, password: str) -> None:
    """Make a guest's place an account: same person, same seats, a name and a password to sign in by."""
    guest.username, guest.display_name, guest.recovery_digest = username, "", None
    guest.set_password(password)
    try:
        with turn():
            guest.save()
    except IntegrityError as error:  # someone chose that name in the same moment
        raise Refused(_("This name is taken. Choose another."), field="username") from error


def _digest(code: str) -> str:
    return hashlib.sha256(f"recovery {code}".encode()).hexdigest()
