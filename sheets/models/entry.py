"""The log: numbered entries that are never edited, and the things they touched."""

import uuid
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from sheets.models.campaign import Campaign, Seat
from sheets.models.character import Character
from sheets.models.roll import Roll

REVEAL = "reveal"
# An end of scene, session or arc concerns every character of the table.
PERIOD_ENDED = "period_ended"


class Visibility(models.TextChoices):
    ALL = "all", _("everyone at the table")
    SEATS = "seats", _("some at the table")
    GM = "gm", _("the GM alone")


class EntryQuerySet(models.QuerySet["Entry"]):
    def visible_to(self, seat: Seat) -> "EntryQuerySet":
        """The entries of the seat's campaign that may be shown to it."""
        entries = self.filter(campaign_id=seat.campaign_id)
        if seat.is_gm:
            return entries
        # A hidden entry is shown once an entry about it, which reveals it, is for all.
        revealed = Exists(self.model.objects.filter(target=OuterRef("pk"), kind=REVEAL))
        named = Exists(self.model.readers.through.objects.filter(entry=OuterRef("pk"), seat=seat.pk))
        return entries.filter(Q(visibility=Visibility.ALL) | Q(named) | Q(revealed))

    def about(self, character_id: UUID) -> "EntryQuerySet":
        """The entries that stand in the log of one character."""
        for_all = Q(kind=PERIOD_ENDED) | Q(target__kind=PERIOD_ENDED)
        beside = self.model.others.through.objects.filter(character=character_id).values("entry")
        return self.filter(Q(character=character_id) | Q(pk__in=beside) | Q(target__in=beside) | for_all)


class Entry(models.Model):
    """One change of play: who, when, what, before and after. `number` never leaves the server.

    `before` and `after` map each thing that changed to its value (see sheets.state); `facts` holds what
    the sentence needs. `target` is the entry that an undo or a redo is about.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    schema = models.PositiveSmallIntegerField(default=1)
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, related_name="entries")
    # Whose seat it is about, where that is not whose act it was.
    about = models.ForeignKey(Seat, models.SET_NULL, null=True, related_name="+")
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="entries")
    roll = models.OneToOneField(Roll, models.CASCADE, null=True, related_name="entry")
    target = models.ForeignKey("self", models.CASCADE, null=True, related_name="sequels")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    facts = models.JSONField(default=dict)
    contract_version = models.PositiveIntegerField()
    # Characters that it is about as well: those who helped, or are asked to (also in `facts`, for the stream).
    others = models.ManyToManyField(Character, related_name="+")
    readers = models.ManyToManyField(Seat, related_name="+")
    visibility = models.CharField(max_length=5, choices=Visibility, default=Visibility.ALL)
    made_at = models.DateTimeField(auto_now_add=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_number_an_entry")]
        indexes = [models.Index(fields=["character", "-number"])]

    @property
    def characters(self) -> set[UUID]:
        """The characters whom the entry is about, or in whom it changed something."""
        changed = {UUID(thing.split(".")[1]) for thing in self.after if thing.startswith("c.")}
        return changed | ({self.character_id} if self.character_id else set())

    def is_about(self, character_id: UUID | None) -> bool:
        """Whether the entry stands in the log of this character."""
        for_all = PERIOD_ENDED in (self.kind, self.target and self.target.kind)
        told = (self.target or self).facts.get("others", ())
        return for_all or self.character_id == character_id or (character_id is not None and character_id.hex in told)

    def of_character(self, character_id: UUID) -> dict[str, Any]:
        """What the entry left of one character."""
        return {thing: value for thing, value in self.after.items() if thing.startswith(f"c.{character_id.hex}.")}


class Touch(models.Model):
    """That an entry changed a thing: how undo finds what was built on it, in one look at an index."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="touches")
    # The longest names a campaign, an announcement and a character: 107.
    thing = models.CharField(max_length=120)
    number = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["thing", "-number"])]
