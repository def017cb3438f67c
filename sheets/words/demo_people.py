"""The four characters of the demo, as their players would have written them; invented for it."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Told:
    """A whole sheet in words. `player` is the name of the seat that plays it."""

    player: str
    name: str
    concept: Promise
    drive: Promise
    flaw: Promise
    tension: Promise
    imprints: tuple[Promise, ...]
    marks: tuple[Promise, ...]
    backpack: tuple[Promise, ...]
    # Name, what sets it off, what the character does, what ends it.
    reactions: tuple[tuple[Promise, Promise, Promise, Promise], ...]
    # Text and term: short, medium, long.
    objectives: tuple[tuple[Promise, str], ...]
    notes: Promise


ODILE = Told(
    player="Camille",
    name="Odile Tran",
    concept=_("A diver struck off the rolls. She still counts the seconds when she crosses a street."),
    drive=_("To bring someone back to the surface, once, only once."),
    flaw=_("She stays under longer than she must, to know whether she can."),
    tension=_("Save the others, or stop drowning with them."),
    imprints=(_("River brigade"), _("Child of the locks")),
    marks=(_("A cool head when breath runs out"), _("Hears a current before she sees it")),
    backpack=(_("Diving lamp, almost empty"), _("The brigade’s crowbar"), _("Two-channel radio")),
    reactions=(
        (
            _("When radios go silent"),
            _("A voice is cut off in the middle of a word."),
            _("She goes on and answers nobody."),
            _("Someone lays a hand on her shoulder."),
        ),
    ),
    objectives=((_("Open the pumping station before the tide"), "short"), (_("Find Ruben’s notebook"), "medium")),
    notes=_("Ruben went down into the east gallery eleven years ago. His line came back cut, not torn."),
)
BASILE = Told(
    player="Idriss",
    name="Basile Oumarou",
    concept=_("Lock-keeper by night. He knows every gate, and who lost the key of each."),
    drive=_("To keep the town dry without anyone knowing it."),
    flaw=_("He believes that to ask for help is to give way already."),
    tension=_("Hold on alone, or trust someone."),
    imprints=(_("Master of the sluices"), _("Thirty winters on watch")),
    marks=(_("A broad back"), _("Remembers every plan he has unfolded")),
    backpack=(_("A ring of a hundred keys"), _("A dented flask"), _("The duty book, 1987 to now")),
    reactions=(
        (
            _("The gate of 1987"),
            _("Someone speaks of the great flood."),
            _("He checks every bolt, twice."),
            _("Someone gives him back a key."),
        ),
    ),
    objectives=((_("Shut the east channel for good"), "long"), (_("Get Hanne out of here unhurt"), "short")),
    notes=_("The town hall pays for six gates. There are seven."),
)
HANNE = Told(
    player="Lou",
    name="Hanne Verdier",
    concept=_("A reporter of the upper bank, twice dismissed, three times published."),
    drive=_("That the names of the drowned be printed in full."),
    flaw=_("She likes a true story better than a living friend."),
    tension=_("The truth, or the people in it."),
    imprints=(_("A pen without a net"), _("Daughter of the upper bank")),
    marks=(_("Nobody notices her"), _("Never forgets a voice")),
    backpack=(_("Tape recorder"), _("A press card, out of date"), _("Three dry cigarettes")),
    reactions=(
        (
            _("The communiqué"),
            _("Someone lies to her face."),
            _("She laughs, then she bites."),
            _("She writes down the exact sentence."),
        ),
    ),
    objectives=((_("Make the gatekeeper talk"), "short"), (_("Publish before the inquiry closes"), "medium")),
    notes=_("Second source: the vet of the lower docks. She wants no money, which worries me."),
)
NOUR = Told(
    player="Sacha",
    name="Nour Castang",
    concept=_("Vet of the lower docks. She sews up dogs by day, and by night whoever comes in by the back door."),
    drive=_("That nobody dies for want of a door to knock on."),
    flaw=_("She owes everyone a favour, and forgets to whom."),
    tension=_("Look after all of them, or choose."),
    imprints=(_("Steady hands"), _("Back doors of the lower docks")),
    marks=(_("Talks to what is afraid"), _("Sleeps standing up")),
    backpack=(_("Suture kit"), _("A bottle of something strong"), _("Boat hook")),
    reactions=(
        (
            _("Counting debts"),
            _("Someone calls her by her first name and smiles."),
            _("She says yes before she has heard what it is."),
            _("She says no to someone, out loud."),
        ),
    ),
    objectives=((_("Bring the four of them home"), "short"), (_("Be owed nothing, and owe nothing"), "long")),
    notes=_("Basile’s shoulder: back in its socket, but no lifting before Sunday. He will lift before Sunday."),
)
PEOPLE = (ODILE, BASILE, HANNE, NOUR)

TABLE = _("Low Water")
VISITOR = _("Visitor")
# What was announced, and how wounds were named, in the order of play.
SCAR = _("The dog’s bite")
SCAR_WEIGHS = _("When teeth show: a dog, or someone who is about to hit.")
SCAR_FORGES = _("When someone is in pain and will let nobody near.")
GATE = _("The lock gate swings free: whoever stands below it is crushed against the wall.")
PALM = _("Palm laid open on the glass")
PUMPS = _("The pump room fills. Whoever stays under swallows water.")
LUNG = _("A drowned lung, it whistles")
SHOULDER = _("Shoulder put out by the sluice")
VAULT = _("The vault gives way over your heads. Whoever is under it stays under it.")
VAULT_OVER = _("whoever is still in the gallery")
RISING = _("The water rises by a hand every minute, and the way out is on the other side of it.")
GM_NOTES = _("The seventh gate opens from inside. If they find the duty book, the town hall sends someone.")
