"""The demo's past, played through the services like any other play, with dice typed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.impact.healing import Period
from rules.impact.reading import Faces
from rules.impact.scars import ScarEffect
from rules.impact.terms import Danger, Intention, Severity, Slot, Weave
from sheets.models import Character, Reaction, Scar, Seat, Trait, TraitKind, Wound
from sheets.services import characters, history, notes, periods, rolls, scars, scene, wounds
from sheets.services.characters import SheetTexts
from sheets.services.preparation import RollAsked, prepare
from sheets.services.scars import Written
from sheets.services.scene import Said
from sheets.state import CharacterState
from sheets.words import demo_people as told
from sheets.words.demo_people import Told


@dataclass(frozen=True)
class Player:
    """A character with the seat that plays it, and the rows that a roll may lean on."""

    seat: Seat
    character: Character
    traits: list[Trait] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)


def tell(gm: Seat, seats: Mapping[str, Seat]) -> None:
    """Write the four characters, each for the seat of its player's name, and play the session behind them.

    The words are kept in the language now active. All must be free to act, and nothing announced yet.
    """
    odile, basile, hanne, nour = (_write(gm, seats[who.player], who) for who in told.PEOPLE)
    _last_time(gm, nour)
    notes.keep(seat=gm, text=str(told.GM_NOTES), version=gm.campaign.gm_notes_version)
    _roll(hanne, Faces(d6=(5, 2, 3)), TraitKind.IMPRINT)

    scene.announce(seat=gm, said=Said(Danger.NORMAL, sentence=str(told.GATE)))
    scene.change_chaos(seat=gm, by=1)
    _roll(odile, Faces(d6=(4, 1, 2), critical_d6=(3,), d8=(2, 5)), TraitKind.IMPRINT, weave=Weave.FLAW)
    _name(odile, Slot.LIGHT_1, str(told.PALM))
    _roll(nour, Faces(d6=(6, 3, 4, 1), d8=(7,)), TraitKind.IMPRINT, TraitKind.MARK)

    scene.announce(seat=gm, said=Said(Danger.HIGH, sentence=str(told.PUMPS)))
    _roll(basile, Faces(d6=(3, 2, 1, 4), d8=(4,)), TraitKind.IMPRINT, TraitKind.MARK)
    _name(basile, Slot.GRAVE, str(told.SHOULDER))
    _roll(odile, Faces(d6=(5, 3, 2), critical_d6=(4,), d8=(8, 7)), TraitKind.IMPRINT, weave=Weave.DRIVE)
    _name(odile, Slot.CRITICAL, str(told.LUNG))
    _roll(nour, Faces(d6=(4, 2, 5, 1), critical_d6=(6,), d8=(7,)), TraitKind.IMPRINT, TraitKind.BACKPACK, boost=True)

    # A slip of the GM's, taken back: it stands in the log, struck out.
    slip = wounds.inflict(seat=gm, character_id=hanne.character.pk, severity=Severity.LIGHT, name="")
    if slip:
        history.undo(seat=gm, entry=slip, any_act=True)
    vault = Said(Danger.VERY_HIGH, mortal=True, sentence=str(told.VAULT), subject=str(told.VAULT_OVER))
    scene.draft(seat=gm, said=vault)
    scene.change_chaos(seat=gm, by=1)
    scene.announce(seat=gm, said=Said(Danger.HIGH, sentence=str(told.RISING)))


def _last_time(gm: Seat, player: Player) -> None:
    """What an earlier session left: a scar that both agreed to, its boon unlocked since."""
    here = {"character_id": player.character.pk}
    name, burden, boon = map(str, (told.SCAR, told.SCAR_WEIGHS, told.SCAR_FORGES))
    written = Written(name, burden, ScarEffect.TWIST_DIE, boon, ScarEffect.ACTION_DIE)
    scars.propose(seat=player.seat, written=written, **here)
    scars.agree(seat=gm, **here)
    gm.campaign.refresh_from_db()
    plays = [CharacterState(c, c.sheet) for c in periods.characters_of(gm.campaign_id)]
    seen = periods.review(gm.campaign, Period.SESSION, plays).seen
    periods.end(seat=gm, period=Period.SESSION, care={}, seen=seen)
    scars.unlock(seat=gm, scar_id=Scar.objects.get(character=player.character).pk, **here)
    gm.campaign.refresh_from_db()


def _write(gm: Seat, seat: Seat, who: Told) -> Player:
    kinds = {TraitKind.IMPRINT: who.imprints, TraitKind.MARK: who.marks, TraitKind.BACKPACK: who.backpack}
    entry = characters.make(
        seat=gm,
        owner=seat,
        texts=SheetTexts(
            character={"name": who.name, "concept": str(who.concept), "notes": str(who.notes)},
            sheet={"drive": str(who.drive), "flaw": str(who.flaw), "tension": str(who.tension)},
            traits=[{"kind": kind.value, "name": str(n)} for kind, names in kinds.items() for n in names],
            reactions=[
                dict(zip(("name", "trigger", "response", "ending"), map(str, row), strict=True))
                for row in who.reactions
            ],
            objectives=[{"text": str(text), "term": term} for text, term in who.objectives],
        ),
    )
    character = Character.objects.select_related("sheet").get(entries=entry)
    traits, reactions = Trait.objects.filter(sheet=character.pk), Reaction.objects.filter(sheet=character.pk)
    return Player(seat, character, list(traits), list(reactions))


def _roll(player: Player, faces: Faces, *kinds: TraitKind, **asked: Any) -> None:
    """A roll that leans on the first trait of each kind, with these faces."""
    chosen = frozenset(next(t.pk for t in player.traits if t.kind == kind) for kind in kinds)
    wanted = replace(RollAsked(intention=Intention.ACT, traits=chosen), **asked)
    character = Character.objects.select_related("sheet").get(pk=player.character.pk)
    play = CharacterState(character, character.sheet, list(Wound.objects.filter(character=character)))
    player.seat.campaign.refresh_from_db()
    rows: dict[str, Any] = {"traits": player.traits, "reactions": player.reactions, "asked": wanted}
    shown = prepare(campaign=player.seat.campaign, play=play, **rows)
    rolls.make(seat=player.seat, character_id=character.pk, fingerprint=shown.fingerprint, faces=faces, **rows)


def _name(player: Player, slot: Slot, name: str) -> None:
    wound = Wound.objects.get(character=player.character, slot=slot.value)
    wounds.rename(seat=player.seat, character_id=player.character.pk, wound_id=wound.pk, name=name)
