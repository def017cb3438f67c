"""How people play in the browser: a table laid, choices made in the panel, dice of the table typed in.

Things are found by id, field name, value or what the interface says in its own language, never by their looks.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext
from playwright.sync_api import Locator, Page, expect

from sheets.models import Character, Entry, Seat
from sheets.state import Things
from sheets.words.terms import label
from tests.sheets import factories

WIDTHS = (360, 1400)
LANGUAGE = "fr"


@dataclass(frozen=True)
class Table:
    """A table with its GM, a player and the player's character."""

    gm: Seat
    player: Seat
    character: Character


def lay_table(name: str = "Alex", **terms: Any) -> Table:
    """A table under these terms with one character: Alex, whatever the name."""
    gm = factories.make_table(**terms)
    player = factories.seat_at(gm)
    texts = {"name": name, "concept": "Hackeuse"}
    return Table(gm, player, factories.make_character(gm, owner=player, character=texts))


def sheet_of(seat: Seat, character: Character) -> str:
    return reverse("sheets:sheet", args=[seat.pk, character.pk])


# --- What the page says --------------------------------------------------------------------------


def say(message: str, context: str = "", **words: Any) -> str:
    """A text of the interface as the page shows it."""
    with translation.override(LANGUAGE):
        said = pgettext(context, message) if context else gettext(message)
    return said % words if words else said


def say_count(one: str, many: str, count: int, name: str = "n") -> str:
    """A counted text of the interface, its count called `name`."""
    with translation.override(LANGUAGE):
        return ngettext(one, many, count) % {name: count}


def word(value: Enum) -> str:
    """A word of the rules as the page shows it."""
    with translation.override(LANGUAGE):
        return label(value)


def sparks_said(count: int) -> str:
    """What the header says of this many sparks."""
    return say_count("%(count)s Spark", "%(count)s Sparks", count, "count")


# --- The panel -----------------------------------------------------------------------------------


@contextmanager
def redrawn(page: Page, region: str = "#odds") -> Iterator[None]:
    """Wait, after what is done inside, until the region has been put anew."""
    page.locator(region).evaluate("region => { region.dataset.old = '' }")
    yield
    page.locator(f"{region}:not([data-old])").wait_for()


def option(page: Page, name: str, value: str = "") -> Locator:
    """The label of a radio button or a checkbox of the panel: what a finger touches."""
    chosen = f'[value="{value}"]' if value else ""
    return page.locator(f'#roll-form label:has(input[name="{name}"]{chosen})')


def choose(page: Page, **choices: Any) -> None:
    """Make choices in the panel one by one, each answered by new odds: a number, True for a tick, or a value."""
    for name, value in choices.items():
        if isinstance(value, int) and not isinstance(value, bool):
            with redrawn(page):
                page.locator(f'#roll-form input[name="{name}"]').fill(str(value))
                page.locator(f'#roll-form input[name="{name}"]').blur()
            continue
        touched = option(page, name, "" if value is True else str(value))
        if not touched.locator("input").is_checked():
            with redrawn(page):
                touched.click()


def trait_id(character: Character, name: str) -> int:
    """The value that the panel gives to a trait."""
    return int(character.sheet.traits.get(name=name).pk)


def launch(page: Page, dice: str = "server") -> Locator:
    """The button that rolls, with the server's dice or with those of the table."""
    return page.locator(f'#odds .launch button[name="dice"][value="{dice}"]')


def take_real_dice(page: Page) -> None:
    with redrawn(page):
        launch(page, "table").click()
    page.locator("#faces").wait_for()


def type_faces(page: Page, **faces: tuple[int, ...]) -> None:
    """Type what the dice on the table show, by kind of die: d6, critical_d6, d8, d10."""
    assert page.locator("#faces input[name^=face_]").count() == sum(len(shown) for shown in faces.values())
    for kind, shown in faces.items():
        for index, face in enumerate(shown):
            page.locator(f'#faces input[name="face_{kind}"]').nth(index).fill(str(face))


def read_dice(page: Page, **faces: tuple[int, ...]) -> None:
    """Take real dice, type their faces, and have them read."""
    take_real_dice(page)
    type_faces(page, **faces)
    launch(page, "table").click()
    page.locator("#outcome").wait_for()


def roll_at(page: Page, seat: Seat, character: Character, faces: dict[str, tuple[int, ...]], **choices: Any) -> Entry:
    """Open the sheet, prepare a roll, have the dice of the table read; the entry that it left."""
    page.goto(sheet_of(seat, character))
    choose(page, **choices)
    read_dice(page, **faces)
    return factories.last_entry(seat)


# --- The sheet -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """A sheet at one moment: what the page says of it, and all that acts may change of it."""

    identity: str
    wounds: str
    things: Things


def look(page: Page, character: Character) -> Seen:
    said = [page.locator(region).text_content() or "" for region in ("#identity", "#wounds")]
    return Seen(said[0], said[1], factories.snapshot(character))


def expect_seen(page: Page, character: Character, seen: Seen) -> None:
    """Assert that the sheet says and holds what it did at that moment."""
    expect(page.locator("#identity")).to_have_text(seen.identity)
    expect(page.locator("#wounds")).to_have_text(seen.wounds)
    assert factories.snapshot(character) == seen.things


def slot_shown(page: Page, slot: str, *, taken: bool) -> None:
    """Assert that a slot of the sheet is shown ticked, or free."""
    expect(page.locator(f"#slot-{slot} a#open-{slot}")).to_have_count(1 if taken else 0)


def take_back(page: Page, entry: Entry) -> None:
    """Undo by the log's button; the log then offers to do it again."""
    page.locator(f"#undo-{entry.pk}").click()
    page.locator(f"#redo-{entry.pk}").wait_for()


def do_again(page: Page, entry: Entry) -> None:
    page.locator(f"#redo-{entry.pk}").click()
    page.locator(f"#undo-{entry.pk}").wait_for()


def there_and_back(page: Page, character: Character, entry: Entry, before: Seen) -> None:
    """Undo and redo an act: the sheet is what it was before it, then what it was after it."""
    after = look(page, character)
    take_back(page, entry)
    expect_seen(page, character, before)
    do_again(page, entry)
    expect_seen(page, character, after)
