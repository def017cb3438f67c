"""One person with a browser's manners: cookies, tokens, and what a page told them to send."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.bench.server import HOST, Server

FORM = "application/x-www-form-urlencoded"
INPUT = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


@dataclass(frozen=True)
class Answer:
    """What came back and what it cost: seconds until all of it was there, CPU seconds of the server's process."""

    status: int
    body: str
    seconds: float
    cpu: float

    def hidden(self, form: str) -> dict[str, str]:
        """The hidden fields of the form with this id."""
        found = re.search(rf'<form id="{form}".*?</form>', self.body, re.DOTALL)
        if found is None:
            raise LookupError(f"no form {form} in this answer: {self.body[:300]}")
        return hidden_fields(found[0])

    def first_choice(self, name: str) -> str:
        """The value of the first box or button of this name."""
        found = re.search(rf'name="{name}" value="([^"]+)"', self.body)
        if found is None:
            raise LookupError(f"no choice {name} in this answer: {self.body[:300]}")
        return unescape(found[1])


def hidden_fields(html: str) -> dict[str, str]:
    """The hidden fields in a piece of a page."""
    return {name: unescape(value) for name, value in INPUT.findall(html)}


class Visitor:
    """One request after another over a connection that stays open."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.connection = HTTPConnection(HOST, server.port, timeout=60)
        self.cookies: dict[str, str] = {}

    def connect(self) -> None:
        """Connect anew: a server closes what was idle for some seconds."""
        self.connection.close()
        self.connection.connect()

    def close(self) -> None:
        self.connection.close()

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None, {}, expected=200)

    def post(self, path: str, fields: Mapping[str, str], *, htmx: bool = True, expected: int = 200) -> Answer:
        headers = {"Content-Type": FORM}
        if htmx:
            headers["HX-Request"] = "true"
        return self._ask("POST", path, urlencode(fields).encode(), headers, expected=expected)

    def sign_in(self, name: str, password: str) -> None:
        self.get("/sign-in/")
        fields = {"csrfmiddlewaretoken": self.cookies["csrftoken"], "username": name, "password": password}
        self.post("/sign-in/", fields, htmx=False, expected=302)

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], *, expected: int) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        used = self.server.cpu_seconds
        began = time.perf_counter()
        self.connection.request(method, path, body, {**headers, "Cookie": cookie})
        response = self.connection.getresponse()
        content = response.read()
        seconds = time.perf_counter() - began
        cpu = self.server.cpu_seconds - used
        if response.status != expected:
            raise RuntimeError(f"{method} {path} answered {response.status}: {content[:300]!r}")
        for line in response.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return Answer(response.status, content.decode(), seconds, cpu)
