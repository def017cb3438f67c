"""Out of play: how a fall begins, its exit roll, and what is chosen of it (O1-O9)."""

import os
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from rules.dice import roll as throw
from rules.impact.odds import exit_odds
from rules.impact.out_of_play import check_exit_dice, needs_exit_roll, redeem, settle
from rules.impact.reading import SIDES
from rules.impact.sparks import credit
from rules.impact.terms import Cause, End, LethalRedemption, Mode, Outcome, ScarDue, Severity, State
from sheets.models import PENDING, STANDING, Closing, Entry, Fall, FallStatus, Role, Roll, Seat, TrayItem
from sheets.services.act import Act, act, lock_character
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused, refuse_dead, rules_in_words
from sheets.state import CharacterState


class Settled(Refused):
    """What was to be rolled or chosen is no longer open; nothing was done."""

    def __init__(self) -> None:
        super().__init__(_("This was decided already, and nothing more was done. Look at how it stands."))


def begin(
    current: Act,
    play: CharacterState,
    cause: Cause,
    *,
    exit_dice: int = 0,
    roll: Roll | None = None,
    severity: Severity | None = None,
    name: str = "",
) -> Fall:
    """Let a character that the act has locked go out of play, as far as nothing has to be rolled or chosen.

    The fall obeys the contract as it stands now. One that was open before is overtaken (O8, W07).
    """
    close_standing(play, Closing.OVERTAKEN)
    campaign, worst = current.campaign, list(play.open_wounds.values())[-1:]
    fall = Fall(
        character=play.character,
        roll=roll,
        severity=severity.value if severity else "",
        wound=worst[0] if worst else None,
        wording=current.words(name),
        cause=cause.value,
        mode=campaign.lethality,
        lethal_redemption=campaign.lethal_redemption,
        exit_dice=exit_dice,
        contract_version=campaign.contract_version,
    )
    play.falls.append(fall)
    current.facts |= {"falls": True, "exit_dice": exit_dice, "fall": facts_of(fall)}
    if needs_exit_roll(Mode(fall.mode), cause):
        fall.status = FallStatus.EXIT_ROLL
        play.character.state = State.DECIDING.value
    else:
        _reach(current, play, fall)
    return fall


def facts_of(fall: Fall) -> dict[str, Any]:
    """What the log tells of a fall: what it obeyed, and the chances that were announced."""
    law = exit_odds(Mode(fall.mode), Cause(fall.cause), fall.exit_dice)
    return {
        "cause": fall.cause,
        "mode": fall.mode,
        "version": fall.contract_version,
        "odds": {end.value: str(chance) for end, chance in law.items()},
    }


def close_standing(play: CharacterState, closing: Closing) -> None:
    """End the fall that stands, if any: what was pending is closed so, what was settled is over."""
    for fall in play.falls:
        if fall.status in STANDING:
            fall.closing = closing if fall.status in PENDING else fall.closing
            fall.status = FallStatus.PAST


def exit_roll(*, seat: Seat, character_id: UUID, fall_id: UUID, faces: tuple[int, ...] | None = None) -> Entry | None:
    """Roll the exit dice, or read those thrown on the table; no spark is won or spent by it (O3)."""
    with act(seat=seat, kind=Kind.EXIT_ROLL) as current:
        play, fall = _open(current, character_id, fall_id, FallStatus.EXIT_ROLL)
        if faces is not None:
            with rules_in_words():
                check_exit_dice(faces, fall.exit_dice)
        shown = throw((SIDES["d8"],) * fall.exit_dice, os.urandom) if faces is None else faces
        fall.exit_d8, fall.physical = list(shown), faces is not None
        current.facts = {"d8": fall.exit_d8, "physical": fall.physical, "fall": facts_of(fall)}
        _reach(current, play, fall)
        current.facts["end"] = fall.end
    return current.entry


def buy_back(*, seat: Seat, character_id: UUID, fall_id: UUID) -> Entry | None:
    """Redeem a death: 1 spark, alive, neutralised, a scar to write (O5)."""
    with act(seat=seat, kind=Kind.FALL_REDEEMED) as current:
        play, fall = _open(current, character_id, fall_id, FallStatus.CHOICE)
        with rules_in_words():
            bought = redeem(
                Mode(fall.mode),
                Cause(fall.cause),
                play.sheet.sparks,
                play.sheet.redemptions_this_arc,
                LethalRedemption(fall.lethal_redemption),
            )
        play.sheet.sparks, play.sheet.redemptions_this_arc = bought.sparks, bought.redemptions_this_arc
        current.facts = {"sparks_spent": 1, "fall": facts_of(fall)}
        _settled(current, play, fall, Closing.REDEEMED, bought.state, bought.scar)
    return current.entry


def die(*, seat: Seat, character_id: UUID, fall_id: UUID) -> Entry | None:
    """Let a character die of the death that was reached, redeemable or not (O5)."""
    with act(seat=seat, kind=Kind.FALL_DIED) as current:
        play, fall = _open(current, character_id, fall_id, FallStatus.CHOICE)
        current.facts = {"fall": facts_of(fall)}
        _settled(current, play, fall, Closing.DIED, State.DEAD, ScarDue.NONE)
    return current.entry


def sacrifice(*, seat: Seat, character_id: UUID) -> Entry | None:
    """A chosen sacrifice: the player alone, at any time, in every mode; death, never redeemed (O1)."""
    with act(seat=seat, kind=Kind.SACRIFICE) as current:
        play = lock_character(current, character_id)
        refuse_dead(play)
        if play.character.owner_id != seat.pk or seat.role != Role.PLAYER:
            raise Refused(_("Only the player chooses a sacrifice."))
        fall = begin(current, play, Cause.SACRIFICE)
        _settled(current, play, fall, Closing.DIED, State.DEAD, ScarDue.NONE)
    return current.entry


def credit_due(current: Act, play: CharacterState) -> None:
    """Credit what a fall held back, once nothing of it is left to settle (R5)."""
    due = play.sheet.sparks_due
    if not due:
        return
    credited = credit(play.sheet.sparks, due, current.campaign.spark_maximum)
    play.sheet.sparks, play.sheet.sparks_due = credited.sparks, 0
    current.facts.pop("sparks_due", None)
    current.facts |= {"sparks_gained": due, "sparks_lost": credited.lost}


def _open(current: Act, character_id: UUID, fall_id: UUID, status: FallStatus) -> tuple[CharacterState, Fall]:
    """The character and its fall, if that is the one that waits for this; of two at once, the second is told."""
    play = lock_character(current, character_id)
    for fall in play.falls:
        if fall.pk == fall_id and fall.status == status:
            return play, fall
    raise Settled


def _reach(current: Act, play: CharacterState, fall: Fall) -> None:
    """Come to the end of a fall: a death waits for its choice, a survival is settled (O3, O4, O7)."""
    mode, cause, faces = Mode(fall.mode), Cause(fall.cause), tuple(fall.exit_d8 or ())
    sparks, used = play.sheet.sparks, play.sheet.redemptions_this_arc
    reached = settle(mode, cause, faces, sparks, used, LethalRedemption(fall.lethal_redemption))
    fall.end = reached.end.value
    if reached.end is End.DEATH:
        fall.status = FallStatus.CHOICE
        play.character.state = State.DECIDING.value
        return
    if reached.scene_pays:
        item = TrayItem(campaign=current.campaign, character=play.character, kind=Outcome.COMPLICATION.value)
        play.tray.append(item)
        current.facts["tray"] = item.pk.hex
    _settled(current, play, fall, Closing.SURVIVED, reached.state, reached.scar)


def _settled(current: Act, play: CharacterState, fall: Fall, closing: Closing, state: State, scar: ScarDue) -> None:
    """Write down what became of the character; the spark that the fall held back comes last (R5)."""
    fall.status = FallStatus.PAST if state is State.ACTIVE else FallStatus.DOWN
    fall.closing, fall.scar_due = closing.value, scar.value
    play.character.state = state.value
    credit_due(current, play)
