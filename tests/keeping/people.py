"""Who may act at the table that is laid: python -m tests.keeping.people; one JSON list, the GM first."""

import json
import os
from typing import Any

GUESTS = 400


def gather() -> list[dict[str, Any]]:
    """Sessions, seats and characters, and accounts for which the GM may find a seat."""
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client

    from sheets.models import Character, Role, Seat, User

    guests = [User(username=f"guest-{number}", username_key=f"guest-{number}") for number in range(GUESTS)]
    User.objects.bulk_create(guests)
    people = []
    for seat in Seat.objects.filter(role__in=(Role.GM, Role.PLAYER)).order_by("role").select_related("user"):
        assert seat.user is not None
        browser = Client()
        browser.force_login(seat.user)
        told: dict[str, Any] = {"user": seat.user.pk, "seat": str(seat.pk)}
        told["session"] = browser.cookies[settings.SESSION_COOKIE_NAME].value
        if seat.role == Role.PLAYER:
            told["character"] = str(Character.objects.get(owner=seat).pk)
        else:
            told["guests"] = [guest.username for guest in guests]
        people.append(told)
    return people


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "impact_site.settings")
    print(json.dumps(gather()))
