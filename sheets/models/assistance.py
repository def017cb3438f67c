"""Help that an ally was asked to give to a roll that is being prepared (P6, D6)."""

from django.db import models
from django.utils.translation import pgettext_lazy

from sheets.models.character import Character


class AssistanceStatus(models.TextChoices):
    # Never asked, or used up.
    NONE = "", pgettext_lazy("help", "none")
    ASKED = "asked", pgettext_lazy("help", "asked")
    AGREED = "agreed", pgettext_lazy("help", "agreed")
    DECLINED = "declined", pgettext_lazy("help", "declined")


class Assistance(models.Model):
    """What stands between one who prepares a roll and an ally: one row for each two of them.

    `shown` is what the ally was asked to share: the stakes and the dice (see services.assistance.Shared).
    `agreed` is what the ally's word was given on: the contract, the slots, and whether the GM had spared them.
    """

    roller = models.ForeignKey(Character, models.CASCADE, related_name="helped_by")
    helper = models.ForeignKey(Character, models.CASCADE, related_name="helping")
    status = models.CharField(max_length=8, choices=AssistanceStatus, default=AssistanceStatus.NONE, blank=True)
    # By the GM's word the helper does not share the danger (D6).
    spared = models.BooleanField(default=False)
    shown = models.JSONField(default=dict)
    agreed = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["roller", "helper"], name="one_help_of_two")]

    @property
    def open(self) -> bool:
        """Whether it is asked, whatever the answer so far."""
        return self.status != AssistanceStatus.NONE
