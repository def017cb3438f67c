"""The frame of every service: take the turn, lock, let it change things, save them, write one entry."""

import threading
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, Subquery
from django.dispatch import Signal
from django.utils.translation import gettext as _

from rules.impact.terms import State
from sheets.models import (
    CARRIED,
    OWED,
    STANDING,
    Assistance,
    AssistanceStatus,
    Campaign,
    Character,
    Entry,
    Fall,
    Roll,
    Scar,
    Seat,
    Touch,
    TrayItem,
    Visibility,
    Wording,
    Wound,
    WoundStatus,
)
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.state import CharacterState, Subject, Things, difference

_sqlite_turn = threading.RLock()
# Sent with `entry` inside the act's transaction; the live stream listens.
entry_written = Signal()


@contextmanager
def turn() -> Iterator[None]:
    """One transaction. On SQLite the writers of a process queue here rather than poll for its lock."""
    with ExitStack() as stack:
        if connection.vendor == "sqlite":
            stack.enter_context(_sqlite_turn)
        stack.enter_context(transaction.atomic())
        yield


@dataclass
class Act:
    """An act under way: what it may change, and what its entry will say."""

    campaign: Campaign
    seat: Seat
    kind: Kind
    subjects: list[Subject] = field(default_factory=list)
    before: Things = field(default_factory=dict)
    character: Character | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    about: Seat | None = None
    roll: Roll | None = None
    target: Entry | None = None
    # The seats that see the entry, where its visibility says so.
    readers: list[Seat] = field(default_factory=list)
    visibility: Visibility = Visibility.ALL
    # Of an act that must be nobody's, no name is kept anywhere.
    nameless: bool = False
    entry: Entry | None = None

    def add(self, subject: Subject) -> None:
        """Let the act change this subject; call it before changing anything."""
        self.subjects.append(subject)
        self.before |= subject.snapshot()

    @contextmanager
    def told_apart(self) -> Iterator[dict[str, Any]]:
        """Gather what is told inside apart from what the entry says of its own character."""
        own, self.facts = self.facts, {}
        try:
            yield self.facts
        finally:
            self.facts = own

    def words(self, text: str) -> Wording | None:
        """Keep words that the log will refer to; None for no words."""
        if not text:
            return None
        author = None if self.nameless else self.seat.user_id
        return Wording.objects.create(campaign=self.campaign, author_id=author, text=text)


@contextmanager
def act(*, seat: Seat, kind: Kind, unseated: bool = False, nameless: bool = False) -> Iterator[Act]:
    """Frame an act of the seat: lock its campaign, and at the end save and log what changed.

    `nameless`: the seat gives the right to act, and is written down nowhere. Raises Refused if the seat was
    taken away meanwhile, unless `unseated` allows that. An act that changes nothing leaves no entry, but for a
    roll and what is done and undone about it.
    """
    with turn():
        current = Act(campaign=lock_campaign(seat, unseated=unseated), seat=seat, kind=kind, nameless=nameless)
        yield current
        after: Things = {}
        for subject in current.subjects:
            after |= subject.snapshot()
        old, new = difference(current.before, after)
        fields = [name for subject in current.subjects for name in subject.save(new)]
        if new or current.roll or current.target:
            current.entry = _write_entry(current, old, new, fields)
            entry_written.send(Entry, entry=current.entry)


def lock_campaign(seat: Seat, *, unseated: bool = False) -> Campaign:
    """Lock the seat's campaign, first of all locks, so that acts of one table come one after another."""
    Campaign.objects.select_for_update().values_list("pk").get(pk=seat.campaign_id)
    # Read once the lock is held: whoever had it may have taken this seat away, or announced a danger, and a
    # row that is joined to the locked one would still be as it was before the wait.
    held = Q() if unseated else Q(seats__removed_at=None, seats__role=seat.role)
    campaign = Campaign.objects.select_related("danger").filter(held, seats=seat.pk).first()
    if campaign is None:
        raise Refused(_("Your seat at this table is no longer what it was. Reload the page."), code="seat")
    return campaign


def lock_character(
    current: Act,
    character_id: UUID,
    *,
    things: Things | None = None,
    scars: bool = False,
    asked_by: Collection[UUID] = (),
    **read_along: Subquery,
) -> CharacterState:
    """Lock a character of the act's campaign and load what is in play, with the rows that `things` name.

    With `scars`, those that are borne or proposed too, and the falls that a scar is due for; with `asked_by`,
    the help that these characters ask for. What is read
    along stands on the character under its name. It must be something that changes under the campaign's lock
    alone, which the act holds by now.
    """
    rows = Character.objects.filter(campaign=current.campaign, pk=character_id).annotate(**read_along)
    character = rows.select_related("sheet", "owner").select_for_update(of=("self",)).get()
    if character.removed_at and things is None:
        raise Refused(_("This character is no longer in play."))
    named = _named(things, ".wound.", ".name.")
    wounds = Wound.objects.filter(character=character).select_related("wording")
    wounds = wounds.filter(status=WoundStatus.OPEN) | wounds.filter(pk__in=named)
    state = CharacterState(character, character.sheet, list(wounds))
    if trays := _named(things, ".tray."):
        state.tray = list(TrayItem.objects.filter(character=character, pk__in=trays))
    fallen = _named(things, ".fall.", ".scar_due.")
    if fallen or scars or state.state is not State.ACTIVE:
        falls = Fall.objects.filter(character=character).select_related("roll")
        due = Q(scar_due__in=OWED) if scars else Q()
        state.falls = list(falls.filter(Q(status__in=STANDING) | Q(pk__in=fallen) | due))
    scarred = _named(things, ".scar.", ".used.")
    if scarred or scars:
        own = Scar.objects.filter(character=character).select_related("name", "burden", "boon")
        state.scars = list(own.filter(Q(pk__in=scarred) | (Q(status__in=CARRIED) if scars else Q())))
    if helped := [*asked_by, *_named(things, ".help.")]:
        state.helps = list(Assistance.objects.filter(helper=character, roller__in=helped))
    current.character = character
    current.add(state)
    return state


def lock_everyone(current: Act) -> list[CharacterState]:
    """Lock everyone in play at the act's table; it is about no one of them.

    With open wounds, used immunities and the help that is asked.
    """
    rows = Character.objects.filter(campaign=current.campaign, removed_at=None).order_by("pk")
    plays = {c.pk: CharacterState(c, c.sheet) for c in rows.select_related("sheet").select_for_update(of=("self",))}
    for wound in Wound.objects.filter(character__in=plays, status=WoundStatus.OPEN).select_related("wording"):
        plays[wound.character_id].wounds.append(wound)
    for scar in Scar.objects.filter(character__in=plays, immunity_used=True):
        plays[scar.character_id].scars.append(scar)
    for asked in Assistance.objects.filter(helper__in=plays).exclude(status=AssistanceStatus.NONE):
        plays[asked.helper_id].helps.append(asked)
    for play in plays.values():
        current.add(play)
    return list(plays.values())


def _named(things: Things | None, *parts: str) -> list[UUID]:
    """The ids at the end of those things that have one of these parts in their name."""
    return [UUID(key.rsplit(".", 1)[1]) for key in things or {} if any(part in key for part in parts)]


def _write_entry(current: Act, before: Things, after: Things, fields: list[str]) -> Entry:
    """Number and write the entry; the campaign is saved once, with the fields that its subjects changed."""
    campaign = current.campaign
    campaign.last_number += 1
    campaign.save(update_fields=["last_number", *fields])
    entry = Entry.objects.create(
        campaign=campaign,
        number=campaign.last_number,
        kind=current.kind.value,
        seat=None if current.nameless else current.seat,
        about=current.about,
        character=current.character,
        roll=current.roll,
        target=current.target,
        before=before,
        after=after,
        facts=current.facts,
        contract_version=campaign.contract_version,
        visibility=current.visibility,
    )
    if others := current.facts.get("others"):
        entry.others.set(others)
    if current.readers:
        entry.readers.set(current.readers)
    if current.target is None:  # what an undo or a redo touches is told by its target
        Touch.objects.bulk_create(Touch(entry=entry, thing=thing, number=entry.number) for thing in after)
    return entry
