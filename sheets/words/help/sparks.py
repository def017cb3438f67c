"""Help: sparks, maneuvers, the sheet, the odds."""

from django.utils.translation import gettext_lazy as _

from sheets.words.help.clauses import Clause, Section

SECTIONS = (
    Section(
        "sparks",
        _("Sparks"),
        Clause(
            ("C3",),
            _("How many you hold"),
            _(
                "The table says how many you start with, and whether there is a maximum. One won over the maximum"
                " is lost, and the log says so."
            ),
        ),
        Clause(
            ("P8",),
            _("Boost"),
            _("One spark: one critical die. Once per roll."),
        ),
        Clause(
            ("P10",),
            _("Silence the chaos"),
            _("One spark: no twist die at all on this roll, and so no exit die either."),
        ),
        Clause(
            ("P11",),
            _("Overcome the wound"),
            _("One spark: no wound die on this roll. Only at tables that play with wound dice."),
        ),
        Clause(
            ("P12",),
            _("Paid when the dice fall"),
            _(
                "Each of these costs one spark, paid when you roll. You cannot spend what you do not have. Keep "
                "one if you can: it buys a death back."
            ),
        ),
    ),
    Section(
        "maneuver",
        _("Maneuver"),
        Clause(
            ("M1",),
            _("Making an opening"),
            _(
                "A maneuver wins nothing by itself: it makes an advantage that lies there for anyone at the "
                "table, once, until the scene ends."
            ),
            drawing="maneuver",
        ),
    ),
    Section(
        "sheet",
        _("Your sheet"),
        Clause(
            ("C1",),
            _("Who you are"),
            _(
                "A drive that pushes you, a flaw that cracks you, reactions that take over when something sets "
                "them off. Between them a tension, and objectives: for now, for later, for ever."
            ),
        ),
        Clause(
            ("C2",),
            _("What you carry"),
            _("At most six imprints, six marks, six things in the backpack. What is lost is struck out, not erased."),
        ),
    ),
    Section(
        "odds",
        _("The odds"),
        Clause(
            ("X1",),
            _("Exact, and before"),
            _(
                "The panel counts every face of every die: the six outcomes, where a wound would land on your "
                "slots as they are, out of play, death before any redemption. Nothing is estimated. “Impossible” "
                "means that no dice can do it."
            ),
        ),
        Clause(
            ("X2",),
            _("Choosing a mode with open eyes"),
            _(
                "The more chaos an action carries, the wider its exit: deaths and miracles both. The odds show it"
                " before the group agrees."
            ),
        ),
    ),
)
