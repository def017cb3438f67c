"""A server that takes its time: a form sent twice meanwhile does its work once (D03)."""

import threading
from typing import Any

import pytest
from django.urls import reverse

from sheets.models import Character
from sheets.services import characters
from tests.browser.conftest import PageMaker
from tests.browser.play import lay_table

PATIENCE = 30


def test_d03_enter_pressed_twice_in_a_new_character(new_page: PageMaker, monkeypatch: pytest.MonkeyPatch):
    """D03: the second press comes while the server works on the first: one character, and the page lands on it."""
    table = lay_table()
    make, at_work, go = characters.make, threading.Event(), threading.Event()

    def slowly(**asked: Any) -> Any:
        at_work.set()
        assert go.wait(PATIENCE)
        return make(**asked)

    monkeypatch.setattr(characters, "make", slowly)
    page = new_page(1400, user=table.player.user)
    page.goto(reverse("sheets:new-character", args=[table.player.pk]))
    page.locator("[name=name]").fill("Nova")
    page.keyboard.press("Enter")
    assert at_work.wait(PATIENCE)
    with page.expect_request("**/make/"):
        page.keyboard.press("Enter")
    go.set()
    page.wait_for_url(lambda url: "/characters/" in url and "/new/" not in url)
    nova = Character.objects.get(name="Nova")
    assert page.url.endswith(reverse("sheets:sheet", args=[table.player.pk, nova.pk]))
