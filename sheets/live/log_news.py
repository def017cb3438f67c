"""What the stream says of the log."""

from collections.abc import Sequence
from uuid import UUID

from django.template.loader import render_to_string

from sheets.models import Entry, Seat
from sheets.regions.log import RELATED, log_rows
from sheets.services.history import with_undone
from sheets.services.kinds import Kind


def log_parts(seat: Seat, entries: Sequence[Entry]) -> str:
    """The new rows on top of the log, and the rows that an undo, a redo or a reveal changed, in their place."""
    rows = log_rows(seat, list(reversed(entries)), newest=True)
    targets = with_undone(Entry.objects.filter(pk__in=[e.target_id for e in entries if e.target_id]))
    changed = log_rows(seat, [*targets.select_related(*RELATED), *_reveals(entries)], newest=True)
    changed = [row for row in changed if row.entry not in entries]
    revealed = {e.target_id for e in _reveals(entries)} if not seat.is_gm else set()
    shown = [(row, _before(seat, row.entry)) for row in changed if row.entry.pk in revealed]
    context = {"seat": seat, "rows": rows, "changed": changed, "shown": shown}
    return render_to_string("sheets/regions/log_news.html", context)


def _before(seat: Seat, revealed: Entry) -> UUID | None:
    """The entry above which the row of a revealed one belongs: the newest older one that the seat sees."""
    older = Entry.objects.visible_to(seat).filter(number__lt=revealed.number)
    return older.order_by("-number").values_list("pk", flat=True).first()


def _reveals(entries: Sequence[Entry]) -> list[Entry]:
    """The revealing entries themselves, so that the rows know what is hidden no longer."""
    return [e for e in entries if e.kind == Kind.REVEAL.value]
