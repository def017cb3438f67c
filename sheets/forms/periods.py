"""What becomes of each grave and critical wound at the end of a session, as the GM says (H2)."""

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.impact.healing import Care
from sheets.services.periods import Review

CHOICES = [(Care.HEAL.value, _("Healed")), (Care.KEEP.value, _("Kept"))]


class CareForm(forms.Form):
    """One choice a wound; what the rules propose is chosen at first."""

    def __init__(self, data: Any = None, *, review: Review) -> None:
        super().__init__(data, auto_id="care-%s")
        for fate in review.fates:
            for _slot, wound, proposed in fate.proposed:
                self.fields[wound.pk.hex] = forms.TypedChoiceField(
                    coerce=Care, choices=CHOICES, initial=proposed.value, widget=forms.RadioSelect
                )

    def care(self) -> dict[UUID, Care]:
        """What a valid form says, by the id of the wound."""
        return {UUID(name): care for name, care in self.cleaned_data.items()}
