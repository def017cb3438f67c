"""Help: danger, the ladder, and wounds."""

from django.utils.translation import gettext_lazy as _

from sheets.words.help.clauses import Clause, Section

SECTIONS = (
    Section(
        "danger",
        _("Danger"),
        Clause(
            ("D4",),
            _("Announced, or not there"),
            _(
                "There is danger only if the GM has said so before the roll: who is threatened, how, what it will"
                " cost in plain words, how high it is. What was not announced cannot hurt you."
            ),
            _(
                "If life itself is at stake, that is said too: the danger is mortal, and you answer before any "
                "die falls. Go, adapt, or give it up."
            ),
        ),
        Clause(
            ("D1", "D2"),
            _("The ladder, and where you start"),
            _(
                "Harm has five rungs: nothing, Light, Grave, Critical, Out of play. The level of the danger says "
                "where a plain failure puts you. NORMAL is meant when nothing else is said; VERY HIGH is for the "
                "exceptional."
            ),
        ),
        Clause(
            ("D3", "D8"),
            _("What moves you on it"),
            _(
                "A success or a Critical takes you off the ladder, unhurt. One twist is a step down, resisting "
                "another, a Disaster a step up. The GM may grant one more step down, with a reason. All steps are"
                " added before you land."
            ),
            drawing="ladder",
            example=_(
                "Hanne runs across a burning stage, danger HIGH, and only wants to come out alive: she resists. "
                "Failure with one twist: from Grave two steps down, nothing. Her notes are ash, though: to the "
                "tray."
            ),
        ),
        Clause(
            ("D5",),
            _("Danger to the scene"),
            _("When it is an ally, an object or a place that is threatened, nobody is wounded: the loss is told."),
        ),
        Clause(
            ("D6",),
            _("Shared risk"),
            _(
                "Those who help take the same harm as you, each on their own slots, unless the GM spares them. "
                "Resisting protects the one who rolls, alone."
            ),
        ),
        Clause(
            ("D7",),
            _("After a Disaster"),
            _("The next announcement is offered one level higher. The GM takes it or leaves it."),
        ),
        Clause(
            ("D9",),
            _("Resist"),
            _(
                "Resisting is what you do with your turn, not a second roll. You get one step down, and your "
                "objective does not move, whatever the dice say."
            ),
        ),
    ),
    Section(
        "wounds",
        _("Wounds"),
        Clause(
            ("W1",),
            _("Four slots"),
            _(
                "Two Light, one Grave, one Critical. A wound that lands is named at once in a few words, or "
                "later: a name is worth more than a number."
            ),
        ),
        Clause(
            ("W2",),
            _("The cascade"),
            _(
                "A wound takes the slot of its severity. If that one is taken, it goes to the next free one "
                "above; it never goes down. With no free slot left above, you are out of play."
            ),
            example=_(
                "Nour carries two Light wounds and takes a third: it lands in Grave. The next Grave one lands in "
                "Critical. After that, a scratch is enough."
            ),
        ),
        Clause(
            ("W3",),
            _("Out of play at one blow"),
            _("A Disaster under a VERY HIGH danger puts you out of play at once, however many slots are free."),
        ),
        Clause(
            ("W4",),
            _("They never add up"),
            _("Only the worst engaged wound weighs on a roll. Three wounds weigh no more than one."),
        ),
        Clause(
            ("W5",),
            _("Red zone"),
            _(
                "Your Critical slot is taken: from here on, what would be a wound may be the end. The sheet says "
                "so in large letters."
            ),
        ),
        Clause(
            ("W6", "W7"),
            _("An engaged wound"),
            _(
                "A Grave or Critical wound in the way of what you try adds one twist die, never more; a Light one"
                " none. The GM rules it, in one sentence. You accept the die, adapt by leaning on something else,"
                " or give the action up. You may say it yourself, too."
            ),
            _(
                "A table may choose wound dice instead: the worst wound adds D10, in the way or not. Light: one, "
                "for the next roll alone. Grave: one. Critical: two."
            ),
        ),
        Clause(
            ("W8",),
            _("How long they last"),
            _("Light: until the scene ends. Grave: until the session ends, at least. Critical: several sessions."),
        ),
    ),
)
