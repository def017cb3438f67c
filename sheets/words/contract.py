"""The contract of a table in words: its terms, their values, what changed, and what each lethality means."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from rules.impact.terms import LethalRedemption, Mode, WoundRule
from sheets.words.terms import label

TERM_NAMES = {
    "lethality": gettext_lazy("Lethality"),
    "lethal_redemption": gettext_lazy("Redemption in lethal mode"),
    "wound_rule": gettext_lazy("Wound rule"),
    "facettes": pgettext_lazy("rule", "Facettes"),
    "spark_start": gettext_lazy("Sparks at the start"),
    "spark_maximum": gettext_lazy("Most sparks"),
    "arc_sessions": gettext_lazy("Length of an arc"),
    "players_set_danger": gettext_lazy("Danger set by the players"),
}
WOUND_RULES = {WoundRule.CHAOS: pgettext_lazy("wound rule", "chaos"), WoundRule.WOUND_DICE: gettext_lazy("wound dice")}
MEANINGS = {
    Mode.HEROIC: gettext_lazy("You fall, you do not die. Each fall leaves a scar."),
    Mode.EXIT_ROLL: gettext_lazy(
        "You roll as many dice as the action had twist dice. Exactly two twists: death. Three: luck saves you."
    ),
    Mode.GRITTY: gettext_lazy("To fall is to die, unless you pay."),
    Mode.LETHAL: gettext_lazy("To fall is to die. What comes after is settled here."),
}
REDEMPTIONS = {
    Mode.HEROIC: gettext_lazy("Redemption: needless, but under a mortal danger (1 spark)."),
    Mode.EXIT_ROLL: gettext_lazy("Redemption: 1 spark."),
    Mode.GRITTY: gettext_lazy("Redemption: 1 spark."),
    Mode.LETHAL: gettext_lazy("Redemption: none, or one per arc for 1 spark."),
}


def value(term: str, held: Any) -> str:
    """What a term is set to."""
    if term == "lethality":
        return label(Mode(held))
    if term == "lethal_redemption":
        return label(LethalRedemption(held))
    if term == "wound_rule":
        return str(WOUND_RULES[WoundRule(held)])
    if term == "arc_sessions":
        return ngettext("%(n)d session of play", "%(n)d sessions of play", held) % {"n": held}
    if isinstance(held, bool):
        return _("yes") if held else _("no")
    return pgettext("maximum", "none") if held is None else str(held)


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The terms that differ between two sets of things: name, old value, new value."""
    old, new = ({thing.rsplit(".", 1)[1]: held for thing, held in things.items()} for things in (before, after))
    return [
        (str(name), value(term, old.get(term)), value(term, new.get(term)))
        for term, name in TERM_NAMES.items()
        if (term in old or term in new) and old.get(term) != new.get(term)
    ]


def change(name: str, before: str, after: str) -> str:
    """One change in a few words."""
    return _("%(term)s: %(before)s, then %(after)s") % {"term": name, "before": before, "after": after}
