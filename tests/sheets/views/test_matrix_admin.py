"""The administration in the matrix of rights: every address of its resolver is for administrators alone."""

from collections.abc import Iterable, Iterator, Sequence
from unittest.mock import patch

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.urls import URLPattern, URLResolver

from impact_site import urls
from sheets.models import Attempts, Campaign, ScarTable
from tests.sheets.cast import Cast
from tests.sheets.views.conftest import Laid
from tests.sheets.views.matrix import METHODS, Cell, Walked, crowd, walk_cells

# What an administrator gets by GET; 200 where nothing is said. A table is neither made nor deleted there.
BY_GET = {
    "admin/login/": 302,
    "admin/logout/": 405,
    "admin/autocomplete/": 403,  # nothing that could be completed was named
    "admin/r/<path:content_type_id>/<path:object_id>/": 404,
    "admin/sheets/campaign/add/": 403,
    "admin/sheets/campaign/<path:object_id>/delete/": 403,
    "admin/sheets/scartable/add/": 403,
    "admin/sheets/scartable/<path:object_id>/delete/": 403,
    "admin/(?P<url>.*)$": 404,
}
# What an administrator cannot do either.
REFUSED_POSTS = [
    "admin/sheets/campaign/add/",
    "admin/sheets/campaign/<path:object_id>/delete/",
    "admin/sheets/scartable/add/",
    "admin/sheets/scartable/<path:object_id>/delete/",
]


@pytest.fixture(scope="module")
def laid(lay_once: Laid) -> Iterator[Cast]:
    with lay_once(crowd) as cast:
        yield cast


def patterns(known: Iterable[URLPattern | URLResolver], above: str = "") -> Iterator[str]:
    for pattern in known:
        here = above + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns, here)
        else:
            yield here


PATTERNS = [pattern for pattern in patterns(urls.urlpatterns) if pattern.startswith("admin/")]


def url_of(pattern: str, cast: Cast) -> str:
    """The address of the pattern about a row that there is."""
    users = cast.owner.user
    assert users is not None
    rows = {"user": users.pk, "campaign": cast.campaign.pk, "group": Group.objects.get_or_create(name="Gens")[0].pk}
    rows["scartable"] = ScarTable.objects.get_or_create(campaign=None)[0].pk
    model = next((name for name in rows if f"/{name}/" in pattern), "campaign")
    filled = {
        "<path:object_id>": str(rows[model]),
        "<id>": str(rows[model]),
        "<path:content_type_id>": str(ContentType.objects.get_for_model(Campaign).pk),
        "^(?P<app_label>auth|sheets)/$": "sheets/",
        "(?P<url>.*)$": "nowhere/",
    }
    for part, value in filled.items():
        pattern = pattern.replace(part, value)
    assert "<" not in pattern
    return "/" + pattern


def cells(cast: Cast, pattern: str, url: str, people: Sequence[str]) -> Iterator[Cell]:
    for person in cast.everyone():
        Attempts.objects.all().delete()  # so many knock at one address
        if people and person.name not in people:
            continue
        for method in METHODS if person.name != "administrator" else ("GET", "GET htmx"):
            want = 302
            if person.name == "administrator":
                want = 302 if pattern.endswith("<path:object_id>/") else BY_GET.get(pattern, 200)
                want = BY_GET.get(pattern, want)
            elif pattern == "admin/login/":
                want = 405 if method.startswith("DELETE") else 200
            case = f"{pattern}: {person.name} {method}"
            yield Cell(case, person, url, method, (want,), success=person.name == "administrator")
    if pattern in REFUSED_POSTS and not people:
        admins = next(person for person in cast.everyone() if person.name == "administrator")
        yield Cell(f"{pattern}: administrator POST", admins, url, "POST", (403,))


def walked(cast: Cast, pattern: str, people: Sequence[str] = ()) -> Walked:
    return walk_cells(cast, cells(cast, pattern, url_of(pattern, cast), people))


def test_p01_the_administration_is_for_administrators(cast, record_property):
    """P01: whoever is no administrator is led to its sign-in page by every method, and changes and reads nothing."""
    assert len(PATTERNS) > 30
    total = Walked()
    for pattern in PATTERNS:
        total += walked(cast, pattern)
    record_property("cells of the rights matrix", (total.cells, len(total.wrong)))
    assert total.wrong == []


def test_p01_removing_its_check_is_caught(cast):
    """P01: if anyone could come in, the matrix would be wrong at each of its addresses."""
    open_to_all = patch.object(admin.site, "has_permission", lambda request: True)
    with open_to_all:
        # Signing out is led back, and so is whoever asks for a row by its bare address.
        asked = [p for p in PATTERNS if p != "admin/logout/" and not p.endswith("/<path:object_id>/")]
        asked.append("admin/r/<path:content_type_id>/<path:object_id>/")
        assert [p for p in asked if not walked(cast, p, ["owner"]).wrong] == []
