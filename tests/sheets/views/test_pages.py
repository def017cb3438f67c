"""What holds on every page: its headers, nothing inline, real addresses behind htmx, labels, ids (S08)."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.sheets.cast import Cast, gather
from tests.sheets.views.markup import FIELDS, Element, read
from tests.sheets.views.pages import Pages, fragments, whole_pages

# Nothing below asks the database, but the pages were: run alone, this file needs it laid.
pytestmark = pytest.mark.django_db
ALLOWED = {"'self'", "'none'"}
HTMX_METHODS = ("hx-get", "hx-post")
# Of Django's administration: its own pages, which htmx never sees, are held to the headers alone.
ADMIN = "admin "


@pytest.fixture(scope="module")
def gathered(lay_once: Any) -> Iterator[tuple[Pages, Pages]]:
    """All pages, and all fragments."""
    from django.test import override_settings

    def build() -> Cast:
        with override_settings(ROOT_URLCONF="tests.sheets.views.pages"):
            seen.append(fragments(gather()))
            seen.append(whole_pages(gather()))
        return gather()

    seen: list[Pages] = []
    with lay_once(build):
        yield seen[1], seen[0]


@pytest.fixture
def pages(gathered: tuple[Pages, Pages]) -> Pages:
    return gathered[0]


@pytest.fixture
def trees(gathered: tuple[Pages, Pages]) -> dict[str, Element]:
    """Our own pages and fragments as trees; reading them asserts that their tags match."""
    both = gathered[0] | gathered[1]
    return {name: read(a) for name, a in both.items() if a.content and not name.startswith(ADMIN)}


def found(trees: dict[str, Element], *tags: str) -> Iterator[tuple[str, Element]]:
    for name, tree in trees.items():
        for element in tree.all(*tags):
            yield name, element


def test_every_page_was_gathered(gathered):
    """The pages and fragments that the tests below look at are there, with the statuses that they promise."""
    pages, parts = gathered
    statuses = {status: [n for n, a in (pages | parts).items() if a.status_code == status] for status in (400, 500)}
    assert statuses == {400: ["400"], 500: ["500"]}
    refused = [name for name in pages if name.endswith("refused")]
    assert {name: pages[name].status_code for name in refused if name != "odds refused"} == {
        name: 422 for name in refused if name != "odds refused"
    }
    assert {pages[n].status_code for n in ("keep in conflict", "roll gone stale")} == {409}
    assert {name: a.status_code for name, a in pages.items() if name.startswith(ADMIN)} == {
        name: 200 for name in pages if name.startswith(ADMIN)
    }
    assert len(pages) > 60
    assert len(parts) > 15


def test_s08_the_policy_allows_nothing_inline_and_nobody_else(gathered):
    """S08: default-src 'none', only this server, nothing unsafe, no frame around; on errors and admin too."""
    for name, answer in (gathered[0] | gathered[1]).items():
        rules = [part.split() for part in answer["Content-Security-Policy"].split(";") if part.strip()]
        policy = {words[0]: set(words[1:]) for words in rules}
        assert policy["default-src"] == {"'none'"}, name
        assert set().union(*policy.values()) <= ALLOWED, name
        closed = {"frame-ancestors": {"'none'"}, "base-uri": {"'none'"}, "form-action": {"'self'"}}
        assert {k: policy.get(k) for k in closed} == closed, name
        assert not {"object-src", "worker-src", "frame-src"} & set(policy), name


def test_the_other_headers(gathered):
    """No sniffing, no frames, no referrer to others, a language; private pages are kept by nobody's cache."""
    for name, answer in (gathered[0] | gathered[1]).items():
        held = answer.headers
        assert held["X-Content-Type-Options"] == "nosniff", name
        assert held["X-Frame-Options"] == "DENY", name
        assert held["Referrer-Policy"] == "same-origin", name
        assert held["Cross-Origin-Opener-Policy"] == "same-origin", name
        assert held["Content-Language"] == "fr", name
        assert held["Content-Type"].startswith("text/html"), name


def test_nothing_is_inline(gathered, trees):
    """S08: no script without a source, no style element or attribute, no handler attribute, on any page."""
    administration = {n: read(a) for n, a in gathered[0].items() if n.startswith(ADMIN)}
    for name, element in found(trees | administration):
        assert element.tag != "style", name
        if element.tag == "script" and element.get("type") != "application/json":
            assert element.get("src").startswith("/"), name
            assert element.text.strip() == "", name
        inline = [a for a in element.attrs if a == "style" or a.startswith(("on", "hx-on"))]
        assert inline == [], f"{name}: <{element.tag} {inline}>"
        for attribute in ("href", "src", "action", "formaction"):
            assert not element.get(attribute).strip().lower().startswith(("javascript:", "data:", "http")), name


def test_nothing_needs_eval(trees):
    """Architecture: no trigger filters and no computed values, which htmx would have to evaluate."""
    for name, element in found(trees):
        assert "[" not in element.get("hx-trigger"), name
        assert not element.get("hx-vals").startswith("js:"), name


def test_house_style_7_every_hx_get_has_its_href(trees):
    """House style 7: what htmx fetches, a click without JavaScript opens: the same address in a real href,
    and a form that only asks is sent there.

    A region that renews itself is not clicked; its page is its address.
    """
    for name, element in found(trees):
        if "hx-get" in element.attrs and "from:body" not in element.get("hx-trigger"):
            aim = element.get("hx-get").partition("?")[0]
            plain = "action" if element.tag == "form" and element.get("method") == "get" else "href"
            assert element.tag in ("a", "form"), name
            assert element.get(plain).partition("?")[0] == aim, name


def test_house_style_7_every_hx_post_sits_in_a_form(trees):
    """House style 7: what htmx posts stands in a real form or names one; a button has its formaction."""
    for name, element in found(trees):
        if "hx-post" not in element.attrs:
            continue
        form = element if element.tag == "form" else element.within("form")
        pointed = element.get("form")
        if trees[name].by_id("main"):  # of a fragment, the form may be around the place it goes to
            assert form or pointed, f"{name}: <{element.tag} {element.attrs}>"
        if element.tag == "form":
            assert (element.get("method"), element.get("action")) == ("post", element.get("hx-post")), name
        if element.tag == "button" and element.get("type") != "button":
            assert element.get("formaction") == element.get("hx-post"), name
        if pointed and trees[name].by_id("main"):
            target = trees[name].by_id(pointed)
            assert target, f"{name}: no form #{pointed}"
            assert target.tag == "form", name


def test_house_style_7_every_button_that_names_a_form_says_where_to(trees):
    """House style 7: the small acts of a page share one boosted form; each button of it has its own formaction."""
    for name, element in found(trees):
        if element.tag != "button" or element.get("form") != "act":
            continue
        assert element.get("formaction").startswith("/t/"), name
        if trees[name].by_id("main"):
            form = trees[name].by_id("act")
            assert form, name
            assert (form.get("method"), form.get("hx-boost")) == ("post", "swap:none, push:false"), name


def test_every_form_that_changes_play_has_a_key_and_a_token(trees):
    """Architecture: a form sent by POST carries a CSRF token, at a seat a key unless it is nameless; by GET, none."""
    nameless = ("/boundaries/add/", "/x-card/")
    for name, form in found(trees, "form"):
        hidden = {i.get("name") for i in form.all("input") if i.get("type") == "hidden"}
        if form.get("method") == "get":
            assert not hidden & {"csrfmiddlewaretoken", "key"}, name
            continue
        assert form.get("method") == "post", name
        assert "csrfmiddlewaretoken" in hidden, name
        if form.get("action").startswith(("/t/", "/tables/", "/demo/")):
            assert ("key" in hidden) is not form.get("action").endswith(nameless), name


def test_targets_exist(trees):
    """Architecture: what htmx is told to swap is on the page; a missing target would lose the answer silently."""
    for name, element in found(trees):
        page = trees[name]
        target = element.get("hx-target")
        if target.startswith("#") and page.by_id("main"):
            assert page.by_id(target[1:]), f"{name}: no {target}"


def test_ids_are_unique(trees):
    """Accessibility: an id is on a page once, or labels, targets and anchors point to the wrong one."""
    for name, tree in trees.items():
        counted = Counter(e.get("id") for e in tree.all() if e.get("id"))
        assert [i for i, times in counted.items() if times > 1] == [], name


def test_what_an_id_is_named_for_is_there(trees):
    """Accessibility: for, aria-describedby, aria-labelledby and the like point to something on the page."""
    for name, element in found(trees):
        page = trees[name]
        if not page.by_id("main"):
            continue
        for attribute in ("for", "aria-describedby", "aria-labelledby", "aria-controls", "list", "form"):
            for pointed in element.get(attribute).split():
                assert page.by_id(pointed), f"{name}: <{element.tag} {attribute}={pointed}>"


def named(element: Element, tree: Element) -> bool:
    """Whether a field says what it is: a label around it or for it, or words of its own."""
    around = element.within("label")
    for_it = [e for e in tree.all("label") if element.get("id") and e.get("for") == element.get("id")]
    labels = [*for_it, *([around] if around else [])]
    return any(label.text.strip() for label in labels) or bool(element.get("aria-label").strip())


def test_every_field_has_a_label(trees):
    """Accessibility: each field has a label with words, in every form and fragment."""
    for name, field in found(trees, *FIELDS):
        if field.get("type") not in ("hidden", "submit"):
            assert named(field, trees[name]), f"{name}: {field.attrs}"


def test_h05_a_reload_shows_what_the_server_has(trees):
    """H05: a browser that refills fields on a reload is told not to; what one signs in by, it may offer."""
    for name, field in found(trees, *FIELDS):
        form = field.within("form") or (trees[name].by_id(field.get("form")) if field.get("form") else None)
        if form and field.get("type") not in ("hidden", "submit") and "off" not in form.get("autocomplete"):
            assert field.get("autocomplete"), f"{name}: {field.attrs}"


def test_every_button_and_link_has_words(trees):
    """Accessibility: a button or a link says what it does, to the ear too."""
    for name, element in found(trees, "button", "a", "summary"):
        assert element.text.strip() or element.get("aria-label").strip(), f"{name}: {element.attrs}"


def test_every_error_is_tied_to_its_field(trees):
    """Accessibility: a field in fault is marked, and its message is the one that it points to."""
    for name, element in found(trees, *FIELDS):
        # Of a group of choices the message stands under the group.
        if element.get("aria-invalid") == "true" and element.get("type") not in ("radio", "checkbox"):
            assert element.get("aria-describedby"), f"{name}: {element.attrs}"


def test_every_page_has_one_title_and_one_heading(trees):
    """Accessibility: each page has a title of its own, a language, a main part and one first heading."""
    for name, tree in trees.items():
        if not tree.by_id("main"):
            continue
        titles = list(tree.all("title"))
        assert len([t for t in titles if t.within("head")]) == 1, name
        assert len(list(tree.all("h1"))) >= 1, name
        assert next(tree.all("html")).get("lang") == "fr", name


# Pairs of coordinates are parted by commas in every language.
PAIRS = ("points",)
WORDS = ("aria-label", "title", "alt", "placeholder", "value", "content", "data-draft")
NUMBERED = ("min", "max", "step", "minlength", "maxlength", "data-sides", "data-chaos", "tabindex")


def test_t06_numbers_in_attributes_have_a_dot(trees):
    """T06: in French too, no attribute that a program reads holds a decimal comma or a space between thousands."""
    for name, element in found(trees):
        for attribute, value in element.attrs.items():
            if attribute not in (*PAIRS, *WORDS) and not attribute.startswith("aria-"):
                assert not re.search(r"\d[,\u00a0\u202f]\d", value or ""), f"{name}: {attribute}={value}"
            if attribute in NUMBERED and value != "any":
                assert re.fullmatch(r"-?\d+(\.\d+)?", value or ""), f"{name}: {attribute}={value}"
        if element.get("type") == "number" and not element.get("aria-invalid"):
            assert re.fullmatch(r"(-?\d+(\.\d+)?)?", element.get("value")), f"{name}: {element.attrs}"
