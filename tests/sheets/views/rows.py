"""All rows of the database, to hold a refusal to changing nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps

# What a request may write without anyone having done anything.
PASSING = ("sheets.Session", "contenttypes.ContentType", "auth.Permission", "sheets.Attempts")
Rows = dict[str, list[str]]


def every_row() -> Rows:
    """All rows of all tables, in words that can be compared."""
    models = [m for m in apps.get_models() if m._meta.label not in PASSING]
    return {m._meta.label: sorted(repr(row) for row in m._base_manager.values_list()) for m in models}


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Fail if any row came, went or changed inside."""
    before = every_row()
    yield
    after = every_row()
    for label, rows in before.items():
        assert after[label] == rows, f"{label} changed"
