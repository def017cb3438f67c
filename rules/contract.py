"""The JSON contract: one call as an object, one answer as an object.

Shapes and words are checked here; what they mean is asked of the rules.
"""

import json
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from rules.criticals.thresholds import thresholds
from rules.dice import MAX_DICE
from rules.errors import BadInput
from rules.impact.odds import odds
from rules.impact.out_of_play import settle
from rules.impact.reading import SIDES, Faces, check_faces, read
from rules.impact.severity import Stakes, judge
from rules.impact.terms import Cause, Channel, Danger, Intention, LethalRedemption, Mode, Outcome, Severity, Slot
from rules.impact.wounds import place

Answer = dict[str, object]
_Term = TypeVar("_Term", bound=Enum)

_LARGEST = 10**9
_SHOWN = 40


class Call:
    """The arguments of one call. Each reader raises BadInput, naming the argument at fault."""

    def __init__(self, arguments: Mapping[str, object], names: frozenset[str]) -> None:
        for name in arguments:
            if name not in names:
                raise BadInput(name[:_SHOWN], "unknown argument of this rule")
        self._arguments = arguments

    def value(self, name: str) -> object:
        """An argument that has to be there."""
        if name not in self._arguments:
            raise BadInput(name, "missing")
        return self._arguments[name]

    def integer(self, name: str, least: int) -> int:
        """A whole number from `least` to a bound that no game reaches."""
        return _integer(name, self.value(name), least, _LARGEST)

    def flag(self, name: str) -> bool:
        """True or false, and nothing like it."""
        value = self.value(name)
        if not isinstance(value, bool):
            raise BadInput(name, "expected true or false")
        return value

    def term(self, name: str, terms: type[_Term]) -> _Term:
        """One of the words of an enum."""
        return _term(name, self.value(name), terms)

    def danger(self) -> Danger | None:
        """The announced danger, null where there is none."""
        return None if self.value("danger") is None else self.term("danger", Danger)

    def ticked(self) -> frozenset[Slot]:
        """The ticked slots, each at most once."""
        value = self.value("ticked")
        if not isinstance(value, list):
            raise BadInput("ticked", "expected a list of slots")
        slots = [_term("ticked", item, Slot) for item in value]
        if len(set(slots)) != len(slots):
            raise BadInput("ticked", "a slot stands there twice")
        return frozenset(slots)

    def faces(self, name: str, sides: int) -> tuple[int, ...]:
        """The faces of dice of one kind, 40 at most."""
        value = self.value(name)
        if not isinstance(value, list):
            raise BadInput(name, "expected a list of faces")
        if len(value) > MAX_DICE:
            raise BadInput(name, f"expected at most {MAX_DICE} dice")
        return tuple(_integer(name, face, 1, sides) for face in value)

    def counts(self) -> dict[str, int]:
        """The number of dice of each kind."""
        return {kind: self.integer(kind, 0) for kind in SIDES}


def _integer(name: str, value: object, least: int, most: int) -> int:
    # JSON booleans are integers to Python, so the exact type is asked for.
    if type(value) is not int:
        raise BadInput(name, "expected a whole number")
    if not least <= value <= most:
        raise BadInput(name, f"expected a whole number from {least} to {most}")
    return value


def _term(name: str, value: object, terms: type[_Term]) -> _Term:
    words = [term.value for term in terms]
    if value not in words:
        raise BadInput(name, f"expected one of {', '.join(words)}")
    return terms(value)


def _impact_read(call: Call) -> Answer:
    faces = Faces(*(call.faces(kind, sides) for kind, sides in SIDES.items()))
    check_faces(faces)
    if sum(len(faces.of(kind)) for kind in SIDES) > MAX_DICE:
        raise BadInput("pool", f"expected at most {MAX_DICE} dice in all")
    reading = read(faces)
    return {
        "outcome": reading.outcome.value,
        "twists": reading.twists,
        "betrayed": reading.betrayed,
        "sparks_gained": reading.sparks_gained,
    }


def _intention(resist: bool) -> Intention:
    return Intention.RESIST if resist else Intention.ACT


def _impact_severity(call: Call) -> Answer:
    outcome = call.term("outcome", Outcome)
    stakes = Stakes(call.danger(), call.term("channel", Channel), intention=_intention(call.flag("resist")))
    judgement = judge(outcome, stakes)
    steps = [{"cause": step.cause.value, "delta": step.delta, "at": step.at.value} for step in judgement.steps]
    return {"severity": judgement.severity.value, "steps": steps}


def _impact_wound(call: Call) -> Answer:
    placement = place(call.ticked(), call.term("severity", Severity))
    return {
        "slot": placement.slot.value if placement.slot else None,
        "out_of_play": placement.out_of_play,
        "cascaded": placement.cascaded,
    }


def _impact_out_of_play(call: Call) -> Answer:
    settlement = settle(
        mode=call.term("mode", Mode),
        cause=call.term("cause", Cause),
        exit_d8=call.faces("exit_d8", SIDES["d8"]),
        sparks=call.integer("sparks", 0),
        redemptions_this_arc=call.integer("redemptions_this_arc", 0),
        lethal_redemption=call.term("lethal_redemption", LethalRedemption),
    )
    return {
        "end": settlement.end.value,
        "twists": settlement.twists,
        "redeemable": settlement.redeemable,
        "scar": settlement.scar.value,
        "scene_pays": settlement.scene_pays,
    }


def _impact_odds(call: Call) -> Answer:
    counts = call.counts()
    stakes = Stakes(call.danger(), call.term("channel", Channel), call.flag("mortal"), _intention(call.flag("resist")))
    law = odds(**counts, stakes=stakes, ticked=call.ticked(), mode=call.term("mode", Mode))
    return {
        "outcome": _fractions(law.outcome),
        "severity": _fractions(law.severity),
        "landing": _fractions(law.landing),
        "out_of_play": _fraction(law.out_of_play),
        "death": _fraction(law.death),
        "exit": _fractions(law.exit),
    }


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _fractions(law: Mapping[_Term, Fraction]) -> dict[str, str]:
    return {str(term.value): _fraction(chance) for term, chance in law.items()}


def _criticals_thresholds(call: Call) -> Answer:
    score = _integer("constitution", call.value("constitution"), -_LARGEST, _LARGEST)
    return {"thresholds": list(thresholds(score))}


_RULES: dict[str, tuple[Callable[[Call], Answer], frozenset[str]]] = {
    "impact.read": (_impact_read, frozenset(SIDES)),
    "impact.severity": (_impact_severity, frozenset({"outcome", "danger", "channel", "resist"})),
    "impact.wound": (_impact_wound, frozenset({"ticked", "severity"})),
    "impact.out_of_play": (
        _impact_out_of_play,
        frozenset({"mode", "cause", "exit_d8", "sparks", "redemptions_this_arc", "lethal_redemption"}),
    ),
    "impact.odds": (
        _impact_odds,
        frozenset(SIDES) | {"danger", "channel", "resist", "ticked", "mortal", "mode"},
    ),
    "criticals.thresholds": (_criticals_thresholds, frozenset({"constitution"})),
}


def answer(call: object) -> Answer:
    """Answer one call, already parsed. Raises BadInput."""
    if not isinstance(call, dict):
        raise BadInput("line", "expected a JSON object")
    arguments = dict(call)
    rule = arguments.pop("rule", None)
    if not isinstance(rule, str) or rule not in _RULES:
        raise BadInput("rule", f"expected one of {', '.join(_RULES)}")
    run, names = _RULES[rule]
    return run(Call(arguments, names))


def answer_line(line: bytes) -> tuple[str, bool]:
    """Answer one line of JSON with one line of JSON; the flag tells whether it went without error."""
    try:
        return json.dumps(answer(_parsed(line))), True
    except BadInput as error:
        return json.dumps({"error": {"field": error.field, "message": error.message}}), False


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    # ValueError covers bad UTF-8 and integers too long to read; deep nesting exhausts the parser.
    except (ValueError, RecursionError):
        raise BadInput("line", "expected one JSON object") from None
