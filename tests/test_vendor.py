"""Vendored files are what static/vendor/README.md says they are."""

import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"
ROW = re.compile(r"^\| (?P<name>\S+) \|.*\| (?P<sum>[0-9a-f]{64}) \|$", re.MULTILINE)


def test_every_vendored_file_has_its_sum_in_the_list():
    listed = {row["name"]: row["sum"] for row in ROW.finditer((VENDOR / "README.md").read_text())}
    found = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in VENDOR.iterdir()
        if file.name != "README.md"
    }
    assert found == listed
