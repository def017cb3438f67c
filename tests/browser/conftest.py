"""A real server and a real browser for the tests of whole pages."""

import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

import pytest
import uvicorn
from django.conf import settings
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from sheets.models import User

CHROMIUM = "/usr/bin/chromium"
# Root needs the first; the others keep the browser from asking anything of the network by itself.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 30
PATIENCE_MS = 10_000
# Said in our words as well, so that no release of the browser can say it too softly.
TELL_OF_POLICY = """document.addEventListener("securitypolicyviolation", event => console.error(
  `against the policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, one for a file of tests.

    Playwright keeps an event loop in this thread, so Django would refuse the tests' own queries as
    asynchronous. Both the loop and the leave end with the file: other tests of this worker may want a
    loop of their own, and should be told of queries made in one.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            yield chromium
            chromium.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def live(transactional_db: None) -> Iterator[str]:
    """The address of the application, served by uvicorn in a thread over the test database."""
    from impact_site.asgi import application

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=2)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listener],), name="live-server")
        thread.start()
        deadline = time.monotonic() + START_SECONDS
        while not server.started:
            assert thread.is_alive(), "the server ended while it started"
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()
    # The emptying of the tables that follows must not wait for connections nobody uses any more.
    connections.close_all()


@dataclass
class Faults:
    """What went wrong in the pages of one test; whatever is not allowed beforehand fails it."""

    seen: list[str] = field(default_factory=list)
    allowed: list[re.Pattern[str]] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        """Expect faults that match, such as `status of 422`: Chromium logs every refusal as an error."""
        self.allowed.append(re.compile(pattern))

    def watch(self, page: Page) -> None:
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.seen.append(f"uncaught: {error}"))
        page.on("requestfailed", self.miss)

    def hear(self, message: ConsoleMessage) -> None:
        # Violations of the content security policy come this way too, and htmx warns of targets not found.
        if message.type == "error" or (message.type == "warning" and message.text.startswith("htmx")):
            self.seen.append(f"console: {message.text} ({message.location.get('url', '')})")

    def miss(self, request: Request) -> None:
        # A page that is left or closed aborts its requests: that is no fault.
        if request.failure and "ERR_ABORTED" not in request.failure:
            self.seen.append(f"failed: {request.method} {request.url} {request.failure}")

    def remaining(self) -> list[str]:
        return [fault for fault in self.seen if not any(pattern.search(fault) for pattern in self.allowed)]


@pytest.fixture
def faults() -> Iterator[Faults]:
    """Fail the test, at its end, if a page of it complained."""
    found = Faults()
    yield found
    assert found.remaining() == []


class PageMaker(Protocol):
    """How `new_page` is called."""

    def __call__(
        self,
        width: int = 1400,
        scheme: Literal["dark", "light"] = "dark",
        *,
        user: User | None = None,
        reduced_motion: bool = True,
        locale: str = "fr-FR",
        javascript: bool = True,
        touch: bool = False,
    ) -> Page: ...


@pytest.fixture
def new_page(browser: Browser, live: str, faults: Faults, sign_in: Callable[[Page, User], None]) -> Iterator[PageMaker]:
    """Make pages, each with cookies and storage of its own; addresses are relative to the server."""
    contexts = []

    def make(
        width: int = 1400,
        scheme: Literal["dark", "light"] = "dark",
        *,
        user: User | None = None,
        reduced_motion: bool = True,
        locale: str = "fr-FR",
        javascript: bool = True,
        touch: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=live,
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            locale=locale,
            reduced_motion="reduce" if reduced_motion else "no-preference",
            java_script_enabled=javascript,
            has_touch=touch,
            is_mobile=touch,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("page", faults.watch)
        context.add_init_script(TELL_OF_POLICY)
        page = context.new_page()
        if user is not None:
            sign_in(page, user)
        return page

    yield make
    # Before the server ends, or open streams would hold it up.
    for context in contexts:
        context.close()


@pytest.fixture
def sign_in(live: str) -> Callable[[Page, User], None]:
    """Give a page the session of a user, without the login form."""

    def give_session(page: Page, user: User) -> None:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live}])

    return give_session
