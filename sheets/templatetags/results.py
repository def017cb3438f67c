"""Template tags of what was rolled: the dice in the log, the result step by step, and what it left."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.impact.reading import SIDES
from rules.impact.resolution import Resolution
from rules.impact.terms import Danger, Outcome
from sheets.models import Entry, Roll
from sheets.templatetags.drawings import die, ladder
from sheets.templatetags.percentages import percent
from sheets.templatetags.rolling import DRAWN, NAMES, joined
from sheets.words import reading
from sheets.words.terms import label

register = template.Library()
TWIST_FROM, BETRAYAL, GREAT = 7, 10, 6


@register.simple_tag
def rolled(roll: Roll) -> SafeString:
    """The dice of a roll in the log, small, each with its number for the ear."""
    return format_html('<span class="dice">{}</span>', joined([d for kind in SIDES for d in _thrown(roll, kind, "s")]))


@register.simple_tag
def announced(roll: Roll) -> str:
    """The chance that had been announced for what came out."""
    chance = Fraction(roll.odds["outcome"][roll.outcome])
    return _("announced at %(chance)s") % {"chance": percent(chance)}


@dataclass(frozen=True)
class ResultStep:
    """One step of the result: its title, what is drawn, and what is said."""

    title: str
    drawing: SafeString
    sentences: list[str]


@register.simple_tag
def result_steps(roll: Roll, resolution: Resolution, name: str, words: Mapping[str, str]) -> list[ResultStep]:
    """The result in reading order: D6, D10, D8, ladder, slot (R6); steps without dice are left out."""
    read = resolution.reading
    action = joined(_thrown(roll, "d6") + _thrown(roll, "critical_d6"))
    said = reading.action_dice(read, GREAT in roll.faces["critical_d6"])
    steps = [ResultStep(_("The D6"), _row(action), [said])]
    if roll.faces["d10"]:
        said = reading.wound_dice(read, BETRAYAL in roll.faces["d10"])
        steps.append(ResultStep(_("The wound dice"), _row(joined(_thrown(roll, "d10"))), [said]))
    if roll.faces["d8"]:
        sentences = [s for s in (reading.twist_dice(read), reading.disaster_over_success(read)) if s]
        steps.append(ResultStep(_("The twist dice"), _row(joined(_thrown(roll, "d8"))), sentences))
    if resolution.judgement and resolution.placement:
        steps.append(ResultStep(_("The ladder"), _ladder(roll, resolution, words), []))
        placed = reading.placement(resolution.placement, name, falls=resolution.falls)
        steps.append(ResultStep(_("The slot"), SafeString(""), [placed]))
    return steps


def _row(dice: SafeString) -> SafeString:
    return format_html('<div class="dice">{}</div>', dice)


def _ladder(roll: Roll, resolution: Resolution, words: Mapping[str, str]) -> SafeString:
    if resolution.judgement is None:
        return SafeString("")
    context = ladder(resolution.judgement)
    drawn = render_to_string("look/ladder.html", context)
    why = words.get(roll.entry.facts.get("eased_why") or "", "")
    danger = label(Danger(roll.danger))
    moves = ((reading.step(step, danger, why), label(step.at)) for step in resolution.judgement.steps)
    rows = format_html_join("", '<li><span>{}</span><span class="to">{}</span></li>', moves)
    return format_html('{}<ul class="moves">{}</ul>', SafeString(drawn), rows)


def _thrown(roll: Roll, kind: str, size: str = "") -> list[SafeString]:
    """The dice of one kind as thrown, the ones that decided standing out."""
    shown: list[int] = roll.faces[kind]
    deciding = _deciding(roll)
    drawn = []
    for face in shown:
        mood, heard = "dull", f"{NAMES[kind]}: {face}"
        if kind in ("d6", "critical_d6"):
            if (kind, face) in deciding:
                mood = "top"
                if deciding[kind, face] == 1:
                    del deciding[kind, face]  # of several equal highest dice one decides
        elif face >= (TWIST_FROM if kind == "d8" else BETRAYAL):
            mood = "twist"
            sign = _("twist") if kind == "d8" else _("betrayal")
            heard = f"{heard}, {sign}"
        drawn.append(die(DRAWN[kind], face=face, mood=mood, size=size, label=heard))
    return drawn


def _deciding(roll: Roll) -> dict[tuple[str, int], int]:
    """Which action dice decided: the sixes of a critical, else one highest die; kind and face to how many."""
    plain, critical = roll.faces["d6"], roll.faces["critical_d6"]
    if GREAT in critical:
        return {("critical_d6", GREAT): 0}
    if (plain + critical).count(GREAT) >= 2:
        return {("d6", GREAT): 0, ("critical_d6", GREAT): 0}
    highest = max(plain + critical)
    return {("d6" if highest in plain else "critical_d6", highest): 1}


@register.simple_tag
def tray_says(outcome: Outcome) -> str:
    """What waits for the GM."""
    return reading.tray(outcome)


@register.simple_tag
def sparks_say(entry: Entry, total: int) -> str:
    """The sparks of a roll: spent, won, held back until a fall is settled, lost over the maximum."""
    facts = entry.facts
    told = []
    if spent := facts.get("sparks_spent"):
        told.append(ngettext("%(n)d spark spent.", "%(n)d sparks spent.", spent) % {"n": spent})
    if gained := facts.get("sparks_gained"):
        told.append(ngettext("%(n)d spark won.", "%(n)d sparks won.", gained) % {"n": gained})
    if lost := facts.get("sparks_lost"):
        told.append(
            ngettext("%(n)d spark over the maximum, lost.", "%(n)d sparks over the maximum, lost.", lost) % {"n": lost}
        )
    if due := facts.get("sparks_due"):
        told.append(
            ngettext("%(n)d spark won, once the fall is settled.", "%(n)d sparks won, once the fall is settled.", due)
            % {"n": due}
        )
    if not told:
        told.append(_("No spark won or spent."))
    told.append(_("Sparks now: %(total)d.") % {"total": total})
    return " ".join(told)


@register.simple_tag
def aloud(resolution: Resolution, name: str) -> str:
    """The result in one sentence for a screen reader."""
    return reading.aloud(resolution, name)
