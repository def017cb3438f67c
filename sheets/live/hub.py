"""The hub of a process: who watches which campaign, and what each is sent after a wake.

A wake says only "look"; the hub then reads the entries after the last number that each page knows, so
nothing is lost when a wake is, and nothing doubled when two come. It also looks by itself, once a second.
All database work happens in threads that close their connection: a stream holds none.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection

from sheets.live.news import gather, last_numbers
from sheets.live.texts import text_news, versions_of
from sheets.live.watch import Watch, still_allowed

LOOK_EVERY = 1.0
RECHECK_EVERY = 3.0
PENDING_LIMIT = 200
STREAMS_A_PERSON = 5

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(eq=False)
class Stream:
    """One open page: what it watches, and what waits to be sent to it."""

    watch: Watch
    pending: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(PENDING_LIMIT))
    closed_because: str = ""

    def push(self, message: bytes) -> None:
        """Queue a message; a reader that stalled for too long is let go, and catches up when it comes back."""
        try:
            self.pending.put_nowait(message)
        except asyncio.QueueFull:
            self.close("stalled")

    def close(self, why: str) -> None:
        """End the stream at once; what waits is dropped, since it may no longer be for this reader."""
        if not self.closed_because:
            self.closed_because = why
            while not self.pending.empty():
                self.pending.get_nowait()
            self.pending.put_nowait(None)


class Hub:
    """The streams of this process, and the loop that feeds them. Made inside a running event loop."""

    def __init__(self) -> None:
        self._streams: dict[UUID, set[Stream]] = {}
        self._woken: set[UUID] = set()
        self._in_doubt = False
        self._to_forget: set[UUID] = set()
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def wake(self, campaign_id: UUID) -> None:
        """Ask for a look at a campaign. May be called from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody is left to tell
            self._loop.call_soon_threadsafe(self._mark, campaign_id)

    def doubt(self) -> None:
        """Ask whether every reader may still read, at once. May be called from any thread."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._mark_doubt)

    def _mark_doubt(self) -> None:
        self._in_doubt = True
        self._wake.set()

    def forget(self, campaign_id: UUID) -> None:
        """Send nothing that was drawn before now: it may hold erased words. May be called from any thread."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._mark_to_forget, campaign_id)

    def _mark_to_forget(self, campaign_id: UUID) -> None:
        self._to_forget.add(campaign_id)
        self._wake.set()

    def _drop(self) -> None:
        """Let go of readers for whom something waits, and of the cards kept here; they come back and catch up.

        Between two looks, so that nothing drawn before is queued after.
        """
        cache.clear()
        while self._to_forget:
            for stream in self._streams.get(self._to_forget.pop(), ()):
                if not stream.pending.empty():
                    stream.close("stalled")

    def _mark(self, campaign_id: UUID) -> None:
        if campaign_id in self._streams:
            self._woken.add(campaign_id)
            self._wake.set()

    def join(self, stream: Stream) -> None:
        """Feed a stream from now on, and let go of the oldest page of a person who has too many."""
        self._streams.setdefault(stream.watch.campaign_id, set()).add(stream)
        own = [s for s in self._all() if s.watch.user_id == stream.watch.user_id and not s.closed_because]
        for surplus in sorted(own, key=lambda s: s.watch.opened_at)[:-STREAMS_A_PERSON]:
            surplus.close("surplus")
        self._mark(stream.watch.campaign_id)

    def leave(self, stream: Stream) -> None:
        """Forget a stream; the campaign too, when nobody watches it any more."""
        streams = self._streams.get(stream.watch.campaign_id, set())
        streams.discard(stream)
        if not streams:
            self._streams.pop(stream.watch.campaign_id, None)

    def _all(self) -> list[Stream]:
        return [stream for streams in self._streams.values() for stream in streams]

    async def run(self) -> None:
        """Look when woken, and once a second by itself, until cancelled."""
        rechecked = self._loop.time()
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_EVERY)
            try:
                if self._to_forget:
                    self._drop()
                if self._in_doubt or self._loop.time() - rechecked > RECHECK_EVERY:
                    self._in_doubt, rechecked = False, self._loop.time()
                    await self._recheck()
                await self._look()
            except Exception:  # the database may be away for a while: the next look finds what was missed
                log.exception("The stream could not look at its campaigns.")
                await asyncio.sleep(LOOK_EVERY)

    async def _look(self) -> None:
        self._wake.clear()
        woken, self._woken = self._woken & self._streams.keys(), set()
        campaigns = woken or set(self._streams)
        if not campaigns:
            return
        await self._tell_of_texts(campaigns)
        for campaign, number in (await in_thread(last_numbers, campaigns)).items():
            behind = [s for s in self._streams.get(campaign, ()) if s.watch.number < number and not s.closed_because]
            if behind:
                await self._feed(campaign, behind)

    async def _tell_of_texts(self, campaigns: set[UUID]) -> None:
        for campaign, versions in (await in_thread(versions_of, campaigns)).items():
            for stream in self._streams.get(campaign, ()):
                if not stream.closed_because and (message := text_news(stream.watch, versions)):
                    stream.push(message)

    async def _feed(self, campaign: UUID, streams: list[Stream]) -> None:
        news = await in_thread(gather, campaign, [s.watch for s in streams])
        for stream in streams:
            if message := news.messages.get(stream.watch):
                stream.push(message)
            stream.watch.number = max(stream.watch.number, news.number)

    async def _recheck(self) -> None:
        """Close the streams whose seat was taken away, whose session ended or whose person was shut out."""
        if streams := self._all():
            allowed = await in_thread(still_allowed, [s.watch for s in streams])
            for stream in streams:
                if stream.watch not in allowed:
                    stream.close("ended")


async def in_thread(work: Callable[..., T], *args: object) -> T:
    """Do database work in a thread, and close its connection there."""

    def closing() -> T:
        try:
            return work(*args)
        finally:
            connection.close()

    return await sync_to_async(closing, thread_sensitive=False)()
