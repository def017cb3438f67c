"""What the stream says of the contract and of the X-card, on every page of play."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.template.loader import render_to_string

from sheets.models import Campaign, Entry, Seat
from sheets.regions.contract import agreement_context, asks, zero_context
from sheets.state import CharacterState

# Terms, agreements, seats.
OF_THE_CONTRACT = ("t.", "a.", "s.")


def touches_contract(things: Iterable[str]) -> bool:
    """Whether these changes show on a page that tells how it stands with the contract."""
    return any(thing.startswith(OF_THE_CONTRACT) for thing in things)


def zero_parts(seat_id: UUID, campaign: Campaign, news: Sequence[Entry]) -> list[str]:
    """All that shows the contract on the page of session zero of this seat."""
    if not touches_contract(t for e in news for t in e.after):
        return []
    seat = Seat.objects.get(pk=seat_id)
    seat.campaign = campaign
    return [render_to_string("sheets/regions/zero_news.html", zero_context(seat) | {"oob": True})]


def table_strip(seat: Seat) -> str:
    """Who has not agreed yet, for the table's page."""
    context = {"seat": seat, "campaign": seat.campaign, "oob": True} | agreement_context(seat)
    return render_to_string("sheets/regions/table_contract.html", context)


def sheet_question(seat: Seat, play: CharacterState) -> str:
    """Whether the contract waits for the word of the player of this sheet."""
    owner = play.character.owner
    if owner is not None and owner.pk == seat.pk:
        seat.agreed_version = owner.agreed_version
    context = {"seat": seat, "campaign": seat.campaign, "asks": asks(seat, play.character), "oob": True}
    return render_to_string("sheets/regions/contract.html", context)


def x_card(seat: Seat, news: Sequence[Entry]) -> list[str]:
    """The X-card, if it came up, was answered or went down."""
    if not any(thing.startswith("x.") for e in news for thing in e.after):
        return []
    context = {"seat": seat, "campaign": seat.campaign, "oob": True}
    return [render_to_string("sheets/regions/x_card.html", context)]
