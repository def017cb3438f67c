"""A roll about to be made: its pool, its stakes, its exact odds, and a fingerprint of all that was shown.

The panel, its odds and the roll itself all go through `prepare`, so they cannot disagree.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from rules.errors import Refusal, RuleError
from rules.impact.odds import Odds, odds
from rules.impact.pool import Pool, PoolChoice, Source, build_pool
from rules.impact.scars import ScarEffect, ScarSide
from rules.impact.severity import Stakes
from rules.impact.terms import Advantage, Channel, Danger, Intention, State, Weave, WoundRule
from sheets.models import Announcement, Campaign, Reaction, Ruling, Trait, TraitKind, Wound
from sheets.services.assistance import Allied, Ally, Shared, facts_of, judge_allies, shared_by
from sheets.services.engaged_scars import Side, engaged_sides
from sheets.services.refusal import Refused, rules_in_words
from sheets.state import CharacterState, lying, mode_of, table_of

TRAIT_SOURCES = {
    TraitKind.IMPRINT: Source.IMPRINT,
    TraitKind.MARK: Source.MARK,
    TraitKind.BACKPACK: Source.BACKPACK,
}
WEAVE_SOURCES = {
    Weave.DRIVE: Source.WEAVE_DRIVE,
    Weave.FLAW: Source.WEAVE_FLAW,
    Weave.REACTION: Source.WEAVE_REACTION,
}


@dataclass(frozen=True)
class RollAsked:
    """What was chosen in the panel. Ids are those of the character's own rows; unknown ones are refused."""

    intention: Intention = Intention.ACT
    traits: frozenset[int] = frozenset()
    prepared: bool = False
    # Allies whose help is wanted, by their ids; and how many others the GM speaks for.
    allies: frozenset[UUID] = frozenset()
    helpers: int = 0
    advantage: Advantage = Advantage.NONE
    weave: Weave | None = None
    reaction: int | None = None
    boost: bool = False
    silence_chaos: bool = False
    overcome_wound: bool = False
    wound_engaged: bool = False
    # None: as many dice as the scene holds.
    scene_chaos: int | None = None
    danger: Danger | None = None
    channel: Channel = Channel.BODY
    mortal: bool = False
    eased: bool = False
    # The wound that the action is to heal (H3).
    heals: UUID | None = None
    # The sides of scars that are engaged (K2).
    scars: frozenset[tuple[UUID, ScarSide]] = frozenset()


@dataclass(frozen=True)
class Prepared:
    """A roll ready to be thrown. `lines` say where each die comes from, with the row's name if it has one."""

    asked: RollAsked
    pool: Pool
    lines: tuple[dict[str, Any], ...]
    stakes: Stakes
    odds: Odds
    sparks_left: int
    redemptions_this_arc: int
    shared: Shared
    allies: tuple[Allied, ...]
    fingerprint: str

    @property
    def unsettled(self) -> list[Allied]:
        """The allies that this roll cannot count on; with any of them nothing is rolled."""
        return [allied for allied in self.allies if allied.hitch]

    @property
    def to_ask(self) -> bool:
        """Whether asking would help with any of them."""
        return any(allied.hitch.may_be_asked for allied in self.allies if allied.hitch)


def prepare(
    *,
    campaign: Campaign,
    play: CharacterState,
    traits: Sequence[Trait],
    reactions: Sequence[Reaction],
    asked: RollAsked,
    allies: Sequence[Ally] = (),
) -> Prepared:
    """Build the pool and the odds of what is asked. Raises Refused, naming the panel's field.

    `allies` hold those whose help is wanted, and may hold more.
    """
    if play.state is not State.ACTIVE:
        code = Refusal.DEAD if play.state is State.DEAD else Refusal.NOT_ACTIVE
        with rules_in_words():
            raise RuleError(code, "pool")
    asked = under_the_scene(campaign, play, asked)
    if asked.advantage is not Advantage.NONE and not lying(campaign).get(asked.advantage):
        raise Refused(_("This advantage was used already."), field="advantage")
    helping = [ally for ally in allies if ally.pk in asked.allies]
    if len(helping) != len(asked.allies):
        raise Refused(_("One of these allies is not at this table."), field="allies")
    chosen = _chosen_traits(traits, asked)
    _refuse_unwritten_weave(play, reactions, asked)
    with rules_in_words():
        sides = engaged_sides(play, asked.scars, engaged_wound(campaign, play, asked))
        pool = build_pool(_pool_choice(chosen, asked, sides), play.body, table_of(campaign))
    stakes = Stakes(
        danger=asked.danger,
        channel=asked.channel,
        mortal=asked.mortal and asked.danger is not None and asked.channel is Channel.BODY,
        intention=asked.intention,
        eased=asked.eased,
        immune=any(side.effect is ScarEffect.IMMUNITY for side in sides),
    )
    law = odds(pool.d6, pool.critical_d6, pool.d8, pool.d10, stakes, play.ticked, mode_of(campaign))
    lines = tuple(_lines_shown(pool, chosen, asked, sides))
    left = play.sheet.sparks - pool.cost
    shared = shared_by(pool, stakes, standing_over(campaign, play))
    allied = judge_allies(helping, shared, campaign)
    shown = _fingerprint(campaign, play, stakes, lines, odds_as_json(law), left, facts_of(allied))
    return Prepared(asked, pool, lines, stakes, law, left, play.sheet.redemptions_this_arc, shared, allied, shown)


def engaged_wound(campaign: Campaign, play: CharacterState, asked: RollAsked) -> Wound | None:
    """The wound that adds dice to this roll, if one does: the worst (W4, W6)."""
    counts = asked.wound_engaged or campaign.wound_rule == WoundRule.WOUND_DICE.value
    return list(play.open_wounds.values())[-1] if counts and play.open_wounds else None


def under_the_scene(campaign: Campaign, play: CharacterState, asked: RollAsked) -> RollAsked:
    """What is asked, with what the GM has laid over it: the announced danger, the chaos, an accepted ruling."""
    if asked.scene_chaos is None:
        asked = replace(asked, scene_chaos=campaign.scene_chaos)
    if play.sheet.ruling == Ruling.GO:
        asked = replace(asked, wound_engaged=True)
    standing = standing_over(campaign, play)
    if standing is None:
        return asked
    return replace(asked, danger=standing.danger, channel=Channel(standing.channel), mortal=standing.mortal)


def standing_over(campaign: Campaign, play: CharacterState) -> Announcement | None:
    """The announced danger that has this character in its scope, if any."""
    standing = campaign.danger
    return standing if standing and standing.concerns(play.character) else None


def _chosen_traits(traits: Sequence[Trait], asked: RollAsked) -> dict[TraitKind, list[Trait]]:
    own = {t.pk: t for t in traits if not t.lost}
    if not asked.traits <= own.keys():
        raise Refused(_("One of these traits is lost or is not this character's."), field="traits")
    return {kind: [t for t in own.values() if t.pk in asked.traits and t.kind == kind] for kind in TraitKind}


def _refuse_unwritten_weave(play: CharacterState, reactions: Sequence[Reaction], asked: RollAsked) -> None:
    written = {
        None: True,
        Weave.DRIVE: bool(play.sheet.drive),
        Weave.FLAW: bool(play.sheet.flaw),
        Weave.REACTION: any(r.pk == asked.reaction for r in reactions),
    }
    if not written[asked.weave]:
        raise Refused(_("This part of the weave is not written on the sheet."), field="weave")


def _pool_choice(chosen: dict[TraitKind, list[Trait]], asked: RollAsked, sides: Sequence[Side]) -> PoolChoice:
    return PoolChoice(
        imprints=len(chosen[TraitKind.IMPRINT]),
        mark=bool(chosen[TraitKind.MARK]),
        backpack=bool(chosen[TraitKind.BACKPACK]),
        prepared=asked.prepared,
        helpers=asked.helpers + len(asked.allies),
        advantage=asked.advantage,
        weave=asked.weave,
        boost=asked.boost,
        silence_chaos=asked.silence_chaos,
        overcome_wound=asked.overcome_wound,
        wound_engaged=asked.wound_engaged,
        scene_chaos=asked.scene_chaos or 0,
        scars=tuple(side.effect for side in sides),
    )


def _lines_shown(
    pool: Pool, chosen: dict[TraitKind, list[Trait]], asked: RollAsked, sides: Sequence[Side]
) -> Iterator[dict[str, Any]]:
    """The lines of the pool as plain JSON: source, dice, and the rows that each came from (R07)."""
    scars = iter(sides)
    for line in pool.lines:
        shown: dict[str, Any] = {"source": line.source.value}
        shown |= {kind: count for kind in ("d6", "critical_d6", "d8", "d10") if (count := getattr(line, kind))}
        for kind, source in TRAIT_SOURCES.items():
            if line.source is source:
                shown["traits"] = [t.pk for t in chosen[kind]]
        if line.source is Source.ASSISTANCE and asked.allies:
            shown["allies"] = sorted(pk.hex for pk in asked.allies)
        if line.source is Source.WEAVE_REACTION:
            shown["reaction"] = asked.reaction
        if line.source is Source.SCAR:
            side = next(scars)
            shown |= {"scar": side.scar.pk.hex, "effect": side.effect.value}
        yield shown


def _fingerprint(campaign: Campaign, play: CharacterState, stakes: Stakes, *more: Any) -> str:
    """A digest of everything that the odds region shows; if it changes, nothing may be rolled on it."""
    shown = [
        [stakes.danger and stakes.danger.value, stakes.channel.value, stakes.mortal, stakes.resist],
        [stakes.eased, stakes.immune],
        sorted(slot.value for slot in play.ticked),
        campaign.danger_id and campaign.danger_id.hex,
        campaign.contract_version,
        campaign.lethality,
        campaign.lethal_redemption,
        play.sheet.redemptions_this_arc,
        *more,
    ]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:32]


def odds_as_json(law: Odds) -> dict[str, Any]:
    """The law as strings of fractions, to be kept with the roll (X1)."""
    return {
        "outcome": {k.value: str(v) for k, v in law.outcome.items()},
        "landing": {k.value: str(v) for k, v in law.landing.items()},
        "out_of_play": str(law.out_of_play),
        "death": str(law.death),
    }
