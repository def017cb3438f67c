"""An account erased: the person's name and words leave everywhere, and what was built with others stays sound.

The log keeps its entries as they are: names stand with the seats and quoted words in rows of their own.
"""

from collections.abc import Iterable
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from sheets.models import (
    Campaign,
    Character,
    Fall,
    ImpactSheet,
    Objective,
    Reaction,
    Role,
    Scar,
    Seat,
    SpentKey,
    Trait,
    User,
    Wording,
    Wound,
)
from sheets.services import replay
from sheets.services.act import act, turn
from sheets.services.kinds import Kind
from sheets.services.portraits import discard
from sheets.services.refusal import Refused

# What people write about a body, and where it stands.
SAID_OF_A_CHARACTER: tuple[tuple[type[Model], str], ...] = (
    (Wound, "wording"),
    (Fall, "wording"),
    (Scar, "name"),
    (Scar, "burden"),
    (Scar, "boon"),
)
# Sent with `campaign_id` inside the erasing transaction: what waits to be sent to its pages is forgotten.
words_erased = Signal()


def left_without_gm(user: User) -> "QuerySet[Seat]":
    """The person's GM seats at tables where others sit and none of them is a GM."""
    others = Seat.objects.held().exclude(user=user)
    own = Seat.objects.held_by(user).filter(role=Role.GM, campaign__in=others.values("campaign"))
    return own.exclude(campaign__in=others.filter(role=Role.GM).values("campaign")).select_related("campaign")


def left_alone(user: User) -> "QuerySet[Campaign]":
    """The tables where nobody else sits: they go with the person, since nobody could open them again."""
    mine = Seat.objects.held_by(user).values("campaign")
    return Campaign.objects.filter(pk__in=mine).exclude(
        pk__in=Seat.objects.held().exclude(user=user).values("campaign")
    )


def erase(*, user: User, characters_go: bool) -> None:
    """Delete the account. The person's characters go with it, or stay at their tables without an owner.

    Raises Refused while a table with other people would be left without a GM.
    """
    with turn():
        sat = Seat.objects.filter(user=user).values("campaign")
        list(Campaign.objects.select_for_update().filter(pk__in=sat).order_by("pk").values_list("pk"))
        if left_without_gm(user).exists():
            raise Refused(_("A table would be left without a GM: give that seat to someone first."), code="last_gm")
        _close(left_alone(user))
        seats = list(Seat.objects.filter(user=user).select_related("campaign"))
        if characters_go:
            for seat in seats:
                for character in Character.objects.filter(owner=seat):
                    _take(seat, character)
        _blank_words(user, keep_body=not characters_go)
        campaigns = {seat.campaign_id for seat in seats}
        _forget_answers(campaigns)
        Seat.objects.filter(user=user).update(name="")
        user_type = ContentType.objects.get_for_model(User)
        LogEntry.objects.filter(content_type=user_type, object_id=str(user.pk)).delete()
        User.objects.get(pk=user.pk).delete()
        for campaign_id in campaigns:
            words_erased.send(User, campaign_id=campaign_id)
        transaction.on_commit(cache.clear)  # cards are kept as they were drawn


def _close(tables: Iterable[Campaign]) -> None:
    for table in list(tables):
        for name in Character.objects.filter(campaign=table).values_list("portrait", flat=True):
            discard(name)
        table.delete()


def _take(seat: Seat, character: Character) -> None:
    """Take a character out of play with all its texts and its portrait; what was done to it stays in the log."""
    if character.removed_at is None:
        with act(seat=seat, kind=Kind.CHARACTER_TAKEN, unseated=True) as current:
            whole = next(play for play in replay.characters(current.campaign) if play.character.pk == character.pk)
            current.add(whole)
            current.character = whole.character
            whole.character.removed_at = timezone.now()
    discard(character.portrait.name)
    row = Character.objects.filter(pk=character.pk)
    row.update(name="", name_key="", concept="", notes="", portrait="", text_version=F("text_version") + 1)
    ImpactSheet.objects.filter(pk=character.pk).update(drive="", flaw="", tension="")
    for model in (Trait, Reaction, Objective):
        model._default_manager.filter(sheet=character.pk).delete()


def _blank_words(user: User, *, keep_body: bool) -> None:
    """Blank what the person typed and the log quotes; those of a staying character's body stay with it."""
    words = Wording.objects.filter(author=user)
    if keep_body:
        staying = Character.objects.filter(owner__user=user)
        for model, text in SAID_OF_A_CHARACTER:
            own = model._default_manager.filter(character__in=staying, **{f"{text}__author": user})
            words = words.exclude(pk__in=own.values(text))
    words.update(text="")


def _forget_answers(campaigns: set[UUID]) -> None:
    """Forget the answers kept for retried requests of these tables: they quote names. A retry reloads its page."""
    people = Seat.objects.filter(campaign__in=campaigns, user__isnull=False).values("user")
    kept = SpentKey.objects.filter(user__in=people).exclude(body="")
    kept.update(body="", status=200, headers={"HX-Refresh": "true"})
