"""A kept roll as the rules' values: what it decided, read again from its faces and its stakes."""

from rules.impact.reading import Faces
from rules.impact.resolution import Resolution, resolve
from rules.impact.severity import Stakes
from rules.impact.terms import Channel, Danger, Intention, Slot
from sheets.models import Roll


def read_again(roll: Roll) -> Resolution:
    """What a kept roll decided."""
    faces = Faces(**{kind: tuple(shown) for kind, shown in roll.faces.items()})
    stakes = Stakes(
        danger=Danger(roll.danger) if roll.danger else None,
        channel=Channel(roll.channel),
        mortal=roll.mortal,
        intention=Intention(roll.intention),
        eased=roll.eased,
        immune=roll.immune,
    )
    return resolve(faces, stakes, frozenset(Slot(name) for name in roll.ticked))
