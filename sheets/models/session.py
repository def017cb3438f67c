"""Sessions that know whose they are, so that people see and end their own."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from sheets.models.person import User

AGENT_LENGTH = 300
# What a session holds of its device, besides what Django keeps in it.
AGENT, SEEN = "agent", "seen"


class Session(AbstractBaseSession):
    """One browser in which someone is signed in, or a stranger chose something."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")
    agent = models.CharField(max_length=AGENT_LENGTH, blank=True)
    seen_at = models.DateTimeField()

    class Meta(AbstractBaseSession.Meta):
        pass

    @classmethod
    def get_session_store_class(cls) -> type["SessionStore"]:
        return SessionStore


class SessionStore(DatabaseStore):
    """Django's sessions in the database; whose they are and from where is told by what they hold."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Session = super().create_model_instance(data)  # type: ignore[assignment]
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.agent = data.get(AGENT, "")
        row.seen_at = parse_datetime(data.get(SEEN, "")) or timezone.now()
        return row
