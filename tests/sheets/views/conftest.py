"""The cast of every test of pages, gathered once a file: each test plays in a transaction inside of it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction

from tests.sheets.cast import Cast, gather

Laid = Callable[[Callable[[], Cast]], AbstractContextManager[Cast]]


@pytest.fixture(scope="module")
def lay_once(django_db_setup: None, django_db_blocker: Any) -> Laid:
    """Lay a table for the tests of one file, and take it away after them.

    Its transaction is open all the while: tests that need several connections stand in a file of their own.
    """

    @contextmanager
    def lay(build: Callable[[], Cast]) -> Iterator[Cast]:
        with django_db_blocker.unblock(), transaction.atomic():
            laid = build()
            with django_db_blocker.block():
                yield laid
            transaction.set_rollback(True)

    return lay


@pytest.fixture(scope="module")
def laid(lay_once: Laid) -> Iterator[Cast]:
    with lay_once(gather) as cast:
        yield cast


@pytest.fixture
def cast(laid: Cast, db: None) -> Cast:
    """Everyone around the table, Alex wounded twice, one roll in the log."""
    return deepcopy(laid)
