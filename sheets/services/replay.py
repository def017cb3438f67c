"""The log against the sheets: what every entry left, folded in order, must be what stands now."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sheets.models import Answer, Assistance, Boundary, Campaign, Character, Entry, Fall, Scar, Seat, TrayItem, Wound
from sheets.services.act import turn
from sheets.state import AgreementState, CharacterState, SceneState, SeatState, TermsState, Things, XCardState

PORTION = 500


@dataclass(frozen=True)
class Difference:
    """A thing on which the log and the rows disagree."""

    thing: str
    logged: Any
    present: Any


def differences(campaign_id: UUID) -> list[Difference]:
    """Where the campaign's log and its characters, seats and terms disagree; nothing changes meanwhile.

    Characters, seats and terms are held to the log in everything, also those that it does not know; the scene
    as far as it was ever changed.
    """
    with turn():
        campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
        logged = fold(campaign)
        present = _present(campaign)
    scene = SceneState(campaign).prefix
    things = sorted(k for k in logged.keys() | present.keys() if k in logged or not k.startswith(scene))
    return [
        Difference(thing, logged.get(thing), present.get(thing))
        for thing in things
        if logged.get(thing) != present.get(thing)
    ]


def fold(campaign: Campaign) -> Things:
    """The things as the log leaves them. Every kind of entry is taken alike, undo and redo included."""
    things: Things = {}
    entries = Entry.objects.filter(campaign=campaign).order_by("number")
    for after in entries.values_list("after", flat=True).iterator(chunk_size=PORTION):
        things.update(after)
    return {thing: value for thing, value in things.items() if value is not None}


def _present(campaign: Campaign) -> Things:
    """The things as the rows hold them."""
    things = TermsState(campaign, list(Boundary.objects.filter(campaign=campaign))).snapshot()
    things |= XCardState(campaign).snapshot()
    answers = list(Answer.objects.filter(announcement__campaign=campaign))
    things |= SceneState(campaign, campaign.danger, answers).snapshot()
    for seat in Seat.objects.filter(campaign=campaign):
        things |= SeatState(seat).snapshot() | AgreementState(seat).snapshot()
    for state in characters(campaign):
        things |= state.snapshot()
    return {thing: value for thing, value in things.items() if value is not None}


def characters(campaign: Campaign) -> Iterator[CharacterState]:
    """Every character with all its wounds, its whole tray, all its falls and its scars."""
    states = {
        character.pk: CharacterState(character, character.sheet)
        for character in Character.objects.filter(campaign=campaign).select_related("sheet")
    }
    for wound in Wound.objects.filter(character__campaign=campaign):
        states[wound.character_id].wounds.append(wound)
    for item in TrayItem.objects.filter(character__campaign=campaign):
        states[item.character_id].tray.append(item)
    for fall in Fall.objects.filter(character__campaign=campaign):
        states[fall.character_id].falls.append(fall)
    for scar in Scar.objects.filter(character__campaign=campaign):
        states[scar.character_id].scars.append(scar)
    for asked in Assistance.objects.filter(helper__campaign=campaign):
        states[asked.helper_id].helps.append(asked)
    yield from states.values()
