"""Help: rows of its tables that no rule computes."""

from django.utils.translation import gettext_lazy as _

from rules.impact.terms import End, Mode

# Whether to roll, and the situation.
WHEN = (
    (False, _("Failing would leave everyone stuck.")),
    (False, _("It works, anyone can see that.")),
    (False, _("Nothing that matters hangs on it.")),
    (True, _("Failing would bring a turn that you want to play.")),
    (True, _("The table is holding its breath.")),
    (True, _("The character stakes a part of who they are.")),
)
# A word of the game, and what it means.
GLOSSARY = (
    (
        _("GM"),
        _("leads the game, announces danger, plays everyone else."),
    ),
    (
        _("Twist die (D8)"),
        _("the chaos around you; 7 or 8 is a twist."),
    ),
    (
        _("Critical die (D6*)"),
        _("a D6 that makes a Critical by itself on 6."),
    ),
    (
        _("Wound die (D10)"),
        _("on 10 the wound betrays you; at some tables only."),
    ),
    (
        _("Imprint"),
        _("a part of your life that makes you good at something."),
    ),
    (
        _("Mark"),
        _("a trait or a knack."),
    ),
    (
        _("Backpack"),
        _("the few things that you really have on you."),
    ),
    (
        _("Weave"),
        _("drive, flaw and reactions: what moves you."),
    ),
    (
        _("Spark"),
        _("won in Disasters, spent to shine or to survive."),
    ),
    (
        _("Complication"),
        _("it is done, and something gets in the way."),
    ),
    (
        _("Opportunity"),
        _("it is not done, and something opens."),
    ),
    (
        _("Disaster"),
        _("two twists: the scene topples."),
    ),
    (
        _("Tray"),
        _("what the twists left, until the GM puts it in the story."),
    ),
    (
        _("Out of play"),
        _("no slot is left: something has to be decided."),
    ),
    (
        _("Exit roll"),
        _("the D8 that say how a fall ends."),
    ),
    (
        _("Redemption"),
        _("one spark for a life."),
    ),
    (
        _("Scar"),
        _("what an ordeal leaves: a side that weighs, a side that forges."),
    ),
    (
        _("Red zone"),
        _("the Critical slot is taken."),
    ),
)
# How a fall ends.
ENDS = {
    End.SCAR: _("You survive, down, with a scar to write."),
    End.SCAR_SCENE_PAYS: _("The same, and the scene pays: the GM has a Complication to place."),
    End.DEATH: _("Death. One spark can buy it back."),
    End.DEUS_EX_MACHINA: _("Deus ex machina: you get away, for nothing, in a way to be told."),
}
# What an ordinary fall comes to, and what redemption there is.
MODES = {
    Mode.HEROIC: (
        _("Wear kills nobody: whoever falls is down, with a scar."),
        _("A mortal danger still kills; redemption: 1 spark."),
    ),
    Mode.EXIT_ROLL: (
        _("The exit roll decides."),
        _("Redemption: 1 spark."),
    ),
    Mode.GRITTY: (
        _("Every fall is death, as if it had been announced."),
        _("Redemption: 1 spark."),
    ),
    Mode.LETHAL: (
        _("Every fall is death."),
        _("No redemption, or one per arc for 1 spark: the table chooses."),
    ),
}
