"""The panel while others act: odds are drawn anew at any moment, and nothing pressed or typed there is lost (C01)."""

from playwright.sync_api import Page, Route, expect

from sheets.services import scene, sparks
from tests.browser.conftest import PageMaker
from tests.browser.play import Table, launch, lay_table, redrawn, sheet_of, take_real_dice
from tests.browser.windows import open_live


class Held:
    """Requests for odds that the network is slow with, until `let_go`."""

    def __init__(self, page: Page) -> None:
        self.routes: list[Route] = []
        self.held = True
        page.route("**/odds/", self.take)

    def take(self, route: Route) -> None:
        if self.held:
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        self.held = False
        for route in reversed(self.routes):  # the answers overtake one another
            route.continue_()


def open_panel(new_page: PageMaker, dice: int) -> tuple[Table, Page]:
    table = lay_table()
    if dice:
        scene.change_chaos(seat=table.gm, by=dice)
    return table, open_live(new_page(1400, user=table.player.user), sheet_of(table.player, table.character))


def give_spark(table: Table) -> None:
    sparks.change(seat=table.gm, character_id=table.character.pk, by=1)


def test_real_dice_asked_for_while_the_odds_are_on_their_way(new_page: PageMaker):
    """C01: odds asked for by others' acts, before the press and after it, do not take the press back."""
    table, page = open_panel(new_page, 1)
    slow = Held(page)
    with page.expect_request("**/odds/"):
        give_spark(table)
    with page.expect_request("**/odds/"):
        launch(page, "table").click()
    with page.expect_request("**/odds/"):
        give_spark(table)
    with redrawn(page):
        slow.let_go()
    expect(page.locator("#faces input[name^=face_]")).to_have_count(2)
    with redrawn(page):
        give_spark(table)
    expect(page.locator("#faces input[name^=face_]")).to_have_count(2)


def test_faces_typed_while_the_odds_are_on_their_way(new_page: PageMaker):
    """C01: faces typed after new odds were asked for are there when these come, each at its die; the focus too."""
    table, page = open_panel(new_page, 2)
    take_real_dice(page)
    page.locator("#faces input").first.focus()
    slow = Held(page)
    with page.expect_request("**/odds/"):
        scene.change_chaos(seat=table.gm, by=1)
    page.keyboard.type("37")
    with redrawn(page):
        slow.let_go()
    fields = page.locator("#faces input[name^=face_]")
    expect(fields).to_have_count(4)
    assert [fields.nth(index).input_value() for index in range(4)] == ["3", "7", "", ""]
    expect(fields.nth(2)).to_be_focused()


def test_a_chaos_left_alone_follows_the_scene_and_a_typed_one_stays(new_page: PageMaker):
    """P13, C01: the number shown is the scene's of now, until the player types their own."""
    table, page = open_panel(new_page, 2)
    field, pool = page.locator("#ask-scene_chaos"), page.locator("#odds .pool")
    expect(field).to_have_value("2")
    scene.change_chaos(seat=table.gm, by=1)
    expect(pool).to_contain_text("3 D8")
    expect(field).to_have_value("3")
    with redrawn(page):
        field.fill("1")
        field.blur()
    with redrawn(page):
        scene.change_chaos(seat=table.gm, by=1)
    expect(pool).to_contain_text("1 D8")
    expect(field).to_have_value("1")
