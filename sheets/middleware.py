"""Around every request: hardening headers, error pages, the language and theme chosen, what no cache keeps."""

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.dateparse import parse_datetime

from sheets.models.person import chosen_language, chosen_theme
from sheets.models.session import SEEN
from sheets.views.errors import NO_LENGTH, WRONG_WAY, said, said_to_anyone

Answer = Callable[[HttpRequest], HttpResponse]
THEME_COOKIE = "theme"
NOTED_EVERY = timedelta(minutes=10)


class ChosenRequest(HttpRequest):
    """A request whose language and theme are known."""

    theme: str


class ChoicesMiddleware:
    """Speak the language and show the theme that were chosen."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: ChosenRequest) -> HttpResponse:
        language = chosen_language(request.user, request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME))
        request.theme = chosen_theme(request.user, request.COOKIES.get(THEME_COOKIE))
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class PrivateMiddleware:
    """What is shown to someone who signed in stays in no cache: after signing out, Back shows nothing of it.

    Also notes, now and then, that their session is in use.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        theirs = request.user.is_authenticated
        if theirs:
            seen = parse_datetime(request.session.get(SEEN, ""))
            if seen is None or timezone.now() - seen > NOTED_EVERY:
                request.session[SEEN] = timezone.now().isoformat()
        response = self.get_response(request)
        if theirs and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-store"
        # One address answers with a page or with a part of it.
        patch_vary_headers(response, ["HX-Request"])
        return response


class HardeningMiddleware:
    """Headers on every answer, also on one that was refused before anything else looked at it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Under WSGI a body whose length is not told reads as empty, so it would be taken for an empty form.
        untold = "Transfer-Encoding" in request.headers
        response = said_to_anyone(request, NO_LENGTH, 411) if untold else self.get_response(request)
        for name, value in settings.HARDENING.items():
            response.headers.setdefault(name, value)
        return response


class ErrorPagesMiddleware:
    """A page of ours for what the framework refuses without a word: a method that an address does not know."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            page = said(request, WRONG_WAY, 405)
            page["Allow"] = response["Allow"]
            return page
        return response
