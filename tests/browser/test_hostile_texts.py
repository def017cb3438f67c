"""Texts that would run, and texts that would burst the page, in every field of a sheet (S08, T10)."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.checks import double_text, no_sideways
from tests.browser.pages import lay_pages
from tests.browser.play import lay_table, sheet_of
from tests.browser.test_every_page import visit

WITH_TEXTS = (
    "home",
    "table of the GM",
    "written sheet",
    "sheet of its player",
    "sheet of the GM",
    "sheet of another player",
    "sheet out of play",
    "result",
    "wound",
    "earlier log",
)
LONG = {
    "W": "W" * 60,
    "emoji": "👩‍🚀" * 20,
    "right to left": "שלום עולם " * 5 + "مرحبا بالعالم",
    "zalgo": "Z̸̡̛̖̈́͐a̷̢̛͎̎l̶̰̈́g̴̨̛̈́o̵͚͌" * 4,
}
# Pages that ask once more, by name.
ASKED = ("redeeming", "dying", "sacrifice", "a state set to dead", "return into play", "a ruling", "people of the GM")
# What an entity or an escape would leave behind if a text were escaped twice.
ESCAPED = re.compile(r"&(?:#\w+|\w+);|\\u00|\\'")
# Two at a time, since a name has 80 characters of room.
LIVE = {
    "events": '<img src="x" onerror="ran=1"> <svg onload="ran=1"></svg>',
    "scripts": '<a href="javascript:ran=1">x</a> </script><script>ran=1</script>',
    "quotes": """"><img src=x onerror=ran=1>'> {{ 7|add:7 }}{% now 'Y' %}""",
}


def sheet_of_texts(text, *, short):
    """Everything that can be written on a sheet, written with this; `short` where there is less room."""
    return {
        "character": {"name": short, "concept": text, "notes": text},
        "sheet": {"drive": text, "flaw": text, "tension": text},
        "traits": [{"kind": kind, "name": short} for kind in ("imprint", "mark", "backpack")],
        "reactions": [{"name": short, "trigger": text, "response": text, "ending": text}],
        "objectives": [{"text": text, "term": "long"}],
        "wound_name": short[:60],
    }


@pytest.mark.parametrize("kind", LONG)
def test_texts_that_would_burst_the_page_do_not(new_page, faults, kind):
    """T10: at 320 px with doubled text nothing scrolls sideways, and every control can still be reached."""
    pages = lay_pages(**sheet_of_texts(LONG[kind], short=LONG[kind][:60]))
    page = None
    for name in WITH_TEXTS:
        if page is not None:
            page.context.close()
        page = visit(new_page, faults, pages[name], width=320)
        no_sideways(page)
        double_text(page)
        no_sideways(page)
        outside = (
            page.locator("main")
            .locator("a:visible, button:visible, summary:visible")
            .evaluate_all(
                "all => all.filter(e => e.getBoundingClientRect().left < -1).map(e => e.outerHTML.slice(0, 80))"
            )
        )
        assert outside == [], name


@pytest.mark.parametrize("kind", LIVE)
def test_texts_that_would_run_are_shown_as_text(new_page, faults, kind):
    """S08: as the player, the GM and another player see them."""
    text = LIVE[kind]
    pages = lay_pages(**sheet_of_texts(text, short=text))
    page = None
    for name in WITH_TEXTS:
        if page is not None:
            page.context.close()
        page = visit(new_page, faults, pages[name])
        assert page.evaluate("() => window.ran") is None, name
        assert page.locator("img[src=x], svg[onload], a[href^='javascript:']").count() == 0
    page.context.close()
    page = visit(new_page, faults, pages["sheet of its player"])
    expect(page.locator("h1")).to_have_text(text)
    expect(page.locator("#open-light_1")).to_contain_text(text[:60])
    assert page.locator("main").get_by_text(text).count() >= 8


@pytest.mark.parametrize("name", ["d'Artagnan", "O’Brien", 'Jean "le Rat"'])
def test_names_with_apostrophes_in_what_is_asked_and_said(new_page, faults, name):
    """T05: every confirmation opened, every label read: the name as it is written, and not a word in the console."""
    pages = lay_pages(character={"name": name})
    seen = ""
    page = None
    for shown in (*WITH_TEXTS[1:], *ASKED):
        if page is not None:
            page.context.close()
        page = visit(new_page, faults, pages[shown])
        page.locator("main summary").evaluate_all("all => all.forEach(one => { one.parentElement.open = true })")
        main = page.locator("main").inner_text()
        labels = page.locator("main [aria-label], main [title]").evaluate_all(
            "all => all.map(e => `${e.ariaLabel ?? ''} ${e.title ?? ''}`).join(' ')"
        )
        seen = f"{main} {labels}"
        assert name in seen, shown
        assert not ESCAPED.search(seen), shown


def test_a_name_of_a_wound_typed_in_the_page_is_shown_as_text(new_page):
    """By the desk, and by the answer that htmx swaps in."""
    table = lay_table("Kai")
    page = new_page(user=table.gm.user)
    page.goto(sheet_of(table.gm, table.character))
    page.locator("#tick-grave").click()
    page.locator("#open-grave").click()
    page.locator("#desk-name").fill(LIVE["events"][:60])
    page.keyboard.press("Enter")
    expect(page.locator("#open-grave")).to_contain_text(LIVE["events"][:60])
    expect(page.locator("#log")).to_contain_text(LIVE["events"][:60])
    assert page.evaluate("() => window.ran") is None
