"""Acts whose news are looked at, and the pages that watch them."""

from collections.abc import Callable
from typing import Any

from rules.impact.healing import Period
from rules.impact.reading import Faces
from rules.impact.scars import ScarEffect
from rules.impact.terms import Danger, Severity, Slot, State
from sheets.live.watch import Watch
from sheets.models import Character, Choice, Scar, Seat
from sheets.services import falls, history, scars, scene, sparks, states, wounds
from sheets.services.scars import Written
from sheets.services.scene import Said
from tests.sheets.factories import ask, end_period, last_entry, pending_fall, prepare_now, roll

Act = Callable[[Seat, Character], Any]


def thrown(gm: Seat, hero: Character) -> Any:
    """The roll that shows most: every trait, a spark spent, a twist, and a wound that lands."""
    asked = ask(hero, "imprint", "mark", "backpack", danger=Danger.HIGH, scene_chaos=1, boost=True)
    pool = prepare_now(hero, asked).pool
    return roll(gm, hero, asked, Faces((2,) * pool.d6, (2,) * pool.critical_d6, (8,) * pool.d8, (1,) * pool.d10))


def ruled(gm: Seat, hero: Character) -> Any:
    return scene.rule_engaged(seat=gm, character_id=hero.pk, reason="Ton épaule ne suit plus.")


def adapted(gm: Seat, hero: Character) -> Any:
    dependency = "Marc me porte jusqu’à la porte."
    return scene.answer_ruling(seat=gm, character_id=hero.pk, choice=Choice.ADAPT, dependency=dependency)


def undone(gm: Seat, hero: Character) -> Any:
    return history.undo(seat=gm, entry=last_entry(gm), any_act=True)


def ticked(slot: Slot) -> Act:
    return lambda gm, hero: wounds.tick(seat=gm, character_id=hero.pk, slot=slot, name="Arcade ouverte")


def moved(to: State) -> Act:
    return lambda gm, hero: states.change(seat=gm, character_id=hero.pk, to=to)


def proposed(gm: Seat, hero: Character) -> Any:
    written = Written("La jambe de verre", "Courir", ScarEffect.TWIST_DIE, "Tenir bon", ScarEffect.ACTION_DIE)
    return scars.propose(seat=gm, character_id=hero.pk, written=written)


def agreed(gm: Seat, hero: Character) -> Any:
    Scar.objects.update(player_agrees=True)
    return scars.agree(seat=gm, character_id=hero.pk)


def over(gm: Seat, hero: Character) -> Any:
    return end_period(gm, Period.SESSION)


def unlocked(gm: Seat, hero: Character) -> Any:
    return scars.unlock(seat=gm, character_id=hero.pk, scar_id=Scar.objects.get().pk)


def fallen(gm: Seat, hero: Character) -> Any:
    return wounds.inflict(seat=gm, character_id=hero.pk, severity=Severity.OUT_OF_PLAY, exit_dice=3)


def exit_rolled(gm: Seat, hero: Character) -> Any:
    return falls.exit_roll(seat=gm, character_id=hero.pk, fall_id=pending_fall(hero).pk, faces=(7, 8, 1))


def redeemed(gm: Seat, hero: Character) -> Any:
    return falls.buy_back(seat=gm, character_id=hero.pk, fall_id=pending_fall(hero).pk)


def died(gm: Seat, hero: Character) -> Any:
    return falls.die(seat=gm, character_id=hero.pk, fall_id=pending_fall(hero).pk)


# Each act, and what was done before a page was opened that hears of it.
ACTS: dict[str, tuple[list[Act], Act]] = {
    "spark": ([], lambda gm, hero: sparks.change(seat=gm, character_id=hero.pk, by=1)),
    "wound": ([], lambda gm, hero: wounds.inflict(seat=gm, character_id=hero.pk, severity=Severity.GRAVE)),
    "name": ([], ticked(Slot.LIGHT_1)),
    "red zone": ([ticked(Slot.LIGHT_1), ticked(Slot.GRAVE)], ticked(Slot.CRITICAL)),
    "heal": ([ticked(Slot.LIGHT_1)], lambda gm, hero: wounds.heal(seat=gm, character_id=hero.pk, slot=Slot.LIGHT_1)),
    "danger": (
        [],
        lambda gm, hero: scene.announce(seat=gm, said=Said(Danger.HIGH, mortal=True, sentence="Tu tombes.")),
    ),
    "chaos": ([], lambda gm, hero: scene.change_chaos(seat=gm, by=1)),
    "out of play": ([], fallen),
    "exit roll": ([fallen], exit_rolled),
    "redeemed": ([fallen, exit_rolled], redeemed),
    "died": ([fallen, exit_rolled], died),
    "death taken back": ([fallen, exit_rolled, died], undone),
    "roll": ([ticked(Slot.LIGHT_1)], thrown),
    "ruling": ([ticked(Slot.GRAVE)], ruled),
    "adapted": ([ticked(Slot.GRAVE), ruled], adapted),
    "fall": ([], moved(State.NEUTRALISED)),
    "death": ([ticked(Slot.GRAVE)], moved(State.DEAD)),
    "scar proposed": ([], proposed),
    "scar drawn": ([], lambda gm, hero: scars.draw(seat=gm, character_id=hero.pk, face=2)),
    "scar borne": ([proposed], agreed),
    "scar let go": ([proposed], lambda gm, hero: scars.let_go(seat=gm, character_id=hero.pk)),
    "boon unlocked": ([proposed, agreed, over], unlocked),
    "scar undone": ([proposed, agreed], undone),
    "session over": ([ticked(Slot.LIGHT_1), proposed, agreed], over),
    "undo": ([ticked(Slot.GRAVE), thrown], undone),
}


def watch_of(seat: Seat, character: Character | None = None, language: str = "fr") -> Watch:
    """An open page of the seat that knows everything up to now."""
    return Watch(
        user_id=seat.user_id or 0,
        session_key="",
        seat_id=seat.pk,
        campaign_id=seat.campaign_id,
        is_gm=seat.is_gm,
        language=language,
        character_id=character.pk if character else None,
        number=last_entry(seat).number,
    )
