"""What the GM sends from the table's page, and what players answer."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.dice import MAX_DICE
from rules.impact.pool import MAX_SCENE_CHAOS
from rules.impact.terms import Advantage, Channel, Danger
from sheets.models import Character, Choice, Role, Seat, TrayStatus, Visibility
from sheets.services.scene import Said
from sheets.words.terms import choices_of

SENTENCE_LENGTH = 300
EXPIRED = _("This form has expired. Reload the page and try again.")


class DangerForm(forms.Form):
    """An announcement on its four axes (D4)."""

    level = forms.TypedChoiceField(
        label=_("Danger"),
        coerce=Danger,
        choices=choices_of(Danger),
        initial=Danger.NORMAL.value,
        widget=forms.RadioSelect,
    )
    sentence = forms.CharField(label=_("What may happen"), max_length=SENTENCE_LENGTH, required=False)
    subject = forms.CharField(label=_("Who or what is threatened"), max_length=120, required=False)
    channel = forms.TypedChoiceField(
        label=_("The danger strikes"),
        coerce=Channel,
        choices=choices_of(Channel),
        initial=Channel.BODY.value,
        widget=forms.RadioSelect,
    )
    scope = forms.ModelMultipleChoiceField(
        label=_("Who is exposed"),
        queryset=Character.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    mortal = forms.BooleanField(label=_("Mortal, said aloud"), required=False)

    def __init__(self, data: Any = None, *, seat: Seat) -> None:
        initial = {"level": seat.campaign.danger_offer or Danger.NORMAL.value}
        super().__init__(data, initial=initial, auto_id="danger-%s")
        own = Character.objects.filter(campaign=seat.campaign_id, removed_at=None)
        self.fields["scope"].queryset = own  # type: ignore[attr-defined]

    def offer(self, characters: Iterable[Character]) -> None:
        """Offer these characters, which the page has at hand already."""
        self.fields["scope"].choices = [(c.pk, c.name) for c in characters]  # type: ignore[attr-defined]

    def said(self) -> Said:
        """The announcement that a valid form holds."""
        got = self.cleaned_data
        return Said(
            level=got["level"],
            channel=got["channel"],
            mortal=got["mortal"],
            sentence=got["sentence"],
            subject=got["subject"],
            scope=tuple(character.pk for character in got["scope"]),
        )


class ChaosForm(forms.Form):
    by = forms.IntegerField(label=_("Chaos of the scene"), min_value=-MAX_SCENE_CHAOS, max_value=MAX_SCENE_CHAOS)


class AdvantageForm(forms.Form):
    """One button a kind to give, one to take."""

    give = forms.TypedChoiceField(coerce=Advantage, choices=choices_of(Advantage)[1:], required=False)
    take = forms.TypedChoiceField(coerce=Advantage, choices=choices_of(Advantage)[1:], required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(cleaned["give"]) == bool(cleaned["take"]):
            raise forms.ValidationError(EXPIRED)
        return cleaned

    def change(self) -> dict[str, Any]:
        """The kind of advantage, and how many more."""
        got = self.cleaned_data
        return {"kind": got["give"] or got["take"], "by": 1 if got["give"] else -1}


class AnswerForm(forms.Form):
    choice = forms.TypedChoiceField(coerce=Choice, choices=Choice.choices)


class RulingForm(forms.Form):
    reason = forms.CharField(
        label=_("Why the wound is engaged, in one sentence"),
        max_length=SENTENCE_LENGTH,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )


class RulingAnswerForm(AnswerForm):
    dependency = forms.CharField(
        label=_("What you lean on instead"),
        max_length=SENTENCE_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )


class TrayForm(forms.Form):
    status = forms.TypedChoiceField(
        coerce=TrayStatus, choices=[(s.value, s.label) for s in (TrayStatus.PLACED, TrayStatus.DISCARDED)]
    )
    note = forms.CharField(label=_("How"), max_length=SENTENCE_LENGTH, required=False)


class GmRollForm(forms.Form):
    """A plain pool of the GM's, and who sees it."""

    label = forms.CharField(label=_("What for"), max_length=120, required=False)
    d6 = forms.IntegerField(label=_("D6"), min_value=1, max_value=MAX_DICE, initial=2)
    critical_d6 = forms.IntegerField(label=_("Critical dice"), min_value=0, max_value=MAX_DICE, initial=0)
    d8 = forms.IntegerField(label=_("Twist dice"), min_value=0, max_value=MAX_DICE, initial=0)
    visibility = forms.TypedChoiceField(
        label=_("Seen by"),
        coerce=Visibility,
        choices=Visibility.choices,
        initial=Visibility.ALL.value,
        widget=forms.RadioSelect,
    )
    readers = forms.ModelMultipleChoiceField(
        label=_("Who"), queryset=Seat.objects.none(), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any = None, *, seat: Seat) -> None:
        super().__init__(data, auto_id="gm-roll-%s")
        others = Seat.objects.filter(campaign=seat.campaign_id, removed_at=None).exclude(role=Role.GM)
        self.fields["readers"].queryset = others  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("visibility") == Visibility.SEATS and not cleaned.get("readers"):
            self.add_error("readers", _("Say who sees it."))
        return cleaned


class NotesForm(forms.Form):
    gm_notes = forms.CharField(label=_("Private notes"), max_length=20_000, required=False, widget=forms.Textarea)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if "version" in self.errors:  # hidden, so its own message would be too
            self.add_error("gm_notes", EXPIRED)
        return cleaned
