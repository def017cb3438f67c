"""The X-card: anyone stops the scene without a word and without a name; the GM answers, and takes play up again."""

from django.utils.translation import gettext as _

from sheets.models import Entry, Seat
from sheets.services.act import act
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.state import XCardState


def lift(*, seat: Seat) -> Entry | None:
    """Put the card up, whoever does it. One that is up and unanswered stays as it is.

    That makes it harmless to send it twice, without a key: a key would keep a name.
    """
    with act(seat=seat, kind=Kind.X_CARD_RAISED, nameless=True) as current:
        current.add(XCardState(current.campaign))
        current.campaign.x_card, current.campaign.x_card_answer = True, None
    return current.entry


def answer(*, seat: Seat, sentence: str) -> Entry | None:
    """Say something to everyone while the card is up; or, with no sentence, put it down and go on."""
    with act(seat=seat, kind=Kind.X_CARD_ANSWERED) as current:
        if not current.campaign.x_card:
            raise Refused(_("The X-card is down already."))
        current.add(XCardState(current.campaign))
        said = current.words(sentence)
        current.campaign.x_card, current.campaign.x_card_answer = said is not None, said
        current.facts = {"wording": said.pk.hex if said else None}
    return current.entry
