"""Help: when to roll, what with, and how to read it."""

from django.utils.translation import gettext_lazy as _

from sheets.words.help.clauses import Clause, Section

SECTIONS = (
    Section(
        "when",
        _("When to roll"),
        Clause(
            ("Z1",),
            _("Roll when failing is worth playing"),
            _(
                "Dice come out when both sides of the roll would make a good scene. If one of them would only "
                "stop the game, or bore it, say what happens and go on."
            ),
            drawing="when",
        ),
        Clause(
            ("Z1-action",),
            _("The action first, then the situation"),
            _(
                "The D6 settle the action: it is done, or it is not, and that is over. A twist neither mends nor "
                "spoils it. It comes after, and changes the situation around you."
            ),
            example=_(
                "Nour wants to calm a guard dog: failure with one twist. The dog does not calm down, that is "
                "settled. But it barks at the cellar, and now everyone knows where to look."
            ),
        ),
    ),
    Section(
        "pool",
        _("Your pool"),
        Clause(
            ("P1",),
            _("What brings dice"),
            _(
                "Every roll starts with one D6: you try. Whatever fits what you do adds to it. The panel draws "
                "each die as you choose, with where it comes from."
            ),
            drawing="pool",
        ),
        Clause(
            ("P2",),
            _("Imprint"),
            _(
                "One imprint a roll: the one that says who you are right now. At a table that plays with "
                "Facettes, each further imprint that fits counts as well."
            ),
        ),
        Clause(
            ("P3", "P4"),
            _("Mark and backpack"),
            _("A mark that fits brings one die, an item one more. Several marks bring no more than one."),
        ),
        Clause(
            ("P5",),
            _("Preparation"),
            _("You got ready for exactly this, and said so at the table before."),
        ),
        Clause(
            ("P6",),
            _("Help"),
            _(
                "Each ally who helps brings one die, and shares the risk: what hits you hits them. So they say "
                "yes first, with their own odds before their eyes."
            ),
        ),
        Clause(
            ("P7",),
            _("Advantage"),
            _(
                "An advantage comes from a maneuver, or from the GM. One a roll, and it is used up. A twisted "
                "advantage is worth half."
            ),
        ),
        Clause(
            ("P9",),
            _("Weave"),
            _(
                "Your drive, your flaw or a reaction may carry the roll, one of them. It brings a critical die, "
                "which makes a Critical by itself on 6, and a twist die: you give yourself away to what moves "
                "you."
            ),
        ),
        Clause(
            ("P13",),
            _("Chaos of the scene"),
            _(
                "The GM may lend twist dice to every roll of the scene, up to six. Scars add or remove some. "
                "There are never fewer than no twist dice, and never fewer than one D6."
            ),
        ),
    ),
    Section(
        "reading",
        _("Reading the dice"),
        Clause(
            ("R6",),
            _("Always in this order"),
            _(
                "First the D6: is the action done? Then the D10, if a wound put one there. Last the D8: does the "
                "situation turn? The result unfolds in that order, one sentence a step."
            ),
            drawing="reading",
        ),
        Clause(
            ("R1",),
            _("Critical"),
            _("Two sixes, or one critical die on 6. Nothing undoes a Critical: neither wound nor chaos."),
        ),
        Clause(
            ("R2",),
            _("Success or failure"),
            _("Else only the highest D6 counts: 5 or 6, it is done; 4 or less, it is not."),
        ),
        Clause(
            ("R3",),
            _("The wound betrays you"),
            _(
                "A wound die on 10 turns a success into a failure. There are wound dice only at tables that chose"
                " that rule."
            ),
        ),
        Clause(
            ("R4",),
            _("Twists"),
            _(
                "Each D8 on 7 or 8 is a twist. None: the result stands. One: a success brings a Complication, a "
                "failure opens an Opportunity. Two or more: Disaster, whatever the D6 said."
            ),
            example=_(
                "Basile holds a gate shut: 5, 3 and 2, and one D8 on 8. The gate holds: a success. But the bolt "
                "has sheared, and it will not hold twice: a Complication."
            ),
        ),
        Clause(
            ("R5",),
            _("Sparks won by chaos"),
            _(
                "A Disaster gives you a spark, and so does a Critical over two twists. It comes when everything "
                "that the roll caused is settled, so it never pays for that roll’s own death."
            ),
        ),
        Clause(
            ("R7", "R8"),
            _("The GM’s tray"),
            _(
                "Without danger to the body a twist is told: it waits in the GM’s tray until it is placed in the "
                "story. With danger to the body the ladder speaks in its stead; a single twist that ends on "
                "nothing goes to the tray all the same."
            ),
        ),
        Clause(
            ("R9",),
            _("A Disaster over a success"),
            _(
                "What the D6 said stays in sight, and the GM says whether the action is done all the same. For a "
                "maneuver or a healing it is not."
            ),
        ),
    ),
)
