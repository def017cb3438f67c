"""What a roll is made of, for anyone who wants its odds. It travels in the address, so that it can be sent on."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.dice import MAX_DICE
from rules.impact.terms import Channel, Danger, LethalRedemption, Mode, Slot
from sheets.models.campaign import SPARKS_LIMIT
from sheets.services.calculator import Calculated, calculate
from sheets.words.terms import choices_of

DICE = ("d6", "critical_d6", "d8", "d10")
FIRST = "d6=3&d8=2&danger=normal&sparks=1"
"""What the page shows to whoever asks nothing yet."""


def _dice(label: Any, *, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=MAX_DICE, required=bool(least))


class CalculatorForm(forms.Form):
    d6 = _dice(_("D6"), least=1)
    critical_d6 = _dice(_("Critical dice"))
    d8 = _dice(_("Twist dice"))
    d10 = _dice(_("Wound dice"))
    resist = forms.BooleanField(label=_("The roll is to resist"), required=False)
    danger = forms.ChoiceField(
        label=_("Danger"),
        choices=[("", pgettext_lazy("danger", "No danger")), *choices_of(Danger)],
        required=False,
        widget=forms.RadioSelect,
    )
    channel = forms.ChoiceField(label=_("The danger strikes"), choices=choices_of(Channel), required=False)
    mortal = forms.BooleanField(label=_("Mortal: life is openly at stake"), required=False)
    ticked = forms.MultipleChoiceField(
        label=_("Slots ticked already"),
        choices=choices_of(Slot),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    mode = forms.ChoiceField(label=_("Lethality"), choices=choices_of(Mode), required=False, widget=forms.RadioSelect)
    lethal_redemption = forms.ChoiceField(
        label=_("Redemption in lethal mode"), choices=choices_of(LethalRedemption), required=False
    )
    sparks = forms.IntegerField(label=_("Sparks left"), min_value=0, max_value=SPARKS_LIMIT, required=False)

    def __init__(self, asked: QueryDict) -> None:
        data = (asked or QueryDict(FIRST)).copy()
        # An address may leave out what is plain.
        plain = {"d6": "1", "channel": Channel.BODY.value, "mode": Mode.EXIT_ROLL.value}
        plain["lethal_redemption"] = LethalRedemption.NONE.value
        for name, value in plain.items():
            data.setdefault(name, value)
        super().__init__(data, auto_id="ask-%s")

    @property
    def said(self) -> list[forms.BoundField]:
        """The fields that have a place of their own for what is wrong with them."""
        return [self[name] for name in (*DICE, "ticked", "mode", "sparks")]

    @property
    def elsewhere(self) -> list[forms.BoundField]:
        """The others: no browser sends them wrong by itself."""
        return [self[name] for name in ("danger", "channel", "lethal_redemption")]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        counts = [cleaned.get(kind) or 0 for kind in DICE]
        if sum(counts) > MAX_DICE:
            most = DICE[counts.index(max(counts))]
            self.add_error(most, _("A roll has at most %(n)d dice.") % {"n": MAX_DICE})
        return cleaned

    def calculated(self) -> Calculated:
        """The odds of what a valid form asks for."""
        got = self.cleaned_data
        return calculate(
            **{kind: got[kind] or 0 for kind in DICE},
            danger=Danger(got["danger"]) if got["danger"] else None,
            channel=Channel(got["channel"]),
            mortal=got["mortal"],
            resist=got["resist"],
            ticked=[Slot(name) for name in got["ticked"]],
            mode=Mode(got["mode"]),
            lethal_redemption=LethalRedemption(got["lethal_redemption"]),
            sparks=got["sparks"] or 0,
        )

    def address(self) -> str:
        """The query that asks for the same, without what is plain."""
        pairs = [(name, self.cleaned_data[name]) for name in self.fields]
        said = [(name, "on" if value is True else value) for name, value in pairs if value]
        return urlencode(said, doseq=True)
