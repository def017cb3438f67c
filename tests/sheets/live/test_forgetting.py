"""What waits to be sent when words are erased is not sent any more (X04)."""

import asyncio
import uuid

import pytest

from sheets.live import hub as hubs
from sheets.live import transports
from sheets.live.hub import Hub, Stream
from sheets.live.watch import Watch


def stream_of(campaign: uuid.UUID) -> Stream:
    return Stream(Watch(1, "", uuid.uuid4(), campaign, False, "fr"))


def test_x04_the_buffers_of_a_stream_forget(monkeypatch: pytest.MonkeyPatch):
    """X04: a reader that lags lets go of what was drawn before, and comes back for it; others read on."""

    async def scenario() -> tuple[list[bytes | None], list[str]]:
        hub, campaign = Hub(), uuid.uuid4()
        lagging, idle, elsewhere = stream_of(campaign), stream_of(campaign), stream_of(uuid.uuid4())
        for stream in (lagging, idle, elsewhere):
            hub.join(stream)
        lagging.push(b"Zibeline")
        elsewhere.push(b"Malik")
        looked = asyncio.Event()

        async def look() -> None:
            hub._wake.clear()
            looked.set()

        monkeypatch.setattr(hub, "_look", look)
        monkeypatch.setattr(hubs, "RECHECK_EVERY", 3600.0)
        transports._hear(hub, transports.FORGET + campaign.hex)
        running = asyncio.ensure_future(hub.run())
        await asyncio.wait_for(looked.wait(), 30)
        while hub._to_forget:
            await asyncio.sleep(0)
        running.cancel()
        waiting = [stream.pending.get_nowait() for stream in (lagging, elsewhere)]
        return waiting, [stream.closed_because for stream in (lagging, idle, elsewhere)]

    assert asyncio.run(scenario()) == ([None, b"Malik"], ["stalled", "", ""])
