"""The golden vectors of the contract (all clauses that it exposes)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.contract import answer_line

HERE = Path(__file__).parent
VECTORS = {path.stem: path.read_bytes().splitlines() for path in sorted((HERE / "vectors").glob("*.jsonl"))}


def check(case, got):
    if "expect_error_field" in case:
        assert got["error"]["field"] == case["expect_error_field"], case
        assert got["error"]["message"], case
    else:
        assert {key: got.get(key) for key in case["expect"]} == case["expect"], case


@pytest.mark.parametrize("name", VECTORS)
def test_contract_vectors_in_process(name):
    """Each golden call gives its golden answer."""
    assert VECTORS[name]
    for line in VECTORS[name]:
        case = json.loads(line)
        text, good = answer_line(json.dumps(case["call"]).encode())
        check(case, json.loads(text))
        assert good is ("expect_error_field" not in case)


@pytest.mark.parametrize(("bad", "status"), [(False, 0), (True, 1)])
def test_contract_vectors_through_the_program(bad, status):
    """`python -m rules` answers in order, and its status tells whether any line failed."""
    cases = [json.loads(line) for name, lines in VECTORS.items() for line in lines if (name == "bad_input") <= bad]
    calls = "".join(json.dumps(case["call"]) + "\n" for case in cases)
    done = subprocess.run(
        [sys.executable, "-m", "rules"], input=calls, cwd=HERE.parents[1], capture_output=True, text=True, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == ""
    assert len(answers) == len(cases)
    for case, got in zip(cases, answers, strict=True):
        check(case, got)
    assert done.returncode == status
