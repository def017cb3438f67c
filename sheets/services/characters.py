"""Characters made, and the texts of their sheets kept (C1, C2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F
from django.dispatch import Signal
from django.utils.translation import gettext as _

from rules.impact.terms import State
from sheets.models import Character, Entry, ImpactSheet, Objective, Reaction, Seat, Trait
from sheets.services.act import act, lock_campaign, turn
from sheets.services.kinds import Kind
from sheets.services.portraits import discard
from sheets.services.refusal import Refused
from sheets.state import CharacterState

# Sent with `campaign_id` inside the transaction; the live stream listens.
texts_kept = Signal()


@dataclass(frozen=True)
class SheetTexts:
    """All texts of a sheet as typed. Rows carry `id` when they exist already; a row left out is removed."""

    character: Mapping[str, Any]
    sheet: Mapping[str, str]
    traits: Iterable[Mapping[str, Any]] = field(default=())
    reactions: Iterable[Mapping[str, Any]] = field(default=())
    objectives: Iterable[Mapping[str, Any]] = field(default=())


def make(*, seat: Seat, owner: Seat | None, texts: SheetTexts) -> Entry | None:
    """Bring a new character into the seat's campaign, with the sparks that its terms give."""
    with act(seat=seat, kind=Kind.CHARACTER_MADE) as current:
        campaign = current.campaign
        if owner and owner.campaign_id != campaign.pk:
            raise Refused(_("This person has no seat at this table."), field="owner")
        character = Character(campaign=campaign, owner=owner)
        sheet = ImpactSheet(character=character, sparks=campaign.spark_start)
        current.add(CharacterState(character, sheet))
        character.save(force_insert=True)
        sheet.save(force_insert=True)
        _write(character, sheet, texts)
        current.character = character
    return current.entry


def edit(*, seat: Seat, character: Character, texts: SheetTexts, version: int) -> None:
    """Keep the texts of a sheet. They are not acts of play: no entry, but a version of their own.

    Raises Refused with code `conflict` if the texts were changed since that version was shown.
    """
    with turn():
        lock_campaign(seat)
        if Character.objects.filter(pk=character.pk, state=State.DEAD.value).exists():
            raise Refused(_("This character is dead: the sheet can only be read."), code="dead")
        rows = Character.objects.filter(pk=character.pk, campaign=seat.campaign_id, text_version=version)
        if not rows.update(text_version=F("text_version") + 1):
            raise Refused(_("Someone changed this sheet while you were writing."), code="conflict")
        fresh = Character.objects.select_related("sheet").get(pk=character.pk)
        _write(fresh, fresh.sheet, texts)
        texts_kept.send(Character, campaign_id=seat.campaign_id)


def _write(character: Character, sheet: ImpactSheet, texts: SheetTexts) -> None:
    portrait = character.portrait.name
    for row, values in ((character, texts.character), (sheet, texts.sheet)):
        for name, value in values.items():
            setattr(row, name, value)
        row.save(update_fields=list(values))
    if character.portrait.name != portrait:
        discard(portrait)
    _write_rows(Trait, sheet, texts.traits)
    _write_rows(Reaction, sheet, texts.reactions)
    _write_rows(Objective, sheet, texts.objectives)


def _write_rows(
    model: type[Trait] | type[Reaction] | type[Objective], sheet: ImpactSheet, rows: Iterable[Mapping[str, Any]]
) -> None:
    """Make the sheet's rows of one kind be these. An id that is not the sheet's own makes a new row."""
    own = {row.pk: row for row in model._default_manager.filter(sheet=sheet)}
    kept: set[int] = set()
    for values in rows:
        fields = {name: value for name, value in values.items() if name != "id"}
        if known := own.get(values.get("id") or 0):
            kept.add(known.pk)
            for name, value in fields.items():
                setattr(known, name, value)
            known.save(update_fields=list(fields))
        else:
            model._default_manager.create(sheet=sheet, **fields)
    model._default_manager.filter(sheet=sheet, pk__in=own.keys() - kept).delete()
