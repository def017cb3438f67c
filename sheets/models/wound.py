"""Wounds in their slots, and what the twists leave in the GM's tray."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.impact.terms import Outcome, Slot
from sheets.models.campaign import Campaign
from sheets.models.character import Character
from sheets.models.wording import Wording
from sheets.words.terms import choices_of


class WoundStatus(models.TextChoices):
    OPEN = "open", pgettext_lazy("wound", "open")
    HEALED = "healed", pgettext_lazy("wound", "healed")
    # The act that made it was undone: it never happened, but the log still points at it.
    TAKEN_BACK = "taken_back", pgettext_lazy("wound", "taken back")


class Wound(models.Model):
    """One injury in one slot (W1). A healed one stays in the character's story (H5)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    character = models.ForeignKey(Character, models.CASCADE, related_name="wounds")
    slot = models.CharField(_("slot"), max_length=8, choices=choices_of(Slot))
    status = models.CharField(max_length=10, choices=WoundStatus, default=WoundStatus.OPEN)
    wording = models.ForeignKey(Wording, models.RESTRICT, null=True, blank=True, related_name="+")
    # Rule wound_dice: a light wound's D10 goes with the next roll and no further (W6).
    die_spent = models.BooleanField(default=False)
    # How many ends of session it has lasted (H2).
    sessions = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("wound")
        verbose_name_plural = _("wounds")
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["character", "slot"], condition=models.Q(status="open"), name="one_open_wound_a_slot"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_slot_display()}: {self.name}"

    @property
    def name(self) -> str:
        """What the players call it, empty while it is unnamed."""
        return self.wording.text if self.wording else ""


class TrayStatus(models.TextChoices):
    WAITING = "waiting", pgettext_lazy("tray", "waiting")
    PLACED = "placed", pgettext_lazy("tray", "placed")
    DISCARDED = "discarded", pgettext_lazy("tray", "discarded")
    TAKEN_BACK = "taken_back", pgettext_lazy("tray", "taken back")


HEALING = "healing"


class TrayItem(models.Model):
    """What waits for the GM's word: something that the twists left (R7, R8), or a healing that succeeded (H3)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="tray")
    character = models.ForeignKey(Character, models.CASCADE, related_name="tray")
    kind = models.CharField(
        max_length=12,
        choices=[
            *[c for c in choices_of(Outcome) if c[0] in ("complication", "opportunity", "disaster")],
            (HEALING, _("Healing")),
        ],
    )
    # The wound that a healing is about.
    wound = models.ForeignKey(Wound, models.SET_NULL, null=True, related_name="+")
    status = models.CharField(max_length=10, choices=TrayStatus, default=TrayStatus.WAITING)
    note = models.ForeignKey(Wording, models.RESTRICT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("tray item")
        verbose_name_plural = _("tray items")
        ordering = ["made_at"]
