"""The rows of the log as a seat sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets.models import Character, Entry, Seat, Visibility, Wording
from sheets.services.history import is_undone, with_undone
from sheets.services.kinds import Kind, handler_of

LOG_ROWS = 20
RELATED = ("seat", "about", "roll", "character", "target")


@dataclass(frozen=True)
class LogRow:
    """An entry as the log shows it."""

    entry: Entry
    sentence: str
    undone: bool
    may_undo: bool
    may_redo: bool
    hidden: bool
    may_reveal: bool
    nameless: bool
    # The version of the contract that it obeyed, where that matters; else none.
    version: int | None


def log_context(seat: Seat, character: Character | None = None, *, before: Entry | None = None) -> dict[str, Any]:
    """A page of the log, newest first: a character's, or the whole table's."""
    entries = Entry.objects.visible_to(seat)
    if character:
        entries = entries.about(character.pk)
    entries = with_undone(entries)
    if before:
        entries = entries.filter(number__lt=before.number)
    page = list(entries.select_related(*RELATED).order_by("-number")[: LOG_ROWS + 1])
    older = page[LOG_ROWS - 1] if len(page) > LOG_ROWS else None
    rows = log_rows(seat, page[:LOG_ROWS], newest=before is None)
    return {"log": rows, "older": older, "live_after": page[0].pk if page else ""}


def newest_seen(seat: Seat) -> object:
    """The last entry that a page of the seat knows, for its stream; empty if there is none."""
    return Entry.objects.visible_to(seat).order_by("-number").values_list("pk", flat=True).first() or ""


def log_rows(
    seat: Seat, entries: Sequence[Entry], *, newest: bool, words: Mapping[str, str] | None = None
) -> list[LogRow]:
    """Entries as rows. A player may take back their own last act, when nothing stands on it.

    `words` are those that the entries quote, if they are at hand.
    """
    words = quoted(entries) if words is None else words
    standing = [e for e in entries if e.target_id is None and not is_undone(e)] if newest else []
    # Naming a wound builds nothing on the roll that made it: both may be taken back.
    last = [*standing[:1], *[e for e in standing if e.kind != Kind.WOUND_NAMED.value][:1]]
    revealed = {e.target_id for e in entries if e.kind == Kind.REVEAL.value}
    rows = []
    for entry in entries:
        handler = handler_of(entry)
        mine = seat.is_gm or (entry in last and entry.seat_id == seat.pk)
        mine_again = seat.is_gm or (entry.seat_id == seat.pk and newest)
        undone = is_undone(entry)
        hidden = entry.visibility != Visibility.ALL and entry.pk not in revealed
        rows.append(
            LogRow(
                entry=entry,
                sentence=handler.say(entry, words),
                undone=undone,
                may_undo=handler.undoable and not undone and mine,
                may_redo=handler.undoable and undone and mine_again,
                hidden=hidden,
                may_reveal=hidden and seat.is_gm and entry.kind == Kind.GM_ROLL.value,
                nameless=handler.nameless,
                version=entry.contract_version if handler.under_contract else None,
            )
        )
    return rows


def quoted(entries: Sequence[Entry]) -> dict[str, str]:
    """The words that these entries quote, and the names of others that they are about, by id."""
    ids = {value for e in entries for name in ("wording", "eased_why") if (value := e.facts.get(name))}
    words = {w.pk.hex: w.text for w in Wording.objects.filter(pk__in=ids)} if ids else {}
    others = {other for e in entries for other in e.facts.get("others", ())}
    named = Character.objects.filter(pk__in=others).values_list("pk", "name") if others else ()
    return words | {pk.hex: name for pk, name in named}
