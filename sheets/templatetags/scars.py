"""Template tags of scars: what an effect does, and an entry of the table in the reader's language."""

from django import template

from rules.impact.scars import ScarEffect
from sheets.models import ScarEntry
from sheets.words.terms import label

register = template.Library()


@register.simple_tag
def scar_effect(value: str) -> str:
    """What an engaged side does, in words."""
    return label(ScarEffect(value)) if value else ""


@register.simple_tag
def entry_text(entry: ScarEntry, text: str) -> str:
    """A text of an entry of the scar table."""
    return entry.in_language(text)
