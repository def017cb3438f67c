"""Mails, where a server for them is set up: in the person's language, with links from the configured address.

They are sent beside the request, so that no page waits for a server elsewhere, and none tells by its pace
whether an account exists.
"""

import logging
import threading
from collections.abc import Callable
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.functional import Promise
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from sheets.models import User

log = logging.getLogger(__name__)
SALT = "sheets.email"
LINK_GOOD_FOR = 2 * 24 * 3600
# So that nobody's letter box is filled by somebody's finger on a button.
ONE_MAIL_EVERY = 120


def ask_to_confirm(user: User, address: str) -> bool:
    """Send a link that makes the address the person's; False if one was sent a moment ago."""
    token = signing.dumps({"user": user.pk, "old": user.email, "new": address}, salt=SALT)
    link = settings.PUBLIC_URL + reverse("sheets:confirm-email", args=[token])
    return _write(user, address, _("Your address for Impact"), "mails/confirm.txt", {"link": link, "person": user})


def read_confirmation(token: str) -> tuple[User, str] | None:
    """The person and the address that a link is about; None for one that is false, old, or overtaken by another."""
    try:
        said = signing.loads(token, salt=SALT, max_age=LINK_GOOD_FOR)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=said["user"], email__in=[said["old"], said["new"]], is_active=True).first()
    return (user, said["new"]) if user else None


def keep_address(user: User, address: str) -> None:
    """Make an address the person's, or with an empty one forget what they gave."""
    User.objects.filter(pk=user.pk).update(email=address)


def send_reset(name_or_address: str) -> None:
    """Send a link to set a new password to whoever goes by this and has a confirmed address; else do nothing."""
    people = User.objects.filter(Q(username=name_or_address) | Q(email__iexact=name_or_address), is_active=True)
    for user in people.exclude(email="")[:5]:
        if user.is_guest:
            continue
        uid, token = urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
        link = settings.PUBLIC_URL + reverse("sheets:reset", args=[uid, token])
        _write(
            user,
            user.email,
            _("A new password for Impact"),
            "mails/reset.txt",
            {"link": link, "person": user},
        )


def _write(user: User, to: str, subject: Promise | str, template: str, context: dict[str, Any]) -> bool:
    if not cache.add(f"mail:{user.pk}", True, ONE_MAIL_EVERY):
        return False
    with translation.override(user.language or translation.get_language()):
        message = EmailMessage(str(subject), render_to_string(template, context), to=[to])
    in_background(lambda: _post(message))
    return True


def _post(message: EmailMessage) -> None:
    try:
        message.send()
    except (SMTPException, OSError):
        log.exception("A mail could not be sent.")


def in_background(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="mail", daemon=True).start()
