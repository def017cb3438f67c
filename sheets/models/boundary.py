"""Lines and veils: what a group keeps out of its stories."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from sheets.models.campaign import Campaign
from sheets.models.wording import Wording


class BoundaryKind(models.TextChoices):
    LINE = "line", _("Line")
    VEIL = "veil", _("Veil")


class Boundary(models.Model):
    """Something that never comes into play (a line), or only out of sight (a veil).

    Nobody is kept as its author: not here, not with its words, not in its entry, not with a key.
    """

    LENGTH = 200
    MOST = 60

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="boundaries")
    kind = models.CharField(max_length=4, choices=BoundaryKind)
    wording = models.ForeignKey(Wording, models.PROTECT, related_name="+")
    removed = models.BooleanField(default=False)
