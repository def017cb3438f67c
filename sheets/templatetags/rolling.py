"""Template tags of the roll: its pool, its risk, and the fields for real dice."""

from enum import Enum
from typing import Protocol

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.impact.odds import Odds
from rules.impact.out_of_play import redemption_refusal
from rules.impact.pool import Pool
from rules.impact.reading import SIDES
from rules.impact.severity import Stakes
from rules.impact.terms import Advantage, Cause, End, LethalRedemption, Mode
from sheets.forms.faces import FacesForm
from sheets.models import Campaign
from sheets.state import lying
from sheets.templatetags.drawings import die
from sheets.templatetags.percentages import percent_or_word
from sheets.words import risk as risk_words
from sheets.words.terms import label

register = template.Library()
DRAWN = {"d6": "d6", "critical_d6": "c6", "d8": "d8", "d10": "d10"}
NAMES = {"d6": "D6", "critical_d6": "D6*", "d8": "D8", "d10": "D10"}


@register.filter
def term(value: Enum) -> str:
    """The name of a rules value."""
    return label(value)


@register.simple_tag
def advantages_lying(campaign: Campaign) -> list[tuple[Advantage, int, str]]:
    """The advantages that lie ready in the scene: kind, how many, the dice that one brings (P7)."""
    dice = {Advantage.STRAIGHT: "d6,d6", Advantage.TWISTED: "d6"}
    return [(kind, count, dice[kind]) for kind, count in lying(campaign).items()]


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
    drawn = format_html_join("", '<span class="grp">{}</span>', ((joined(g),) for g in (action, chaos) if g))
    return format_html('<div class="dice">{}</div><p class="sans quiet">{}</p>', drawn, _pool_words(dice))


def _pool_die(kind: str, source: str) -> SafeString:
    mood = "open" if kind in ("d8", "d10") else ""
    return die(DRAWN[kind], mood=mood, label=f"{NAMES[kind]}, {source}")


def joined(drawn: list[SafeString]) -> SafeString:
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


class Risked(Protocol):
    """What a risk is said of: a roll that is prepared, or one that somebody is asked to share."""

    @property
    def odds(self) -> Odds: ...
    @property
    def stakes(self) -> Stakes: ...
    @property
    def pool(self) -> "Twisted": ...
    @property
    def sparks_left(self) -> int: ...
    @property
    def redemptions_this_arc(self) -> int: ...


class Twisted(Protocol):
    """Dice of which some are twist dice."""

    @property
    def d8(self) -> int: ...


@register.simple_tag
def risk(prepared: Risked, campaign: Campaign) -> SafeString:
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
            used, lethal = prepared.redemptions_this_arc, LethalRedemption(campaign.lethal_redemption)
            refusal = redemption_refusal(mode, cause, prepared.sparks_left, used, lethal)
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
    return joined(fields)
