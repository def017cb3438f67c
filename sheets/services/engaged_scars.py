"""The sides of scars that a roll engages, and what an engaged one costs (K2, W4)."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from rules.impact.resolution import Resolution
from rules.impact.scars import ScarEffect, ScarSide, engage
from rules.impact.terms import Outcome
from sheets.models import Scar, ScarStatus, TrayItem, Wording, Wound
from sheets.services.act import Act
from sheets.services.refusal import Refused
from sheets.state import CharacterState


@dataclass(frozen=True)
class Side:
    """One engaged side of a scar that the character bears."""

    scar: Scar
    effect: ScarEffect


@dataclass(frozen=True)
class ScarShown:
    """One side of a scar in the panel."""

    name: str
    situation: str
    effect: ScarEffect

    @property
    def dice(self) -> str:
        """The dice that it brings."""
        return ",".join(["d6"] * self.effect.d6 + ["d8"] * max(0, self.effect.d8))


def sides_to_engage(play: CharacterState) -> list[tuple[str, ScarShown]]:
    """The sides of the scars that are borne; a boon once it is unlocked, an immunity once a scene (K2, K4)."""
    rows = []
    for scar in play.scars:
        if scar.status != ScarStatus.BORNE:
            continue
        rows.append((f"{scar.pk}-burden", _shown(scar, scar.burden, scar.burden_effect)))
        if scar.unlocked and not scar.immunity_used:
            rows.append((f"{scar.pk}-boon", _shown(scar, scar.boon, scar.boon_effect)))
    return rows


def _shown(scar: Scar, situation: Wording | None, effect: str) -> ScarShown:
    return ScarShown(str(scar), situation.text if situation else "", ScarEffect(effect))


def engaged_sides(
    play: CharacterState, asked: Collection[tuple[UUID, ScarSide]], wound: Wound | None
) -> tuple[Side, ...]:
    """The engaged sides in the order of the sheet. `wound` is the one that adds dice to the roll already.

    A scar born of that very wound adds no twist die to it (W4). Raises RuleError, or Refused at the field
    `scars` for one that is not borne.
    """
    if not asked:
        return ()
    borne = {scar.pk: scar for scar in play.scars if scar.status == ScarStatus.BORNE}
    if not {pk for pk, _side in asked} <= borne.keys():
        raise Refused(_("This scar is not borne any more."), field="scars")
    sides = [
        Side(scar, effect)
        for scar in borne.values()
        for effect in engage(scar.in_rules, (scar.pk, ScarSide.BURDEN) in asked, (scar.pk, ScarSide.BOON) in asked)
    ]
    twice = {side for side in sides if wound and side.scar.wound_id == wound.pk and side.effect.d8 > 0}
    return tuple(side for side in sides if side not in twice)


def spend(current: Act, play: CharacterState, asked: Collection[tuple[UUID, ScarSide]], result: Resolution) -> None:
    """After the roll: an immunity that took a blow is used; an imposed complication waits in the tray (K2)."""
    for side in engaged_sides(play, asked, None):
        if side.effect is ScarEffect.IMMUNITY and result.judgement and result.judgement.immunity_spent:
            side.scar.immunity_used = True
        if side.effect is ScarEffect.IMPOSED_COMPLICATION:
            kind = Outcome.COMPLICATION.value
            play.tray.append(TrayItem(campaign=current.campaign, character=play.character, kind=kind))
