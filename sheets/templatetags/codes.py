"""A link as a picture for a phone's camera."""

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
# What a reader needs around the code to find it.
QUIET_ZONE = 4


@register.simple_tag
def qr(text: str, label: str) -> SafeString:
    """The text as a QR code, an image of that name; always dark on light, or phones would not read it."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(border=QUIET_ZONE, omitsize=True, svgclass="qr", lineclass=None, light="#fff", dark="#000")
    return format_html('<span role="img" aria-label="{}">{}</span>', label, mark_safe(drawn))  # noqa: S308 -- squares
