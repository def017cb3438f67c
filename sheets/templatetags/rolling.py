"""Template tags of the roll: its pool, its risk, the fields for real dice, and its result step by step."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.impact.odds import Odds
from rules.impact.out_of_play import redemption_refusal
from rules.impact.pool import Pool
from rules.impact.reading import SIDES
from rules.impact.resolution import Resolution
from rules.impact.terms import Cause, Danger, End, LethalRedemption, Mode, Outcome
from sheets.forms.panel import FacesForm
from sheets.models import Campaign, Entry, Roll
from sheets.services.preparation import Prepared
from sheets.templatetags.drawings import die, ladder
from sheets.templatetags.percentages import percent, percent_or_word
from sheets.words import reading
from sheets.words import risk as risk_words
from sheets.words.terms import label

register = template.Library()
DRAWN = {"d6": "d6", "critical_d6": "c6", "d8": "d8", "d10": "d10"}
NAMES = {"d6": "D6", "critical_d6": "D6*", "d8": "D8", "d10": "D10"}
TWIST_FROM, BETRAYAL, GREAT = 7, 10, 6


@register.filter
def term(value: Enum) -> str:
    """The name of a rules value."""
    return label(value)


@register.simple_tag
def gain(dice: str) -> SafeString:
    """The dice that a row of the ledger brings, from a list such as "c6,d8"."""
    kinds = [kind for kind in dice.split(",") if kind]
    return format_html_join("", "{}", ((die(kind, mood="open" if kind == "d8" else "", size="s"),) for kind in kinds))


@register.simple_tag
def pool(dice: Pool) -> SafeString:
    """The pool drawn as dice, each with its source, and counted in words."""
    groups = [
        [_pool_die(kind, label(line.source)) for line in dice.lines for _die in range(getattr(line, kind))]
        for kind in ("d6", "critical_d6", "d8", "d10")
    ]
    groups[2] = groups[2][: dice.d8]
    groups[3] = groups[3][: dice.d10]
    action, chaos = groups[0] + groups[1], groups[2] + groups[3]
    drawn = format_html_join("", '<span class="grp">{}</span>', ((_joined(g),) for g in (action, chaos) if g))
    return format_html('<div class="dice">{}</div><p class="sans quiet">{}</p>', drawn, _pool_words(dice))


def _pool_die(kind: str, source: str) -> SafeString:
    mood = "open" if kind in ("d8", "d10") else ""
    return die(DRAWN[kind], mood=mood, label=f"{NAMES[kind]}, {source}")


def _joined(drawn: list[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((d,) for d in drawn))


def _pool_words(dice: Pool) -> str:
    counts = [(getattr(dice, kind), NAMES[kind]) for kind in SIDES]
    counted = ", ".join(f"{count} {name}" for count, name in counts if count)
    sources = ", ".join(label(line.source) for line in dice.lines)
    return f"{counted} ({sources})."


@register.simple_tag
def pool_sum(dice: Pool) -> SafeString:
    """The pool in two numbers, for the bar above the button."""
    action = format_html("{}{}", die("d6", size="s"), dice.d6 + dice.critical_d6)
    chaos = format_html("{}{}", die("d8", mood="open", size="s"), dice.d8) if dice.d8 else ""
    return format_html('<span class="dice">{}{}</span>', action, chaos)


@register.simple_tag
def risk(prepared: Prepared, campaign: Campaign) -> SafeString:
    """Death before the roll: its chance, what would have to happen, and what redemption would cost."""
    law, mode = prepared.odds, Mode(campaign.lethality)
    cause = Cause.MORTAL if prepared.stakes.mortal else Cause.ORDINARY
    if not law.out_of_play:
        figure, sentences = _("Death: impossible"), [_("Nothing on these dice puts you out of play.")]
    else:
        figure = _("Death: %(chance)s") % {"chance": percent_or_word(law.death)}
        then = percent_or_word(law.exit[End.DEATH])
        sentences = [risk_words.fall(mode, cause, prepared.pool.d8, then)]
        if law.death:
            # Redemptions of the arc are counted when falls are settled in the app; until then none is used.
            refusal = redemption_refusal(
                mode, cause, prepared.sparks_left, 0, LethalRedemption(campaign.lethal_redemption)
            )
            sentences.append(risk_words.redemption(refusal, prepared.sparks_left))
    return format_html(
        '<div class="risk"><p><span class="fig">{}</span></p><p class="sans">{}</p></div>', figure, " ".join(sentences)
    )


@register.simple_tag
def risk_sum(law: Odds) -> str:
    """Out of play and death in a few words, for the bar above the button."""
    return _("Out of play %(out)s · death %(death)s") % {
        "out": percent_or_word(law.out_of_play),
        "death": percent_or_word(law.death),
    }


@register.simple_tag
def face_fields(dice: Pool, faces: FacesForm) -> SafeString:
    """One field a die, under its drawing, with what was typed."""
    fields = []
    for kind, sides in SIDES.items():
        typed = faces.typed[kind]
        for index in range(getattr(dice, kind)):
            words = _("%(die)s, die %(n)d") % {"die": NAMES[kind], "n": index + 1}
            bad = format_html(' aria-invalid="true" aria-describedby="faces-error-{}"', kind)
            field = format_html(
                '<input name="face_{}" inputmode="numeric" maxlength="2" autocomplete="off" aria-label="{}"'
                ' data-sides="{}" value="{}"{}>',
                kind,
                words,
                sides,
                typed[index] if index < len(typed) else "",
                bad if kind in faces.errors else "",
            )
            mood = "open" if kind in ("d8", "d10") else ""
            fields.append(format_html('<label class="face">{}{}</label>', die(DRAWN[kind], mood=mood), field))
    return _joined(fields)


@register.simple_tag
def rolled(roll: Roll) -> SafeString:
    """The dice of a roll in the log, small, each with its number for the ear."""
    return format_html('<span class="dice">{}</span>', _joined([d for kind in SIDES for d in _thrown(roll, kind, "s")]))


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
    action = _joined(_thrown(roll, "d6") + _thrown(roll, "critical_d6"))
    said = reading.action_dice(read, GREAT in roll.faces["critical_d6"])
    steps = [ResultStep(_("The D6"), _row(action), [said])]
    if roll.faces["d10"]:
        said = reading.wound_dice(read, BETRAYAL in roll.faces["d10"])
        steps.append(ResultStep(_("The wound dice"), _row(_joined(_thrown(roll, "d10"))), [said]))
    if roll.faces["d8"]:
        sentences = [s for s in (reading.twist_dice(read), reading.disaster_over_success(read)) if s]
        steps.append(ResultStep(_("The twist dice"), _row(_joined(_thrown(roll, "d8"))), sentences))
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
            heard = f"{heard}, {_('twist') if kind == 'd8' else _('betrayal')}"
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
