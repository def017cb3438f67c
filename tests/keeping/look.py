"""Look at every page of every seat: python -m tests.keeping.look; prints how many were whole."""

import os


def look() -> int:
    """Open the pages as each person; the first that is not there ends the program."""
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from sheets.models import Campaign, Seat

    settings.STATIC_ROOT = os.environ["TMPDIR"]  # nothing collected there, and no warning
    looked = 0
    for seat in Seat.objects.filter(removed_at=None, user__isnull=False).select_related("user"):
        browser = Client(headers={"host": "localhost"})
        assert seat.user is not None
        browser.force_login(seat.user)
        sheets = Campaign.objects.get(pk=seat.campaign_id).characters.filter(removed_at=None)
        addresses = [reverse("sheets:home"), reverse("sheets:table", args=[seat.pk])]
        addresses += [reverse("sheets:sheet", args=[seat.pk, sheet.pk]) for sheet in sheets]
        addresses += [reverse("sheets:portrait", args=[seat.pk, sheet.pk]) for sheet in sheets if sheet.portrait]
        for address in addresses:
            answer = browser.get(address)
            assert answer.status_code == 200, address
            answer.close()
            looked += 1
    return looked


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "impact_site.settings")
    print(look())
