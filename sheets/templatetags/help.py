"""The small "?" that leads from a page of play to the clause of the help about what stands there."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from sheets.words.help import CLAUSES

register = template.Library()


@register.simple_tag
def help_on(clause: str) -> SafeString:
    """A link to one clause, in a window of its own: what is half chosen on the page of play stays there."""
    said = _("Help: %(title)s (new window)") % {"title": CLAUSES[clause].title}
    url = reverse("sheets:help")
    return format_html(
        '<a class="help-on noprint" href="{}#{}" target="_blank" rel="noopener">'
        '<span aria-hidden="true">?</span><span class="vh">{}</span></a>',
        url,
        clause,
        said,
    )
