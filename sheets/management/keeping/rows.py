"""Rows as lines of JSON, the same whichever database they come from: a header with the columns, then the rows."""

import json
import uuid
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, Model

from sheets.management.keeping.manifest import UnfitError

PORTION = 500


def columns(model: type[Model]) -> dict[str, "Field[Any, Any]"]:
    """The model's own columns by attribute, in an order that does not depend on the code's."""
    return {field.attname: field for field in sorted(model._meta.local_concrete_fields, key=lambda f: f.attname)}


def dump(model: type[Model], alias: str) -> Iterator[bytes]:
    """The lines of a table, ordered by its primary key and read in portions."""
    names = list(columns(model))
    yield _line(names)
    rows = model._base_manager.using(alias).order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=PORTION):
        yield _line(row)


def _line(values: Iterable[Any]) -> bytes:
    # Escaped: a lone half of a surrogate pair, which SQLite keeps, has no UTF-8.
    return json.dumps(list(values), default=_plain, separators=(",", ":")).encode() + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime | date | time):
        return value.isoformat()  # with all its microseconds
    if isinstance(value, uuid.UUID | Decimal | timedelta):
        return str(value)
    raise TypeError(f"no way to keep a {type(value).__name__}")


def load(model: type[Model], alias: str, lines: Iterable[bytes]) -> int:
    """Put rows into an empty table as they were, and return how many. Raises UnfitError for rows of another shape."""
    fields = columns(model)
    for field in fields.values():
        # The model is a copy made for this state: nobody else misses the clock.
        field.auto_now = field.auto_now_add = False  # type: ignore[attr-defined]  # of fields of time alone
    told = iter(lines)
    if json.loads(next(told, b"null")) != list(fields):
        raise UnfitError(f"The columns of {model._meta.label} are not those of its release: the file is damaged.")
    loaded = 0
    while portion := list(islice(told, PORTION)):
        model._base_manager.using(alias).bulk_create([_row(model, fields, line) for line in portion])
        loaded += len(portion)
    return loaded


def _row(model: type[Model], fields: dict[str, "Field[Any, Any]"], line: bytes) -> Model:
    try:
        values = zip(fields.items(), json.loads(line), strict=True)
        return model(**{name: field.to_python(value) for (name, field), value in values})
    except (ValueError, TypeError, ValidationError, RecursionError) as error:
        raise UnfitError(f"A row of {model._meta.label} cannot be read: the file is damaged.") from error
