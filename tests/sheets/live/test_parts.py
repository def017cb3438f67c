"""A page that is sent the changed parts alone shows what it would show if it were loaded anew."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from sheets.live import news
from sheets.live.watch import Watch
from sheets.models import Campaign, Character, Role, Seat
from sheets.regions.body import body_context, play_of
from sheets.regions.party import card
from sheets.regions.scars import bearing, scars_context
from sheets.regions.scene import warning_context
from sheets.services.engaged_scars import sides_to_engage
from tests.sheets.factories import make_character, make_table, seat_at
from tests.sheets.live.acts import ACTS, watch_of
from tests.sheets.views.markup import Element, read

pytestmark = pytest.mark.django_db
# What a sheet fetches of itself when it hears of a way out of play (templates/sheets/sheet.html).
FETCHED = ("fall", "warning", "identity", "wounds", "scars")
SPACE = re.compile(r"\s+")


def shown_to(seat: Seat, hero: Character, *, sheet: bool) -> Element:
    """What a page of the seat shows of the character, drawn from its rows."""
    seat = Seat.objects.select_related("campaign__danger").get(pk=seat.pk)
    play = bearing(play_of(Character.objects.select_related("sheet", "owner").get(pk=hero.pk)))
    if not sheet:
        return read(card(seat, play))
    context = {**body_context(seat, play), **warning_context(seat, play), **scars_context(seat, play)}
    rolls = context["rights"].act and context["active"]
    context["scar_rows"] = [(value, side, False) for value, side in sides_to_engage(play)] if rolls else []
    regions = ("identity", "wounds", "warning", "fall", "scars", "panel_scars")
    return read("".join(render_to_string(f"sheets/regions/{name}.html", context) for name in regions))


def sent(message: bytes) -> list[Element]:
    """The parts of a message that go into the place of another, not those of the log."""
    lines = [line.removeprefix("data: ") for line in message.decode().splitlines() if line.startswith("data: ")]
    tree = read("\n".join(lines))
    placed = [e for e in tree.all() if e.get("hx-swap-oob") == "outerMorph"]
    return placed + [e for partial in tree.all("hx-partial") for e in partial.children if isinstance(e, Element)]


def put(parts: list[Element], page: Element) -> None:
    """Swap each part in by its id, as the page does."""
    for part in parts:
        place = page.by_id(part.get("id"))
        assert place, f"the page has no place for #{part.get('id')}"
        assert place.parent
        part.attrs.pop("hx-swap-oob", None)
        place.parent.children[place.parent.children.index(place)] = part


def plain(element: Element) -> object:
    """An element as values, without the spaces between tags."""
    children = [c if isinstance(c, Element) else SPACE.sub(" ", c).strip() for c in element.children]
    return element.tag, element.attrs, [plain(c) if isinstance(c, Element) else c for c in children if c]


@pytest.mark.parametrize("sheet", [False, True], ids=["table", "sheet"])
@pytest.mark.parametrize("name", ACTS)
def test_the_parts_that_are_sent_are_all_that_changed(name: str, sheet: bool):
    """After every act, for each role: the old page with the parts put in is the new page."""
    gm = make_table()
    owner = seat_at(gm)
    hero = make_character(gm, owner=owner)
    seats = [gm, owner, seat_at(gm), seat_at(gm, Role.SPECTATOR)]
    before, act = ACTS[name]
    for earlier in before:
        earlier(gm, hero)
    with translation.override("fr"):
        pages = [shown_to(seat, hero, sheet=sheet) for seat in seats]
        watches: list[Watch] = [watch_of(seat, hero if sheet else None) for seat in seats]
        act(gm, hero)
        told = news.gather(Campaign.objects.get(pk=gm.campaign_id).pk, watches)
        for seat, page, watch in zip(seats, pages, watches, strict=True):
            message = told.messages[watch]
            parts = [
                part
                for part in sent(message)
                if sheet or part.get("id").endswith(str(hero.pk)) or "slot" in part.get("id")
            ]
            put([part for part in parts if part.get("id") not in ("scene", "gm-scene", "tray")], page)
            fresh = shown_to(seat, hero, sheet=sheet)
            if b"event: fall-changed" in message:
                put([part for name in FETCHED if (part := fresh.by_id(name))], page)
            if b"event: party-changed" not in message:
                assert plain(page) == plain(fresh), seat.role
