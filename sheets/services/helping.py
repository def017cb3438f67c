"""Help with a roll: asked for, given or not, and what the roll does to those who gave it (P6, D6)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from rules.impact.reading import Faces
from rules.impact.resolution import resolve_helper
from rules.impact.terms import State
from sheets.models import Assistance, AssistanceStatus, Character, Entry, Reaction, Seat, Trait, Wound, WoundStatus
from sheets.services.act import Act, act, lock_character
from sheets.services.assistance import Ally, Hitch, let_go, named_others, seen_by, word_of
from sheets.services.falls import begin
from sheets.services.kinds import Kind
from sheets.services.preparation import Prepared, RollAsked, prepare
from sheets.services.refusal import Refused
from sheets.services.wounds import open_wound
from sheets.state import CharacterState
from sheets.words.assistance import hitch as said


def ask(
    *,
    seat: Seat,
    character_id: UUID,
    asked: RollAsked,
    traits: Sequence[Trait],
    reactions: Sequence[Reaction],
) -> Entry | None:
    """Ask the chosen allies who have not agreed to this very roll. What they are shown is kept.

    They are shown the dice of those who agreed already and their own, and nobody else's.
    """
    with act(seat=seat, kind=Kind.HELP_ASKED) as current:
        play = lock_character(current, character_id, scars=bool(asked.scars))
        allies = _lock(current, play, asked.allies)
        prepared = prepare(
            campaign=current.campaign, play=play, traits=traits, reactions=reactions, asked=asked, allies=allies
        )
        to_ask = [a.ally for a in prepared.allies if a.hitch and a.hitch.may_be_asked]
        if not to_ask:
            raise Refused(_("Tick an ally who is still to be asked."), field="allies")
        unsure = sum(a.hitch is not None for a in prepared.allies)
        shown = replace(prepared.shared, d6=prepared.shared.d6 - unsure + 1).as_json()
        for ally in to_ask:
            ally.asked.status, ally.asked.agreed = AssistanceStatus.ASKED, None
            ally.asked.shown = shown
        current.facts |= named_others([ally.pk for ally in to_ask])
    return current.entry


def answer(*, seat: Seat, character_id: UUID, roller_id: UUID, agree: bool, seen: str = "") -> Entry | None:
    """Give one's word for a character to help with a roll, refuse it, or take it back before the roll.

    `seen` is the digest of what the ally was shown; if that no longer holds the word is not taken.
    """
    with act(seat=seat, kind=Kind.HELP_ANSWERED) as current:
        play, asked = _wanted(current, character_id, roller_id)
        if agree:
            if play.state is not State.ACTIVE:
                raise Refused(said(Hitch.DOWN, str(play.character)))
            if seen != seen_by(play, asked, current.campaign):
                raise Refused(_("What you would risk has changed. Look at it again before you answer."))
            asked.status, asked.agreed = AssistanceStatus.AGREED, word_of(play, asked, current.campaign)
        else:
            asked.status, asked.agreed = AssistanceStatus.DECLINED, None
        current.facts = {"agree": agree, "mortal": bool(asked.shown["mortal"]), **named_others([roller_id])}
    return current.entry


def spare(*, seat: Seat, character_id: UUID, roller_id: UUID, spared: bool) -> Entry | None:
    """The GM's word that a helper does not share the danger of the roll, or shares it after all (D6)."""
    with act(seat=seat, kind=Kind.HELP_SPARED) as current:
        _play, asked = _wanted(current, character_id, roller_id)
        asked.spared = spared
        current.facts = {"spared": spared, **named_others([roller_id])}
    return current.entry


def _wanted(current: Act, character_id: UUID, roller_id: UUID) -> tuple[CharacterState, Assistance]:
    play = lock_character(current, character_id, asked_by=[roller_id])
    asked = next((a for a in play.helps if a.open), None)
    if asked is None:
        raise Refused(_("This help is not asked for any more."))
    return play, asked


def wants_help() -> Exists:
    """Whether the character that is asked for has asked anyone, whatever the answers."""
    return Exists(Assistance.objects.filter(roller=OuterRef("pk")).exclude(status=AssistanceStatus.NONE))


def lock_allies(current: Act, play: CharacterState, ids: Collection[UUID]) -> list[Ally]:
    """Lock the chosen allies of a roll, and all who were asked to help with it; nobody, at no cost, if nobody was.

    The character has to be read along with `wants_help`.
    """
    return _lock(current, play, ids) if ids or getattr(play.character, "wants_help", False) else []


def _lock(current: Act, play: CharacterState, ids: Collection[UUID]) -> list[Ally]:
    roller = play.character
    helps = {a.helper_id: a for a in Assistance.objects.filter(roller=roller)}
    wanted = {*ids, *(pk for pk, asked in helps.items() if asked.open)}
    rows = Character.objects.filter(campaign=current.campaign, removed_at=None, pk__in=wanted).exclude(pk=roller.pk)
    rows = rows.select_related("sheet").select_for_update(of=("self",)).order_by("name_key", "pk")
    plays = {c.pk: CharacterState(c, c.sheet) for c in rows}
    for wound in Wound.objects.filter(character__in=plays, status=WoundStatus.OPEN).select_related("wording"):
        plays[wound.character_id].wounds.append(wound)
    allies = []
    for pk, ally in plays.items():
        asked = helps.get(pk) or Assistance(roller=roller, helper=ally.character)
        ally.helps.append(asked)
        current.add(ally)
        allies.append(Ally(ally, asked))
    return allies


def share(current: Act, prepared: Prepared, faces: Faces, allies: Sequence[Ally]) -> None:
    """Let the helpers of a roll take its severity through their own slots; what was asked for it is used up (D6)."""
    if prepared.allies:
        current.facts["helpers"] = [_befalls(current, prepared, faces, a.ally) for a in prepared.allies]
        current.facts |= named_others([a.ally.pk for a in prepared.allies])
    for ally in allies:
        let_go(ally.asked)


def _befalls(current: Act, prepared: Prepared, faces: Faces, ally: Ally) -> dict[str, Any]:
    """What becomes of one helper, for the log. A fall takes the twist dice that were really thrown (O3)."""
    told: dict[str, Any] = {"of": ally.pk.hex, "spared": ally.spared, "threatened": prepared.stakes.threatens_body}
    if ally.spared:
        return told
    result = resolve_helper(faces, prepared.stakes, ally.play.ticked, ally.play.state)
    with current.told_apart() as facts:
        if result.placement and result.placement.slot:
            open_wound(current, ally.play, result.placement.slot)
            facts["cascaded"] = result.placement.cascaded
        if result.cause:
            begin(current, ally.play, result.cause, exit_dice=result.exit_dice, roll=current.roll)
    return told | facts
