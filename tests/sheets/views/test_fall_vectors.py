"""Every golden vector of the ends of a fall, played through the pages: state, sparks, tray and owed scar (O1-O9)."""

import json
from pathlib import Path

import pytest

from sheets.models import Entry, Fall
from tests.sheets.views.addresses import address
from tests.sheets.views.fallen import Stands, act, bring_down, obey, roll_out, stands
from tests.sheets.views.markup import read

VECTORS = Path(__file__).parents[2] / "rules" / "vectors" / "impact_out_of_play.jsonl"
CASES = [json.loads(line) for line in VECTORS.read_bytes().splitlines()]
STATE = {"scar": "neutralised", "scar_scene_pays": "neutralised", "death": "deciding", "deus_ex_machina": "active"}


def named(case):
    call = case["call"]
    faces = "".join(map(str, call["exit_d8"])) or "none"
    return f"{call['mode']}-{call['cause']}-{faces}-{call['sparks']}-{call['redemptions_this_arc']}"


def offered(cast, person):
    """Whether the sheet offers a redemption, and whether it offers death."""
    tree = read(person.get(address("sheet", person.held, cast)))
    return tree.by_id("ask-redeem") is not None, tree.by_id("ask-die") is not None


def reach(cast, call):
    """Play the fall of a vector as far as its end."""
    obey(
        cast,
        call["mode"],
        lethal=call["lethal_redemption"],
        sparks=call["sparks"],
        used=call["redemptions_this_arc"],
    )
    if call["cause"] == "sacrifice":
        return act(cast, cast.owner, "sacrifice", sure="1")
    answer = bring_down(cast, dice=len(call["exit_d8"]), mortal=call["cause"] == "mortal")
    if stands(cast).status == "exit_roll":
        assert stands(cast).state == "deciding"
        answer = roll_out(cast, cast.owner, *call["exit_d8"])
    return answer


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_vector_through_the_web(cast, case):
    """O1-O5, O7: the end of the vector, what is offered, then redemption or death as its mode allows."""
    call, expected = case["call"], case["expect"]
    assert reach(cast, call).status_code == 303
    fall, dies = Fall.objects.get(character=cast.alex), call["cause"] == "sacrifice"
    assert fall.end == expected["end"]
    redeemable = expected["redeemable"]
    assert stands(cast) == Stands(
        state="dead" if dies else STATE[expected["end"]],
        sparks=call["sparks"],
        due=0,
        used=call["redemptions_this_arc"],
        tray=int(expected["scene_pays"]),
        scar=expected["scar"],
        status="choice" if fall.end == "death" and not dies else "past" if fall.end == "deus_ex_machina" else "down",
    )
    assert offered(cast, cast.owner) == (redeemable, fall.end == "death" and not dies)
    entries = Entry.objects.count()
    bought = act(cast, cast.owner, "redeem", fall=str(fall.pk), sure="1")
    if redeemable:
        assert bought.status_code == 303
        now = stands(cast)
        assert (now.state, now.scar, now.status) == ("neutralised", "required", "down")
        assert (now.sparks, now.used) == (call["sparks"] - 1, call["redemptions_this_arc"] + 1)
    else:
        assert bought.status_code in (409, 422)
        assert Entry.objects.count() == entries


DEATHS = [case for case in CASES if case["expect"]["end"] == "death" and case["call"]["cause"] != "sacrifice"]


@pytest.mark.parametrize("case", DEATHS, ids=named)
def test_a_death_of_a_vector_may_be_accepted(cast, case):
    """O5: with or without a spark, whoever lets go is dead, with no scar and no spark spent."""
    reach(cast, case["call"])
    assert act(cast, cast.owner, "die", sure="1").status_code == 303
    now = stands(cast)
    assert (now.state, now.scar, now.status) == ("dead", "none", "down")
    assert (now.sparks, now.used) == (case["call"]["sparks"], case["call"]["redemptions_this_arc"])
