"""PostgreSQL restarted under load: nothing lost, nothing doubled, and nothing but good answers and 503.

Twice here; `make kills` does it twenty times.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.keeping.installation import POSTGRESQL, ROOT

RESTARTS = int(os.environ.get("RESTARTS", "2"))


@pytest.mark.skipif(not POSTGRESQL, reason="PostgreSQL's own")
def test_postgresql_restarted_under_load():
    """50 requests a second: each act once, however often it had to be sent; 503 says when to come back."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PGHOST", "DATABASE_URL")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.keeping.restarting", str(RESTARTS)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120 + 60 * RESTARTS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    print(f"\n{said}")
    assert said["made"] == said["acts"] > 0
    assert not said["gaps"]
    assert set(said["seen"]) <= {"GET 200", "GET 503", "POST 303", "POST 503"}
