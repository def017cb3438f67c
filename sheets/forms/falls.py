"""What is sent about a character who is out of play."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from rules.dice import MAX_DICE
from rules.impact.terms import Severity
from sheets.forms.acts import WoundNameForm
from sheets.words.terms import LABELS

HARMS = (Severity.LIGHT, Severity.GRAVE, Severity.CRITICAL, Severity.OUT_OF_PLAY)


class InflictForm(WoundNameForm):
    """A wound without a roll. That it may let the character fall is said by its hidden field `falls` (O9)."""

    severity = forms.TypedChoiceField(
        label=_("Severity"), coerce=Severity, choices=[(s.value, LABELS[s]) for s in HARMS], widget=forms.HiddenInput
    )
    exit_dice = forms.IntegerField(
        label=_("Chaos dice that it carried"), min_value=0, max_value=MAX_DICE, required=False
    )
    mortal = forms.BooleanField(label=_("Mortal, said aloud before"), required=False)
    falls = forms.BooleanField(required=False, widget=forms.HiddenInput)
    field_order = ("severity", "falls", "exit_dice", "mortal", "name")

    def clean(self) -> dict[str, Any]:
        """None for the dice unless the form asks for them; there, none typed are 0."""
        cleaned: dict[str, Any] = super().clean() or {}
        falls = cleaned.pop("falls", False)
        if "exit_dice" not in self.errors:
            cleaned["exit_dice"] = (cleaned.get("exit_dice") or 0) if falls else None
        if not falls:
            cleaned["mortal"] = False
        return cleaned


class OpenFallForm(forms.Form):
    """The fall that an act is about: another one by now is told so."""

    fall = forms.UUIDField(widget=forms.HiddenInput)


class SureForm(OpenFallForm):
    """The second, deliberate tap on what ends something."""

    sure = forms.BooleanField(widget=forms.HiddenInput)


class ExitFacesForm(OpenFallForm):
    """Exit dice thrown on the table, one field a die, kept as typed when they are refused."""

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.typed = data.getlist("face_d8")[: MAX_DICE + 1]

    def faces(self) -> tuple[int, ...] | None:
        """The faces as numbers; None if one is no plain number."""
        # One or two plain digits: no sign, space, separator or digit of another script.
        plain = [t for t in self.typed if t.isascii() and t.isdigit() and len(t) <= 2]
        return tuple(int(t) for t in plain) if len(plain) == len(self.typed) else None
