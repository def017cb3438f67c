"""The four wound slots: where a wound lands, and what the ticked slots amount to (W1-W5, H4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.errors import Refusal, RuleError
from rules.impact.terms import Landing, Severity, Slot


@dataclass(frozen=True)
class Placement:
    """Where a wound goes. `slot` is the slot that it ticks, None for no wound or out of play.

    `cascaded`: it went higher than its severity; `passed`: the taken slots that it went over.
    """

    slot: Slot | None = None
    out_of_play: bool = False
    cascaded: bool = False
    passed: tuple[Slot, ...] = ()

    @property
    def landing(self) -> Landing:
        """The same place as one word (X1)."""
        if self.out_of_play:
            return Landing.OUT_OF_PLAY
        return Landing(self.slot.value) if self.slot else Landing.UNHURT


def place(ticked: frozenset[Slot], severity: Severity) -> Placement:
    """Place a wound of a severity over the slots ticked now (W2, W3)."""
    if severity is Severity.NONE:
        return Placement()
    if severity is Severity.OUT_OF_PLAY:
        return Placement(out_of_play=True)
    candidates = [slot for slot in Slot if slot.severity >= severity]
    free = next((slot for slot in candidates if slot not in ticked), None)
    if free is None:
        return Placement(out_of_play=True, cascaded=True, passed=tuple(candidates))
    # The other light slot is no step up: only slots of a lower severity than the landing were passed.
    passed = tuple(slot for slot in candidates if slot.severity < free.severity)
    return Placement(slot=free, cascaded=bool(passed), passed=passed)


def tick(ticked: frozenset[Slot], slot: Slot) -> frozenset[Slot]:
    """The slots with one more ticked (H4). Raises RuleError SLOT_ALREADY_TICKED, field `slot`."""
    if slot in ticked:
        raise RuleError(Refusal.SLOT_ALREADY_TICKED, "slot", {"slot": slot.value})
    return ticked | {slot}


def clear(ticked: frozenset[Slot], slot: Slot) -> frozenset[Slot]:
    """The slots with one cleared (H3, H4). Raises RuleError SLOT_ALREADY_FREE, field `slot`."""
    if slot not in ticked:
        raise RuleError(Refusal.SLOT_ALREADY_FREE, "slot", {"slot": slot.value})
    return ticked - {slot}


def wound_level(ticked: frozenset[Slot]) -> Severity:
    """The severity of the worst ticked slot, none if all are free (W4)."""
    return max((slot.severity for slot in ticked), default=Severity.NONE)


def red_zone(ticked: frozenset[Slot]) -> bool:
    """Whether the critical slot is ticked (W5)."""
    return Slot.CRITICAL in ticked


def margin(ticked: frozenset[Slot]) -> Mapping[Severity, int]:
    """How many wounds of each severity (light, grave, critical) still find a slot; the next one is out of play (W2)."""
    return MappingProxyType(
        {
            severity: sum(slot.severity >= severity for slot in Slot if slot not in ticked)
            for severity in (Severity.LIGHT, Severity.GRAVE, Severity.CRITICAL)
        }
    )
