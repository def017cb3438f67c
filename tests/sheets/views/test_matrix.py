"""The matrix of rights (P01, P02, P04): every address, everyone who may knock, every method; 0 wrong."""

from collections.abc import Iterable, Iterator

import pytest
from django.urls import URLPattern, URLResolver

from sheets import urls
from tests.sheets.cast import Cast
from tests.sheets.views.addresses import BY_CODE, ROWS
from tests.sheets.views.conftest import Laid
from tests.sheets.views.matrix import Walked, crowd, walk
from tests.sheets.views.probes import (
    ACTS,
    AT_A_SEAT,
    KEYED,
    LIMITED,
    OF_A_ROW,
    OF_AN_ENTRY,
    acts_of_others,
    closed_links,
    entries_for_some,
    foreign_rows,
    hidden_entries,
    others_seats,
    spent_limits,
    walk_ids,
    walk_probe,
    walk_taken,
    wrong_keys,
)


@pytest.fixture(scope="module")
def laid(lay_once: Laid) -> Iterator[Cast]:
    """A larger company than for other tests."""
    with lay_once(crowd) as cast:
        yield cast


@pytest.fixture
def right(record_property):
    """Hold a walk to no wrong cell, and count its cells for the end of the run."""

    def hold(walked: Walked) -> None:
        record_property("cells of the rights matrix", (walked.cells, len(walked.wrong)))
        assert walked.wrong == []
        assert walked.cells

    return hold


def names(patterns: Iterable[URLPattern | URLResolver]) -> Iterable[str | None]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns)
        else:
            yield pattern.name


def test_every_address_has_its_row():
    """P01: a new address is not let in before someone has said who may use it."""
    assert sorted(ROWS) == sorted(str(name) for name in names(urls.urlpatterns))


@pytest.mark.parametrize("name", ROWS)
def test_p01_who_may_use_an_address(cast, right, name):
    """P01, S05: each person, method and kind of request gets its status; a refusal changes and tells nothing."""
    right(walk(cast, name))


PROBES = (
    (others_seats, AT_A_SEAT),
    (foreign_rows, OF_A_ROW),
    (wrong_keys, KEYED),
    (hidden_entries, OF_AN_ENTRY),
    (entries_for_some, OF_AN_ENTRY),
    (acts_of_others, ["undo"]),
    (closed_links, sorted(BY_CODE)),
    (spent_limits, LIMITED),
)


@pytest.mark.parametrize(("probe", "name"), [(probe, name) for probe, asked in PROBES for name in asked])
def test_p02_p04_what_is_anothers(cast, right, probe, name):
    """P02, P04: others' seats, rows, keys, entries, closed links and spent limits: each cell is refused."""
    right(walk_probe(cast, probe, name))


@pytest.mark.parametrize("name", ACTS)
def test_p01_a_seat_taken_away_in_the_same_moment(cast, right, name):
    """P01: a seat removed, or of another role, between the look at it and the act: no act of play is done."""
    right(walk_taken(cast, name))


@pytest.mark.parametrize("name", [*ACTS, "odds"])
def test_p02_ids_of_elsewhere_in_a_form(cast, right, name):
    """P02: ids of another table in every field that takes one are refused or ignored; nothing there is read."""
    right(walk_ids(cast, name))
