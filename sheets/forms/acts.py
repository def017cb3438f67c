"""The small forms of the acts on a sheet."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.impact.terms import Slot, State
from sheets.models.campaign import SPARKS_LIMIT
from sheets.words.terms import LABELS, choices_of

WOUND_NAME_LENGTH = 60


class WoundNameForm(forms.Form):
    name = forms.CharField(label=_("Name of the wound"), max_length=WOUND_NAME_LENGTH, required=False)


class TickForm(WoundNameForm):
    slot = forms.TypedChoiceField(coerce=Slot, choices=choices_of(Slot))


class HealForm(forms.Form):
    slot = forms.TypedChoiceField(coerce=Slot, choices=choices_of(Slot))


class HelpForm(forms.Form):
    """One of two buttons: to help, with the digest of what was shown, or not to."""

    agree = forms.CharField(max_length=32, required=False)
    decline = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        got: dict[str, Any] = self.cleaned_data
        if bool(got.get("agree")) == bool(got.get("decline")) and not self.errors:
            raise forms.ValidationError(_("Say whether you help."))
        return got


class SpareForm(forms.Form):
    spared = forms.TypedChoiceField(coerce=lambda value: value == "1", choices=[("0", "0"), ("1", "1")])


class SparksForm(forms.Form):
    by = forms.IntegerField(label=_("Sparks"), min_value=-SPARKS_LIMIT, max_value=SPARKS_LIMIT)

    def clean_by(self) -> int:
        by: int = self.cleaned_data["by"]
        if by == 0:
            raise forms.ValidationError(_("Zero sparks change nothing."))
        return by


class StateForm(forms.Form):
    """A state by the GM's word: for one who comes back the slots that heal with it, for a death a second tap."""

    to = forms.TypedChoiceField(
        label=_("State"),
        coerce=State,
        choices=[(s.value, LABELS[s]) for s in (State.ACTIVE, State.NEUTRALISED, State.DEAD)],
    )
    heal = forms.TypedMultipleChoiceField(coerce=Slot, choices=choices_of(Slot), required=False)
