"""A person's own account: their name, their choices, the browsers in which they are signed in."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import SESSION_KEY
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from sheets.models import Seat, Session, User
from sheets.services.campaigns import name_at_table


@dataclass(frozen=True)
class Browser:
    """A session as its person sees it; `handle` names it without giving its key away."""

    handle: str
    agent: str
    seen_at: datetime
    here: bool


def rename(*, user: User, name: str) -> None:
    """Change the name; seats that went by the old one follow, in the log too."""
    with transaction.atomic():
        known = User.objects.select_for_update().get(pk=user.pk)
        old = name_at_table(known)
        if known.is_guest:
            known.display_name = name
        else:
            known.username, known.display_name = name, ""
        known.save(update_fields=["username", "username_key", "display_name"])
        Seat.objects.filter(user=known, name=old).update(name=name_at_table(known))


def browsers(user: User, here: str) -> list[Browser]:
    """Where the person is signed in now, this browser first, then by when it was last used."""
    running = Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-seen_at")
    found = [Browser(handle(s.session_key), s.agent, s.seen_at, s.session_key == here) for s in running]
    return sorted(found, key=lambda browser: not browser.here)


def end_sessions(*, user: User, here: str, named: str = "") -> int:
    """Sign the person out of one other browser, or of all others; the number of those that were open."""
    others = Session.objects.filter(user=user).exclude(session_key=here)
    keys = [
        key for key in others.values_list("pk", flat=True) if not named or constant_time_compare(handle(key), named)
    ]
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)


def handle(session_key: str) -> str:
    return salted_hmac(f"sheets.{SESSION_KEY}", session_key).hexdigest()[:24]
