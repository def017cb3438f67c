"""Someone who plays without a pause: python -m tests.keeping.writer

Changes sparks and portraits until its input ends; says each entry once it is made, a line each.
"""

import io
import os
import sys
import threading


def write() -> None:
    """Act until told to stop."""
    import django

    django.setup()
    from django.core.files.base import ContentFile

    from sheets.models import Character, Role, Seat
    from sheets.services import sparks

    seat = Seat.objects.select_related("campaign").get(role=Role.GM)
    character = Character.objects.all()[0]
    over = threading.Event()

    def await_the_end() -> None:
        sys.stdin.read()
        over.set()

    threading.Thread(target=await_the_end, daemon=True).start()
    turn = 0
    while not over.is_set():
        turn += 1
        if turn % 20 == 0:
            picture = ContentFile(io.BytesIO(os.urandom(200_000)).getvalue(), name=f"turn-{turn}.webp")
            old = character.portrait.name
            character.portrait = picture
            character.save(update_fields=["portrait"])
            character.portrait.storage.delete(old)
        entry = sparks.change(seat=seat, character_id=character.pk, by=1 if turn % 2 else -1)
        assert entry is not None
        print(entry.pk, flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "impact_site.settings")
    write()
