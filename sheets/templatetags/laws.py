"""A law in words: each term with its chance, for what has no bar of its own."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from sheets.templatetags.percentages import percent_or_word
from sheets.words.terms import label

register = template.Library()


@register.simple_tag
def law_rows(law: Mapping[Enum, Fraction]) -> SafeString:
    """Every term of a law in its own order; what is exactly impossible or certain is said so."""
    rows = ((label(term), "nil" if not chance else "", percent_or_word(chance)) for term, chance in law.items())
    return format_html(
        '<dl class="key plain">{}</dl>',
        format_html_join("", '<div><dt><span>{}</span></dt><dd class="{}">{}</dd></div>', rows),
    )
