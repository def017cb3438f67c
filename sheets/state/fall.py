"""A character's falls between rows and things."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.impact.terms import ScarDue
from sheets.models import STANDING, Fall, FallStatus
from sheets.state.things import Things

FIELDS = ("status", "end", "exit_d8", "physical", "closing")


def fall_things(falls: Sequence[Fall]) -> Things:
    """How far each fall has come; the scar that it leaves due is a thing of its own, since it is written later."""
    things: Things = {}
    for fall in falls:
        if fall.status == FallStatus.TAKEN_BACK:
            continue
        things[f"fall.{fall.pk.hex}"] = {name: getattr(fall, name) for name in FIELDS}
        if fall.scar_due != ScarDue.NONE.value:
            things[f"scar_due.{fall.pk.hex}"] = fall.scar_due
    return things


def restore_falls(falls: Sequence[Fall], things: Mapping[str, Any]) -> None:
    """Set the falls that the things name."""
    for fall in falls:
        if f"fall.{fall.pk.hex}" in things:
            # Without a value the fall never came.
            value = things[f"fall.{fall.pk.hex}"] or {"status": FallStatus.TAKEN_BACK}
            for name, kept in value.items():
                setattr(fall, name, kept)
        if f"scar_due.{fall.pk.hex}" in things:
            fall.scar_due = things[f"scar_due.{fall.pk.hex}"] or ScarDue.NONE.value


def save_falls(falls: Sequence[Fall], names: set[str]) -> None:
    """Save new and changed falls; the one that stands comes last, as there is only one at a time."""
    changed = [f for f in falls if names & {f"fall.{f.pk.hex}", f"scar_due.{f.pk.hex}"}]
    for fall in sorted(changed, key=lambda f: f.status in STANDING):
        if fall._state.adding:
            fall.save(force_insert=True)
        else:
            fall.save(update_fields=[*FIELDS, "scar_due"])
