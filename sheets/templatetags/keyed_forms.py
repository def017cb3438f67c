"""The hidden fields of a form that changes play."""

from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from sheets.services.keys import make_key

register = template.Library()


@register.simple_tag(takes_context=True)
def keyed_to(context: Context, name: str, *args: Any) -> SafeString:
    """The key of a form that is sent to the address of that name, and its CSRF token."""
    return _hidden(context, reverse(f"sheets:{name}", args=args))


@register.simple_tag(takes_context=True)
def keyed_seat(context: Context) -> SafeString:
    """The same for the one form of a page that all its small acts go through."""
    return _hidden(context, reverse("sheets:table", args=[context["seat"].pk]))


@register.simple_tag(takes_context=True)
def key_to(context: Context, name: str, *args: Any) -> str:
    """A key alone, for a button that sends its form to another address than the form's own."""
    return make_key(context["request"].user.pk, reverse(f"sheets:{name}", args=args))


def _hidden(context: Context, scope: str) -> SafeString:
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="key" value="{}">',
        context["csrf_token"],
        make_key(context["request"].user.pk, scope),
    )
