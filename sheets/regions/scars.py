"""The scars of a character as a seat sees them: all may read them, those who act for it agree and engage."""

from typing import Any

from sheets.models import CARRIED, OWED, Scar, ScarStatus, Seat
from sheets.permissions import rights_over
from sheets.state import CharacterState

SCAR_TEXTS = ("name", "burden", "boon", "wound__wording")


def bearing(play: CharacterState) -> CharacterState:
    """The character with its scars, borne or proposed, and their texts: one query, asked when they are looked at."""
    rows = Scar.objects.filter(character=play.character, status__in=CARRIED)
    play.scars = rows.select_related(*SCAR_TEXTS)  # type: ignore[assignment]
    return play


def scars_context(seat: Seat, play: CharacterState) -> dict[str, Any]:
    """Those that are borne; the proposed one, and whether it waits for this seat's word; whether one is due (O7)."""
    proposed = next((s for s in play.scars if s.status == ScarStatus.PROPOSED), None)
    owner = play.character.owner_id
    waits = proposed and (
        (seat.is_gm and not proposed.gm_agrees) or (owner in (seat.pk, None) and not proposed.player_agrees)
    )
    return {
        "seat": seat,
        "campaign": seat.campaign,
        "character": play.character,
        "rights": rights_over(seat, play.character),
        "state": play.state,
        "scars": [s for s in play.scars if s.status == ScarStatus.BORNE],
        "proposed": proposed,
        "my_word": bool(waits),
        "scar_due": next((fall.scar_due for fall in play.falls if fall.scar_due in OWED), ""),
    }
