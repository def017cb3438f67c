"""A kept roll as the rules' values: what it decided, read again from its faces and its stakes."""

from rules.impact.reading import Faces
from rules.impact.resolution import Resolution, resolve, resolve_helper
from rules.impact.severity import Stakes
from rules.impact.terms import Channel, Danger, Intention, Slot
from sheets.models import Roll


def read_again(roll: Roll) -> Resolution:
    """What a kept roll decided for the one who rolled."""
    return resolve(_faces(roll), _stakes(roll), frozenset(Slot(name) for name in roll.ticked))


def read_helper(roll: Roll, ticked: frozenset[Slot]) -> Resolution:
    """What it decided for an ally who shared the danger, with these slots ticked then (D6)."""
    return resolve_helper(_faces(roll), _stakes(roll), ticked)


def _faces(roll: Roll) -> Faces:
    return Faces(**{kind: tuple(shown) for kind, shown in roll.faces.items()})


def _stakes(roll: Roll) -> Stakes:
    return Stakes(
        danger=Danger(roll.danger) if roll.danger else None,
        channel=Channel(roll.channel),
        mortal=roll.mortal,
        intention=Intention(roll.intention),
        eased=roll.eased,
        immune=roll.immune,
    )
