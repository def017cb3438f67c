"""A panel that went stale rolls nothing: it comes back with what holds now, with every choice."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.impact.terms import Slot
from sheets.models import Campaign, ImpactSheet, Roll, Trait
from sheets.services import scene, sparks, wounds
from tests.sheets.cast import Cast
from tests.sheets.views.addresses import address
from tests.sheets.views.markup import Element, errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes


@pytest.fixture(autouse=True)
def an_advantage(cast: Cast) -> None:
    """Something for the panel to choose (M1)."""
    Campaign.objects.filter(pk=cast.campaign.pk).update(twisted_advantages=1)


def tick(cast: Cast) -> None:
    wounds.tick(seat=cast.gm.held, character_id=cast.alex.pk, slot=Slot.LIGHT_2)


def take_a_spark(cast: Cast) -> None:
    sparks.change(seat=cast.gm.held, character_id=cast.alex.pk, by=-1)


def change_terms(cast: Cast) -> None:
    Campaign.objects.filter(pk=cast.campaign.pk).update(lethality="gritty", contract_version=2)


def lose_a_trait(cast: Cast) -> None:
    Trait.objects.filter(pk=chosen(cast)["backpack"]).update(lost=True)


def heal(cast: Cast) -> None:
    wounds.heal(seat=cast.gm.held, character_id=cast.alex.pk, slot=Slot.GRAVE)


MEANWHILE: list[tuple[Callable[[Cast], None], int]] = [
    (tick, 409),
    (take_a_spark, 409),
    (change_terms, 409),
    (heal, 409),
    # A choice that is gone cannot be kept: the panel says so at its field.
    (lose_a_trait, 422),
]


def chosen(cast: Cast) -> dict[str, Any]:
    """A panel with a choice of every shape."""
    own = {
        kind: Trait.objects.filter(sheet=cast.alex.pk, kind=kind).first() for kind in ("imprint", "mark", "backpack")
    }
    rows = {kind: str(trait.pk) for kind, trait in own.items() if trait}
    return rows | {
        "intention": "resist",
        "helpers": "2",
        "scene_chaos": "1",
        "weave": "flaw",
        "advantage": "twisted",
        "boost": "on",
        "prepared": "on",
        "danger": "high",
        "channel": "body",
        "mortal": "on",
        "eased": "on",
        "eased_why": "Gilet <pare-balles>",
    }


def shown(cast: Cast, answer: Any) -> tuple[str, dict[str, list[str]]]:
    """The fingerprint and everything that the panel of an answer would send."""
    form = form_to(read(answer), address("roll", cast.gm.held, cast))
    sent = sent_by(form)
    return sent["fingerprint"][0], sent


def panel_shown(cast: Cast) -> dict[str, Any]:
    """The choices with the fingerprint that the odds gave for them."""
    answer = cast.gm.post(address("odds", cast.gm.held, cast), chosen(cast))
    assert answer.status_code == 200
    return chosen(cast) | {"dice": "server", "fingerprint": shown(cast, answer)[0]}


def chances(tree: Element) -> str:
    """The odds of an answer, in words."""
    return " ".join(dl.text for dl in tree.all("dl"))


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(("meanwhile", "status"), MEANWHILE, ids=lambda value: getattr(value, "__name__", ""))
def test_a_stale_panel_rolls_nothing_and_keeps_the_choices(cast, meanwhile, status, htmx):
    """After a change of what was shown, nothing is rolled; new odds, all choices still there."""
    sent = panel_shown(cast)
    meanwhile(cast)
    url = address("roll", cast.gm.held, cast)
    with nothing_changes():
        answer = cast.gm.post(url, sent, htmx=htmx)
    assert answer.status_code == status
    assert errors_of(read(answer)) != []
    if status == 409:
        fingerprint, again = shown(cast, answer)
        assert fingerprint != sent["fingerprint"]
        assert {name: again.get(name) for name in chosen(cast)} == {n: [v] for n, v in chosen(cast).items()}
        assert "Gilet &lt;pare-balles&gt;" in answer.content.decode()
        rolls = Roll.objects.count()
        assert cast.gm.post(url, sent | {"fingerprint": fingerprint}, htmx=htmx).status_code in (200, 303)
        assert Roll.objects.count() == rolls + 1


def test_the_odds_shown_are_new(cast):
    """The odds that come back with 409 are those of the sheet as it stands now."""
    sent = panel_shown(cast)
    before = chances(read(cast.gm.post(address("odds", cast.gm.held, cast), chosen(cast), htmx=True)))
    wounds.tick(seat=cast.gm.held, character_id=cast.alex.pk, slot=Slot.LIGHT_2)
    answer = cast.gm.post(address("roll", cast.gm.held, cast), sent, htmx=True)
    after = chances(read(answer))
    assert answer.status_code == 409
    assert before != after
    assert after == chances(read(cast.gm.post(address("odds", cast.gm.held, cast), chosen(cast), htmx=True)))


def test_p12_a_stale_panel_with_a_spark_too_many(cast):
    """P12: the spark that the panel counted on is gone: refused at the boost, nothing rolled, choices kept."""
    sent = panel_shown(cast) | {"silence_chaos": "on"}
    ImpactSheet.objects.filter(pk=cast.alex.pk).update(sparks=0)
    with nothing_changes():
        answer = cast.gm.post(address("roll", cast.gm.held, cast), sent, htmx=True)
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []
    assert "Gilet &lt;pare-balles&gt;" in answer.content.decode()


@pytest.mark.parametrize("fingerprint", ["", "x" * 32, "\x00", "é" * 10_000])
def test_a_made_up_fingerprint_is_a_stale_one(cast, fingerprint):
    """Whatever is not the fingerprint of now rolls nothing."""
    with nothing_changes():
        sent = chosen(cast) | {"dice": "server", "fingerprint": fingerprint}
        assert cast.gm.post(address("roll", cast.gm.held, cast), sent).status_code == 409


@pytest.mark.parametrize("typed", ["2", "1"], ids=["left as shown", "typed"])
def test_p13_a_chaos_left_as_shown_follows_the_scene(cast, typed):
    """P13: chaos that rose since the page was drawn is in the next roll, unless the player typed their own."""
    scene.change_chaos(seat=cast.gm.held, by=2)
    _, page = shown(cast, cast.gm.get(address("sheet", cast.gm.held, cast)))
    asked = {name: page[name] for name in ("intention", "scene_chaos", "scene_chaos_shown", "fingerprint")}
    assert asked["scene_chaos"] == asked["scene_chaos_shown"] == ["2"]
    scene.change_chaos(seat=cast.gm.held, by=1)
    url = address("roll", cast.gm.held, cast)
    stale = cast.gm.post(url, asked | {"scene_chaos": typed, "dice": "server"})
    assert stale.status_code == 409
    fingerprint, again = shown(cast, stale)
    assert again["scene_chaos"] == ["3" if typed == "2" else "1"]
    assert cast.gm.post(url, again | {"dice": "server", "fingerprint": fingerprint}).status_code == 303
    assert len(Roll.objects.latest("made_at").faces["d8"]) == (3 if typed == "2" else 1)
