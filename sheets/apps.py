"""The Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SheetsConfig(AppConfig):
    name = "sheets"
    verbose_name = _("Impact")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from sheets.live.transports import tell
        from sheets.services.act import entry_written

        entry_written.connect(tell, dispatch_uid="live")
