"""Scars: proposed, refined, agreed to by the GM and the player, drawn if they like, unlocked later (K1-K5)."""

import os
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from rules.dice import roll as throw
from rules.impact import scars as rules
from rules.impact.scars import ScarEffect
from rules.impact.terms import ScarDue
from sheets.models import OWED, Entry, Scar, ScarStatus, Seat
from sheets.models.scar import TABLE_SIZE
from sheets.services.act import Act, act, lock_character
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused, refuse_dead, rules_in_words
from sheets.services.scar_tables import entries_of
from sheets.state import CharacterState


@dataclass(frozen=True)
class Written:
    """A scar as it is proposed: a name, and for each side its situation and its effect (K1)."""

    name: str
    burden: str
    burden_effect: ScarEffect
    boon: str
    boon_effect: ScarEffect
    # The GM's word that the two sides weigh the same all the same.
    weighed: bool = False


def propose(*, seat: Seat, character_id: UUID, written: Written) -> Entry | None:
    """Propose a scar, or refine the proposed one (K3). Whoever writes agrees; the other is asked (again)."""
    with act(seat=seat, kind=Kind.SCAR_PROPOSED) as current:
        play = _lock(current, character_id)
        with rules_in_words():
            scar = rules.Scar(written.burden_effect, written.boon_effect)
        weighed = seat.is_gm and written.weighed
        proposed = _proposal(play)
        if not scar.balanced and not (weighed or _as_it_was_weighed(proposed, scar)):
            raise Refused(
                _("One side weighs more than the other: the GM has to say that it is right so."), field="weighed"
            )
        proposed.burden_effect, proposed.boon_effect = scar.burden.value, scar.boon.value
        proposed.weighed = proposed.weighed or weighed
        for text in ("name", "burden", "boon"):
            _word(current, proposed, text, getattr(written, text))
        _agree_alone(proposed, seat)
        current.facts = _said(proposed)
    return current.entry


def _as_it_was_weighed(proposed: Scar, scar: rules.Scar) -> bool:
    """Whether the GM, or the table it was drawn from, has weighed these very effects already."""
    return proposed.weighed and (proposed.burden_effect, proposed.boon_effect) == (scar.burden.value, scar.boon.value)


def draw(*, seat: Seat, character_id: UUID, face: int | None = None) -> Entry | None:
    """Draw a scar from the campaign's table with a d12, thrown by the server or on the table (K3).

    Raises Refused at the field `face` for a face that a d12 does not have.
    """
    with act(seat=seat, kind=Kind.SCAR_DRAWN) as current:
        play = _lock(current, character_id)
        if face is not None and not 1 <= face <= TABLE_SIZE:
            raise Refused(_("A d12 shows 1 to 12."), field="face")
        shown = face or throw([TABLE_SIZE], os.urandom)[0]
        entry = entries_of(current.campaign)[shown]
        proposed = _proposal(play)
        for text in ("name", "burden", "boon"):
            _word(current, proposed, text, entry.in_language(text))
        proposed.burden_effect, proposed.boon_effect = entry.burden_effect, entry.boon_effect
        proposed.drawn, proposed.weighed = shown, True
        proposed.gm_agrees = proposed.player_agrees = False
        current.facts = {**_said(proposed), "face": shown, "physical": face is not None}
    return current.entry


def agree(*, seat: Seat, character_id: UUID) -> Entry | None:
    """Agree to the proposed scar. Once the GM and the player have, it is borne, its boon locked (K3, K4)."""
    with act(seat=seat, kind=Kind.SCAR_AGREED) as current:
        play = _lock(current, character_id)
        proposed = _proposed(play)
        if proposed is None:
            raise Refused(_("No scar is proposed."))
        _agree(play, proposed, seat)
        if proposed.gm_agrees and proposed.player_agrees:
            proposed.status = ScarStatus.BORNE
            proposed.written_in = current.campaign.session_number
            for fall in play.falls:
                fall.scar_due = ScarDue.NONE.value
        current.facts = _said(proposed)
    return current.entry


def _agree(play: CharacterState, proposed: Scar, seat: Seat) -> None:
    """The seat's word. For a character that nobody plays, the GM's is enough."""
    if seat.is_gm:
        proposed.gm_agrees = True
    if play.character.owner_id in (seat.pk, None):
        proposed.player_agrees = True


def let_go(*, seat: Seat, character_id: UUID) -> Entry | None:
    """Throw the proposal away; a scar that was only offered is not written then (O7)."""
    with act(seat=seat, kind=Kind.SCAR_LET_GO) as current:
        play = _lock(current, character_id)
        offered = [fall for fall in play.falls if fall.scar_due == ScarDue.OFFERED.value]
        proposed = _proposed(play)
        if proposed is None and not offered:
            raise Refused(_("No scar is proposed."))
        if proposed:
            proposed.status = ScarStatus.REMOVED
        for fall in offered:
            fall.scar_due = ScarDue.NONE.value
        current.facts = {"offered": bool(offered)}
    return current.entry


def remove(*, seat: Seat, character_id: UUID, scar_id: UUID) -> Entry | None:
    """Strike a scar off by the GM's word (A03): it stays in the story, and the table it came from as it was."""
    with act(seat=seat, kind=Kind.SCAR_REMOVED) as current:
        scar = _borne(_lock(current, character_id), scar_id)
        scar.status = ScarStatus.REMOVED
        current.facts = _said(scar)
    return current.entry


def unlock(*, seat: Seat, character_id: UUID, scar_id: UUID) -> Entry | None:
    """Unlock a boon, at the earliest at the end of the session that the scar was written in (K4)."""
    with act(seat=seat, kind=Kind.BOON_UNLOCKED) as current:
        scar = _borne(_lock(current, character_id), scar_id)
        with rules_in_words():
            rules.unlock(scar.in_rules, session_over=current.campaign.session_number > scar.written_in)
        scar.unlocked = True
        current.facts = _said(scar)
    return current.entry


def _lock(current: Act, character_id: UUID) -> CharacterState:
    play = lock_character(current, character_id, scars=True)
    refuse_dead(play)
    return play


def _borne(play: CharacterState, scar_id: UUID) -> Scar:
    scar = next((s for s in play.scars if s.pk == scar_id and s.status == ScarStatus.BORNE), None)
    if scar is None:
        raise Refused(_("This scar is not borne any more."))
    return scar


def _proposed(play: CharacterState) -> Scar | None:
    return next((s for s in play.scars if s.status == ScarStatus.PROPOSED), None)


def _proposal(play: CharacterState) -> Scar:
    """The proposed scar, or a fresh one: it starts from the wound of the fall that it is due for (K3)."""
    proposed = _proposed(play)
    if proposed is None:
        due = next((fall for fall in play.falls if fall.scar_due in OWED), None)
        proposed = Scar(character=play.character, wound_id=due.wound_id if due else None)
        play.scars.append(proposed)
    return proposed


def _agree_alone(proposed: Scar, seat: Seat) -> None:
    proposed.gm_agrees, proposed.player_agrees = seat.is_gm, not seat.is_gm


def _word(current: Act, scar: Scar, text: str, said: str) -> None:
    """Keep a text of the scar, unless it says what it said."""
    wording = getattr(scar, text)
    if wording is None or wording.text != said:
        setattr(scar, text, current.words(said))


def _said(scar: Scar) -> dict[str, object]:
    return {
        "scar": scar.pk.hex,
        "wording": scar.name_id and scar.name_id.hex,
        "gm": scar.gm_agrees,
        "player": scar.player_agrees,
        "borne": scar.status == ScarStatus.BORNE,
    }
