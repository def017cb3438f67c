"""One of several processes that act on one character: python -m tests.sheets.services.hammer SEAT CHARACTER SEED

It says `ready` when it could begin and begins at the next line of its input, with all the others. At the end
it prints one JSON object: the entries that its acts left, by kind, and how many were refused.
"""

import json
import os
import random
import sys
from typing import Any
from uuid import UUID

ACTS = 60


def hammer(seat_id: UUID, character_id: UUID, seed: int) -> dict[str, object]:
    """Wound and heal at random; what is refused is counted, what fails otherwise ends the process."""
    from rules.impact.terms import Severity, Slot
    from sheets.models import Seat
    from sheets.services import wounds
    from sheets.services.refusal import Refused

    chance = random.Random(seed)
    seat = Seat.objects.select_related("campaign").get(pk=seat_id)
    made: list[str] = []
    refused = 0
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(ACTS):
        slot = chance.choice(list(Slot))
        severity = chance.choice([Severity.LIGHT, Severity.GRAVE, Severity.CRITICAL])
        who: Any = {"seat": seat, "character_id": character_id}
        act = chance.choice(
            [
                lambda: wounds.tick(slot=slot, name=f"{seed}-{number}", **who),  # noqa: B023 -- called at once
                lambda: wounds.inflict(severity=severity, **who),  # noqa: B023
                lambda: wounds.heal(slot=slot, **who),  # noqa: B023
                lambda: wounds.heal(slot=slot, **who),  # noqa: B023
            ]
        )
        try:
            entry = act()
        except Refused:
            refused += 1
        else:
            assert entry is not None
            made.append(str(entry.pk))
    return {"made": made, "refused": refused}


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "impact_site.settings")
    django.setup()
    seat, character, seed = sys.argv[1:]
    print(json.dumps(hammer(UUID(seat), UUID(character), int(seed))), flush=True)


if __name__ == "__main__":
    main()
