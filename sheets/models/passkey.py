"""Passkeys: a second way into an account, beside its password."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from sheets.models.person import User

NAME_LENGTH = 60
# What the standard lets an authenticator call its credential, 1023 bytes, in base64.
ID_LENGTH = 1364


class Passkey(models.Model):
    """The public half of a key that a person's device or key ring holds."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="passkeys")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    # Both in base64url, as browsers and archives write bytes.
    credential_id = models.CharField(max_length=ID_LENGTH, unique=True, editable=False)
    credential = models.TextField(editable=False)
    # How often the key signed, as it says itself: one that counts never counts back, unless there are two of it.
    sign_count = models.PositiveBigIntegerField(editable=False)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["made_at"]

    def __str__(self) -> str:
        return self.name
