"""Guards around views: who is there, in which seat, over which character."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.urls import is_valid_path
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from sheets import permissions
from sheets.models import Character, Role, Seat, User

View = Callable[..., HttpResponseBase]
READING = ("GET", "HEAD")


class PersonRequest(HttpRequest):
    """A request of someone who is signed in."""

    user: User
    htmx: HtmxDetails


def person_of(request: HttpRequest) -> User | None:
    """Whoever is signed in, on a page that is for strangers too."""
    return request.user if isinstance(request.user, User) else None


def signed_in(view: View) -> View:
    """Send a stranger to sign in and back; a fragment's request moves the whole page there."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            answer = view(request, *args, **kwargs)
            shown = answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.method not in READING
            return answer if shown else redirect(_page_above(request.path))
        back = request.htmx.current_url_abs_path if request.htmx else _page_asked_from(request)
        answer = redirect_to_login(back or "/", resolve_url(settings.LOGIN_URL))
        return HttpResponseClientRedirect(answer.url) if request.htmx else answer

    return guarded


def _page_asked_from(request: HttpRequest) -> str:
    """Where to come back to after signing in: the page itself, or the one that a form was sent from."""
    return request.get_full_path() if request.method in READING else page_of_ours(request)


def page_of_ours(request: HttpRequest) -> str:
    """The page of ours that a form was sent from, as far as the browser tells."""
    referer = urlsplit(request.headers.get("referer", ""))
    return referer._replace(scheme="", netloc="").geturl() if referer.netloc == request.get_host() else ""


def _page_above(path: str) -> str:
    """The nearest address above one that only forms are sent to: it is reloaded, or come to from the menu."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            break
    return path


def seated(view: View) -> View:
    """Give the view the person's seat that the address names: 404 if it is not theirs."""

    @signed_in
    @wraps(view)
    def guarded(request: PersonRequest, seat_id: UUID, **kwargs: Any) -> HttpResponseBase:
        return view(request, permissions.seat_held(request.user, seat_id), **kwargs)

    return guarded


def gm_only(view: View) -> View:
    """Inside `seated`: 403 for everyone but the GM."""

    @wraps(view)
    def guarded(request: PersonRequest, seat: Seat, **kwargs: Any) -> HttpResponseBase:
        permissions.require(seat.is_gm)
        return view(request, seat, **kwargs)

    return guarded


def players_only(view: View) -> View:
    """Inside `seated`: 403 for those who only watch."""

    @wraps(view)
    def guarded(request: PersonRequest, seat: Seat, **kwargs: Any) -> HttpResponseBase:
        permissions.require(seat.role != Role.SPECTATOR)
        return view(request, seat, **kwargs)

    return guarded


def with_character(right: str | None = None) -> Callable[[View], View]:
    """Inside `seated`: give the character of the address (404) if the seat has that right over it (403)."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: PersonRequest, seat: Seat, character_id: UUID, **kwargs: Any) -> HttpResponseBase:
            character: Character = permissions.character_visible_to(seat, character_id)
            if right is not None:
                permissions.require(getattr(permissions.rights_over(seat, character), right))
            return view(request, seat, character, **kwargs)

        return guarded

    return decorate
