"""What the GM lays over a scene: an announced danger, and the answers to it."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.impact.terms import Channel, Danger
from sheets.models.campaign import Campaign
from sheets.models.character import Character
from sheets.models.wording import Wording
from sheets.words.terms import choices_of


class Announcement(models.Model):
    """A danger said aloud before the roll (D4). One stands at a time; its words never change.

    A draft is the GM's alone until it is announced. `scope` holds the ids (hex) of the characters in danger;
    none means everyone.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="announcements")
    level = models.CharField(_("level"), max_length=9, choices=choices_of(Danger), default=Danger.NORMAL.value)
    channel = models.CharField(_("the danger strikes"), max_length=5, choices=choices_of(Channel), default="body")
    mortal = models.BooleanField(_("mortal"), default=False)
    sentence = models.ForeignKey(Wording, models.RESTRICT, null=True, related_name="+")
    subject = models.ForeignKey(Wording, models.RESTRICT, null=True, related_name="+")
    scope = models.JSONField(default=list)
    drafted = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    @property
    def danger(self) -> Danger:
        return Danger(self.level)

    def concerns(self, character: Character) -> bool:
        """Whether the character is in its scope."""
        return not self.scope or character.pk.hex in self.scope


class Choice(models.TextChoices):
    GO = "go", _("I go")
    ADAPT = "adapt", _("I adapt")
    GIVE_UP = "give_up", _("I give up")


class Answer(models.Model):
    """What a player answered for a character to a mortal danger, before any roll under it."""

    announcement = models.ForeignKey(Announcement, models.CASCADE, related_name="answers")
    character = models.ForeignKey(Character, models.CASCADE, related_name="+")
    choice = models.CharField(max_length=8, choices=Choice, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["announcement", "character"], name="one_answer_a_character")]
