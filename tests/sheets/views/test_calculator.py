"""The calculator: the exact odds of any roll for anyone, by its address (X1, R02; product: who may see what)."""

from itertools import product
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from rules.impact.odds import odds
from rules.impact.severity import Stakes
from rules.impact.terms import Channel, Danger, End, Intention, Landing, Mode, Outcome, Severity, Slot
from sheets.forms.calculator import CalculatorForm
from sheets.templatetags.bars import landing_rows
from sheets.templatetags.percentages import percent_or_word
from sheets.words.terms import label
from tests.sheets.cast import Cast
from tests.sheets.views.addresses import address
from tests.sheets.views.markup import Element, errors_of, read, sent_by

URL = "/odds/"
FULL = "d6=4&critical_d6=1&d8=4&d10=1&danger=very_high&resist=on&ticked=grave&ticked=critical&mode=exit_roll&sparks=1"


def asked(client: Client, query: str = "", *, htmx: bool = False) -> Any:
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{URL}"} if htmx else {}
    return client.get(f"{URL}?{query}" if query else URL, headers=headers)


def told(tree: Element) -> list[list[tuple[str, str]]]:
    """The lists of chances of a page: each a term and its chance, as they are read."""
    return [
        [(next(div.all("dt")).text.strip(), next(div.all("dd")).text.strip()) for div in dl.all("div")]
        for dl in tree.all("dl")
    ]


def said(law: Any) -> list[tuple[str, str]]:
    with translation.override("fr"):
        return [(label(term), percent_or_word(chance)) for term, chance in law.items()]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("mortal", [False, True])
@pytest.mark.parametrize(
    ("danger", "channel", "resist"),
    [*product(Danger, [Channel.BODY], [False, True]), (Danger.HIGH, Channel.SCENE, False), (None, Channel.BODY, False)],
)
def test_x1_the_page_says_what_the_rules_count(client, mode, mortal, danger, channel, resist):
    """X1: outcomes, severity, landing, out of play, ends and death of any roll, exactly as the rules count them."""
    ticked = frozenset({Slot.LIGHT_1, Slot.CRITICAL})
    stakes = Stakes(
        danger,
        channel,
        mortal and danger is not None and channel is Channel.BODY,
        Intention.RESIST if resist else Intention.ACT,
    )
    law = odds(3, 1, 4, 2, stakes, ticked, mode)
    query = f"d6=3&critical_d6=1&d8=4&d10=2&channel={channel.value}&ticked=light_1&ticked=critical&mode={mode.value}"
    query += "&sparks=2"
    query += f"&danger={danger.value}" if danger else ""
    query += "&mortal=on" if mortal else ""
    query += "&resist=on" if resist else ""
    tree = read(asked(client, query))
    lists = told(tree)
    assert lists[0] == said(law.outcome)
    if not stakes.threatens_body:
        assert len(lists) == 1
        return
    landing = {name: law.landing[name] for name in landing_rows({name: law.landing[name] for name in Landing})}
    assert lists[1:3] == [said(landing), said(law.severity)]
    with translation.override("fr"):
        death, out = (" ".join(percent_or_word(chance).split()) for chance in (law.death, law.out_of_play))
    text = " ".join(tree.text.split())
    assert f"Hors-Jeu {out} · mort {death}" in text
    assert f"Mort : {death}" in text
    assert (said(law.exit) in lists) is bool(law.out_of_play)


def test_x1_the_same_roll_on_the_panel_says_the_same(cast):
    """X1: one code for both: the panel of a sheet and the calculator give the same bars, words and numbers."""
    sent = {"intention": "resist", "danger": "high", "channel": "body", "helpers": "2", "scene_chaos": "3"}
    panel = read(cast.gm.post(address("odds", cast.gm.held, cast), sent, htmx=True))
    # Alex has a light and a grave wound, and two sparks.
    query = "d6=3&d8=3&danger=high&resist=on&ticked=light_1&ticked=grave&mode=exit_roll&sparks=2"
    calculated = read(asked(cast.stranger.client, query, htmx=True))
    mine, theirs = told(panel), told(calculated)
    assert mine == theirs[:2]
    for css in ("risk", "stackbar"):
        drawn = [
            [e.text or e.get("aria-label") for e in tree.all() if css in e.get("class").split()]
            for tree in (panel, calculated)
        ]
        assert drawn[0] == drawn[1]


def test_the_address_is_the_calculation(client):
    """Product: an address opens as it was left, and its own link leads to the same."""
    tree = read(asked(client, FULL))
    sent = sent_by(tree.by_id("calculator") or tree)
    assert sent["d6"] == ["4"]
    assert sent["ticked"] == ["grave", "critical"]
    assert (sent["danger"], sent["mode"], sent["resist"]) == (["very_high"], ["exit_roll"], ["on"])
    link = next(a.get("href") for a in tree.all("a") if "d6=4" in a.get("href"))
    again = read(client.get(link))
    assert told(again) == told(tree)
    answer = asked(client, FULL, htmx=True)
    assert answer["HX-Replace-Url"] == link
    assert read(answer).by_id("main") is None


def test_who_asks_nothing_is_shown_an_example(client):
    """Product: the first look is a whole calculation, with nothing to fill in."""
    answer = asked(client)
    tree = read(answer)
    assert answer.status_code == 200
    assert len(told(tree)) >= 3
    assert errors_of(tree) == []


@pytest.mark.django_db
def test_a_stranger_costs_no_statement(client, django_assert_num_queries):
    """Product: no account, no session, nothing asked of the database."""
    with django_assert_num_queries(0):
        assert asked(client, FULL).status_code == 200
    assert client.cookies.get("sessionid") is None


NONSENSE = [
    ("d6", "100000000"),
    ("d6", "41"),
    ("d6", "0"),
    ("d6", "-1"),
    ("d6", ""),
    ("d6", "trois"),
    ("d6", "1,5"),
    ("d6", "1 000"),
    ("d6", "9" * 5000),
    ("d8", "\x00"),
    ("d8", "-3"),
    ("d10", "1e3"),
    ("critical_d6", "99"),
    ("sparks", "100"),
    ("danger", "deadly"),
    ("channel", "soul"),
    ("ticked", "head"),
    ("mode", "gentle"),
    ("lethal_redemption", "two"),
]


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(("name", "value"), NONSENSE, ids=lambda value: repr(value)[:14])
def test_r02_nonsense_is_told_at_its_field(client, monkeypatch, name, value, htmx):
    """R02: one die over the limit, a hundred million dice, or no number: told at its field, and nothing is counted."""

    def counted(*args: Any) -> None:
        raise AssertionError("the odds were counted")

    monkeypatch.setattr("sheets.services.calculator.odds", counted)
    query = QueryDict("d6=5&d8=2&danger=high&ticked=grave&mode=lethal").copy()
    query[name] = value
    answer = asked(client, query.urlencode(), htmx=htmx)
    assert answer.status_code == 422
    tree = read(answer)
    assert errors_of(tree) != []
    assert "HX-Replace-Url" not in answer
    if not htmx:
        sent = sent_by(tree.by_id("calculator") or tree)
        assert (sent["d8"] == ["2"]) or name == "d8"
        assert (sent.get("ticked") == ["grave"]) or name == "ticked"
        beside = tree.by_id(f"said-{name}") or tree.by_id(f"ask-{name}_error")
        assert beside is not None or name in ("danger", "channel")
        if name in ("d6", "d8", "d10", "critical_d6", "sparks"):
            field = tree.by_id(f"ask-{name}")
            assert field is not None
            assert field.get("aria-invalid") == "true"
            assert field.get("value") == value or "\x00" in value or not value


def test_r02_forty_dice_in_all(client):
    """P13, R02: 40 dice in all are counted, one more is told at the kind that has most."""
    assert asked(client, "d6=10&critical_d6=10&d8=10&d10=10").status_code == 200
    tree = read(asked(client, "d6=10&critical_d6=10&d8=11&d10=10"))
    assert "40" in (tree.by_id("said-d8") or tree).text
    assert errors_of(tree.by_id("said-d6") or tree) == []


def test_what_the_address_leaves_out_is_plain():
    """Product: an address may be written by hand."""
    for query in ("d8=2", "danger=high", "d6=2", "x=1"):
        form = CalculatorForm(QueryDict(query))
        assert form.is_valid(), query
        shown = form.calculated()
        assert shown.pool.d6 == (2 if query == "d6=2" else 1)
        assert shown.campaign.lethality == "exit_roll"


def test_each_law_is_whole(client):
    """X1: no outcome, severity or end is left out, and what cannot be is said in words."""
    lists = told(read(asked(client, "d6=1&d8=2&danger=very_high")))
    names = [[name for name, _chance in rows] for rows in lists]
    with translation.override("fr"):
        assert names[0] == [label(outcome) for outcome in Outcome]
        assert names[2] == [label(severity) for severity in Severity]
        assert names[3] == [label(end) for end in End]
    assert dict(lists[3])["Deus ex machina"] == "impossible"


def test_only_looked_at(client):
    """Product: nothing here changes anything: a POST is refused."""
    assert client.post(URL, {"d6": "2"}).status_code in (403, 405)
    assert client.head(URL).status_code == 200


def test_a_signed_in_person_sees_the_same(cast: Cast):
    """Product: with or without an account."""
    for person in (cast.gm, cast.stranger):
        assert told(read(person.get(f"{URL}?{FULL}"))) == told(read(asked(Client(), FULL)))
