"""A table's terms and its seats."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from sheets.models import Campaign, Role


class CampaignForm(forms.ModelForm):
    class Meta:
        model = Campaign
        fields = [
            "name",
            "lethality",
            "lethal_redemption",
            "wound_rule",
            "facettes",
            "spark_start",
            "spark_maximum",
            "arc_sessions",
            "players_set_danger",
        ]
        help_texts = {
            "lethality": _("How a character who goes out of play may end. Choose it together."),
            "lethal_redemption": _("Counts in lethal mode alone."),
            "spark_maximum": _("Leave empty for no maximum."),
            "players_set_danger": _("Otherwise the GM alone sets it."),
        }

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        start, most = cleaned.get("spark_start"), cleaned.get("spark_maximum")
        if start is not None and most is not None and start > most:
            self.add_error("spark_start", _("One cannot start with more sparks than one may hold."))
        return cleaned


class SeatForm(forms.Form):
    username = forms.CharField(label=_("Name of the person's account"), max_length=150)
    role = forms.TypedChoiceField(label=_("Role"), coerce=Role, choices=Role.choices, initial=Role.PLAYER)
