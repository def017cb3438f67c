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


@register.simple_tag
def asked_act_to(name: str, *args: Any) -> SafeString:
    """The same for a button that asks before it acts (`hx-confirm`), which the form cannot do for it."""
    url = reverse(f"sheets:{name}", args=args)
    return format_html('form="act" formaction="{}" hx-post="{}" hx-swap="none" hx-sync="#act:queue all"', url, url)
