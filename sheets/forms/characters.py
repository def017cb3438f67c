"""The plain form of a whole sheet (C1-C3)."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sheets.models import Character, ImpactSheet, Objective, Reaction, Term, Trait, TraitKind
from sheets.services.characters import SheetTexts
from sheets.services.portraits import recode
from sheets.services.refusal import Refused


class CharacterForm(forms.ModelForm):
    portrait_file = forms.FileField(
        label=_("Portrait"), required=False, help_text=_("JPEG, PNG or WebP, up to 10 MB. It is cropped to a square.")
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    class Meta:
        model = Character
        fields = ["name", "concept", "notes"]
        widgets = {"notes": forms.Textarea(attrs={"rows": 6})}

    def clean_portrait_file(self) -> Any:
        sent = self.cleaned_data["portrait_file"]
        if not sent:
            return None
        try:
            return recode(sent.file, sent.size)
        except Refused as refused:
            raise forms.ValidationError(refused.message) from refused


class WeaveForm(forms.ModelForm):
    class Meta:
        model = ImpactSheet
        fields = ["drive", "flaw", "tension"]


class RowForm(forms.Form):
    """A repeated row; one whose first field is left empty is no row at all."""

    id = forms.IntegerField(widget=forms.HiddenInput, required=False)


class TraitRow(RowForm):
    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    lost = forms.BooleanField(label=_("Lost"), required=False)


class ReactionRow(RowForm):
    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    trigger = forms.CharField(label=_("What sets it off"), max_length=300, required=False)
    response = forms.CharField(label=_("What the character does"), max_length=300, required=False)
    ending = forms.CharField(label=_("What ends it"), max_length=300, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("name") and any(cleaned.get(n) for n in ("trigger", "response", "ending")):
            self.add_error("name", _("Give this reaction a name."))
        return cleaned


class ObjectiveRow(RowForm):
    text = forms.CharField(label=_("Objective"), max_length=300, required=False)
    term = forms.ChoiceField(label=_("Term"), choices=Term.choices, required=False)


ROWS = 6


EXPIRED = _("This form has expired. Reload the page and try again.")


class RowSet(forms.BaseFormSet):
    """Rows of one kind. The page always sends all of them: with fewer, those left out would be taken for removed."""

    def clean(self) -> None:
        if self.total_form_count() != ROWS:
            raise forms.ValidationError(EXPIRED)


def _rows(form: type[RowForm]) -> Any:
    return forms.formset_factory(form, RowSet, extra=ROWS, max_num=ROWS, absolute_max=ROWS, validate_max=True)


TraitRows, ReactionRows, ObjectiveRows = _rows(TraitRow), _rows(ReactionRow), _rows(ObjectiveRow)


class SheetForm:
    """All forms of a sheet as one: is_valid, texts, and the conflict shown at each field."""

    def __init__(
        self,
        data: QueryDict | None = None,
        files: "MultiValueDict[str, Any] | None" = None,
        *,
        character: Character | None = None,
    ) -> None:
        sheet = ImpactSheet.objects.filter(character=character).first() if character else None
        traits = list(Trait.objects.filter(sheet=sheet)) if sheet else []
        initial = {"version": character.text_version} if character else {}
        self.character = CharacterForm(data, files, instance=character, initial=initial)
        self.weave = WeaveForm(data, instance=sheet)
        self.traits = {
            kind: TraitRows(
                data,
                prefix=kind.value,
                initial=[{"id": t.pk, "name": t.name, "lost": t.lost} for t in traits if t.kind == kind],
            )
            for kind in TraitKind
        }
        reactions = (
            Reaction.objects.filter(sheet=sheet).values("id", "name", "trigger", "response", "ending") if sheet else []
        )
        objectives = Objective.objects.filter(sheet=sheet).values("id", "text", "term") if sheet else []
        self.reactions = ReactionRows(data, prefix="reaction", initial=list(reactions))
        self.objectives = ObjectiveRows(data, prefix="objective", initial=list(objectives))

    @property
    def parts(self) -> list[Any]:
        return [self.character, self.weave, *self.traits.values(), self.reactions, self.objectives]

    def is_valid(self) -> bool:
        return [part.is_valid() for part in self.parts].count(False) == 0  # every part is checked, so every error shows

    @property
    def fault(self) -> str:
        """What is wrong where no field shows it: in a hidden number, changed by hand."""
        hidden = any({"version", "id"} & set(form.errors) for form in self._single_forms())
        return str(EXPIRED) if hidden else ""

    def texts(self) -> SheetTexts:
        """What was typed, ready for the service; a sheet without a new portrait keeps the old one."""
        character = {name: self.character.cleaned_data[name] for name in ("name", "concept", "notes")}
        if portrait := self.character.cleaned_data["portrait_file"]:
            character["portrait"] = portrait
        return SheetTexts(
            character=character,
            sheet=self.weave.cleaned_data,
            traits=[{**row, "kind": kind.value} for kind, rows in self.traits.items() for row in _filled(rows, "name")],
            reactions=_filled(self.reactions, "name"),
            objectives=_filled(self.objectives, "text"),
        )

    def show_conflict(self, character: Character) -> None:
        """Keep what was typed, take the new version, and say at each differing field what stands on the sheet."""
        fresh = SheetForm(character=character)
        typed = cast(QueryDict, self.character.data).copy()
        typed["version"] = str(character.text_version)
        self.character.data = typed
        for mine, theirs in zip(self._single_forms(), fresh._single_forms(), strict=True):
            for name in mine.fields:
                stored = theirs.get_initial_for_field(theirs.fields[name], name)
                if name in ("version", "id") or str(mine[name].value() or "") == str(stored or ""):
                    continue
                # Of the bound field, which has taken the help of its field already.
                mine[name].help_text = gettext("On the sheet now: %(text)s") % {"text": stored or "—"}

    def _single_forms(self) -> list[Any]:
        return [form for part in self.parts for form in getattr(part, "forms", [part])]


def _filled(rows: Any, first: str) -> list[dict[str, Any]]:
    return [row for row in rows.cleaned_data if row.get(first)]
