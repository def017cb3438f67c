"""A character's header and wounds."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext

from rules.impact.terms import Slot, State
from rules.impact.wounds import red_zone
from sheets.models import CARRIED, STANDING, Character, Fall, FallStatus, Scar, Seat, Wound, WoundStatus
from sheets.permissions import rights_over
from sheets.regions.fall import fall_context
from sheets.regions.scars import SCAR_TEXTS
from sheets.services.states import NEXT
from sheets.state import CharacterState


def play_of(character: Character) -> CharacterState:
    """A character in play for reading: its sheet and its open wounds."""
    return plays_of([character])[character.pk]


def plays_of(characters: Iterable[Character], *, scars: bool = False) -> dict[UUID, CharacterState]:
    """The same for several: a query for all their wounds, one for what is left of their falls, one for `scars`."""
    plays = {c.pk: CharacterState(c, c.sheet) for c in characters}
    for wound in Wound.objects.filter(character__in=plays, status=WoundStatus.OPEN).select_related("wording"):
        plays[wound.character_id].wounds.append(wound)
    unsettled = Q(status__in=STANDING) | Q(status=FallStatus.PAST, scar_due__in=("required", "offered"))
    for fall in Fall.objects.filter(unsettled, character__in=plays).select_related("roll", "wording"):
        plays[fall.character_id].falls.append(fall)
    if scars:
        for scar in Scar.objects.filter(character__in=plays, status__in=CARRIED).select_related(*SCAR_TEXTS):
            plays[scar.character_id].scars.append(scar)
    return plays


def player_of(character: Character) -> str:
    """Who plays the character, in words for the page; empty if nobody does."""
    if character.owner is None:
        return ""
    return gettext("former player") if character.owner.gone else character.owner.called


def body_context(seat: Seat, play: CharacterState) -> dict[str, Any]:
    """The header, the wounds, and the fall if there is one."""
    taken = play.open_wounds
    return {
        "seat": seat,
        "campaign": seat.campaign,
        "character": play.character,
        "player": player_of(play.character),
        "rights": rights_over(seat, play.character),
        "state": play.state,
        "sparks": play.sheet.sparks,
        "slots": [(slot, taken.get(slot)) for slot in Slot],
        "red_zone": red_zone(play.ticked),
        "active": play.state is State.ACTIVE,
        "next_states": NEXT[play.state],
        **fall_context(play),
    }
