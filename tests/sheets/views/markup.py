"""Answers read as trees: enough of HTML to look for elements, their forms, labels and what was typed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
FIELDS = ("input", "select", "textarea")


@dataclass(eq=False)
class Element:
    """One element, its attributes, and what is inside it."""

    tag: str
    attrs: dict[str, str | None] = field(default_factory=dict)
    parent: "Element | None" = None
    children: "list[Element | str]" = field(default_factory=list)

    def all(self, *tags: str) -> "Iterator[Element]":
        """Every element inside, in order, of these tags or of any."""
        for child in self.children:
            if isinstance(child, Element):
                if not tags or child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def within(self, tag: str) -> "Element | None":
        """The nearest element around it of that tag."""
        around = self.parent
        while around and around.tag != tag:
            around = around.parent
        return around

    def by_id(self, name: str) -> "Element | None":
        return next((e for e in self.all() if e.attrs.get("id") == name), None)

    @property
    def text(self) -> str:
        return "".join(c if isinstance(c, str) else c.text for c in self.children)

    def get(self, name: str) -> str:
        """An attribute as text, empty if it is not there."""
        return self.attrs.get(name) or ""


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.here = Element("")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs, open_after=tag not in VOID)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs, open_after=False)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]], *, open_after: bool) -> None:
        repeated = len({name for name, _ in attrs}) != len(attrs)
        assert not repeated, f"<{tag}> has an attribute twice: {attrs}"
        made = Element(tag, dict(attrs), self.here)
        self.here.children.append(made)
        if open_after:
            self.here = made

    def handle_endtag(self, tag: str) -> None:
        assert self.here.tag == tag, f"</{tag}> closes <{self.here.tag} {self.here.attrs}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def read(answer: HttpResponse | str) -> Element:
    """The tree of an answer; AssertionError if its tags do not match."""
    builder = _Builder()
    builder.feed(answer if isinstance(answer, str) else answer.content.decode())
    builder.close()
    assert builder.here is builder.root, f"<{builder.here.tag}> is never closed"
    return builder.root


def value_of(element: Element) -> str:
    """What a field would send, one value."""
    if element.tag == "textarea":
        return element.text.removeprefix("\n").removeprefix("\r\n")
    if element.tag == "select":
        return next((o.get("value") for o in element.all("option") if "selected" in o.attrs), "")
    return element.get("value") if "value" in element.attrs else "on" if element.get("type") == "checkbox" else ""


def sent_by(form: Element) -> dict[str, list[str]]:
    """What a browser would send of this form without pressing a named button; files are left out."""
    sent: dict[str, list[str]] = {}
    for item in form.all(*FIELDS):
        kind, name = item.get("type"), item.get("name")
        if not name or kind in ("file", "submit", "button") or "disabled" in item.attrs:
            continue
        if kind in ("checkbox", "radio") and "checked" not in item.attrs:
            continue
        sent.setdefault(name, []).append(value_of(item))
    return sent


def form_to(tree: Element, action: str) -> Element:
    """The form of a page that is sent to that address."""
    return next(f for f in tree.all("form") if f.get("action") == action)


def errors_of(tree: Element) -> list[str]:
    """The messages of a page: at fields, in the notices."""
    marked = ("error", "notice")
    return [e.text.strip() for e in tree.all("p") if set(e.get("class").split()) & set(marked) and e.text.strip()]
