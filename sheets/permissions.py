"""Who may see and do what. Fetching is authorising: unseen is 404, seen but not allowed is 403."""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from sheets.models import Character, Entry, Role, Seat, User


@dataclass(frozen=True)
class Rights:
    """What a seat may do with one character."""

    read_all: bool
    act: bool
    rule: bool
    set_danger: bool
    take: bool
    # O1: the player alone, and never the GM for them.
    sacrifice: bool


def seat_held(user: User, seat_id: UUID) -> Seat:
    """The person's own seat, or 404: another's seat does not exist for them."""
    try:
        return (
            Seat.objects.held_by(user)
            .select_related("campaign__danger__sentence", "campaign__danger__subject")
            .get(pk=seat_id)
        )
    except Seat.DoesNotExist:
        raise Http404 from None


def characters_visible_to(seat: Seat) -> "QuerySet[Character]":
    """The characters of the seat's campaign; how much of each is a matter of rights_over."""
    return Character.objects.filter(campaign_id=seat.campaign_id, removed_at=None)


def character_visible_to(seat: Seat, character_id: UUID) -> Character:
    """One of them with its sheet, or 404."""
    try:
        return characters_visible_to(seat).select_related("sheet", "owner").get(pk=character_id)
    except Character.DoesNotExist:
        raise Http404 from None


def rights_over(seat: Seat, character: Character) -> Rights:
    """The GM may do everything; a player acts for their own character; others see its public side."""
    owns = character.owner_id == seat.pk and seat.role == Role.PLAYER
    return Rights(
        read_all=owns or seat.is_gm,
        act=owns or seat.is_gm,
        rule=seat.is_gm,
        set_danger=seat.is_gm or (owns and seat.campaign.players_set_danger),
        take=seat.role == Role.PLAYER,
        sacrifice=owns,
    )


def entry_visible_to(seat: Seat, entry_id: UUID) -> Entry:
    """An entry of the log that the seat may see, or 404."""
    try:
        return Entry.objects.visible_to(seat).get(pk=entry_id)
    except Entry.DoesNotExist:
        raise Http404 from None


def require(allowed: bool) -> None:
    """Stop with 403 what is seen but not allowed."""
    if not allowed:
        raise PermissionDenied
