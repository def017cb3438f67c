"""A browser and its machine in plain words, from what it says of itself."""

from django.utils.translation import gettext as _

# The first that is found: many call themselves by the names of others as well.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Vivaldi", "Vivaldi"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chromium", "Chromium"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
MACHINES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device(agent: str) -> str:
    """Such as `Firefox, Windows`; what is not known is left out, and all of it said to be unknown."""
    found = [next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, MACHINES)]
    return ", ".join(filter(None, found)) or _("Unknown browser")
