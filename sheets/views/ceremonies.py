"""The two halves of a passkey ceremony: what site it is for, and the challenge, which serves once and not for long."""

import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from sheets.services.passkeys import LASTS_SECONDS, Site, site_at

MAKING, SIGNING_IN = "passkey-making", "passkey-signing-in"


def site_of(request: HttpRequest) -> Site | None:
    """The site by the name that the browser shows; None where that is not a name that passkeys can be made for."""
    shown = site_at(f"{request.scheme}://{request.get_host()}")
    told = site_at(settings.PUBLIC_URL) if settings.PUBLIC_URL else shown
    return told if shown and told and shown.host == told.host else None


def keep_state(request: HttpRequest, ceremony: str, state: dict[str, Any]) -> None:
    request.session[ceremony] = {"state": state, "until": time.time() + LASTS_SECONDS}


def take_state(request: HttpRequest, ceremony: str) -> dict[str, Any] | None:
    """The state that was kept; it is there once, and not when it is too old."""
    kept = request.session.pop(ceremony, None)
    return kept["state"] if kept and kept["until"] > time.time() else None
