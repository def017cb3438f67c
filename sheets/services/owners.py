"""Whose character it is: handed over by the GM, or taken by a player who came for one."""

from uuid import UUID

from django.utils.translation import gettext as _

from sheets.models import Character, Entry, Role, Seat
from sheets.services.act import act, lock_character
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused


def hand_over(*, seat: Seat, character_id: UUID, to: UUID | None, free: bool = False) -> Entry | None:
    """Give a character to a player's seat, or to nobody; `free` lets whoever comes take it."""
    with act(seat=seat, kind=Kind.CHARACTER_HANDED) as current:
        play = lock_character(current, character_id)
        heir = Seat.objects.held().filter(campaign=current.campaign, pk=to, role=Role.PLAYER).first() if to else None
        if to and heir is None:
            raise Refused(_("This person plays at this table no longer."), field="to")
        play.character.owner = heir
        play.character.free_to_take = free and heir is None
        current.about, current.facts = heir, {"free": play.character.free_to_take}
    return current.entry


def take(*, seat: Seat, character_id: UUID) -> Entry | None:
    """Take a character that the GM prepared; of two who want it at once, the first has it."""
    with act(seat=seat, kind=Kind.CHARACTER_CHOSEN) as current:
        character = lock_character(current, character_id).character
        if character.owner_id == seat.pk:
            return None
        if character.owner_id or not character.free_to_take:
            raise Refused(_("Someone was faster: %(name)s is taken. Choose again.") % {"name": character})
        character.owner, character.free_to_take = seat, False
        current.about = seat
    return current.entry


def waiting(seat: Seat) -> list[Character]:
    """The prepared characters of the seat's campaign that wait for a player."""
    found = Character.objects.filter(campaign=seat.campaign_id, removed_at=None, free_to_take=True, owner=None)
    return list(found.select_related("sheet"))
