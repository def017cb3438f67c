"""The site's own settings with an empty page added, and static files collected for the run alone."""

import os
from pathlib import Path

from impact_site.settings import *  # noqa: F403 -- the same settings but for what follows

ROOT_URLCONF = "tests.bench.urls"
STATIC_ROOT = Path(os.environ["BENCH_STATIC_ROOT"])
