"""The rules help: for anyone, without signing in. Its tables are computed from the rules."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.impact.maneuver import advantages
from rules.impact.out_of_play import ROLLED_ENDS
from rules.impact.pool import Body, Pool, PoolChoice, Table, build_pool
from rules.impact.reading import decide
from rules.impact.severity import table
from rules.impact.terms import Advantage, Danger, Mode, Outcome, Slot, Weave
from sheets.views.guards import PersonRequest
from sheets.words.help import SECTIONS
from sheets.words.help.tables import ENDS, GLOSSARY, MODES, WHEN
from sheets.words.terms import label

DICE = {"d6": "D6", "critical_d6": "D6*", "d8": "D8", "d10": "D10"}
ADVANTAGE_DICE = {Advantage.STRAIGHT: "d6,d6", Advantage.TWISTED: "d6"}


@require_safe
def rules_help(request: PersonRequest) -> HttpResponse:
    """The whole help on one page, each clause at its own anchor (Z1)."""
    tables: dict[str, Any] = {
        "when": WHEN,
        "pool": _pool(),
        "reading": _reading(),
        "ladder": _ladder(),
        "maneuver": _maneuver(),
    }
    tables |= {"exit": [(twists, ENDS[end]) for twists, end in enumerate(ROLLED_ENDS)]}
    tables |= {"modes": [(label(mode), *MODES[mode]) for mode in Mode]}
    context = {"sections": SECTIONS, "glossary": GLOSSARY, "tables": tables, "dangers": list(Danger)}
    return render(request, "help/page.html", context)


def _pool() -> list[tuple[str, str]]:
    """Every source of dice and what it brings, from a roll in which all are engaged (P1-P13)."""
    everything = PoolChoice(
        imprints=1,
        mark=True,
        backpack=True,
        prepared=True,
        helpers=1,
        advantage=Advantage.STRAIGHT,
        weave=Weave.DRIVE,
        boost=True,
        wound_engaged=True,
        scene_chaos=1,
    )
    body = Body(ticked=frozenset({Slot.GRAVE}), sparks=1)
    twisted = build_pool(PoolChoice(advantage=Advantage.TWISTED), body, Table())
    lines = [*build_pool(everything, body, Table()).lines, twisted.lines[-1]]
    return [(label(line.source), _counted(Pool((line,)))) for line in lines]


def _counted(pool: Pool) -> str:
    """The dice of one line of a pool, such as +1D6* +1D8."""
    line = pool.lines[0]
    return " ".join(f"+{count}{name}" for kind, name in DICE.items() if (count := getattr(line, kind)))


def _reading() -> list[tuple[int, list[Outcome]]]:
    """What none, one and two twists make of a Critical, a success and a failure (R4)."""
    bases = (Outcome.CRITICAL, Outcome.SUCCESS, Outcome.FAILURE)
    return [(twists, [decide(base, False, twists) for base in bases]) for twists in range(3)]


def _ladder() -> list[tuple[Outcome, list[Any]]]:
    """The 24 cells, a row an outcome (D8)."""
    cells = table()
    return [(outcome, [cells[outcome, danger] for danger in Danger]) for outcome in Outcome]


def _maneuver() -> list[tuple[Outcome, list[tuple[str, str]]]]:
    """What each outcome of a maneuver leaves (M1)."""
    return [(o, [(label(gained), ADVANTAGE_DICE[gained]) for gained in advantages(o)]) for o in Outcome]
