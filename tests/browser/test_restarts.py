"""The server killed and started again, and a proxy that loses it: nothing lost, nothing doubled (L01, D01)."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Page, expect

from rules.impact.terms import Slot
from sheets.models import Entry
from sheets.services import sparks
from tests.browser.conftest import Faults, PageMaker
from tests.browser.play import Table, lay_table, say, sheet_of, sparks_said
from tests.browser.proxy import Proxy
from tests.browser.test_one_roll import UNREACHED
from tests.browser.windows import nobody_reloaded, open_live, table_of
from tests.sheets import factories
from tests.sheets.services.test_concurrency import address_of_the_test_database

SERVE = Path(__file__).resolve().parents[2] / "deploy" / "serve.py"
PATIENCE = 60.0
BACK_MS = 20_000
AWAY = r"ERR_|Failed to fetch|network error|htmx:error|sse:error|status of 503|/stream"
# Two seconds, scattered by a third so that not all pages of a table come at once.
LONGEST_WAIT = 2000 * 1.3
# What every try asks of the browser: when to try again, and when to give an answer up.
RECORD_WAITS = """() => {
  const original = window.setTimeout;
  window.waits = [];
  window.setTimeout = (work, wait, ...more) => { window.waits.push(wait); return original(work, wait, ...more); };
}"""
GIVEN_UP_AFTER = 60_000
NAME, SENTENCE = "Poumon noyé", "Le dragon ouvre la gueule."


class Served:
    """`deploy/serve.py` over the test database, on a port that stays the same."""

    def __init__(self, secret_key: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        ours = {"DATABASE_URL": address_of_the_test_database(), "SECRET_KEY": secret_key, "PORT": str(self.port)}
        # DEBUG, so that files are found where they are written, without collecting them.
        self.environment = os.environ | ours | {"LIVE": "process", "STATIC_MANIFEST": "0", "DEBUG": "1", "LAN": ""}
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(SERVE)], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, "the server ended while it started"
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=10).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


@pytest.fixture
def served(transactional_db: None, settings: Any) -> Iterator[Served]:
    server = Served(settings.SECRET_KEY)
    yield server
    server.kill()
    connections.close_all()


def leave_texts(gm: Page, player: Page) -> None:
    """Half-written texts on both pages: one with the caret in it, one that was left, a number."""
    player.locator("[name=scene_chaos]").fill("2")
    player.locator("#open-grave").click()
    player.locator("#desk-name").fill(NAME)
    player.locator("#desk-name").evaluate("field => field.setSelectionRange(3, 3)")
    gm.locator("#gm-notes textarea").fill("La vanne cède.")
    gm.locator("#composer [name=sentence]").fill(SENTENCE)


def expect_texts(gm: Page, player: Page) -> None:
    expect(player.locator("#desk-name")).to_have_value(NAME)
    expect(player.locator("#desk-name")).to_be_focused()
    assert player.locator("#desk-name").evaluate("field => field.selectionStart") == 3
    expect(player.locator("[name=scene_chaos]")).to_have_value("2")
    expect(gm.locator("#gm-notes textarea")).to_have_value("La vanne cède.")
    expect(gm.locator("#composer [name=sentence]")).to_have_value(SENTENCE)


def expect_state(state: str, *pages: Page) -> None:
    for page in pages:
        expect(page.locator("#live")).to_have_attribute("data-state", state, timeout=BACK_MS)


def expect_once(page: Page, kind: str, count: int) -> None:
    """Each entry of that kind is one row of the log."""
    wanted = [f"entry-{pk}" for pk in Entry.objects.filter(kind=kind).values_list("pk", flat=True)]
    assert len(wanted) == count
    for row in wanted:
        expect(page.locator(f"[id='{row}']")).to_have_count(1, timeout=BACK_MS)


def give_sparks(table: Table, count: int) -> None:
    for _act in range(count):
        sparks.change(seat=table.gm, character_id=table.character.pk, by=1)


def never_waits_long(page: Page) -> bool:
    """Whether no try was put off for longer than that, so that five seconds are enough to be back."""
    waits = [wait or 0 for wait in page.evaluate("window.waits") if wait != GIVEN_UP_AFTER]
    return len(waits) > 0 and max(waits) <= LONGEST_WAIT


class TestKilled:
    @pytest.fixture
    def live(self, served: Served) -> str:
        return f"http://127.0.0.1:{served.port}"

    def test_a_server_killed_and_started_again(self, new_page: PageMaker, faults: Faults, served: Served):
        """L01: the pages are back by themselves: all that happened meanwhile once, what was typed untouched."""
        faults.allow(AWAY)
        table = lay_table()
        factories.tick_slots(table.gm, table.character, Slot.GRAVE)
        gm = open_live(new_page(1400, user=table.gm.user), table_of(table.gm))
        player = open_live(new_page(1400, user=table.player.user), sheet_of(table.player, table.character))
        leave_texts(gm, player)
        for page in (gm, player):
            page.evaluate(RECORD_WAITS)
        served.kill()
        expect_state("lost", gm, player)
        player.locator("#desk-name").press("Enter")
        expect(player.locator("#notices")).to_contain_text(say(UNREACHED))
        player.locator("#desk-name").evaluate("field => field.setSelectionRange(3, 3)")
        give_sparks(table, 3)
        served.start()
        expect_state("open", gm, player)
        assert [never_waits_long(page) for page in (gm, player)] == [True, True]
        expect(player.locator("#identity")).to_contain_text(sparks_said(4), timeout=BACK_MS)
        for page in (gm, player):
            expect_once(page, "sparks_changed", 3)
        expect_texts(gm, player)
        player.locator("#desk-name").press("Enter")
        expect(player.locator("#open-grave")).to_contain_text(NAME)
        expect(player.locator("#notices")).to_be_empty()
        expect_once(gm, "wound_named", 1)
        nobody_reloaded(gm, player)


class TestProxied:
    @pytest.fixture
    def live(self, live: str) -> Iterator[str]:
        self.proxy = Proxy(live)
        yield self.proxy.url
        self.proxy.close()

    def test_a_proxy_that_answers_503_for_ten_seconds(self, new_page: PageMaker, faults: Faults):
        """L01: seven tries in vain, none of them shown on the page; then the GM's wound is on both screens."""
        faults.allow(AWAY)
        table = lay_table()
        gm = open_live(new_page(1400, user=table.gm.user), table_of(table.gm))
        player = open_live(new_page(1400, user=table.player.user), sheet_of(table.player, table.character))
        for page in (gm, player):
            page.evaluate(RECORD_WAITS)
        self.proxy.lose_the_server()
        expect_state("lost", gm, player)
        give_sparks(table, 2)
        self.proxy.wait_for_tries(7, f"{table.player.pk}/stream")
        for page in (gm, player):
            expect(page.get_by_text("away", exact=True)).to_have_count(0)
        self.proxy.find_the_server()
        expect_state("open", gm, player)
        assert [never_waits_long(page) for page in (gm, player)] == [True, True]
        gm.locator(f"#mini-{table.character.pk}-grave").click()
        expect(player.locator("#slot-grave.taken")).to_have_count(1)
        for page in (gm, player):
            expect_once(page, "sparks_changed", 2)
            expect_once(page, "wound_ticked", 1)
        nobody_reloaded(gm, player)
