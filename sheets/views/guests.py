"""Guests in the browser that they came in by."""

from django.contrib.auth import login
from django.http import HttpRequest

from sheets.models import User

REMEMBERED_FOR = 365 * 24 * 3600


def come_in(request: HttpRequest, guest: User) -> None:
    """Sign a guest in on this browser; long, since a guest has no password to come back with."""
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    request.session.set_expiry(REMEMBERED_FOR)
