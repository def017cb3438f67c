"""Answers of 400 to 500 are pages of ours; to a fragment's request they are a sentence in the page's banner."""

import json
import sqlite3
import sys
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN, get_token
from django.shortcuts import render
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from sheets.models.person import chosen_language
from sheets.views.answers import notice

Said = tuple[Promise, Promise]
UNREADABLE: Said = (
    _("This request cannot be read"),
    _("Something in it is not as this site expects. Go back and try again."),
)
NOT_YOURS: Said = (_("Not yours to do"), _("You may look at this, but someone else has to do it."))
NOT_HERE: Said = (_("Nothing here"), _("This page does not exist, or it is not for you."))
WRONG_WAY: Said = (
    _("Not this way"),
    _("This address is used by a form of the site. Go back to the page and press there."),
)
NO_LENGTH: Said = (_("How long is it?"), _("Your browser did not say how long what it sends is. Send it again."))
TOO_LONG: Said = (_("Too long"), _("What you sent is longer than this site takes. Shorten it and send it again."))
TOO_OFTEN: Said = (
    _("A little slower"),
    _("That was tried too often from here. Wait a few minutes, then try again: nothing is lost."),
)
BROKEN: Said = (
    _("Something broke on our side"),
    _("Nothing you typed was changed by this. Try again in a moment."),
)
AWAY: Said = (
    _("Back in a moment"),
    _("The place where the tables are kept does not answer. Send it again in a moment: nothing is done twice."),
)
EXPIRED: Said = (_("This form has expired"), _("Go back, reload the page and send it again."))
UNKNOWN_ADDRESS: Said = (
    _("This site does not know its own address"),
    _(
        "Your browser shows another address than the one the site hears. Whoever runs it: behind a proxy that speaks"
        " https set HTTPS=1 and let the proxy pass Host and X-Forwarded-Proto on, or name the address in"
        " CSRF_TRUSTED_ORIGINS."
    ),
)
BAD_ORIGIN = REASON_BAD_ORIGIN.partition(" - ")[0]
AWAY_SECONDS = 2
# What SQLite says of itself, rather than of what it was asked.
AWAY_IN_SQLITE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PROTOCOL,
)

SIGNED_IN_ANEW = _("You signed in again in the meantime. Nothing was done yet: press once more.")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return said(request, TOO_LONG, 413)
    return said(request, UNREADABLE, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return said(request, NOT_YOURS, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The same for what is not there and for what may not be seen: nothing of the address is repeated."""
    return said(request, NOT_HERE, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500; or 503, if it is the database that is out of reach: what was sent can be sent again by its key."""
    if is_away(sys.exc_info()[1]):
        answer = said_to_anyone(request, AWAY, 503)
        answer["Retry-After"] = str(AWAY_SECONDS)
        return answer
    return said_to_anyone(request, BROKEN, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before its person signed in anew, in another tab: pressed once more it is sent, nothing retyped.

    From another site it is refused for good; through a proxy that the settings do not know of too, and the
    page says which setting that is (O05).
    """
    if reason.startswith(BAD_ORIGIN):
        return said(request, UNKNOWN_ADDRESS, 403)
    if not _from_here(request):
        return said(request, EXPIRED, 403)
    if "HX-Request" in request.headers:
        response = notice(request, str(SIGNED_IN_ANEW), status=403)
        response["HX-Trigger"] = json.dumps({"csrf-renewed": {"token": get_token(request)}})
        return response
    secret = request.FILES or any("password" in name for name in request.POST)
    again = [] if secret else [(name, value) for name, values in request.POST.lists() for value in values]
    again = [(name, value) for name, value in again if name != "csrfmiddlewaretoken"]
    title, sentence = EXPIRED
    context = {"again": again, "title": title, "sentence": SIGNED_IN_ANEW if again else sentence}
    return render(request, "errors/csrf.html", context, status=403)


def _from_here(request: HttpRequest) -> bool:
    told = request.headers.get("origin") or request.headers.get("referer", "")
    return urlsplit(told).netloc == request.get_host()


def too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    """429, and after how many seconds another try is taken."""
    answer = said(request, TOO_OFTEN, 429)
    answer["Retry-After"] = str(seconds)
    return answer


def said(request: HttpRequest, words: Said, status: int) -> HttpResponse:
    """A page with these words, or a sentence for the banner of the page that is there."""
    title, sentence = words
    # The header itself: a request may be refused before anything has read it.
    if "HX-Request" in request.headers:
        return notice(request, str(sentence), status=status)
    return render(request, "errors/page.html", {"title": title, "sentence": sentence}, status=status)


def said_to_anyone(request: HttpRequest, words: Said, status: int) -> HttpResponse:
    """The page as a stranger would see it: to know more of the reader might break it again."""
    request.user = AnonymousUser()
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    with translation.override(chosen_language(request.user, chosen)):
        return said(request, words, status)


def is_away(error: BaseException | None) -> bool:
    """Whether the error tells that the database is out of reach or busy, and not that it was asked nonsense."""
    while error is not None:
        if isinstance(error, sqlite3.OperationalError):
            return error.sqlite_errorcode & 0xFF in AWAY_IN_SQLITE
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return True
        error = error.__cause__ or error.__context__
    return False
