"""Static files are gathered as a deployment gathers them, so that a name that leads nowhere is found."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GATHER = """
import django
from django.conf import settings
django.setup()
settings.STATIC_ROOT = {folder!r}
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)
"""


def test_static_files_get_names_by_content(tmp_path):
    # In a process of its own: this one has the plain storage of the tests.
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "impact_site.settings", "STATIC_MANIFEST": "true"}
    script = GATHER.format(folder=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    names = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    assert (tmp_path / names["vendor/htmx-with-sse.min.js"]).is_file()
    assert names["vendor/htmx-with-sse.min.js"] != "vendor/htmx-with-sse.min.js"
