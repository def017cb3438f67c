"""No bare words in templates: everything that people read goes through translation."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
# Names, the names of languages in themselves, and the name of the person on the picture of a sheet.
NAMES = {"IMPACT", "Impact", "English", "Français", "Odile", "Tran"}
REMOVED = [
    r"\{% comment %\}.*?\{% endcomment %\}",
    r"\{#.*?#\}",
    r"\{% blocktrans(?:late)?\b.*?\{% endblocktrans(?:late)? %\}",
    r"\{% block (?:page_class|door) %\}.*?\{% endblock %\}",
    r"\{%.*?%\}",
    r"\{\{.*?\}\}",
    r"<!--.*?-->",
    r"<!doctype[^>]*>",
]
READ_ALOUD = re.compile(r"\b(?:aria-label|alt|title|placeholder|hx-confirm|data-unreached)=(\"[^\"]*\"|'[^']*')")
TAG = re.compile(r"<(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>")
ENTITY = re.compile(r"&#?\w+;")
WORD = re.compile(r"[^\W\d_]+")


def bare_words(source: str) -> list[str]:
    """The words of a template that no translation reaches, in its text and in the attributes that people hear."""
    for pattern in REMOVED:
        source = re.sub(pattern, " ", source, flags=re.DOTALL | re.IGNORECASE)
    heard = " ".join(READ_ALOUD.findall(source))
    text = ENTITY.sub(" ", TAG.sub(" ", source) + " " + heard)
    return [word for word in WORD.findall(text) if word not in NAMES]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(settings.BASE_DIR)))
def test_a_template_has_no_bare_words(path):
    """A test fails on an untranslated string."""
    assert bare_words(path.read_text()) == []


def test_templates_are_found():
    """The scan above looks at the templates that there are."""
    assert len(TEMPLATES) > 30


@pytest.mark.parametrize(
    "source",
    [
        "<p>Bonjour</p>",
        '<button aria-label="Fermer">{% icon "x" %}</button>',
        "<p>{% translate 'Yes' %} ou</p>",
        '<img alt="Portrait de {{ name }}">',
        "{% if x %}Non{% endif %}",
    ],
)
def test_the_scan_finds_bare_words(source):
    """The scan would fail without a translation."""
    assert bare_words(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "<p>{% translate 'Hello' %}</p>",
        "{% blocktranslate with n=name %}Hello {{ n }}{% endblocktranslate %}",
        "{# a comment #}<p class='lead'>{{ name }} · 3</p>&nbsp;",
        "<a href='{% url 'sheets:home' %}'>Impact</a>",
        "<button aria-label=\"{% translate 'Menu' %}\"></button>",
    ],
)
def test_the_scan_lets_translated_words_be(source):
    """The scan finds nothing where all words are translated."""
    assert bare_words(source) == []
