"""What the stream says of an act: each region drawn once however many watch, in few bytes, to each what is theirs."""

from collections import Counter
from typing import Any

import pytest
from django.core.cache import cache

from sheets.live import contract_news, log_news, news, sheet_news, table_news
from sheets.models import Entry, Role
from sheets.regions import changes, party
from sheets.regions import scene as regions_scene
from sheets.services import scene, sparks
from tests.sheets.factories import make_character, make_table, seat_at
from tests.sheets.live.acts import ACTS, watch_of

pytestmark = pytest.mark.django_db
ACT_BYTES = 4096


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates drawn for the stream, in their order."""
    names: list[str] = []
    for module in (log_news, sheet_news, table_news, contract_news, party, changes, regions_scene):
        original = module.render_to_string

        def counted(name: str, *args: Any, original: Any = original, **kwargs: Any) -> str:
            names.append(name)
            return str(original(name, *args, **kwargs))

        monkeypatch.setattr(module, "render_to_string", counted)
    cache.clear()
    return names


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_drawn_once_however_many_watch(drawn: list[str], name: str):
    """One page a kind of viewer and language, or thirty of each: the same regions are drawn."""
    gm = make_table()
    hero = make_character(gm)
    kinds = [(gm, None), (gm, hero), (seat_at(gm, Role.SPECTATOR), None), (seat_at(gm, Role.SPECTATOR), hero)]
    before, act = ACTS[name]
    for earlier in before:
        earlier(gm, hero)
    few = [watch_of(seat, page, language) for seat, page in kinds for language in ("fr", "en")]
    many = [watch_of(seat, page, language) for seat, page in kinds for language in ("fr", "en") for _page in range(30)]
    act(gm, hero)
    news.gather(gm.campaign_id, few)
    once = list(drawn)
    drawn.clear()
    cache.clear()
    told = news.gather(gm.campaign_id, many)
    assert once
    assert drawn == once
    assert told.messages.keys() == set(many)


@pytest.mark.parametrize("name", ["spark", "heal", "ruling", "fall", "roll"])
def test_a_card_is_drawn_once_a_role_and_language(drawn: list[str], name: str):
    """Ninety pages of a table in two languages: each part of the card is drawn for the GM and for the others, twice."""
    gm = make_table()
    hero = make_character(gm)
    seats = [gm, seat_at(gm), seat_at(gm, Role.SPECTATOR)]
    before, act = ACTS[name]
    for earlier in before:
        earlier(gm, hero)
    watches = [watch_of(seat, None, language) for seat in seats for language in ("fr", "en") for _page in range(15)]
    drawn.clear()
    act(gm, hero)
    news.gather(gm.campaign_id, watches)
    card = Counter(part for part in drawn if part.startswith("sheets/regions/card.html"))
    assert card
    assert set(card.values()) == {4}, card


@pytest.mark.parametrize("name", ACTS)
def test_an_act_costs_few_bytes_a_page(name: str):
    """At most 4 KB an act and page, for the GM, the character's player, and a spectator, in both languages."""
    gm = make_table()
    owner = seat_at(gm)
    hero = make_character(gm, owner=owner)
    guest = seat_at(gm, Role.SPECTATOR)
    before, act = ACTS[name]
    for earlier in before:
        earlier(gm, hero)
    pages = [(seat, page) for seat in (gm, owner, guest) for page in (None, hero)]
    watches = [watch_of(seat, page, language) for seat, page in pages for language in ("fr", "en")]
    act(gm, hero)
    told = news.gather(gm.campaign_id, watches)
    assert {(w.seat_id, w.character_id): len(m) for w, m in told.messages.items() if len(m) > ACT_BYTES} == {}
    assert set(told.messages) == set(watches)


@pytest.mark.parametrize("name", ["danger", "chaos"])
def test_a_danger_kept_for_later_stays_where_it_is(name: str):
    """D4: what the stream draws beside the scene has the GM's drafts, and no one else's page has."""
    gm = make_table()
    hero = make_character(gm)
    scene.draft(seat=gm, said=scene.Said(sentence="Plus tard, la vanne."))
    watches = [watch_of(gm), watch_of(seat_at(gm))]
    ACTS[name][1](gm, hero)
    told = [news.gather(gm.campaign_id, [watch]).messages[watch].decode() for watch in watches]
    redrawn = ["gm-waits" in message or 'id="gm-scene"' in message for message in told]
    assert redrawn == [name == "danger", False]
    assert ["Plus tard, la vanne." in message for message in told] == redrawn


def test_each_page_gets_its_own_addresses():
    """The seat in the addresses is the reader's own, though the region was drawn once for all."""
    gm = make_table()
    hero = make_character(gm)
    others = [seat_at(gm, Role.SPECTATOR) for _seat in range(2)]
    watches = [watch_of(seat) for seat in others]
    sparks.change(seat=gm, character_id=hero.pk, by=1)
    told = news.gather(gm.campaign_id, watches).messages
    for own, other in zip(watches, reversed(watches), strict=True):
        assert str(own.seat_id).encode() in told[own]
        assert str(other.seat_id).encode() not in told[own]
        assert str(party.BLANK).encode() not in told[own]


def test_a_page_that_knows_all_is_told_nothing():
    """An entry is told once: a page that has heard it hears nothing of it again."""
    gm = make_table()
    hero = make_character(gm)
    late, early = watch_of(gm, hero), watch_of(gm, hero)
    sparks.change(seat=gm, character_id=hero.pk, by=1)
    late.number = Entry.objects.filter(campaign=gm.campaign_id).latest("number").number
    assert set(news.gather(gm.campaign_id, [late, early]).messages) == {early}
