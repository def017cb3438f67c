"""The signing secret of an installation that was given none."""

import os
import secrets
from pathlib import Path


def read_or_make_secret(path: Path) -> str:
    """Return the secret kept at `path`, made at first start and readable by its owner alone.

    Made this way so that one command starts the product; a deployment sets SECRET_KEY instead.
    """
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(fresh, path)  # two first starts at once must end with one secret
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
