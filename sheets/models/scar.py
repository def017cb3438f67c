"""Scars, and the d12 tables that they may be drawn from (K1-K5)."""

import uuid

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.impact.scars import Scar as ScarInRules
from rules.impact.scars import ScarEffect, ScarSide
from sheets.models.campaign import Campaign
from sheets.models.character import Character
from sheets.models.wording import Wording
from sheets.models.wound import Wound
from sheets.words.terms import LABELS

TABLE_SIZE = 12


def effects_of(side: ScarSide) -> list[tuple[str, object]]:
    """The effects that may stand on one side, as choices of a field."""
    return [(effect.value, LABELS[effect]) for effect in ScarEffect if effect.side is side]


class ScarTable(models.Model):
    """Twelve scars for a d12. The site has one; a table of play may have its own, which is a copy (K3)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # None: the site's own, used by every table of play that has none.
    campaign = models.OneToOneField(
        Campaign, models.CASCADE, null=True, blank=True, related_name="scar_table", verbose_name=_("table")
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("scar table")
        verbose_name_plural = _("scar tables")
        constraints = [
            models.UniqueConstraint(
                models.ExpressionWrapper(models.Q(campaign=None), output_field=models.BooleanField()),
                condition=models.Q(campaign=None),
                name="one_scar_table_of_the_site",
            )
        ]

    def __str__(self) -> str:
        return self.campaign.name if self.campaign else str(_("The site's own"))


class ScarEntry(models.Model):
    """One face of the d12, in both languages. What is drawn is copied: later edits reach no scar."""

    table = models.ForeignKey(ScarTable, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(
        _("face of the d12"), validators=[MinValueValidator(1), MaxValueValidator(TABLE_SIZE)]
    )
    name_fr = models.CharField(_("name (French)"), max_length=80)
    name_en = models.CharField(_("name (English)"), max_length=80)
    burden_fr = models.CharField(_("what weighs (French)"), max_length=200)
    burden_en = models.CharField(_("what weighs (English)"), max_length=200)
    burden_effect = models.CharField(_("its effect"), max_length=20, choices=effects_of(ScarSide.BURDEN))
    boon_fr = models.CharField(_("what it forges (French)"), max_length=200)
    boon_en = models.CharField(_("what it forges (English)"), max_length=200)
    boon_effect = models.CharField(_("its effect"), max_length=20, choices=effects_of(ScarSide.BOON))

    class Meta:
        verbose_name = _("scar of the table")
        verbose_name_plural = _("scars of the table")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_entry_a_face")]

    def __str__(self) -> str:
        return f"{self.number}. {self.in_language('name')}"

    def in_language(self, text: str) -> str:
        """The name, burden or boon in the language now active; French where it is not English."""
        language = "en" if (get_language() or "fr").startswith("en") else "fr"
        return str(getattr(self, f"{text}_{language}"))


class ScarStatus(models.TextChoices):
    PROPOSED = "proposed", pgettext_lazy("scar", "proposed")
    BORNE = "borne", pgettext_lazy("scar", "borne")
    # Struck off by the GM, or its proposal thrown away.
    REMOVED = "removed", pgettext_lazy("scar", "removed")
    # The act that proposed it was undone.
    TAKEN_BACK = "taken_back", pgettext_lazy("scar", "taken back")


CARRIED = (ScarStatus.PROPOSED, ScarStatus.BORNE)


class Scar(models.Model):
    """What an ordeal leaves: a burden and a boon, agreed to by the GM and the player, never healed (K1-K5)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    character = models.ForeignKey(Character, models.CASCADE, related_name="scars")
    # The wound that it was born of, if it is one (K3, W4).
    wound = models.ForeignKey(Wound, models.SET_NULL, null=True, related_name="scars")
    status = models.CharField(max_length=10, choices=ScarStatus, default=ScarStatus.PROPOSED)
    name = models.ForeignKey(Wording, models.RESTRICT, null=True, related_name="+")
    burden = models.ForeignKey(Wording, models.RESTRICT, null=True, related_name="+")
    burden_effect = models.CharField(max_length=20, choices=effects_of(ScarSide.BURDEN))
    boon = models.ForeignKey(Wording, models.RESTRICT, null=True, related_name="+")
    boon_effect = models.CharField(max_length=20, choices=effects_of(ScarSide.BOON))
    gm_agrees = models.BooleanField(default=False)
    player_agrees = models.BooleanField(default=False)
    # The GM's word that sides of unequal weight are one scar all the same (K1).
    weighed = models.BooleanField(default=False)
    # The session in which it was agreed on: its boon stays locked until that session is over (K4).
    written_in = models.PositiveIntegerField(default=0)
    unlocked = models.BooleanField(default=False)
    immunity_used = models.BooleanField(default=False)
    # The face of the d12 that it was drawn with; None if it was written freely.
    drawn = models.PositiveSmallIntegerField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("scar")
        verbose_name_plural = _("scars")
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["character"], condition=models.Q(status="proposed"), name="one_proposed_scar_a_character"
            )
        ]

    def __str__(self) -> str:
        return self.name.text if self.name else ""

    @property
    def in_rules(self) -> ScarInRules:
        """What the rules need of it."""
        return ScarInRules(
            ScarEffect(self.burden_effect), ScarEffect(self.boon_effect), self.unlocked, self.immunity_used
        )
