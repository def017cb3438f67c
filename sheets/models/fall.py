"""An out of play, from how it came to how it ended (O1-O9)."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.impact.terms import Cause, End, LethalRedemption, Mode, ScarDue, Severity
from sheets.models.character import Character
from sheets.models.roll import Roll
from sheets.models.wording import Wording
from sheets.models.wound import Wound
from sheets.words.terms import choices_of


class FallStatus(models.TextChoices):
    """How far a fall has come. Each is kept, so that a closed browser or a restart loses none (O8)."""

    EXIT_ROLL = "exit_roll", pgettext_lazy("fall", "the exit roll waits")
    CHOICE = "choice", pgettext_lazy("fall", "a death waits for a choice")
    # Settled, and the character is still down by it, or dead.
    DOWN = "down", pgettext_lazy("fall", "settled")
    # Settled and over: back in play, or overtaken by another end.
    PAST = "past", pgettext_lazy("fall", "over")
    # The act that made it was undone.
    TAKEN_BACK = "taken_back", pgettext_lazy("fall", "taken back")


PENDING = (FallStatus.EXIT_ROLL, FallStatus.CHOICE)
STANDING = (*PENDING, FallStatus.DOWN)
# A scar that is still to be written, or to be let go (O7).
OWED = (ScarDue.REQUIRED.value, ScarDue.OFFERED.value)


class Closing(models.TextChoices):
    """What a fall came to in the end."""

    NONE = "", pgettext_lazy("fall", "not yet")
    SURVIVED = "survived", pgettext_lazy("fall", "survived")
    REDEEMED = "redeemed", pgettext_lazy("fall", "redeemed")
    DIED = "died", pgettext_lazy("fall", "died")
    # The GM's word ended it before its dice or its choice did.
    SPARED = "spared", pgettext_lazy("fall", "spared")
    OVERTAKEN = "overtaken", pgettext_lazy("fall", "overtaken")


class Fall(models.Model):
    """One out of play of a character. How it came is fixed with it; how it goes on changes by acts.

    It obeys the mode and the contract of the moment at which it came, as its odds were announced. `roll` is
    None where the GM inflicted it or it was chosen. `wound` is the one in the worst slot at that moment, and
    `wording` the name of the blow itself, which ticked nothing: a scar starts from them (K3).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    character = models.ForeignKey(Character, models.CASCADE, related_name="falls")
    roll = models.ForeignKey(Roll, models.CASCADE, null=True, related_name="falls")
    severity = models.CharField(max_length=12, choices=choices_of(Severity), blank=True)
    wound = models.ForeignKey(Wound, models.SET_NULL, null=True, related_name="falls")
    wording = models.ForeignKey(Wording, models.RESTRICT, null=True, related_name="+")
    cause = models.CharField(max_length=10, choices=choices_of(Cause))
    mode = models.CharField(max_length=20, choices=choices_of(Mode))
    lethal_redemption = models.CharField(max_length=20, choices=choices_of(LethalRedemption))
    exit_dice = models.PositiveSmallIntegerField(default=0)
    contract_version = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=FallStatus)
    end = models.CharField(max_length=16, choices=choices_of(End), blank=True)
    # None before the exit roll, and where none is due.
    exit_d8 = models.JSONField(null=True)
    physical = models.BooleanField(_("dice thrown on the table"), default=False)
    closing = models.CharField(max_length=10, choices=Closing, blank=True)
    # The scar that survival leaves, until it is written or let go (O7).
    scar_due = models.CharField(max_length=8, choices=choices_of(ScarDue), default=ScarDue.NONE.value)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("fall")
        verbose_name_plural = _("falls")
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["character"], condition=models.Q(status__in=STANDING), name="one_standing_fall_a_character"
            )
        ]

    @property
    def pending(self) -> bool:
        """Whether something is still to be rolled or chosen."""
        return self.status in PENDING
