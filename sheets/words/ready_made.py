"""Characters of our own invention, ready to be played at any table of today or nearly so (C1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class ReadyMade:
    """All texts of a sheet. `traits` by kind, `objectives` by term; `reaction`: name, trigger, response, ending."""

    name: str
    concept: Promise
    drive: Promise
    flaw: Promise
    tension: Promise
    traits: Mapping[str, Sequence[Promise]]
    reaction: Sequence[Promise]
    objectives: Mapping[str, Promise]


READY_MADE = {
    "ines": ReadyMade(
        name="Inès Corvin",
        concept=_("Night ambulance driver. She knows every street by the worst thing that happened in it."),
        drive=_("Bring everyone home alive, even those who would rather not be found."),
        flaw=_("She cannot wait: a door that stays shut is a door to be broken."),
        tension=_("Save one now, or be there for all of them tomorrow."),
        traits={
            "imprint": [_("Ten years of night calls"), _("Daughter of the harbour")],
            "mark": [_("Steady hands"), _("Drives like water")],
            "backpack": [_("First-aid bag"), _("Siren that still works"), _("Cold coffee in a flask")],
        },
        reaction=[
            _("The last call"),
            _("Somebody says that it is too late."),
            _("She goes anyway, alone if need be."),
            _("Somebody takes her hand and counts with her."),
        ],
        objectives={"short": _("Find the patient who vanished from her ambulance")},
    ),
    "milo": ReadyMade(
        name="Milo Fauvel",
        concept=_("Locksmith with too many keys. He gives back what he opens, nearly always."),
        drive=_("See what lies behind the one door that nobody could open for him."),
        flaw=_("He lies to please, then has to make the lie true."),
        tension=_("Be trusted, or be free."),
        traits={
            "imprint": [_("Raised above the key shop"), _("Two years inside")],
            "mark": [_("Hears a lock think"), _("Smile that opens doors")],
            "backpack": [_("Roll of picks"), _("Visiting cards of six other people")],
        },
        reaction=[
            _("Back to the wall"),
            _("Somebody bars the way out."),
            _("He promises anything to anyone."),
            _("He is let go, or told a truth first."),
        ],
        objectives={"short": _("Return the ring before its owner wakes"), "long": _("Learn who sold him, back then")},
    ),
    "agathe": ReadyMade(
        name="Agathe Lorme",
        concept=_("Mountain guide, retired. Her knees forecast the weather, and she argues with both."),
        drive=_("Show the way to those who will walk after her."),
        flaw=_("She never says that she is hurting, until she falls."),
        tension=_("Hold the rope, or let someone else lead."),
        traits={
            "imprint": [_("Forty winters on the ridge"), _("The rescue of ninety-one")],
            "mark": [_("Reads the sky"), _("Voice that carries")],
            "backpack": [_("Old rope, new knots"), _("Map drawn by hand"), _("Plum brandy")],
        },
        reaction=[
            _("The sound of stones"),
            _("Something breaks loose above her."),
            _("She pushes the nearest person out of the way."),
            _("Everyone has been counted, aloud."),
        ],
        objectives={"medium": _("Bring down what her brother left under the ice")},
    ),
    "sacha": ReadyMade(
        name="Sacha Belmont",
        concept=_("Radio voice of the small hours. Half the town confides in them, and they remember everything."),
        drive=_("Make the silence speak, whoever profits from it."),
        flaw=_("They would rather be listened to than be safe."),
        tension=_("Protect a secret, or tell the story."),
        traits={
            "imprint": [_("Pirate station, second floor")],
            "mark": [_("Never forgets a voice"), _("Talks anyone through the night")],
            "backpack": [_("Pocket recorder"), _("Press card, expired"), _("Headphones mended with tape")],
        },
        reaction=[
            _("Dead air"),
            _("Nobody answers any more."),
            _("They fill the silence with the first thing that hurts."),
            _("Somebody laughs, and means it."),
        ],
        objectives={"short": _("Find the listener who called from an empty house")},
    ),
}
