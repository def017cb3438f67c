"""Help: out of play, scars, healing."""

from django.utils.translation import gettext_lazy as _

from sheets.words.help.clauses import Clause, Section

SECTIONS = (
    Section(
        "out-of-play",
        _("Out of play"),
        Clause(
            ("O6",),
            _("Known before the roll"),
            _(
                "Death is announced or chosen, never a hidden accident. How many exit dice you would roll, and "
                "what each end weighs, stands on the panel before you roll."
            ),
        ),
        Clause(
            ("O8",),
            _("Where you stand"),
            _(
                "In play; neutralised, when you are down, broken or gone; deciding, while an exit roll or a "
                "redemption waits; dead. A neutralised character comes back when the GM says so. A choice that "
                "waits is kept, even if you close the page."
            ),
        ),
        Clause(
            ("O1",),
            _("The chosen sacrifice"),
            _(
                "At any time, at any table, you alone may decide that your character dies for something. No dice,"
                " and no redemption."
            ),
        ),
        Clause(
            ("O2",),
            _("An announced mortal danger"),
            _(
                "Out of play under a danger that was announced as mortal is death, without an exit roll, at every"
                " table. You knew when you went."
            ),
        ),
        Clause(
            ("O3",),
            _("The exit roll"),
            _("Otherwise you roll as many D8 as your action really carried twist dice, and count the twists."),
            drawing="exit",
        ),
        Clause(
            ("O4",),
            _("Four ways to play"),
            _("The table chooses in session zero how hard a fall is."),
            drawing="modes",
        ),
        Clause(
            ("O5",),
            _("Redemption"),
            _(
                "One spark buys a death back, any but the sacrifice, as far as the table’s mode allows. You "
                "survive, neutralised, with a scar. Without a spark, or if you want it so, you die."
            ),
        ),
        Clause(
            ("O7",),
            _("Every survival leaves a scar"),
            _("Who comes back has a scar to write. After a deus ex machina it is offered, not asked."),
        ),
        Clause(
            ("O9",),
            _("Falling without a roll"),
            _(
                "If the GM inflicts the wound that makes you fall, they say how many exit dice it carries: none "
                "unless they say so."
            ),
        ),
    ),
    Section(
        "scars",
        _("Scars"),
        Clause(
            ("K1",),
            _("Two edges"),
            _(
                "A scar weighs on you in one situation and forges you in another. Both come from the same ordeal,"
                " and neither is always on."
            ),
            example=_(
                "Odile comes back from the flooded gallery with “The sound of water”. Near running water: one "
                "twist die. When everyone else panics: one D6."
            ),
        ),
        Clause(
            ("K2",),
            _("What a side does"),
            _(
                "What weighs: one twist die, or a Complication for the tray. What forges: one D6, one twist die "
                "less, or an immunity once a scene, which makes the first harm it names nothing. Never both sides"
                " on one roll."
            ),
        ),
        Clause(
            ("K3",),
            _("Written together"),
            _(
                "You or the GM propose it, the table refines it, both of you agree. It starts from the wound that"
                " made you fall; a table of twelve is there if you want to be surprised."
            ),
        ),
        Clause(
            ("K4",),
            _("What forges comes later"),
            _(
                "First a fall is a loss. The boon is locked until the session is over, and the GM opens it. The "
                "burden gives no spark: the boon is its price."
            ),
        ),
        Clause(
            ("K5",),
            _("For good"),
            _("Scars do not heal."),
        ),
    ),
    Section(
        "healing",
        _("Healing wounds"),
        Clause(
            ("H0", "H1"),
            _("At the end of a scene"),
            _(
                "Light wounds go, immunities come back. The end of a session ends its scene as well, and the end "
                "of an arc its session; an arc gives redemptions back."
            ),
        ),
        Clause(
            ("H2",),
            _("At the end of a session"),
            _(
                "The GM looks at each Grave and Critical wound, and heals it or keeps it. Proposed: Grave heals, "
                "Critical stays."
            ),
        ),
        Clause(
            ("H3",),
            _("Healing someone"),
            _(
                "It is a roll to act, on one named wound of someone else. A success, a Critical or a Complication"
                " clears the slot, if the GM finds that the story allows it. On yourself: only if the GM says so."
            ),
        ),
        Clause(
            ("H4", "H5"),
            _("By hand, and remembered"),
            _("The GM may tick or clear any slot at any time. A healed wound stays in the character’s story."),
        ),
    ),
)
