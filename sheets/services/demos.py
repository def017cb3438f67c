"""Demos: a whole table of the visitor's own, with every seat theirs, swept away after a day."""

from collections.abc import Iterable
from datetime import timedelta

from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.utils import timezone

from sheets.models import Campaign, Character, Role, Seat, User
from sheets.services import campaigns
from sheets.services.act import act, turn
from sheets.services.demo_story import tell
from sheets.services.guests import make_guest
from sheets.services.kinds import Kind
from sheets.state import SeatState
from sheets.words import demo_people as told

KEPT = timedelta(days=1)
# How many old demos one new one takes along: a tap stays quick, and they still go faster than they come.
SWEPT_BY_A_TAP = 3


def make(*, user: User | None, key: str) -> Seat:
    """Lay a demo for this person, or for a new guest; the GM's seat. The same key again: the same demo."""
    with turn():
        try:
            with transaction.atomic():
                gm = _lay(user or make_guest(str(told.VISITOR)), key)
        except IntegrityError:  # a second tap, which waited here until the first was done
            return Seat.objects.select_related("user").get(campaign__demo_key=key, role=Role.GM)
        sweep(limit=SWEPT_BY_A_TAP)
    return gm


def _lay(user: User, key: str) -> Seat:
    gm = campaigns.make(user=user, values={"name": str(told.TABLE), "spark_start": 2, "demo_key": key})
    seats = {who.player: _seat(gm, who.player, place) for place, who in enumerate(told.PEOPLE, 1)}
    tell(gm, seats)
    return gm


def _seat(gm: Seat, name: str, place: int) -> Seat:
    """A player's seat of the demo, held by the visitor who also holds the GM's."""
    with act(seat=gm, kind=Kind.SEAT_GIVEN) as current:
        given = Seat(user=gm.user, campaign=current.campaign, role=Role.PLAYER, name=name, demo_place=place)
        current.add(SeatState(given))
        given.save(force_insert=True)
    return given


def standing(user: User) -> Seat | None:
    """The GM's seat of the person's demo, if one stands."""
    seats = Seat.objects.held_by(user).filter(campaign__demo_key__isnull=False, role=Role.GM)
    return seats.order_by("-made_at").first()


def sweep(*, limit: int | None = None) -> int:
    """Take away the demos of over a day ago, the oldest first, with all that came of them; how many."""
    with turn():
        # One that another process is sweeping is left to it.
        old = Campaign.objects.select_for_update(skip_locked=True).filter(
            demo_key__isnull=False, made_at__lt=timezone.now() - KEPT
        )
        swept = list(old.order_by("made_at")[:limit])
        for campaign in swept:
            _remove(campaign)
    return len(swept)


def _remove(campaign: Campaign) -> None:
    """Delete the demo, its portraits, and its guest unless they sit elsewhere or have an account by now."""
    people = list(User.objects.filter(seats__campaign=campaign).distinct())
    portraits = list(
        Character.objects.filter(campaign=campaign).exclude(portrait="").values_list("portrait", flat=True)
    )
    campaign.delete()
    User.objects.filter(pk__in=[p.pk for p in people if p.is_guest], is_staff=False, seats=None).delete()
    transaction.on_commit(lambda: _forget_files(portraits))


def _forget_files(names: Iterable[str]) -> None:
    for name in names:
        default_storage.delete(name)
