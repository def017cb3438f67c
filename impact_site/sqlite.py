"""Which journal SQLite keeps."""

from django.core.exceptions import ImproperlyConfigured

SAFE_SINCE = (3, 51, 3)
REFUSAL = (
    "SQLITE_JOURNAL=wal, but this SQLite is {version}: before 3.51.3 a write-ahead log can be corrupted. Leave"
    " SQLITE_JOURNAL out, install a newer SQLite, or take the risk with SQLITE_JOURNAL=unsafe-wal."
)


def journal_mode(wanted: str, version: tuple[int, ...]) -> str:
    """WAL where it is safe, else the rollback journal. Raises ImproperlyConfigured for an unsafe wish."""
    if wanted not in ("", "wal", "unsafe-wal", "delete"):
        raise ImproperlyConfigured(f"SQLITE_JOURNAL is wal, delete or unsafe-wal, not {wanted!r}.")
    if wanted == "wal" and version < SAFE_SINCE:
        raise ImproperlyConfigured(REFUSAL.format(version=".".join(map(str, version))))
    safe = version >= SAFE_SINCE
    return "WAL" if wanted in ("wal", "unsafe-wal") or (safe and not wanted) else "DELETE"
