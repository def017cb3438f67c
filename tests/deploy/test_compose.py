"""docker-compose.yml, its Dockerfile and its proxy's configuration: what can be held without a Docker engine."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
PINNED = re.compile(r"[\w./-]+:\d+\.\d+(\.\d+)?(-[\w.-]+)?")
# A value of the environment that may stand in the file; whatever is secret comes from .env.
GIVEN = re.compile(r"\$\{\w+:?[?-]")


def test_the_services_of_the_grown_form():
    """Proxy, pages, stream and database, in an order of starting that makes each find what it needs."""
    assert set(SERVICES) == {"proxy", "pages", "stream", "database"}
    assert set(SERVICES["proxy"]["depends_on"]) == {"pages", "stream"}
    assert set(SERVICES["pages"]["depends_on"]) == {"database"}
    assert set(SERVICES["stream"]["depends_on"]) == {"pages"}
    for service in SERVICES.values():
        assert {need["condition"] for need in service.get("depends_on", {}).values()} <= {"service_healthy"}
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")
        assert service["restart"] == "unless-stopped"


def test_only_the_proxy_is_reached_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_images_are_pinned():
    """No `latest`, no bare major version: what was tried is what is fetched."""
    for name in ("proxy", "database"):
        assert PINNED.fullmatch(SERVICES[name]["image"]), name
    base = re.search(r"^FROM (\S+)$", (ROOT / "Dockerfile").read_text(), re.M)
    assert base
    assert PINNED.fullmatch(base[1])


def test_no_secret_stands_in_it():
    """Keys and passwords are asked for, by name, and have no default."""
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if any(word in name for word in ("SECRET", "PASSWORD")):
                assert re.fullmatch(r"\$\{\w+:\?[^}]+\}", value), name
    address = SERVICES["pages"]["environment"]["DATABASE_URL"]
    assert ":${POSTGRES_PASSWORD:?" in address


def test_pages_and_stream_are_one_installation():
    """The same image, settings and media; several processes hear of each other by PostgreSQL."""
    pages, stream = SERVICES["pages"], SERVICES["stream"]
    assert pages["environment"] == stream["environment"]
    assert pages["volumes"] == stream["volumes"] == ["media:/media"]
    assert (pages["command"], stream["command"]) == (["pages"], ["stream"])
    assert pages["environment"]["LIVE"] == "postgres"
    assert pages["environment"]["PROXIES"] == "${PROXIES:-1}"


def test_every_volume_is_named():
    used = {volume.split(":")[0] for service in SERVICES.values() for volume in service["volumes"]}
    assert {volume for volume in used if not volume.startswith(".")} == set(COMPOSE["volumes"])
    for volume in used:
        assert not volume.startswith(".") or (ROOT / volume).exists()


def test_the_proxy_leads_streams_to_the_stream():
    """The proxy's pattern takes the stream's addresses, and no others."""
    from sheets.live.stream import ADDRESS

    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    pattern = re.search(r"path_regexp (\S+)", caddy)
    assert pattern
    seat = "0b9cbb0c-7f0a-4a3a-9d53-0a4a8d9e6f10"
    for path in (f"/t/{seat}/stream", f"/t/{seat}/", f"/t/{seat}/stream/x", "/", "/static/stream"):
        assert bool(re.search(pattern[1], path)) == bool(ADDRESS.fullmatch(path)), path
    assert re.findall(r"reverse_proxy (\w+):8000", caddy) == ["stream", "pages"]


@pytest.mark.parametrize("needed", ["manage.py", "deploy", "impact_site", "rules", "sheets", "templates", "locale"])
def test_the_image_holds_what_runs(needed):
    copied = re.findall(r"^COPY (.+) \S+$", (ROOT / "Dockerfile").read_text(), re.M)
    assert any(needed in part.split("/")[0].split() or needed in part.split() for part in copied)
