"""A roll as it was made: what was asked, what the dice showed, what they meant, what had been announced."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.impact.terms import Channel, Danger, Intention, Outcome, Severity
from sheets.models.character import Character
from sheets.words.terms import choices_of


class Roll(models.Model):
    """One roll. Nothing here changes once it is made; undo strikes it out in the log."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # None for a roll of the GM's own.
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="rolls")
    announcement = models.ForeignKey("sheets.Announcement", models.SET_NULL, null=True, related_name="rolls")
    intention = models.CharField(max_length=8, choices=choices_of(Intention))
    danger = models.CharField(max_length=9, choices=choices_of(Danger), blank=True)
    channel = models.CharField(max_length=5, choices=choices_of(Channel), default=Channel.BODY.value)
    mortal = models.BooleanField(default=False)
    eased = models.BooleanField(default=False)
    # An immunity of a scar was engaged (K2).
    immune = models.BooleanField(default=False)
    physical = models.BooleanField(_("dice thrown on the table"), default=False)
    # Lines of the pool: source, the trait it came from if any, dice of each kind (R07: every die has a cause).
    pool = models.JSONField()
    faces = models.JSONField()
    ticked = models.JSONField()
    odds = models.JSONField()
    outcome = models.CharField(max_length=12, choices=choices_of(Outcome))
    severity = models.CharField(max_length=12, choices=choices_of(Severity), blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
