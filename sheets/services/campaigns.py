"""Campaigns opened, their terms changed, and the seats around the table."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from sheets.models import Campaign, Entry, Role, Seat, User
from sheets.models.campaign import SEAT_NAME_LENGTH
from sheets.models.folding import fold
from sheets.services.act import Act, act, turn
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.state import TERMS, SeatState, Subject, TermsState


def make(*, user: User, values: Mapping[str, Any]) -> Seat:
    """Open a table; its maker holds the GM's seat."""
    with turn():
        campaign = Campaign.objects.create(**values)
        seat = Seat.objects.create(user=user, campaign=campaign, role=Role.GM, name=name_at_table(user))
        with act(seat=seat, kind=Kind.CAMPAIGN_MADE) as current:
            # Not `add`: before this act neither the seat nor the first version of the contract was there.
            current.subjects += [SeatState(seat), TermsState(current.campaign)]
    seat.campaign.refresh_from_db()
    return seat


def change_terms(*, seat: Seat, values: Mapping[str, Any], seen: str | None = None) -> Entry | None:
    """Change the terms of play; every change makes a new version of the contract.

    Raises Refused with code `conflict` if `seen`, the `digest` of the terms that were shown, is an old one.
    """
    with act(seat=seat, kind=Kind.TERMS_CHANGED) as current:
        if seen is not None and seen != digest(current.campaign):
            raise Refused(_("Another GM changed the terms while you were choosing."), code="conflict")
        _set_terms(current, values)
    return current.entry


def set_terms(*, campaign_id: UUID, values: Mapping[str, Any]) -> Entry | None:
    """Change the terms of any table as the site's administrator, who has no seat there: logged as nobody's act."""
    # An act is framed by a seat of its table; whose it is, is not written down.
    frame = Seat.objects.filter(campaign=campaign_id).earliest("made_at")
    with act(seat=frame, kind=Kind.TERMS_SET, unseated=True, nameless=True) as current:
        _set_terms(current, values)
    return current.entry


def _set_terms(current: Act, values: Mapping[str, Any]) -> None:
    current.add(TermsState(current.campaign))
    for name, value in values.items():
        setattr(current.campaign, name, value)
    refuse_unfit(TermsState(current.campaign))
    current.campaign.save(update_fields=["name"])


def digest(campaign: Campaign) -> str:
    """A short sign of the terms as they stand, without lines and veils."""
    shown = json.dumps([getattr(campaign, name) for name in TERMS])
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def give_seat(*, seat: Seat, username: str, role: Role) -> Entry | None:
    """Seat a person who has an account."""
    with act(seat=seat, kind=Kind.SEAT_GIVEN) as current:
        refuse_in_demo(current.campaign)
        person = _person_named(username)
        if person is None:
            raise Refused(_("Nobody here goes by that name."), field="username")
        given = Seat(user=person, campaign=current.campaign, role=role, name=name_at_table(person))
        refuse_unfit(SeatState(given))
        current.add(SeatState(given))
        given.save(force_insert=True)
        current.about, current.facts = given, {"role": role}
    return current.entry


def refuse_in_demo(campaign: Campaign) -> None:
    """Nobody else comes into a visitor's demo: it goes away, with whoever was let in, after a day."""
    if campaign.demo:
        raise Refused(_("A demo is its visitor's alone: nobody else can come in."))


def name_at_table(person: User) -> str:
    """What a person is called at a table; the name of an account may be longer than a seat holds."""
    return person.called[:SEAT_NAME_LENGTH]


def _person_named(username: str) -> User | None:
    """The person of exactly this name, or else the only one whose name differs by case and accents alone."""
    people = User.objects.filter(username_key=fold(username), is_active=True)
    alike = list(people[:2])
    return next((p for p in people.filter(username=username)), alike[0] if len(alike) == 1 else None)


def remove_seat(*, seat: Seat, seat_id: Any) -> Entry | None:
    """Take a seat away; its rights end at once. The last GM stays."""
    with act(seat=seat, kind=Kind.SEAT_REMOVED) as current:
        leaving = _lock_seat(current, seat_id)
        leaving.removed_at = timezone.now()
        refuse_unfit(SeatState(leaving))
        current.about = leaving
    return current.entry


def change_role(*, seat: Seat, seat_id: Any, role: Role) -> Entry | None:
    """Make a player a GM beside the others, or the other way round. The last GM stays one."""
    with act(seat=seat, kind=Kind.ROLE_CHANGED) as current:
        changing = _lock_seat(current, seat_id)
        changing.role = role
        refuse_unfit(SeatState(changing))
        current.about, current.facts = changing, {"role": role}
    return current.entry


def _lock_seat(current: Act, seat_id: Any) -> Seat:
    """A seat of the act's campaign that the act may change; Refused if it was taken away."""
    found = Seat.objects.select_for_update().filter(pk=seat_id, campaign=current.campaign, removed_at=None).first()
    if found is None:
        raise Refused(_("This seat is not at this table."))
    current.add(SeatState(found))
    return found


def refuse_unfit(subject: Subject) -> None:
    """Refuse terms and seats, about to be saved, that cannot stand: by an act, its undo or its redo."""
    if isinstance(subject, TermsState):
        terms = subject.campaign
        if terms.spark_maximum is not None and terms.spark_start > terms.spark_maximum:
            raise Refused(_("One cannot start with more sparks than one may hold."), field="spark_start")
    if isinstance(subject, SeatState):
        _refuse_unfit_seat(subject.seat)


def _refuse_unfit_seat(seat: Seat) -> None:
    sitting = Seat.objects.held().filter(campaign=seat.campaign_id)
    twin = sitting.filter(role=seat.role, user=seat.user_id, demo_place=seat.demo_place).exclude(pk=seat.pk)
    if not seat.gone and twin.exists():
        raise Refused(_("This person holds that seat already."), field="username")
    if seat.gone or not seat.is_gm:
        gms = set(sitting.filter(role=Role.GM).values_list("pk", flat=True))
        if gms == {seat.pk}:  # as it still stands in its row
            raise Refused(_("A table needs a GM: give the seat to someone else first."))
