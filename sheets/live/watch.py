"""One open page as the stream sees it: whose it is, and what it shows."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.utils import timezone

from sheets.models import Role, Seat, Session, User
from sheets.models.person import chosen_language
from sheets.models.session import SessionStore
from sheets.permissions import characters_visible_to


@dataclass(eq=False)
class Watch:
    """A page of one seat. `number` is the last entry it knows.

    `character_id` is None on the table's page, on that of its people, where `people` is set, and on session
    zero, where `zero` is.
    `texts` is the version of the sheet's texts that it shows; on the table's page, the sum of all sheets'.
    """

    user_id: int
    session_key: str
    seat_id: UUID
    campaign_id: UUID
    is_gm: bool
    language: str
    character_id: UUID | None = None
    people: bool = False
    zero: bool = False
    number: int = 0
    texts: int = 0
    opened_at: float = field(default_factory=time.monotonic)


def open_watch(
    cookies: Mapping[str, str],
    seat_id: UUID,
    character_id: UUID | None,
    *,
    people: bool = False,
    zero: bool = False,
) -> Watch | None:
    """The watch of whoever these cookies belong to, or None: not signed in, or not their seat or character."""
    request = HttpRequest()
    request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    user = get_user(request)
    if not isinstance(user, User):
        return None
    seat = Seat.objects.held_by(user).filter(pk=seat_id).first()
    if seat is None or (character_id and not characters_visible_to(seat).filter(pk=character_id).exists()):
        return None
    return Watch(
        user_id=user.pk,
        session_key=request.session.session_key or "",
        seat_id=seat.pk,
        campaign_id=seat.campaign_id,
        is_gm=seat.is_gm,
        language=chosen_language(user, cookies.get(settings.LANGUAGE_COOKIE_NAME)),
        character_id=character_id,
        people=people,
        zero=zero,
    )


def still_allowed(watches: Sequence[Watch]) -> set[Watch]:
    """Those whose session runs, whose seat is held and whose person may come in, in two queries for all."""
    keys = {w.session_key for w in watches}
    running = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = set(running.values_list("session_key", flat=True))
    held = Seat.objects.filter(pk__in={w.seat_id for w in watches}, removed_at=None, user__is_active=True)
    seats = dict(held.values_list("pk", "role"))
    return {
        w
        for w in watches
        if w.session_key in sessions and (seats.get(w.seat_id) == Role.GM) == w.is_gm and w.seat_id in seats
    }
