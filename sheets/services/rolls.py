"""The roll: prepared as it was shown, thrown once, read, and its wound placed, in one act."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from rules.dice import roll as throw
from rules.impact.pool import Pool
from rules.impact.reading import SIDES, Faces, check_faces_match
from rules.impact.resolution import Resolution, resolve
from rules.impact.severity import next_danger
from rules.impact.sparks import credit
from rules.impact.terms import Outcome, Slot, WoundRule
from sheets.models import (
    Announcement,
    Answer,
    Campaign,
    Choice,
    Entry,
    Reaction,
    Roll,
    Ruling,
    Seat,
    Trait,
    TrayItem,
)
from sheets.services import advantages, healing, helping
from sheets.services.act import Act, act, lock_character
from sheets.services.engaged_scars import spend
from sheets.services.falls import begin
from sheets.services.kinds import Kind
from sheets.services.preparation import Prepared, RollAsked, odds_as_json, prepare, standing_over
from sheets.services.refusal import Refused, rules_in_words
from sheets.services.scene import scene_of
from sheets.services.wounds import open_wound
from sheets.state import CharacterState
from sheets.words.assistance import hitches


class Stale(Exception):
    """What was shown no longer holds; nothing was rolled. Carries what holds now."""

    def __init__(self, prepared: Prepared) -> None:
        super().__init__(prepared)
        self.prepared = prepared


@dataclass(frozen=True)
class Made:
    """A roll that was made: its entry, what it decided, and the character as it stands after it."""

    entry: Entry
    resolution: Resolution
    play: CharacterState
    # The names of those who helped, by their ids.
    others: tuple[tuple[UUID, str], ...] = ()


def make(
    *,
    seat: Seat,
    character_id: UUID,
    asked: RollAsked,
    fingerprint: str,
    traits: Sequence[Trait],
    reactions: Sequence[Reaction],
    faces: Faces | None = None,
    eased_why: str = "",
) -> Made:
    """Roll for a character: the server throws the dice, or reads `faces` thrown on the table.

    `traits` and `reactions` are the character's own rows. Raises Stale if the fingerprint is not that of
    the roll as it stands now, Refused if the roll is not allowed or the faces do not fit the pool. The
    dice are drawn here and nowhere earlier (R06).
    """
    with act(seat=seat, kind=Kind.ROLL) as current:
        answered = _answer_to(current.campaign.danger)
        scars, asking = bool(asked.scars), helping.wants_help()
        play = lock_character(current, character_id, scars=scars, answered=answered, wants_help=asking)
        allies = helping.lock_allies(current, play, asked.allies)
        prepared = prepare(
            campaign=current.campaign,
            play=play,
            traits=traits,
            reactions=reactions,
            asked=asked,
            allies=allies,
        )
        if prepared.fingerprint != fingerprint:
            raise Stale(prepared)
        standing = standing_over(current.campaign, play)
        _refuse_unanswered(standing, play)
        if prepared.unsettled:
            raise Refused(hitches(prepared.unsettled), field="allies")
        wound = healing.named(seat, play, asked)
        if faces:
            with rules_in_words():
                check_faces_match(faces, prepared.pool)
        thrown = faces or throw_pool(prepared.pool)
        result = resolve(thrown, prepared.stakes, play.ticked, play.state)
        current.roll = _keep(play, prepared, thrown, result, standing, physical=faces is not None)
        wording = current.words(eased_why) if asked.eased else None
        current.facts["eased_why"] = wording and wording.pk.hex
        _apply(current, play, prepared, result)
        if result.cause:
            begin(current, play, result.cause, exit_dice=result.exit_dice, roll=current.roll)
        helping.share(current, prepared, thrown, allies)
        spend(current, play, asked.scars, result)
        healing.leave_to_gm(current, play, wound, result)
        _after_the_scene(current, play, standing, prepared, result)
    assert current.entry is not None  # noqa: S101 -- for the type checker: an act with a roll leaves an entry
    return Made(current.entry, result, play, tuple((a.ally.pk, str(a.ally.play.character)) for a in prepared.allies))


def _answer_to(danger: Announcement | None) -> Subquery:
    """What the character that is asked for answered to a danger: a choice, or None."""
    given = Answer.objects.filter(announcement=danger, character=OuterRef("pk")).exclude(choice="")
    return Subquery(given.values("choice")[:1])


def _refuse_unanswered(standing: Announcement | None, play: CharacterState) -> None:
    """Under a mortal danger nobody rolls before having said that they go, or how they adapt (D4)."""
    if play.sheet.ruling == Ruling.ASKED:
        raise Refused(_("The GM says that your wound is engaged: answer before you roll."))
    if standing is None or not standing.mortal:
        return
    choice = getattr(play.character, "answered", None)
    if choice is None:
        raise Refused(_("The danger is mortal: answer it before you roll."), field="danger")
    if choice == Choice.GIVE_UP:
        raise Refused(_("You gave this up: answer anew if you go after all."), field="danger")


def _after_the_scene(
    current: Act, play: CharacterState, standing: Announcement | None, prepared: Prepared, result: Resolution
) -> None:
    """What the roll uses up and leaves in the scene: a ruling, advantages (M1), D7's offer after a disaster."""
    if play.sheet.ruling:
        play.sheet.ruling, play.sheet.ruling_reason, play.sheet.ruling_dependency = Ruling.NONE, None, None
    scene_of(current)
    advantages.use(current.campaign, prepared.asked.advantage)
    if made := advantages.win(current.campaign, prepared.stakes.intention, result.reading.outcome):
        current.facts["advantages"] = [kind.value for kind in made]
    if standing and result.reading.outcome is Outcome.DISASTER:
        current.campaign.danger_offer = next_danger(standing.danger).value


def throw_pool(pool: Pool) -> Faces:
    """Throw the dice of a pool with the system's own randomness, in one read."""
    counts = {"d6": pool.d6, "critical_d6": pool.critical_d6, "d8": pool.d8, "d10": pool.d10}
    shown = iter(throw([SIDES[kind] for kind, count in counts.items() for _die in range(count)], os.urandom))
    return Faces(**{kind: tuple(next(shown) for _die in range(count)) for kind, count in counts.items()})


def _keep(
    play: CharacterState,
    prepared: Prepared,
    faces: Faces,
    result: Resolution,
    standing: Announcement | None,
    *,
    physical: bool,
) -> Roll:
    stakes = prepared.stakes
    return Roll.objects.create(
        character=play.character,
        announcement=standing,
        intention=stakes.intention.value,
        danger=stakes.danger.value if stakes.danger else "",
        channel=stakes.channel.value,
        mortal=stakes.mortal,
        eased=stakes.eased,
        immune=stakes.immune,
        physical=physical,
        pool=list(prepared.lines),
        faces={kind: list(faces.of(kind)) for kind in SIDES},
        ticked=[slot.value for slot in Slot if slot in play.ticked],
        odds=odds_as_json(prepared.odds),
        outcome=result.reading.outcome.value,
        severity=result.judgement.severity.value if result.judgement else "",
    )


def _apply(current: Act, play: CharacterState, prepared: Prepared, result: Resolution) -> None:
    """Change the sheet by the result: sparks, slot, tray (R5, R7, W2). A fall comes after it."""
    if WoundRule(current.campaign.wound_rule) is WoundRule.WOUND_DICE:
        for wound in play.open_wounds.values():
            wound.die_spent = wound.die_spent or wound.slot in (Slot.LIGHT_1.value, Slot.LIGHT_2.value)
    if result.placement and result.placement.slot:
        open_wound(current, play, result.placement.slot)
        current.facts["cascaded"] = result.placement.cascaded
    if result.to_tray:
        item = TrayItem(campaign=current.campaign, character=play.character, kind=result.to_tray.value)
        play.tray.append(item)
        current.facts["tray"] = item.pk.hex
    current.facts |= _settle_sparks(current.campaign, play, prepared.pool.cost, result)


def _settle_sparks(campaign: Campaign, play: CharacterState, cost: int, result: Resolution) -> dict[str, Any]:
    """Pay the roll's sparks and credit what it won; a fall holds the credit back until it is settled (R5)."""
    play.sheet.sparks -= cost
    gained = result.sparks_gained
    if result.falls:
        play.sheet.sparks_due = gained
        return {"sparks_spent": cost, "sparks_due": gained}
    credited = credit(play.sheet.sparks, gained, campaign.spark_maximum)
    play.sheet.sparks = credited.sparks
    return {"sparks_spent": cost, "sparks_gained": gained, "sparks_lost": credited.lost}
