"""The help that others ask of a character, with what it would risk in that very roll (P6, D6, X1)."""

from dataclasses import dataclass

from rules.impact.odds import Odds
from rules.impact.severity import Stakes
from rules.impact.terms import State
from sheets.models import Announcement, Assistance, AssistanceStatus, Character, Seat
from sheets.services.assistance import Shared, around, seen_by, word_of
from sheets.state import CharacterState, mode_of


@dataclass(frozen=True)
class Asked:
    """A help as the one who is asked sees it. `lapsed`: the danger that it was asked under is not that of now.
    `changed`: they agreed, and their slots or the contract are not those of then.

    It has what the odds of a roll have, so that they are drawn alike.
    """

    roller: Character
    help: Assistance
    danger: Announcement | None
    lapsed: bool
    changed: bool
    seen: str
    pool: Shared
    odds: Odds
    sparks_left: int
    redemptions_this_arc: int

    @property
    def stakes(self) -> Stakes:
        return self.pool.stakes

    @property
    def given(self) -> bool:
        """Whether the word stands, as far as it can be seen from here."""
        return self.help.status == AssistanceStatus.AGREED and not self.changed


def asked_of(seat: Seat, play: CharacterState) -> list[Asked]:
    """What this character is asked to help with, by the name of who asks; nobody out of play can help."""
    if play.state is not State.ACTIVE:
        return []
    open_ones = [other for other in around(play) if other.wanted and other.wanted.open]
    return [_asked(seat, play, other.character, other.wanted) for other in open_ones if other.wanted]


def _asked(seat: Seat, play: CharacterState, roller: Character, wanted: Assistance) -> Asked:
    shared, standing = Shared(**wanted.shown), seat.campaign.danger
    over = standing if standing and standing.concerns(roller) else None
    return Asked(
        roller=roller,
        help=wanted,
        danger=over,
        lapsed=shared.announcement != (over.pk.hex if over else None),
        changed=wanted.agreed is not None
        and not wanted.spared
        and wanted.agreed != word_of(play, wanted, seat.campaign),
        seen=seen_by(play, wanted, seat.campaign),
        pool=shared,
        odds=shared.law(play.ticked, mode_of(seat.campaign)),
        sparks_left=play.sheet.sparks,
        redemptions_this_arc=play.sheet.redemptions_this_arc,
    )
