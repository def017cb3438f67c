"""The cast of every test of pages."""

import pytest

from tests.sheets.cast import Cast, gather


@pytest.fixture
def cast(db: None) -> Cast:
    """Everyone around the table, Alex wounded twice, one roll in the log."""
    return gather()
