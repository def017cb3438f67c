"""What the contract does with input that is wrong, and the answers that no vector shows."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import run
from rules.contract import answer_line

SEVERITY = {"rule": "impact.severity", "outcome": "failure", "danger": "high", "channel": "body", "resist": False}
READ = {"rule": "impact.read", "d6": [3], "critical_d6": [], "d8": [], "d10": []}
ODDS = {
    "rule": "impact.odds",
    **{"d6": 2, "critical_d6": 0, "d8": 2, "d10": 0},
    **{"danger": "very_high", "channel": "body", "resist": False, "ticked": [], "mortal": False, "mode": "exit_roll"},
}
FALL = {
    "rule": "impact.out_of_play",
    **{"mode": "exit_roll", "cause": "ordinary", "exit_d8": [7, 8], "sparks": 1},
    **{"redemptions_this_arc": 0, "lethal_redemption": "none"},
}
WOUND = {"rule": "impact.wound", "ticked": ["grave"], "severity": "grave"}


def ask(call):
    return json.loads(answer_line(json.dumps(call).encode())[0])


@pytest.mark.parametrize(
    ("call", "field"),
    [
        ({**SEVERITY, "bonus": 1}, "bonus"),
        ({**SEVERITY, "rule": "impact.luck"}, "rule"),
        ({**SEVERITY, "rule": ["impact.severity"]}, "rule"),
        ({**SEVERITY, "rule": "criticals.hit"}, "rule"),
        ({}, "rule"),
        ({key: value for key, value in SEVERITY.items() if key != "channel"}, "channel"),
        ({**SEVERITY, "resist": 0}, "resist"),
        ({**SEVERITY, "resist": None}, "resist"),
        ({**SEVERITY, "channel": None}, "channel"),
        ({**SEVERITY, "outcome": ["failure"]}, "outcome"),
        ({**SEVERITY, "outcome": {"a": 1}}, "outcome"),
        ({**READ, "d6": [True]}, "d6"),
        ({**READ, "d6": [3.0]}, "d6"),
        ({**READ, "d6": [10**3000]}, "d6"),
        ({**READ, "d8": [9]}, "d8"),
        ({**READ, "critical_d6": "6"}, "critical_d6"),
        ({**READ, "d6": [1] * 41}, "d6"),
        ({**READ, "d6": [1] * 30, "d8": [1] * 11}, "pool"),
        ({**ODDS, "d6": 0}, "d6"),
        ({**ODDS, "d6": True}, "d6"),
        ({**ODDS, "d8": 2.0}, "d8"),
        ({**ODDS, "d10": 41}, "d10"),
        ({**ODDS, "d6": 20, "d8": 21}, "pool"),
        ({**ODDS, "ticked": "grave"}, "ticked"),
        ({**ODDS, "ticked": [["grave"]]}, "ticked"),
        ({**WOUND, "ticked": ["grave", "grave"]}, "ticked"),
        ({**FALL, "sparks": -1}, "sparks"),
        ({**FALL, "redemptions_this_arc": 10**20}, "redemptions_this_arc"),
        ({**FALL, "exit_d8": [0]}, "exit_d8"),
        ({"rule": "criticals.thresholds", "constitution": 10**9}, "constitution"),
        ({"rule": "criticals.thresholds", "constitution": -10}, "constitution"),
        ([SEVERITY], "line"),
        (None, "line"),
        (7, "line"),
    ],
)
def test_contract_names_the_field_at_fault(call, field):
    """Bad input, booleans and floats as integers, over 40 dice: an error with its field and a message."""
    error = ask(call)["error"]
    assert error["field"] == field
    assert error["message"]


@pytest.mark.parametrize(
    "line",
    [b"", b"\n", b"{", b"\xff\xfe\xfd", b"NaN", b"[" * 200_000, b'{"a":' * 50_000, b"9" * 5000, b'{"rule": 1} x'],
)
def test_contract_answers_what_is_no_object(line):
    """Broken JSON, bytes that are no text, numbers and nesting without end: a clean error."""
    text, good = answer_line(line)
    assert not good
    assert json.loads(text)["error"]["field"] == "line"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from([SEVERITY, READ, ODDS, FALL, WOUND]), st.data())
def test_contract_never_breaks_on_one_strange_argument(call, data):
    """Whatever one argument is, the answer is an object, and an error names that argument or the pool."""
    name = data.draw(st.sampled_from(sorted(call)))
    got = ask({**call, name: data.draw(VALUES)})
    assert "error" not in got or got["error"]["field"] in (name, "pool")


def test_contract_run_answers_all_lines_after_an_error():
    """One answer a line, in order, whatever fails; the status is 1 then."""
    good = json.dumps(SEVERITY).encode()
    out = io.StringIO()
    assert run([good, b"no", good], out) == 1
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert run([good], io.StringIO()) == 0


def test_d3_contract_shows_the_steps():
    """D3: the rungs passed, with their cause."""
    got = ask({**SEVERITY, "outcome": "disaster", "resist": True})
    assert got["steps"] == [
        {"cause": "danger", "delta": 2, "at": "grave"},
        {"cause": "disaster", "delta": 1, "at": "critical"},
        {"cause": "resist", "delta": -1, "at": "grave"},
    ]


def test_w2_contract_tells_a_cascade():
    """W2: a grave wound over a taken grave slot goes up, and says so."""
    assert ask(WOUND) == {"slot": "critical", "out_of_play": False, "cascaded": True}


def test_o3_contract_counts_exit_twists():
    """O3: two twists of the exit roll."""
    got = ask(FALL)
    assert (got["twists"], got["end"], got["redeemable"]) == (2, "death", True)


def test_d4_contract_odds_without_danger():
    """D4, O6: null danger leaves everyone unhurt; the exit law stands all the same."""
    got = ask({**ODDS, "danger": None})
    assert got["landing"]["unhurt"] == "1/1"
    assert got["severity"]["none"] == "1/1"
    assert got["death"] == "0/1"
    assert got["exit"] == {"scar": "9/16", "scar_scene_pays": "3/8", "death": "1/16", "deus_ex_machina": "0/1"}
