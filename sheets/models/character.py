"""What every ruleset's characters share, and IMPACT's own sheet (C1-C3)."""

import uuid
from typing import Any

from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.impact.terms import State
from sheets.models.campaign import Campaign, Seat
from sheets.models.folding import fold
from sheets.words.terms import choices_of


class Character(models.Model):
    """A character of one campaign: name, portrait, owner, state, notes."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="characters")
    owner = models.ForeignKey(Seat, models.SET_NULL, null=True, blank=True, related_name="characters")
    name = models.CharField(_("name"), max_length=80)
    name_key = models.CharField(max_length=300, editable=False)
    concept = models.CharField(_("concept"), max_length=200, blank=True)
    portrait = models.ImageField(_("portrait"), upload_to="portraits/", blank=True)
    state = models.CharField(
        _("state"), max_length=12, choices=choices_of(State), default=State.ACTIVE.value, editable=False
    )
    # Prepared by the GM for whoever comes and wants it; it has no owner then.
    free_to_take = models.BooleanField(default=False, editable=False)
    notes = models.TextField(_("notes"), max_length=20_000, blank=True)
    # Counts the edits of the texts, so that two people who write at once are both heard.
    text_version = models.PositiveIntegerField(default=0, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("character")
        verbose_name_plural = _("characters")
        ordering = ["name_key", "name"]
        indexes = [models.Index(fields=["campaign", "name_key"])]

    def __str__(self) -> str:
        return self.name or gettext("a character who left")

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = fold(self.name)
        if kwargs.get("update_fields") and "name" in kwargs["update_fields"]:
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(*args, **kwargs)


class Ruling(models.TextChoices):
    """How it stands with the GM's word that a wound is engaged in what the character is about to do (W7)."""

    NONE = "", pgettext_lazy("ruling", "none")
    ASKED = "asked", pgettext_lazy("ruling", "asked")
    GO = "go", pgettext_lazy("ruling", "accepted")
    ADAPT = "adapt", pgettext_lazy("ruling", "adapted")
    GIVE_UP = "give_up", pgettext_lazy("ruling", "given up")


class ImpactSheet(models.Model):
    """The weave, the tension and the sparks of an IMPACT character, and the GM's ruling on its next roll."""

    character = models.OneToOneField(Character, models.CASCADE, primary_key=True, related_name="sheet")
    drive = models.CharField(_("drive"), max_length=300, blank=True)
    flaw = models.CharField(_("flaw"), max_length=300, blank=True)
    tension = models.CharField(_("tension"), max_length=300, blank=True)
    sparks = models.PositiveSmallIntegerField(default=0, editable=False)
    # Won by a roll that made the character fall; credited once the fall is settled (R5).
    sparks_due = models.PositiveSmallIntegerField(default=0, editable=False)
    # What the lethal mode counts: at most one an arc (O4).
    redemptions_this_arc = models.PositiveSmallIntegerField(default=0, editable=False)
    ruling = models.CharField(max_length=8, choices=Ruling, default=Ruling.NONE, blank=True, editable=False)
    ruling_reason = models.ForeignKey("sheets.Wording", models.RESTRICT, null=True, editable=False, related_name="+")
    # What the player leans on instead, when they adapt.
    ruling_dependency = models.ForeignKey(
        "sheets.Wording", models.RESTRICT, null=True, editable=False, related_name="+"
    )


class Reaction(models.Model):
    """A reaction of the weave: what sets it off, what the character does, what ends it (C1)."""

    sheet = models.ForeignKey(ImpactSheet, models.CASCADE, related_name="reactions")
    name = models.CharField(_("name"), max_length=80)
    trigger = models.CharField(_("what sets it off"), max_length=300, blank=True)
    response = models.CharField(_("what the character does"), max_length=300, blank=True)
    ending = models.CharField(_("what ends it"), max_length=300, blank=True)

    class Meta:
        ordering = ["id"]


class Term(models.TextChoices):
    SHORT = "short", pgettext_lazy("term", "Short term")
    MEDIUM = "medium", pgettext_lazy("term", "Medium term")
    LONG = "long", pgettext_lazy("term", "Long term")


class Objective(models.Model):
    """Something the character wants, and by when (C1)."""

    sheet = models.ForeignKey(ImpactSheet, models.CASCADE, related_name="objectives")
    text = models.CharField(_("objective"), max_length=300)
    term = models.CharField(_("term"), max_length=8, choices=Term, default=Term.SHORT)

    class Meta:
        ordering = ["id"]


class TraitKind(models.TextChoices):
    IMPRINT = "imprint", _("Imprint")
    MARK = "mark", _("Mark")
    BACKPACK = "backpack", _("Backpack item")


class Trait(models.Model):
    """An imprint, a mark or a backpack item; a lost one is struck out and kept (C2)."""

    LIMIT = 6

    sheet = models.ForeignKey(ImpactSheet, models.CASCADE, related_name="traits")
    kind = models.CharField(_("kind"), max_length=8, choices=TraitKind)
    name = models.CharField(_("name"), max_length=80)
    lost = models.BooleanField(pgettext_lazy("trait", "lost"), default=False)

    class Meta:
        ordering = ["id"]
