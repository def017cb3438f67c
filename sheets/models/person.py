"""People who sign in."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from sheets.models.folding import fold


class User(AbstractUser):
    """A person. A guest is one without a usable password; rights come from seats alone."""

    username_key = models.CharField(max_length=300, db_index=True, editable=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.username_key = fold(self.username)
        super().save(*args, **kwargs)
