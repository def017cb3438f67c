"""People who sign in."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from sheets.models.folding import fold


class User(AbstractUser):
    """A person. A guest is one without a usable password; rights come from seats alone."""

    username_key = models.CharField(max_length=300, db_index=True, editable=False)
    # What a guest is called: the name of their account is made up and shown to nobody.
    display_name = models.CharField(_("name shown"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.called

    @property
    def called(self) -> str:
        """The name that pages show."""
        return self.display_name or self.username

    @property
    def is_guest(self) -> bool:
        """Whether this person came in by a name alone, and is known by this browser only."""
        return not self.has_usable_password()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.username_key = fold(self.username)
        super().save(*args, **kwargs)
