"""Texts written by one person are seen by the others at once, and what these type is left alone (C01, C02)."""

from typing import Any

from playwright.sync_api import expect

from rules.impact.terms import Slot
from sheets.models import Character
from sheets.services import characters
from tests.browser.conftest import PageMaker
from tests.browser.play import Table, lay_table, sheet_of
from tests.browser.windows import nobody_reloaded, open_live, table_of
from tests.sheets import factories


def write(table: Table, **character: Any) -> None:
    """The player keeps the sheet with these texts, and another objective."""
    texts = factories.ALEX | {"character": factories.ALEX["character"] | character, "traits": ()}
    version = Character.objects.get(pk=table.character.pk).text_version
    kept = characters.SheetTexts(**texts | {"objectives": ({"text": "Sortir vivante", "term": "short"},)})
    characters.edit(seat=table.player, character=table.character, texts=kept, version=version)


def test_a_sheet_written_by_its_player_on_the_gm_s_open_pages(new_page: PageMaker):
    """C01: name, objective and notes appear on the open sheet and card; a half-made roll and a text stay."""
    table = lay_table()
    factories.tick_slots(table.gm, table.character, Slot.GRAVE)
    sheet = open_live(new_page(1400, user=table.gm.user), sheet_of(table.gm, table.character))
    home = open_live(new_page(1400, user=table.gm.user), table_of(table.gm))
    second = factories.seat_at(table.gm)
    guest = open_live(new_page(1400, user=second.user), sheet_of(second, table.character))
    sheet.locator("[name=helpers]").fill("2")
    sheet.locator("#open-grave").click()
    sheet.locator("#desk-name").fill("Épaule")
    home.locator("#composer [name=sentence]").fill("Le toit cède.")
    for turn in ("Nova", "Nova la rouge"):
        write(table, name=turn, notes=f"Notes de {turn}")
        expect(sheet.locator("#identity h1")).to_have_text(turn)
        expect(sheet.locator("#notes")).to_contain_text(f"Notes de {turn}")
        expect(guest.locator("#identity h1")).to_have_text(turn)
        expect(home.locator("#party")).to_contain_text(turn)
    expect(sheet.locator("#weave")).to_contain_text("Sortir vivante")
    expect(sheet.locator("[name=helpers]")).to_have_value("2")
    expect(sheet.locator("#desk-name")).to_have_value("Épaule")
    expect(sheet.locator("#desk-name")).to_be_focused()
    expect(home.locator("#composer [name=sentence]")).to_have_value("Le toit cède.")
    expect(guest.locator("#notes, #weave")).to_have_count(0)
    nobody_reloaded(sheet, home, guest)
