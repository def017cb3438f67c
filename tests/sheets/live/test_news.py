"""What the stream says of an act: each region drawn once however many watch, in few bytes, to each what is theirs."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from rules.impact.terms import Danger, Severity, Slot
from sheets.live import news
from sheets.live.watch import Watch
from sheets.models import Character, Entry, Role, Seat
from sheets.regions import party
from sheets.services import scene, sparks, wounds
from sheets.services.scene import Said
from tests.sheets.factories import last_entry, make_character, make_table, seat_at

pytestmark = pytest.mark.django_db
ACT_BYTES = 4096
Act = Callable[[Seat, Character], Any]
ACTS: dict[str, Act] = {
    "spark": lambda gm, hero: sparks.change(seat=gm, character_id=hero.pk, by=1),
    "wound": lambda gm, hero: wounds.inflict(seat=gm, character_id=hero.pk, severity=Severity.GRAVE),
    "name": lambda gm, hero: wounds.tick(seat=gm, character_id=hero.pk, slot=Slot.LIGHT_1, name="Arcade ouverte"),
    "danger": lambda gm, hero: scene.announce(seat=gm, said=Said(Danger.HIGH, mortal=True, sentence="La vanne cède.")),
    "chaos": lambda gm, hero: scene.change_chaos(seat=gm, by=1),
}


def watch_of(seat: Seat, character: Character | None = None, language: str = "fr") -> Watch:
    """An open page of the seat that knows everything up to now."""
    return Watch(
        user_id=seat.user_id or 0,
        session_key="",
        seat_id=seat.pk,
        campaign_id=seat.campaign_id,
        is_gm=seat.is_gm,
        language=language,
        character_id=character.pk if character else None,
        number=last_entry(seat).number,
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates drawn for the stream, in their order."""
    names: list[str] = []
    for module in (news, party):
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
    few = [watch_of(seat, page, language) for seat, page in kinds for language in ("fr", "en")]
    many = [watch_of(seat, page, language) for seat, page in kinds for language in ("fr", "en") for _page in range(30)]
    ACTS[name](gm, hero)
    news.gather(gm.campaign_id, few)
    once = list(drawn)
    drawn.clear()
    cache.clear()
    told = news.gather(gm.campaign_id, many)
    assert once
    assert drawn == once
    assert told.messages.keys() == set(many)


@pytest.mark.parametrize("name", ACTS)
def test_an_act_costs_few_bytes_a_page_of_a_player(name: str):
    """At most 4 KB an act and page, for players and spectators; the GM's regions bring their buttons besides."""
    gm = make_table()
    owner = seat_at(gm)
    hero = make_character(gm, owner=owner)
    guest = seat_at(gm, Role.SPECTATOR)
    watches = [watch_of(owner), watch_of(owner, hero), watch_of(guest), watch_of(guest, hero)]
    ACTS[name](gm, hero)
    told = news.gather(gm.campaign_id, watches)
    assert {w: len(m) for w, m in told.messages.items() if len(m) > ACT_BYTES} == {}
    assert set(told.messages) == set(watches)


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
