"""Template tags of help with a roll: what hinders it, and what is shared."""

from django import template
from django.utils.translation import gettext as _

from rules.impact.terms import Channel, Danger
from sheets.services.assistance import Allied, Shared
from sheets.templatetags.rolling import NAMES
from sheets.words.assistance import hitch
from sheets.words.terms import label

register = template.Library()


@register.simple_tag
def hitch_says(allied: Allied) -> str:
    """Why the roll cannot count on this ally yet."""
    return hitch(allied.hitch, str(allied.ally.play.character)) if allied.hitch else ""


@register.simple_tag
def shared_says(shared: Shared) -> str:
    """The roll that one is asked to share: its danger and its dice."""
    told = [_("No danger was announced.")]
    if shared.danger:
        said = {"danger": label(Danger(shared.danger)), "channel": label(Channel(shared.channel))}
        told = [_("Danger %(danger)s, %(channel)s.") % said]
    if shared.mortal:
        told.append(_("It is mortal."))
    counts = [(getattr(shared, kind), name) for kind, name in NAMES.items()]
    dice = ", ".join(f"{count} {name}" for count, name in counts if count)
    return " ".join([*told, _("With you: %(dice)s.") % {"dice": dice}])
