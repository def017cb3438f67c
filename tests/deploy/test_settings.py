"""The settings of a deployment, in processes of their own: checks, cookies, headers, proxies with TLS (O04, O05)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from impact_site.sqlite import journal_mode

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOYED = {
    "SECRET_KEY": "tests/deploy: " + "Wn4vR8kzQ1xT6mB3yLp0cHs9dGj5fUa7eKi2oN" * 2,
    "HTTPS": "1",
    "ALLOWED_HOSTS": "table.example",
    "STATIC_MANIFEST": "0",
}
VISIT = """
import json, re, django
from uuid import uuid4
django.setup()
from django.urls import get_resolver
from django.conf import settings
settings.STATIC_ROOT = {folder!r}
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.test import Client
from sheets.models import User
User.objects.create_user("mira", password="un mot de passe")
# What nginx, Caddy and Traefik pass on: the name that people type, and how they came.
through = {{"host": "table.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}}
client = Client(enforce_csrf_checks=True)
page = client.get("/sign-in/", headers=through)
form = {{"username": "mira", "password": "un mot de passe", "csrfmiddlewaretoken": client.cookies["csrftoken"].value}}
done = client.post("/sign-in/", form, headers=through | {{"origin": "https://table.example"}})
plain = Client().get("/", headers={{"host": "table.example"}})
evil = Client().get("/", headers={{"host": "evil.example"}})
def addresses(patterns, above="/"):
    for pattern in patterns:
        here = above + re.sub(r"[(][?]P<.*", "", re.sub("<uuid:.*?>", str(uuid4()), str(pattern.pattern))).strip("^$")
        inside = getattr(pattern, "url_patterns", None)
        yield from addresses(inside, here) if inside else [re.sub("<.*?>", "1", here)]
every = ["/static/js/impact.js", "/nowhere/", *addresses(get_resolver().url_patterns)]
answers = [(path, Client().get(path, headers=through)) for path in every]
bare = [path for path, answer in answers if "preload" not in answer.get("Strict-Transport-Security", "")]
from impact_site.asgi import HARDENING
print(json.dumps({{
    "page": page.status_code, "done": done.status_code, "plain": [plain.status_code, plain["Location"]],
    "every": len(every), "bare": bare, "stream": dict(HARDENING)[b"strict-transport-security"].decode(),
    "hsts": page["Strict-Transport-Security"], "evil": [evil.status_code, evil["Content-Security-Policy"]],
    "cookies": [[c.key, bool(c["secure"]), c["samesite"], bool(c["httponly"])] for c in client.cookies.values()],
}}))
"""


def run(*command, **environment):
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PGHOST")}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=inherited | {"DJANGO_SETTINGS_MODULE": "impact_site.settings"} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_deployment_check_is_clean(tmp_path):
    """`manage.py check --deploy` has nothing to say about the settings that the README names."""
    done = run(
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        DATABASE_URL=f"sqlite:///{tmp_path}/x.sqlite3",
        **DEPLOYED,
    )
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


def test_o05_behind_a_proxy_with_tls(tmp_path):
    """O05: one signs in at the first try; cookies are for https alone, HSTS is sent, plain http is sent there."""
    script = VISIT.format(folder=str(tmp_path))
    done = run("-c", script, DATABASE_URL=f"sqlite:///{tmp_path}/x.sqlite3", PROXIES="1", **DEPLOYED)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert (seen["page"], seen["done"]) == (200, 302)
    assert seen["plain"] == [301, "https://table.example/"]
    assert "max-age=31536000" in seen["hsts"]
    assert "includeSubDomains" in seen["hsts"]
    assert (seen["bare"], seen["stream"]) == ([], seen["hsts"])
    assert seen["every"] > 100
    assert seen["evil"][0] == 400
    assert "default-src 'none'" in seen["evil"][1]
    assert {name for name, *_rest in seen["cookies"]} >= {"sessionid", "csrftoken"}
    for name, secure, samesite, hidden in seen["cookies"]:
        assert (secure, samesite) == (True, "Lax"), name
        assert hidden or name != "sessionid"


def test_o04_wal_is_refused_where_it_is_not_safe():
    """O04: WAL before SQLite 3.51.3 needs the risk to be named; without a wish the safe journal is taken."""
    assert journal_mode("", (3, 40, 1)) == "DELETE"
    assert journal_mode("", (3, 51, 3)) == journal_mode("wal", (3, 51, 3)) == "WAL"
    assert journal_mode("delete", (3, 60, 0)) == "DELETE"
    assert journal_mode("unsafe-wal", (3, 40, 1)) == "WAL"
    for version in ((3, 40, 1), (3, 51, 2)):
        with pytest.raises(ImproperlyConfigured, match="unsafe-wal"):
            journal_mode("wal", version)
    with pytest.raises(ImproperlyConfigured, match="not 'off'"):
        journal_mode("off", (3, 60, 0))


def test_o04_the_start_refuses(tmp_path):
    """O04: the process says so in words and ends."""
    done = run("manage.py", "check", SQLITE_JOURNAL="off", DATABASE_URL=f"sqlite:///{tmp_path}/x.sqlite3")
    assert done.returncode != 0
    assert "SQLITE_JOURNAL is wal, delete or unsafe-wal" in done.stderr
