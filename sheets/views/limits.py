"""Limits around views: a POST that was tried too often is answered 429, and says when to come back."""

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from sheets.models.folding import fold
from sheets.services.codes import fold_code
from sheets.services.limits import HOUR, MINUTE, Limit, count, forgive, wait
from sheets.views.errors import too_often
from sheets.views.guards import View

Source = Callable[[HttpRequest], str]
Limits = tuple[tuple[Limit, Source], ...]


def address_of(request: HttpRequest) -> str:
    """Where the request comes from, as told by the last proxy that is ours; what a client says of itself is not heard.

    PROXIES says how many of ours stand in front. An IPv6 address stands for its network of 64 bits, which is
    what one household gets.
    """
    told = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    passed = settings.PROXIES and len(told) >= settings.PROXIES
    text = told[-settings.PROXIES] if passed else request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(text)
    except ValueError:
        return "nowhere"
    return str(ip_network(f"{address}/64", strict=False) if address.version == 6 else address)


def name_of(request: HttpRequest) -> str:
    """The account that a form names, however it is spelt."""
    return fold(request.POST.get("username", request.POST.get("name", ""))[:300])


def name_and_address(request: HttpRequest) -> str:
    return f"{name_of(request)}|{address_of(request)}"


def person_of_request(request: HttpRequest) -> str:
    """Whoever is signed in."""
    return str(request.user.pk)


def link_of(request: HttpRequest) -> str:
    """The code of the link that is followed, however it is spelt in the address."""
    code = request.resolver_match.kwargs["code"] if request.resolver_match else ""
    return fold_code(str(code)[:80]) or "none"


SIGN_IN: Limits = (
    (Limit("sign-in of a name from an address", 10, 15 * MINUTE), name_and_address),
    (Limit("sign-in of a name", 50, HOUR), name_of),
    (Limit("sign-in from an address", 100, 15 * MINUTE), address_of),
)
SIGN_UP: Limits = ((Limit("sign-up from an address", 30, HOUR), address_of),)
CHALLENGES: Limits = ((Limit("passkey challenges from an address", 200, 15 * MINUTE), address_of),)
PASSKEYS: Limits = ((Limit("passkeys from an address", 100, 15 * MINUTE), address_of),)
PASSWORD_AGAIN: Limits = ((Limit("password again by a person", 30, 15 * MINUTE), person_of_request),)
# A whole table joins from one address, and comes again; who guesses codes needs thousands.
GUESTS: Limits = (
    (Limit("guests from an address", 60, HOUR), address_of),
    (Limit("guests by a link", 60, HOUR), link_of),
)
CODES: Limits = ((Limit("codes from an address", 60, 15 * MINUTE), address_of),)
RECOVERY: Limits = ((Limit("recovery from an address", 20, 15 * MINUTE), address_of),)
DEMO: Limits = ((Limit("demo from an address", 20, HOUR), address_of),)
RESET: Limits = (
    (Limit("reset of a name", 5, HOUR), name_of),
    (Limit("reset from an address", 20, HOUR), address_of),
)


def limited(limits: Limits, *, failures: bool = False) -> Callable[[View], View]:
    """Let a POST through as often as all of these allow; with `failures` only those that are shown the form again."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method != "POST":
                return view(request, *args, **kwargs)
            counted: list[tuple[Limit, str]] = []
            for limit, source_of in limits:
                source = source_of(request)
                if seconds := count(limit, source):
                    return too_often(request, seconds)
                counted.append((limit, source))
            answer = view(request, *args, **kwargs)
            if failures and 300 <= answer.status_code < 400:  # a form that is refused is shown again
                forgive(counted)
            return answer

        return guarded

    return decorate


def guesses_limited(limits: Limits) -> Callable[[View], View]:
    """Where something may be guessed, by any method: what is not found (404) or refused counts, the rest costs nothing.

    A view that raises Http404 is to answer instead, or nothing is counted.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
            asked = [(limit, source_of(request)) for limit, source_of in limits]
            for limit, source in asked:
                if seconds := wait(limit, source):
                    return too_often(request, seconds)
            answer = view(request, *args, **kwargs)
            if answer.status_code >= 400:
                for limit, source in asked:
                    count(limit, source)
            return answer

        return guarded

    return decorate
