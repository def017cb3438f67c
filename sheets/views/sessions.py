"""The browsers in which a person is signed in."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from sheets.models.session import AGENT, AGENT_LENGTH, SEEN


def note_device(sender: object, request: HttpRequest, **kwargs: Any) -> None:
    """Keep with a fresh session what its browser says of itself, and that it is in use."""
    request.session[AGENT] = request.headers.get("user-agent", "")[:AGENT_LENGTH]
    request.session[SEEN] = timezone.now().isoformat()
