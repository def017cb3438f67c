"""The Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SheetsConfig(AppConfig):
    name = "sheets"
    verbose_name = _("Impact")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_delete, post_migrate

        from sheets.live.transports import forget, shut, tell, tell_of_texts
        from sheets.models import Session
        from sheets.services.act import entry_written
        from sheets.services.characters import texts_kept
        from sheets.services.erasure import words_erased
        from sheets.services.scar_tables import ship
        from sheets.views.sessions import note_device

        post_migrate.connect(ship, sender=self, dispatch_uid="scar table")
        entry_written.connect(tell, dispatch_uid="live")
        texts_kept.connect(tell_of_texts, dispatch_uid="live")
        post_delete.connect(shut, sender=Session, dispatch_uid="live")
        words_erased.connect(forget, dispatch_uid="live")
        user_logged_in.connect(note_device, dispatch_uid="device")
