"""What the roll panel may be sent: a message at its field, the choices kept, nothing rolled, never a 500."""

from typing import Any

import pytest

from sheets.models import Campaign, ImpactSheet, Reaction, Trait
from tests.sheets.cast import Cast
from tests.sheets.views.addresses import address
from tests.sheets.views.bad import LONG, NOT_NUMBERS, NUL
from tests.sheets.views.markup import errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import fingerprint


def panel(cast: Cast, **more: Any) -> dict[str, Any]:
    return {"intention": "act", "dice": "server", "fingerprint": fingerprint(cast)} | more


PANEL_FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("no intention", {"intention": ""}),
    ("an unknown intention", {"intention": "fly"}),
    ("an intention with NUL", {"intention": NUL}),
    ("an unknown danger", {"danger": "extreme"}),
    ("an unknown channel", {"channel": "soul"}),
    ("an unknown advantage", {"advantage": "huge"}),
    ("an unknown weave", {"weave": "fate"}),
    ("a weave that is no id", {"weave": "reaction-x"}),
    ("a weave of the past", {"weave": "reaction-999999999"}),
    ("sixty helpers", {"helpers": "60"}),
    ("forty helpers, one die too many", {"helpers": "40"}),
    ("seven dice of chaos", {"scene_chaos": "7"}),
    ("a trait that is no id", {"mark": "abc"}),
    ("a trait beyond all ids", {"mark": "9" * 40}),
    ("an imprint with NUL", {"imprint": NUL}),
    ("a reason too long", {"eased": "on", "eased_why": LONG}),
    ("a reason with NUL", {"eased": "on", "eased_why": NUL}),
    ("three sparks of two", {"boost": "on", "silence_chaos": "on", "scene_chaos": "0"}),
    *((f"helpers {text[:8]!r}", {"helpers": text}) for text in NOT_NUMBERS),
    *((f"chaos {text[:8]!r}", {"scene_chaos": text}) for text in NOT_NUMBERS),
]


@pytest.mark.parametrize("name", ["roll", "odds"])
@pytest.mark.parametrize(("why", "wrong"), PANEL_FAULTS, ids=[why for why, _ in PANEL_FAULTS])
def test_faults_of_the_panel(cast, name, why, wrong):
    """P2, P12, P13, R02, T11: refused with a message, nothing rolled, the rest of the panel kept."""
    url, roll_url = address(name, cast.gm.held, cast), address("roll", cast.gm.held, cast)
    sent = panel(cast, prepared="on") | wrong
    for htmx in (False, True):
        with nothing_changes():
            answer = cast.gm.post(url, sent, htmx=htmx)
        assert answer.status_code == (422 if name == "roll" or htmx else 200)
        tree = read(answer)
        assert errors_of(tree) != []
        if name == "roll" or not htmx:
            held = sent_by(form_to(tree, roll_url))
            assert held["prepared"] == ["on"]
            for field in ("helpers", "scene_chaos", "eased_why"):
                if field in wrong and "\x00" not in wrong[field]:
                    assert held[field] == [wrong[field]], "what was typed is gone"


def test_p2_two_imprints_without_facettes(cast):
    """P2: two imprints are refused with the name of the option that would allow them; with it they roll."""
    two = [str(t.pk) for t in Trait.objects.filter(sheet=cast.alex.pk, kind="imprint")]
    url = address("roll", cast.gm.held, cast)
    with nothing_changes():
        answer = cast.gm.post(url, panel(cast, imprint=two), htmx=True)
    assert answer.status_code == 422
    assert any("Facettes" in said for said in errors_of(read(answer)))
    Campaign.objects.update(facettes=True)
    assert cast.gm.post(address("odds", cast.gm.held, cast), panel(cast, imprint=two), htmx=True).status_code == 200


def test_p02_traits_and_reactions_that_are_not_ones_own(cast):
    """P02, C2: a foreign or lost trait and a foreign reaction are refused at their field."""
    foreign = Trait.objects.create(sheet=ImpactSheet.objects.get(character=cast.malik), kind="mark", name="Ailleurs")
    reaction = Reaction.objects.create(sheet=foreign.sheet, name="Ailleurs")
    lost = Trait.objects.get(sheet=cast.alex.pk, lost=True)
    mark = Trait.objects.get(sheet=cast.alex.pk, kind="mark")
    wrong = [{"mark": foreign.pk}, {"backpack": lost.pk}, {"weave": f"reaction-{reaction.pk}"}, {"imprint": mark.pk}]
    for sent in wrong:
        for name in ("roll", "odds"):
            with nothing_changes():
                answer = cast.gm.post(address(name, cast.gm.held, cast), panel(cast, **sent), htmx=True)
            assert answer.status_code == 422
            assert errors_of(read(answer)) != []
            assert "Ailleurs" not in answer.content.decode()


def test_p12_more_sparks_than_one_has(cast):
    """P12: a boost without a spark is refused, at the roll and in the odds."""
    ImpactSheet.objects.filter(pk=cast.alex.pk).update(sparks=0)
    for name in ("roll", "odds"):
        with nothing_changes():
            answer = cast.gm.post(address(name, cast.gm.held, cast), panel(cast, boost="on"), htmx=True)
        assert answer.status_code == 422
        assert errors_of(read(answer)) != []


def test_what_the_owner_may_not_set_is_not_heard(cast):
    """D4: a danger and an easier step sent by a player who may not set them change nothing of the roll."""
    Campaign.objects.update(players_set_danger=False)
    cast.owner.held.campaign.refresh_from_db()
    cast.alex.refresh_from_db()
    sent = panel(cast, dice="table", face_d6="4", danger="very_high", mortal="on", eased="on", eased_why="ruse")
    answer = cast.owner.post(address("roll", cast.owner.held, cast), sent)
    assert answer.status_code == 303
    roll = cast.alex.rolls.latest("made_at")
    assert (roll.danger, roll.mortal, roll.eased) == ("", False, False)


FACES: list[tuple[str, dict[str, list[str]]]] = [
    ("a face 7", {"face_d6": ["7"]}),
    ("a face 0", {"face_d6": ["0"]}),
    ("no face", {"face_d6": [""]}),
    ("no field at all", {}),
    ("a die too many", {"face_d6": ["3", "4"]}),
    ("hundreds of dice", {"face_d6": ["3"] * 200}),
    ("a die that is not in the pool", {"face_d6": ["3"], "face_d8": ["3"]}),
    *((f"{text[:8]!r}", {"face_d6": [text]}) for text in [*NOT_NUMBERS, "٣", "<b>3", " 3", "3 ", "+3", "³"]),
]


@pytest.mark.parametrize(("why", "faces"), FACES, ids=[why for why, _ in FACES])
def test_faces_that_cannot_be(cast, why, faces):
    """T11: a face that its die does not have is refused at the dice; what was typed stays, escaped."""
    url = address("roll", cast.gm.held, cast)
    for htmx in (False, True):
        with nothing_changes():
            answer = cast.gm.post(url, panel(cast, dice="table") | faces, htmx=htmx)
        assert answer.status_code == 422
        tree = read(answer)
        assert errors_of(tree) != []
        box = tree.by_id("faces")
        assert box is not None
        fields = list(box.all("input"))
        assert [f.get("name") for f in fields] == ["face_d6"]
        if "\x00" not in "".join(faces.get("face_d6", [])):
            assert fields[0].get("value") == (faces.get("face_d6") or [""])[0]
