"""The stream: how soon an act is seen, what an open page costs, and a delivery to many against a bare ASGI server."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles

from tests.bench.pages import SHEET
from tests.bench.server import HOST, Server, run, serve
from tests.bench.visitor import Visitor

Opened = tuple[asyncio.StreamReader, asyncio.StreamWriter]
END = b"\n\n"
ACTS, MANY, MOST = 100, 500, 2000


class Giver:
    """The GM of the demo table, who gives a spark and takes it again by the page's own form."""

    def __init__(self, server: Server) -> None:
        self.visitor = Visitor(server)
        self.visitor.sign_in("intrigueur", "demo")
        table = self.visitor.get("/").body.split('class="h3" href="')[1].split('"')[0]
        page = self.visitor.get(table)
        found = SHEET.search(page.body)
        if found is None:
            raise LookupError("the GM sees no sheet")
        self.seat, self.address, self.fields = found["seat"], f"{found['sheet']}sparks/", page.hidden("act")
        self.acts = 0

    def act(self) -> float:
        """Seconds until the GM's own page has the answer."""
        sent = self.fields | {"key": f"{self.fields['key']}.{self.acts}", "by": "-1" if self.acts % 2 else "1"}
        self.acts += 1
        return self.visitor.post(self.address, sent).seconds

    def request(self) -> bytes:
        """What a page that has just been loaded asks its stream with."""
        known = self.visitor.get(self.seat).body.split('data-after="')[1].split('"')[0]
        cookie = "; ".join(f"{name}={value}" for name, value in self.visitor.cookies.items())
        return f"GET {self.seat}stream?after={known} HTTP/1.1\r\nHost: {HOST}\r\nCookie: {cookie}\r\n\r\n".encode()


async def open_streams(port: int, request: bytes, count: int) -> list[Opened]:
    """That many streams, each of which has heard its first bytes."""

    async def one() -> Opened:
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(request)
        await reader.readuntil(END.replace(b"\n", b"\r\n"))
        await reader.readuntil(END)
        return reader, writer

    opened: list[Opened] = []
    while len(opened) < count:
        opened += await asyncio.gather(*(one() for _stream in range(min(50, count - len(opened)))))
    return opened


async def deliver(streams: list[Opened], send: Callable[[], object]) -> tuple[float, bytes]:
    """Seconds from sending until the last stream has heard of it, and what the first one heard."""
    began = time.perf_counter()
    sending = asyncio.ensure_future(asyncio.to_thread(send))
    heard = await asyncio.gather(*(reader.readuntil(END) for reader, _writer in streams))
    seconds = time.perf_counter() - began
    await sending
    return seconds, heard[0].partition(b"\r\n")[2]


def kib_held(server: Server) -> int:
    """Memory of the server's process that is in use."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def post(port: int, body: bytes) -> None:
    connection = HTTPConnection(HOST, port)
    connection.request("POST", "/", body)
    connection.getresponse().read()
    connection.close()


async def measure_streams(server: Server, floor: Server, acts: int, many: int, most: int) -> Iterator[str]:
    """The lines of the table; `acts` acts, `many` streams delivered to, `most` held open."""
    giver, lines = Giver(server), [f"{'':24}{'median ms':>10}{'p95 ms':>9}"]
    streams = await open_streams(server.port, giver.request(), 1)
    own: list[float] = []
    other = [(await deliver(streams, lambda: own.append(giver.act())))[0] for _act in range(acts)]
    for name, found in (("act, own page", own), ("act, another page", other)):
        lines.append(f"{name:24}{median(found) * 1e3:10.2f}{quantiles(found, n=20)[-1] * 1e3:9.2f}")
    empty = kib_held(server)
    for count in (many, most):
        streams += await open_streams(server.port, giver.request(), count + 1 - len(streams))
        if count == many:
            used = server.cpu_seconds
            times, messages = zip(*[await deliver(streams, giver.act) for _act in range(10)], strict=True)
            cpu = (server.cpu_seconds - used) / 10 / len(streams)
        lines.append(f"{f'{count} streams':24}{(kib_held(server) - empty) / count:10.1f} KiB each")
    bare = await open_streams(floor.port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", many + 1)
    floors = [(await deliver(bare, lambda: post(floor.port, messages[0].strip() + END)))[0] for _act in range(10)]
    last, least = median(times), median(floors)
    lines.append(f"{f'last of {many}':24}{last * 1e3:10.2f} ms; bare ASGI {least * 1e3:.2f} ms, × {last / least:.1f}")
    lines.append(f"{'CPU a delivery':24}{cpu * 1e6:10.1f} µs, the act itself included")
    for _reader, writer in streams + bare:
        writer.transport.abort()
    giver.visitor.close()
    return iter(lines)


def stream_lines(database_url: str, folder: Path, *, acts: int = ACTS, many: int = MANY, most: int = MOST) -> list[str]:
    """Serve the application and the floor, and measure the one against the other."""
    with serve(database_url, folder, "tests.bench.asgi") as server, run("tests.bench.bare", os.environ) as floor:
        return list(asyncio.run(measure_streams(server, floor, acts, many, most)))
