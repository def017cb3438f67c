"""A character's scars between rows and things."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sheets.models import Scar, ScarStatus
from sheets.state.things import Things

FIELDS = (
    "status",
    "burden_effect",
    "boon_effect",
    "gm_agrees",
    "player_agrees",
    "weighed",
    "written_in",
    "unlocked",
    "drawn",
)
TEXTS = ("name", "burden", "boon")


def scar_things(scars: Sequence[Scar]) -> Things:
    """Each scar as it is written and agreed on; its use in a scene is a thing of its own (K2)."""
    things: Things = {}
    for scar in scars:
        if scar.status == ScarStatus.TAKEN_BACK:
            continue
        written: dict[str, Any] = {name: getattr(scar, name) for name in FIELDS}
        for text in TEXTS:
            wording = getattr(scar, f"{text}_id")
            written[text] = wording and wording.hex
        things[f"scar.{scar.pk.hex}"] = written
        if scar.immunity_used:
            things[f"used.{scar.pk.hex}"] = True
    return things


def restore_scars(scars: Sequence[Scar], things: Mapping[str, Any]) -> None:
    """Set the scars that the things name."""
    for scar in scars:
        if f"scar.{scar.pk.hex}" in things:
            # Without a value the scar was never proposed.
            value = things[f"scar.{scar.pk.hex}"] or {"status": ScarStatus.TAKEN_BACK}
            for name, kept in value.items():
                if name in TEXTS:
                    setattr(scar, f"{name}_id", UUID(kept) if kept else None)
                else:
                    setattr(scar, name, kept)
        if f"used.{scar.pk.hex}" in things:
            scar.immunity_used = bool(things[f"used.{scar.pk.hex}"])


def save_scars(scars: Sequence[Scar], names: set[str]) -> None:
    """Save new and changed scars; the one that is proposed comes last, as there is only one at a time."""
    changed = [s for s in scars if names & {f"scar.{s.pk.hex}", f"used.{s.pk.hex}"}]
    for scar in sorted(changed, key=lambda s: s.status == ScarStatus.PROPOSED):
        scar.save(force_insert=scar._state.adding)
