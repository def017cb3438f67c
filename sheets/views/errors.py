"""Answers of 400 to 500 are pages of ours; to a fragment's request they are a sentence in the page's banner."""

import json
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from sheets.views.answers import notice

UNREADABLE = _("Something in it is not as this site expects. Go back and try again.")
NOT_YOURS = _("You may look at this, but someone else has to do it.")
NOT_HERE = _("This page does not exist, or it is not for you.")
EXPIRED = _(
    "Go back, reload the page and send it again. If this happens on every form, the site's address is missing"
    " from CSRF_TRUSTED_ORIGINS."
)

SIGNED_IN_ANEW = _("You signed in again in the meantime. Nothing was done yet: press once more.")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _said(request, "errors/400.html", UNREADABLE, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _said(request, "errors/403.html", NOT_YOURS, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The same for what is not there and for what may not be seen: nothing of the address is repeated."""
    return _said(request, "errors/404.html", NOT_HERE, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "errors/500.html", status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before its person signed in anew, in another tab: pressed once more it is sent, nothing retyped.

    From another site, or through a proxy whose address is missing from the settings, it is refused for good.
    """
    if not _from_here(request):
        return _said(request, "errors/csrf.html", EXPIRED, 403)
    if "HX-Request" in request.headers:
        response = notice(request, str(SIGNED_IN_ANEW), status=403)
        response["HX-Trigger"] = json.dumps({"csrf-renewed": {"token": get_token(request)}})
        return response
    secret = request.FILES or any("password" in name for name in request.POST)
    again = [] if secret else [(name, value) for name, values in request.POST.lists() for value in values]
    again = [(name, value) for name, value in again if name != "csrfmiddlewaretoken"]
    return render(request, "errors/csrf.html", {"again": again, "sentence": SIGNED_IN_ANEW}, status=403)


def _from_here(request: HttpRequest) -> bool:
    told = request.headers.get("origin") or request.headers.get("referer", "")
    return urlsplit(told).netloc == request.get_host()


def _said(request: HttpRequest, page: str, sentence: Promise, status: int) -> HttpResponse:
    # The header itself: a request may be refused before anything has read it.
    if "HX-Request" in request.headers:
        return notice(request, str(sentence), status=status)
    return render(request, page, status=status)
