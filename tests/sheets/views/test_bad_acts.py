"""What the buttons and small forms of play may be sent: a message, the text kept, nothing changed, never a 500."""

from typing import Any

import pytest

from sheets.models import Campaign
from tests.sheets.views.addresses import address
from tests.sheets.views.bad import LONG, NOT_NUMBERS, NUL
from tests.sheets.views.markup import Element, errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes


def kept(tree: Element, action: str) -> str:
    """Everything that the form to that address holds after the answer, as one text."""
    return " ".join(value for values in sent_by(form_to(tree, action)).values() for value in values)


ACTS: list[tuple[str, dict[str, Any]]] = [
    ("inflict", {}),
    ("inflict", {"severity": "none"}),
    ("inflict", {"severity": "out_of_play"}),
    ("inflict", {"severity": NUL}),
    ("inflict", {"severity": "light", "name": LONG}),
    ("inflict", {"severity": "light", "name": NUL}),
    ("tick", {}),
    ("tick", {"slot": "light_3"}),
    ("tick", {"slot": "light_1"}),
    ("tick", {"slot": "critical", "name": NUL}),
    ("heal", {}),
    ("heal", {"slot": "critical"}),
    ("heal", {"slot": NUL}),
    ("state", {}),
    ("state", {"to": "deciding"}),
    ("state", {"to": "active"}),
    ("state", {"to": NUL}),
    ("name-wound", {"name": LONG}),
    ("name-wound", {"name": NUL}),
    ("name-wound", {"name": LONG, "place": "result"}),
    ("name-wound", {"name": NUL, "place": "desk"}),
    ("sparks", {}),
    ("sparks", {"by": "0"}),
    ("sparks", {"by": "-3"}),
    *(("sparks", {"by": text}) for text in NOT_NUMBERS if text != "-1"),
    ("chaos", {}),
    *(("chaos", {"by": text}) for text in [*NOT_NUMBERS, "7"] if text != "-1"),
    ("settle-tray", {}),
    ("settle-tray", {"status": "waiting"}),
    ("settle-tray", {"status": "placed", "note": LONG}),
    ("settle-tray", {"status": "placed", "note": NUL}),
    ("answer", {}),
    ("answer", {"choice": "flee"}),
    ("answer-ruling", {"choice": "adapt", "dependency": LONG}),
    ("answer-ruling", {"choice": "adapt", "dependency": NUL}),
    ("answer-ruling", {"choice": NUL}),
    ("rule", {}),
    ("rule", {"reason": LONG}),
    ("rule", {"reason": NUL}),
    ("announce", {}),
    ("announce", {"level": "extreme", "channel": "body"}),
    ("announce", {"level": "high", "channel": NUL}),
    ("announce", {"level": "high", "channel": "body", "sentence": LONG}),
    ("announce", {"level": "high", "channel": "body", "subject": NUL}),
    ("announce", {"level": "high", "channel": "body", "scope": ["x"]}),
    ("announce", {"level": "high", "channel": "body", "scope": [NUL]}),
    ("announce", {"level": "high", "channel": "body", "scope": ["00000000-0000-0000-0000-000000000000"]}),
    ("announce", {"level": "high", "channel": "body", "keep": "draft", "sentence": NUL}),
    *(("gm-roll", {"d6": text, "critical_d6": "0", "d8": "0", "visibility": "all"}) for text in [*NOT_NUMBERS, "41"]),
    ("gm-roll", {"d6": "20", "critical_d6": "20", "d8": "1", "visibility": "all"}),
    ("gm-roll", {"d6": "1", "critical_d6": "0", "d8": "0", "visibility": "seats"}),
    ("gm-roll", {"d6": "1", "critical_d6": "0", "d8": "0", "visibility": NUL}),
    ("gm-roll", {"d6": "1", "critical_d6": "0", "d8": "0", "visibility": "all", "label": LONG}),
    ("gm-roll", {"d6": "1", "critical_d6": "0", "d8": "0", "visibility": "seats", "readers": [NUL, "x"]}),
    ("notes", {"gm_notes": "é" * 20_001, "version": "0"}),
    ("notes", {"gm_notes": NUL, "version": "0"}),
    ("notes", {"gm_notes": "x", "version": "abc"}),
    ("notes", {"gm_notes": "x"}),
    ("undo", {"from": NUL}),
    ("tick", {"slot": "critical", "page": NUL}),
]


@pytest.mark.parametrize(("name", "sent"), ACTS, ids=[f"{name}-{str(sent)[:40]}" for name, sent in ACTS])
def test_faults_of_acts(cast, name, sent):
    """W01, T11: an act that cannot be is refused with a message and leaves no entry."""
    if NUL in (sent.get("from"), sent.get("page")):  # words of ours, only compared
        assert cast.gm.post(address(name, cast.gm.held, cast), sent).status_code == 303
        return
    for htmx in (False, True):
        with nothing_changes():
            answer = cast.gm.post(address(name, cast.gm.held, cast), sent, htmx=htmx)
        assert answer.status_code == 422
        tree = read(answer)
        assert errors_of(tree) != []
        if name == "name-wound" and sent["name"] == LONG:
            assert LONG in kept(tree, address(name, cast.gm.held, cast))


def test_w01_a_maximum_of_sparks_holds(cast):
    """W01, C3: no spark over the table's maximum, none under zero, and the refusal says so."""
    Campaign.objects.update(spark_maximum=2)
    for by in ("1", "99", "-3"):
        with nothing_changes():
            answer = cast.gm.post(address("sparks", cast.gm.held, cast), {"by": by}, htmx=True)
        assert answer.status_code == 422
        assert errors_of(read(answer)) != []
