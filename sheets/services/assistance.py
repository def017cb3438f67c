"""What an ally shares of a roll, and whether their word still covers it (P6, D6)."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any
from uuid import UUID

from django.db.models import FilteredRelation, Q

from rules.impact.odds import Odds, odds, riskier
from rules.impact.pool import Pool
from rules.impact.severity import Stakes
from rules.impact.terms import Channel, Danger, Mode, Slot, State
from sheets.models import Announcement, Assistance, AssistanceStatus, Campaign, Character, Wound, WoundStatus
from sheets.state import NOTHING, Around, CharacterState, mode_of
from sheets.words.assistance import note


class Hitch(Enum):
    """Why a roll cannot count on an ally as things stand."""

    NOT_ASKED = "not_asked"
    WAITING = "waiting"
    DECLINED = "declined"
    # Asked or agreed for less than what is at stake now.
    CHANGED = "changed"
    DOWN = "down"

    @property
    def may_be_asked(self) -> bool:
        """Whether asking (again) would help."""
        return self in (Hitch.NOT_ASKED, Hitch.DECLINED, Hitch.CHANGED)


@dataclass(frozen=True)
class Shared:
    """What helpers share: the stakes and the dice of a roll. `announcement` is the id of the danger, if one stands."""

    announcement: str | None
    danger: str
    channel: str
    mortal: bool
    eased: bool
    d6: int
    critical_d6: int
    d8: int
    d10: int

    @property
    def stakes(self) -> Stakes:
        """The stakes as they are for a helper: without resist and immunity."""
        danger = Danger(self.danger) if self.danger else None
        return Stakes(danger, Channel(self.channel), self.mortal, eased=self.eased)

    def law(self, ticked: frozenset[Slot], mode: Mode) -> Odds:
        """The exact law for a helper with these slots (X1)."""
        return odds(self.d6, self.critical_d6, self.d8, self.d10, self.stakes, ticked, mode)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Ally:
    """One whose help is wanted, and what was asked of them so far."""

    play: CharacterState
    asked: Assistance

    @property
    def spared(self) -> bool:
        return self.asked.spared

    @property
    def pk(self) -> UUID:
        return self.play.character.pk


@dataclass(frozen=True)
class Allied:
    """An ally of a roll that is prepared, and why it cannot count on them, if it cannot."""

    ally: Ally
    hitch: Hitch | None


def shared_by(pool: Pool, stakes: Stakes, standing: Announcement | None) -> Shared:
    """What a roll would have its helpers share."""
    return Shared(
        announcement=standing.pk.hex if standing else None,
        danger=stakes.danger.value if stakes.danger else "",
        channel=stakes.channel.value,
        mortal=stakes.mortal,
        eased=stakes.eased,
        d6=pool.d6,
        critical_d6=pool.critical_d6,
        d8=pool.d8,
        d10=pool.d10,
    )


def judge_allies(allies: Sequence[Ally], shared: Shared, campaign: Campaign) -> tuple[Allied, ...]:
    """Each ally of a roll, and what hinders. Those who agreed are counted on; of the others, each on their own die."""
    unsure = [ally for ally in allies if ally.asked.status != AssistanceStatus.AGREED]
    certain = replace(shared, d6=shared.d6 - len(unsure))
    own = replace(certain, d6=certain.d6 + 1)
    return tuple(Allied(a, _hitch(a, own if a in unsure else certain, campaign)) for a in allies)


def _hitch(ally: Ally, now: Shared, campaign: Campaign) -> Hitch | None:
    if ally.play.state is not State.ACTIVE:
        return Hitch.DOWN
    if not ally.asked.open:
        return Hitch.NOT_ASKED
    if ally.asked.status == AssistanceStatus.DECLINED:
        return Hitch.DECLINED
    if _grew(Shared(**ally.asked.shown), now, ally.play.ticked, mode_of(campaign)) and not ally.spared:
        return Hitch.CHANGED
    if ally.asked.status == AssistanceStatus.ASKED:
        return Hitch.WAITING
    return None if _stands(ally, campaign) else Hitch.CHANGED


def _grew(shown: Shared, now: Shared, ticked: frozenset[Slot], mode: Mode) -> bool:
    """Whether a roll threatens a helper more, or otherwise, than what they were shown."""
    if not now.stakes.threatens_body:
        return False
    if now.announcement != shown.announcement or now.mortal > shown.mortal or now.d8 > shown.d8:
        return True
    return riskier(now.law(ticked, mode), shown.law(ticked, mode))


def _stands(ally: Ally, campaign: Campaign) -> bool:
    """Whether the word was given under this contract, over these slots, and with no more of the GM's grace."""
    if ally.spared:
        return True
    given = ally.asked.agreed or {}
    return given == word_of(ally.play, ally.asked, campaign)


def word_of(play: CharacterState, asked: Assistance, campaign: Campaign) -> dict[str, Any]:
    """What an ally's word rests on, besides what was shown."""
    return {
        "version": campaign.contract_version,
        "ticked": sorted(slot.value for slot in play.ticked),
        "spared": asked.spared,
    }


def seen_by(play: CharacterState, asked: Assistance, campaign: Campaign) -> str:
    """A digest of all that the ally is shown; a word given on anything else does not count."""
    shown = [asked.shown, word_of(play, asked, campaign), play.character.state, campaign.lethality]
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:32]


def let_go(asked: Assistance) -> None:
    """Nothing is asked any more: used up, or the scene is over."""
    for name, value in NOTHING.items():
        setattr(asked, name, value)


def around(play: CharacterState) -> list[Around]:
    """The others in play at the character's table with the help between them, in one look, kept with `play`."""
    if play.around is None:
        me = play.character.pk
        rows = Character.objects.filter(campaign=play.character.campaign_id, removed_at=None).exclude(pk=me)
        rows = rows.annotate(
            given=FilteredRelation("helping", condition=Q(helping__roller=me)),
            wanted=FilteredRelation("helped_by", condition=Q(helped_by__helper=me)),
        )
        found = rows.select_related("given", "wanted", "sheet")  # type: ignore[misc]
        play.around = [Around(c, getattr(c, "given", None), getattr(c, "wanted", None)) for c in found]
    return play.around


def allies_of(play: CharacterState, ids: Collection[UUID]) -> list[Ally]:
    """Those of the others whose help is wanted, for reading: with their open wounds."""
    wanted = [other for other in around(play) if other.character.pk in ids] if ids else []
    plays = {other.character.pk: CharacterState(other.character, other.character.sheet) for other in wanted}
    if plays:
        for wound in Wound.objects.filter(character__in=plays, status=WoundStatus.OPEN):
            plays[wound.character_id].wounds.append(wound)
    return [_ally(play.character, plays[other.character.pk], other.given) for other in wanted]


def _ally(roller: Character, play: CharacterState, given: Assistance | None) -> Ally:
    return Ally(play, given or Assistance(roller=roller, helper=play.character))


def facts_of(allied: Sequence[Allied]) -> list[list[Any]]:
    """What odds that were shown say of the allies, as plain values."""
    return [[a.ally.pk.hex, a.ally.spared, a.hitch and a.hitch.value] for a in allied]


def named_others(ids: Sequence[UUID]) -> Mapping[str, list[str]]:
    """Whom an entry is about besides its own character."""
    return {"others": [pk.hex for pk in ids]}


@dataclass(frozen=True)
class AllyShown:
    """Another at the table as a row of the panel."""

    pk: UUID
    name: str
    note: str
    asked: bool
    agreed: bool
    spared: bool


def allies_shown(play: CharacterState) -> list[AllyShown]:
    """The others in play who can help, and those who were asked, by name."""
    shown = []
    for other in around(play):
        asked = other.given if other.given and other.given.open else None
        if asked or other.character.state == State.ACTIVE.value:
            status, spared = (asked.status, asked.spared) if asked else ("", False)
            agreed = status == AssistanceStatus.AGREED
            told = note(status, spared=spared)
            shown.append(AllyShown(other.character.pk, str(other.character), told, bool(asked), agreed, spared))
    return shown


def ally_rows(play: CharacterState) -> list[tuple[AllyShown, bool]]:
    """The rows of a fresh panel, and whether each is ticked."""
    hoped = allies_asked(play)
    return [(ally, ally.pk in hoped) for ally in allies_shown(play)]


def allies_to_choose(play: CharacterState) -> list[tuple[str, str]]:
    """Those whom the panel may name."""
    return [(str(other.character.pk), str(other.character)) for other in around(play)]


def allies_asked(play: CharacterState) -> list[UUID]:
    """Those who were asked and did not say no: a fresh panel has them ticked."""
    hoped = (AssistanceStatus.ASKED, AssistanceStatus.AGREED)
    return [other.character.pk for other in around(play) if other.given and other.given.status in hoped]
