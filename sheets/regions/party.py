"""The party at a glance: one card a character, drawn once for all who see it alike.

A card holds no form, key or token: its buttons name the page's one form, and the seat's id in its
addresses is a blank that is filled in for each reader. So it can be kept under a digest of what it shows.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rules.impact.odds import exit_odds
from rules.impact.terms import Cause, End, Slot, State
from rules.impact.wounds import margin, red_zone
from sheets.models import Campaign, Role, Ruling, ScarStatus, Seat
from sheets.regions.body import player_of
from sheets.regions.changes import Changed, Shown
from sheets.regions.fall import scars_due, standing_fall
from sheets.state import CharacterState, mode_of
from sheets.words import falls as say

BLANK = UUID(int=0)
KEPT_FOR = 3600
# Each part of a card, and what it shows; slots come one by one.
PARTS: Shown = {
    "who": frozenset({"state", "sparks", "slot"}),
    "margin": frozenset({"state", "slot"}),
    "waits": frozenset({"state", "fall", "scar_due", "scar"}),
    "counter": frozenset({"sparks"}),
    "engaged": frozenset({"state", "ruling"}),
}


def cards(seat: Seat, plays: Iterable[CharacterState]) -> list[SafeString]:
    """The cards of these characters as the seat sees them."""
    return [card(seat, play) for play in plays]


def card(seat: Seat, play: CharacterState) -> SafeString:
    """One card, drawn or found."""
    shown = _shown(seat.campaign, play)
    viewer = "gm" if seat.is_gm else "other"
    digest = hashlib.sha256(json.dumps(shown, default=str).encode()).hexdigest()
    key = f"card:{play.character.pk.hex}:{digest}:{get_language()}:{viewer}"
    drawn = cache.get(key)
    if drawn is None:
        drawn = _draw(seat, play)
        cache.set(key, drawn, KEPT_FOR)
    return mark_safe(drawn.replace(str(BLANK), str(seat.pk)))  # noqa: S308 -- our own template's output


def placed_card(seat: Seat, play: CharacterState) -> str:
    """A card with the place that it goes to on a page that shows it already."""
    return format_html(
        '<hx-partial hx-target="#card-{}" hx-swap="outerMorph">{}</hx-partial>', play.character.pk, card(seat, play)
    )


def placed_changes(seat: Seat, play: CharacterState, what: Changed) -> list[str]:
    """What changed on a card, with the place that each part goes to; the whole card where parts do not say it all."""
    if not what.by_parts:
        return [placed_card(seat, play)]
    return what.draw("sheets/regions/card.html", card_context(seat, play), PARTS, with_slots=True)


def _draw(seat: Seat, play: CharacterState) -> str:
    blank = Seat(pk=BLANK, campaign=seat.campaign, role=Role.GM if seat.is_gm else Role.SPECTATOR)
    return render_to_string("sheets/regions/card.html", card_context(blank, play))


def card_context(seat: Seat, play: CharacterState) -> dict[str, Any]:
    """What a card shows: slots with names, state, sparks, the margin to going out of play, what a fall waits for."""
    taken, standing = play.open_wounds, standing_fall(play)
    owed = [*([standing] if standing else []), *scars_due(play)]
    law = exit_odds(mode_of(seat.campaign), Cause.ORDINARY, seat.campaign.scene_chaos)
    return {
        "seat": seat,
        "campaign": seat.campaign,
        "character": play.character,
        "player": player_of(play.character),
        "state": play.state,
        "sparks": play.sheet.sparks,
        "slots": [(slot, taken.get(slot)) for slot in Slot],
        "red_zone": red_zone(play.ticked),
        "active": play.state is State.ACTIVE,
        "margin": [(severity, left) for severity, left in margin(play.ticked).items()],
        "exit_dice": seat.campaign.scene_chaos,
        "death_then": law[End.DEATH],
        "ruling": play.sheet.ruling == Ruling.ASKED,
        "pending": say.pending(standing.status, standing.exit_dice) if standing and standing.pending else "",
        "scar": say.scar(next((fall.scar_due for fall in owed if fall.scar_due != "none"), "")),
        "borne": _borne(play),
    }


def _shown(campaign: Campaign, play: CharacterState) -> list[Any]:
    """All that a card depends on, as plain values."""
    character = play.character
    wounds = [(slot.value, str(w.pk), w.name) for slot, w in play.open_wounds.items()]
    table = [campaign.lethality, campaign.scene_chaos, campaign.spark_maximum]
    return [
        character.name,
        player_of(character),
        character.state,
        character.portrait.name,
        play.sheet.sparks,
        play.sheet.ruling,
        wounds,
        table,
        [(fall.status, fall.scar_due, fall.exit_dice) for fall in play.falls],
        _borne(play),
    ]


def _borne(play: CharacterState) -> int:
    """How many scars the character bears (K1); a card's character is read with them."""
    return sum(scar.status == ScarStatus.BORNE for scar in play.scars)
