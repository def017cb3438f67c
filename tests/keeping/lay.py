"""Lay a table with a past and portraits: python -m tests.keeping.lay"""

import io
import os


def lay() -> None:
    """The demo's table, each character with a portrait, the last with a second one."""
    import django

    django.setup()
    from django.core.management import call_command
    from PIL import Image

    from sheets.models import Character
    from sheets.services.portraits import recode

    call_command("migrate", verbosity=0)
    call_command("load_demo", verbosity=0)
    for shade, character in enumerate([*Character.objects.all(), Character.objects.all()[0]], start=40):
        picture = io.BytesIO()
        Image.effect_noise((300, 300), shade).save(picture, "PNG")
        character.portrait = recode(picture, picture.tell())
        character.save(update_fields=["portrait"])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "impact_site.settings")
    lay()
