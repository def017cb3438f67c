"""People who sign in."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from sheets.models.folding import fold


class Theme(models.TextChoices):
    SYSTEM = "system", _("Like the system")
    DARK = "dark", _("Dark")
    LIGHT = "light", _("Light")


class User(AbstractUser):
    """A person. A guest is one without a usable password; rights come from seats alone.

    `email` is empty, or an address from which a link of ours was followed.
    """

    username_key = models.CharField(max_length=300, db_index=True, editable=False)
    # What a guest is called: the name of their account is made up and shown to nobody.
    display_name = models.CharField(_("name shown"), max_length=80, blank=True)
    # Empty until the person chooses: then this browser's cookie counts.
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, blank=True)
    theme = models.CharField(_("theme"), max_length=6, choices=Theme, blank=True)

    # Of the code by which a guest comes back on another browser; the code itself is kept nowhere.
    recovery_digest = models.CharField(  # noqa: DJ001 -- two of nothing are not alike
        max_length=64, null=True, unique=True, editable=False
    )

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
        # Whoever learned an old password is shut out, wherever the new one was set, live pages included.
        if self._password is not None and self.pk:  # type: ignore[attr-defined]
            self.sessions.all().delete()
        super().save(*args, **kwargs)


def chosen_language(user: object, cookie: str | None) -> str:
    """The person's language, or else this browser's; French, that of the game, until one is chosen.

    A browser's wish is no choice.
    """
    known = dict(settings.LANGUAGES)
    return next((code for code in (getattr(user, "language", ""), cookie) if code in known), settings.LANGUAGE_CODE)


def chosen_theme(user: object, cookie: str | None) -> str:
    """`dark`, `light`, or `system` until one is chosen."""
    return next((theme for theme in (getattr(user, "theme", ""), cookie) if theme in Theme.values), Theme.SYSTEM.value)
