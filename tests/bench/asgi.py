"""The application as it is served, but that one person may hold any number of streams: here they stand for a crowd."""

from impact_site.asgi import application
from sheets.live import hub

hub.STREAMS_A_PERSON = 1_000_000

__all__ = ["application"]
