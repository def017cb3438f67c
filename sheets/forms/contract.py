"""What a group sends from the page of session zero."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from sheets.forms.campaigns import CampaignForm
from sheets.models import Boundary, BoundaryKind, Campaign
from sheets.services.campaigns import digest

SENTENCE_LENGTH = 300


class TermsForm(CampaignForm):
    """The GM's terms, with a sign of those that they were chosen against."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16, required=False)

    def __init__(self, data: Any = None, *, campaign: Campaign) -> None:
        super().__init__(data, instance=campaign, auto_id="terms-%s", initial={"seen": digest(campaign)})


class AdministeredTermsForm(CampaignForm):
    """The terms of any table, as its administrator sees them; refused if they changed since the page was opened."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = digest(self.instance)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        present = Campaign.objects.select_for_update().get(pk=self.instance.pk)
        if cleaned.get("seen") != digest(present):
            raise forms.ValidationError(_("A GM changed the terms while you were choosing: open the page again."))
        return cleaned


class AgreeForm(forms.Form):
    version = forms.IntegerField(min_value=1, max_value=2_000_000_000)


class BoundaryForm(forms.Form):
    """A line or a veil, in a few words."""

    kind = forms.TypedChoiceField(coerce=BoundaryKind, choices=BoundaryKind.choices)
    text = forms.CharField(label=_("In a few words"), max_length=Boundary.LENGTH)

    def __init__(self, data: Any = None, *, kind: str = "") -> None:
        super().__init__(data, auto_id=f"{kind or 'boundary'}-%s")


class XCardForm(forms.Form):
    sentence = forms.CharField(label=_("What you say to everyone"), max_length=SENTENCE_LENGTH, required=False)
