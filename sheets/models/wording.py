"""Words that the log quotes."""

import uuid

from django.conf import settings
from django.db import models

from sheets.models.campaign import Campaign


class Wording(models.Model):
    """Words typed by a person that the log refers to. Erasing them blanks a row here and edits no entry."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="wordings")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
