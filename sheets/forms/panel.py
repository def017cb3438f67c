"""The roll panel: what is asked."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.dice import MAX_DICE
from rules.impact.pool import MAX_SCENE_CHAOS
from rules.impact.scars import ScarSide
from rules.impact.terms import Advantage, Channel, Danger, Intention, Slot, State, Weave, WoundRule
from sheets.models import Campaign, Reaction, Trait, TraitKind, Wound, WoundStatus
from sheets.permissions import Rights
from sheets.services.assistance import AllyShown, allies_asked, allies_shown, allies_to_choose
from sheets.services.engaged_scars import ScarShown, sides_to_engage
from sheets.services.preparation import RollAsked, standing_over
from sheets.state import CharacterState, lying
from sheets.words.terms import choices_of

NOBODY = ("", pgettext_lazy("choice", "None"))
CHAOS = ("scene_chaos", "scene_chaos_shown")
# Where the rules name a field that the panel spells differently.
FIELDS = {"imprints": "imprint", "traits": None, "pool": None}


class OneRow(forms.RadioSelect):
    """Radio buttons that still hear it when several were sent by hand."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        values: list[str] = data.getlist(name)
        return values


def scar_side(value: str) -> tuple[UUID, ScarSide]:
    """A scar and the side of it that is engaged, as the panel spells them."""
    scar, _dash, side = value.rpartition("-")
    return UUID(scar), ScarSide(side)


class PanelForm(forms.Form):
    """What may be chosen for one roll of one character by one seat. Choices that do not apply are absent."""

    intention = forms.ChoiceField(
        label=_("Intention"), choices=choices_of(Intention), initial=Intention.ACT.value, widget=forms.RadioSelect
    )
    mark = forms.TypedMultipleChoiceField(coerce=int, required=False, widget=forms.CheckboxSelectMultiple)
    backpack = forms.TypedMultipleChoiceField(coerce=int, required=False, widget=forms.CheckboxSelectMultiple)
    prepared = forms.BooleanField(label=_("Explicit preparation"), required=False)
    allies = forms.TypedMultipleChoiceField(coerce=UUID, required=False, widget=forms.CheckboxSelectMultiple)
    # Those who are nobody's character here: the GM speaks for them.
    helpers = forms.IntegerField(
        label=_("Other allies, the GM's"), min_value=0, max_value=MAX_DICE, initial=0, required=False
    )
    advantage = forms.ChoiceField(
        choices=choices_of(Advantage), initial=Advantage.NONE.value, required=False, widget=forms.RadioSelect
    )
    heals = forms.TypedChoiceField(label=_("Heal a wound"), coerce=UUID, empty_value=None, required=False)
    scars = forms.TypedMultipleChoiceField(coerce=scar_side, required=False, widget=forms.CheckboxSelectMultiple)
    weave = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    wound_engaged = forms.BooleanField(label=_("Wound engaged"), required=False)
    scene_chaos = forms.IntegerField(
        label=_("Chaos of the scene"), min_value=0, max_value=MAX_SCENE_CHAOS, initial=0, required=False
    )
    # The chaos that the page showed: a number left as it was follows the scene's, however old the page.
    scene_chaos_shown = forms.IntegerField(required=False, widget=forms.HiddenInput)
    boost = forms.BooleanField(label=_("Boost the roll"), required=False)
    silence_chaos = forms.BooleanField(label=_("Silence the chaos"), required=False)
    overcome_wound = forms.BooleanField(label=_("Overcome the wound"), required=False)
    danger = forms.ChoiceField(
        label=_("Danger"),
        choices=[("", pgettext_lazy("danger", "No danger")), *choices_of(Danger)],
        required=False,
        widget=forms.RadioSelect,
    )
    channel = forms.ChoiceField(
        label=_("The danger strikes"), choices=choices_of(Channel), initial=Channel.BODY.value, required=False
    )
    mortal = forms.BooleanField(label=_("Mortal: life is openly at stake"), required=False)
    eased = forms.BooleanField(label=_("One step less, by the GM's word"), required=False)
    eased_why = forms.CharField(label=_("Why: a card, an object…"), max_length=200, required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        campaign: Campaign,
        play: CharacterState,
        traits: Sequence[Trait],
        reactions: Sequence[Reaction],
        rights: Rights,
    ) -> None:
        self.play = play
        super().__init__(data and _follow_the_scene(data, campaign.scene_chaos), auto_id="ask-%s")
        self._offer_traits(traits, several_imprints=campaign.facettes)
        self._offer_weave(play, reactions)
        for name in CHAOS:
            self.fields[name].initial = campaign.scene_chaos
        self._offer_advantages(campaign)
        # Looked for when the panel is drawn or a wound is named, and not at each change of the odds.
        self.fields["heals"].choices = cache(partial(wounds_to_heal, play, rights))  # type: ignore[attr-defined]
        self.fields["scars"].choices = cache(partial(sides_to_engage, play))  # type: ignore[attr-defined]
        self.fields["allies"].choices = cache(partial(allies_to_choose, play))  # type: ignore[attr-defined]
        self.fields["allies"].initial = partial(allies_asked, play)
        self._drop_what_does_not_apply(campaign, play, rights)

    def _offer_traits(self, traits: Sequence[Trait], *, several_imprints: bool) -> None:
        named = {kind: [(t.pk, t.name) for t in traits if t.kind == kind and not t.lost] for kind in TraitKind}
        self.fields["mark"].choices = named[TraitKind.MARK]  # type: ignore[attr-defined]
        self.fields["backpack"].choices = named[TraitKind.BACKPACK]  # type: ignore[attr-defined]
        # A list in both cases, so that two imprints sent by hand are refused by the rule and not dropped.
        self.fields["imprint"] = forms.TypedMultipleChoiceField(
            coerce=_id_or_none,
            empty_value=[],
            required=False,
            choices=named[TraitKind.IMPRINT] if several_imprints else [*named[TraitKind.IMPRINT], NOBODY],
            widget=forms.CheckboxSelectMultiple if several_imprints else OneRow,
        )

    def _offer_weave(self, play: CharacterState, reactions: Sequence[Reaction]) -> None:
        written = [
            (w.value, text) for w, text in ((Weave.DRIVE, play.sheet.drive), (Weave.FLAW, play.sheet.flaw)) if text
        ]
        written += [(f"{Weave.REACTION.value}-{r.pk}", r.name) for r in reactions]
        self.fields["weave"].choices = [*written, NOBODY]  # type: ignore[attr-defined]

    def _offer_advantages(self, campaign: Campaign) -> None:
        """Those that lie ready in the scene, and none (M1)."""
        self.fields["advantage"].choices = [  # type: ignore[attr-defined]
            choice for choice in choices_of(Advantage) if Advantage(choice[0]) in {Advantage.NONE, *lying(campaign)}
        ]
        self.fields["advantage"].error_messages["invalid_choice"] = _("This advantage was used already.")

    def _drop_what_does_not_apply(self, campaign: Campaign, play: CharacterState, rights: Rights) -> None:
        # A danger that was announced stands for every roll in its scope: there is nothing to choose.
        said = standing_over(campaign, play) is not None
        chaos_rule = campaign.wound_rule == WoundRule.CHAOS.value
        absent = {
            "wound_engaged": not chaos_rule or not play.ticked & {Slot.GRAVE, Slot.CRITICAL} or bool(play.sheet.ruling),
            "overcome_wound": chaos_rule,
            "danger": said or not rights.set_danger,
            "channel": said or not rights.set_danger,
            "mortal": said or not rights.set_danger,
            "helpers": not rights.rule,
            "scene_chaos": not rights.set_danger,
            "scene_chaos_shown": not rights.set_danger,
            "eased": not rights.rule,
            "eased_why": not rights.rule,
        }
        for name in (n for n, gone in absent.items() if gone):
            del self.fields[name]

    @property
    def someone_to_heal(self) -> bool:
        """Whether any wound could be named; asks the database once."""
        return len(list(self.fields["heals"].choices)) > 1  # type: ignore[attr-defined]

    @property
    def scar_rows(self) -> list[tuple[str, ScarShown, bool]]:
        """The sides that may be engaged: what is sent, what is shown, whether it is ticked."""
        ticked = self["scars"].value() or []
        return [(value, shown, value in ticked) for value, shown in self.fields["scars"].choices]  # type: ignore[attr-defined]

    @property
    def ally_rows(self) -> list[tuple[AllyShown, bool]]:
        """The others at the table, and whether each is ticked."""
        ticked = {str(value) for value in self["allies"].value() or []}
        return [(ally, str(ally.pk) in ticked) for ally in allies_shown(self.play)]

    def clean_imprint(self) -> list[int]:
        """The imprints without the row *None*."""
        return [value for value in self.cleaned_data["imprint"] if value is not None]

    def asked(self) -> RollAsked:
        """The roll that a valid form asks for; before anything is sent, the plainest one."""
        got: dict[str, Any] = self.cleaned_data if self.is_bound else {}
        weave, _dash, reaction = got.get("weave", "").partition("-")
        return RollAsked(
            intention=Intention(got.get("intention") or Intention.ACT),
            traits=frozenset([*got.get("imprint", []), *got.get("mark", []), *got.get("backpack", [])]),
            prepared=got.get("prepared", False),
            allies=frozenset(got["allies"] if got else allies_asked(self.play)),
            helpers=got.get("helpers") or 0,
            advantage=Advantage(got.get("advantage") or Advantage.NONE),
            weave=Weave(weave) if weave else None,
            reaction=int(reaction) if reaction else None,
            boost=got.get("boost", False),
            silence_chaos=got.get("silence_chaos", False),
            overcome_wound=got.get("overcome_wound", False),
            wound_engaged=got.get("wound_engaged", False),
            scene_chaos=got.get("scene_chaos"),
            danger=Danger(got["danger"]) if got.get("danger") else None,
            channel=Channel(got.get("channel") or Channel.BODY),
            mortal=got.get("mortal", False),
            eased=got.get("eased", False),
            heals=got.get("heals"),
            scars=frozenset(got.get("scars") or ()),
        )

    def refuse(self, message: str, field: str | None) -> None:
        """Put a service's refusal at the field it is about, or above the panel."""
        name = FIELDS.get(field or "", field)
        self.add_error(name if name in self.fields else None, message)


def wounds_to_heal(play: CharacterState, rights: Rights) -> list[tuple[str, object]]:
    """The open wounds of the others at the table (H3), and by the GM's leave one's own; an empty row first."""
    wounds = Wound.objects.filter(character__campaign=play.character.campaign_id, status=WoundStatus.OPEN)
    wounds = wounds.filter(character__removed_at=None).exclude(character__state=State.DEAD.value)
    if not rights.rule:
        wounds = wounds.exclude(character=play.character)
    rows = wounds.select_related("character", "wording").order_by("character__name_key", "character__name", "made_at")
    named = [(str(w.pk), " · ".join(filter(None, (w.character.name, w.get_slot_display(), w.name)))) for w in rows]
    return [NOBODY, *named]


def _follow_the_scene(data: QueryDict, chaos: int) -> QueryDict:
    """What was sent, with the chaos of now in place of one that is only what the page showed."""
    if (data.get("scene_chaos") or "0") != data.get("scene_chaos_shown"):
        return data
    now = data.copy()
    for name in CHAOS:
        now[name] = str(chaos)
    return now


def _id_or_none(value: str) -> int | None:
    """The id of a row; the row *None* has none."""
    return int(value) if value else None
