"""A scar as it is written, and the face of the d12 that one is drawn with."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.impact.scars import ScarEffect, ScarSide
from sheets.models import Scar, Seat
from sheets.models.scar import TABLE_SIZE, effects_of
from sheets.services.scars import Written

SITUATION_LENGTH = 200


class ScarForm(forms.Form):
    """Name, and for each side the situation in which it counts and what it does then (K1, K2)."""

    name = forms.CharField(label=_("Its name"), max_length=80)
    burden = forms.CharField(
        label=_("In which situation?"), max_length=SITUATION_LENGTH, widget=forms.Textarea(attrs={"rows": 2})
    )
    burden_effect = forms.TypedChoiceField(
        label=_("What it does then"), coerce=ScarEffect, choices=effects_of(ScarSide.BURDEN)
    )
    boon = forms.CharField(
        label=_("In which situation?"), max_length=SITUATION_LENGTH, widget=forms.Textarea(attrs={"rows": 2})
    )
    boon_effect = forms.TypedChoiceField(
        label=_("What it does then"),
        coerce=ScarEffect,
        choices=effects_of(ScarSide.BOON),
        initial=ScarEffect.ACTION_DIE.value,
    )
    weighed = forms.BooleanField(label=_("The two sides weigh the same, by the GM’s word"), required=False)

    def __init__(self, data: object = None, *, seat: Seat, proposed: Scar | None = None) -> None:
        super().__init__(data, auto_id="scar-%s", initial=_as_written(proposed) if proposed else None)  # type: ignore[arg-type]
        if not seat.is_gm:
            del self.fields["weighed"]

    def written(self) -> Written:
        """The scar that a valid form holds."""
        return Written(**self.cleaned_data)

    def refuse(self, message: str, field: str | None) -> None:
        """Put a service's refusal at its field; a player has no field for the GM's word."""
        name = "boon_effect" if field == "weighed" and "weighed" not in self.fields else field
        self.add_error(name if name in self.fields else None, message)


def _as_written(proposed: Scar) -> dict[str, object]:
    texts = {name: getattr(proposed, name) for name in ("name", "burden", "boon")}
    return {
        **{name: wording.text if wording else "" for name, wording in texts.items()},
        "burden_effect": proposed.burden_effect,
        "boon_effect": proposed.boon_effect,
        "weighed": proposed.weighed,
    }


class DrawForm(forms.Form):
    face = forms.IntegerField(
        label=_("The face of your d12"),
        help_text=_("Leave it empty and the server throws."),
        min_value=1,
        max_value=TABLE_SIZE,
        required=False,
        error_messages={"min_value": _("A d12 shows 1 to 12."), "max_value": _("A d12 shows 1 to 12.")},
    )
