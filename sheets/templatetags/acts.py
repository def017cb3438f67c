"""The buttons of small acts. They stand in regions that everyone's browser gets alike, so they hold no key:
each belongs to the page's one form `act`, which does."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def act_to(name: str, *args: Any) -> SafeString:
    """The attributes that send a button's name and value to an act: the form is boosted, so htmx sends it there too."""
    return format_html('form="act" formaction="{}"', reverse(f"sheets:{name}", args=args))
