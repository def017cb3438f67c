"""The end of a scene, a session or an arc: what heals, what is kept, what starts afresh (H0-H2, W8)."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from rules.impact.healing import Care, Closing, Period, end_of
from rules.impact.terms import Slot, State
from sheets.models import Campaign, Character, Entry, Seat, Wound, WoundStatus
from sheets.services.act import act, lock_everyone
from sheets.services.assistance import let_go
from sheets.services.kinds import Kind
from sheets.services.scene import scene_of
from sheets.state import CharacterState


@dataclass(frozen=True)
class Fate:
    """What the end of a period would do to one character's wounds."""

    play: CharacterState
    closing: Closing

    @property
    def cleared(self) -> list[tuple[Slot, Wound]]:
        return [(slot, wound) for slot, wound in self.play.open_wounds.items() if slot in self.closing.cleared]

    @property
    def proposed(self) -> list[tuple[Slot, Wound, Care]]:
        taken = self.play.open_wounds
        return [(slot, taken[slot], care) for slot, care in self.closing.proposals.items()]


@dataclass(frozen=True)
class Review:
    """An end as it would be now, before anything is changed. `seen` is a digest of it."""

    period: Period
    fates: Sequence[Fate]
    seen: str


class Stale(Exception):
    """The table is not as it was reviewed; nothing was ended. Carries the review that holds now."""

    def __init__(self, review: Review) -> None:
        super().__init__(review)
        self.review = review


def review(campaign: Campaign, period: Period, plays: Collection[CharacterState]) -> Review:
    """What the end of this period would do to these characters. The dead keep what they died with."""
    living = [play for play in plays if play.state is not State.DEAD]
    living.sort(key=lambda play: (play.character.name_key, play.character.pk))
    fates = [Fate(play, end_of(period, play.ticked)) for play in living]
    shown = [
        period.value,
        [campaign.scene_number, campaign.session_number, campaign.arc_number],
        [[fate.play.character.pk.hex, [w.pk.hex for w in fate.play.open_wounds.values()]] for fate in fates],
    ]
    return Review(period, fates, hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:32])


def end(*, seat: Seat, period: Period, care: Mapping[UUID, Care], seen: str) -> Entry | None:
    """End a period over everyone at the table, as the GM reviewed it.

    `care` says for grave and critical wounds, by their id, what becomes of them; one that is not named
    goes as the rules propose. Raises Stale if the wounds are not those that were reviewed.
    """
    with act(seat=seat, kind=Kind.PERIOD_ENDED) as current:
        scene = scene_of(current)
        present = review(current.campaign, period, lock_everyone(current))
        if present.seen != seen:
            raise Stale(present)
        current.facts = {"period": period.value, "number": getattr(current.campaign, f"{period.value}_number")}
        current.facts |= _heal(present, care)
        scene.danger = None
        _start_afresh(current.campaign, period)
    return current.entry


def _heal(present: Review, care: Mapping[UUID, Care]) -> dict[str, int]:
    """Heal and keep the wounds, and give back what the period gives back; how many wounds healed and stayed."""
    healed = kept = 0
    for fate in present.fates:
        for scar in fate.play.scars:
            scar.immunity_used = scar.immunity_used and not fate.closing.immunities_back
        for asked in fate.play.helps:
            let_go(asked)
        if fate.closing.redemptions_back:
            fate.play.sheet.redemptions_this_arc = 0
        for _slot, wound in fate.cleared:
            wound.status = WoundStatus.HEALED
            healed += 1
        for _slot, wound, proposed in fate.proposed:
            if care.get(wound.pk, proposed) is Care.HEAL:
                wound.status = WoundStatus.HEALED
                healed += 1
            else:
                wound.sessions += 1
                kept += 1
    return {"healed": healed, "kept": kept}


def _start_afresh(campaign: Campaign, period: Period) -> None:
    """A new scene starts without chaos, danger, offer or advantages; its number tells where play is (M1, P13)."""
    campaign.scene_chaos = campaign.advantages = campaign.twisted_advantages = 0
    campaign.danger_offer = ""
    campaign.scene_number += 1
    if period is not Period.SCENE:
        campaign.scene_number = 1
        campaign.session_number += 1
    if period is Period.ARC:
        campaign.arc_number += 1


def characters_of(campaign_id: UUID) -> "list[Character]":
    """Those whom the end of a period concerns: everyone in play at the table."""
    rows = Character.objects.filter(campaign=campaign_id, removed_at=None).select_related("sheet", "owner")
    return list(rows)
