"""The container's entry script, run as a program: what it refuses, and in what order it works."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ENTRY = ROOT / "deploy" / "entry.sh"
# Stands in for python: writes down how it was called, and fails where told to.
RECORDER = """#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in *"$FAIL_AT"*) exit 3 ;; esac
"""


@pytest.fixture
def start(tmp_path):
    """Run the script with a recorded stand-in for Python; return the finished process and the calls."""
    tool = tmp_path / "python"
    tool.write_text(RECORDER)
    tool.chmod(0o755)
    calls = tmp_path / "calls"
    calls.touch()

    def run(*arguments, fail_at="nothing fails", **environment):
        done = subprocess.run(
            ["/bin/sh", str(ENTRY), *arguments],
            cwd=tmp_path,
            env={
                "PATH": f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin",
                "CALLS": str(calls),
                "FAIL_AT": fail_at,
                **environment,
            },
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        return done, calls.read_text().splitlines()

    return run


@pytest.mark.parametrize("environment", [{}, {"SECRET_KEY": ""}])
def test_without_secret_key_nothing_is_started(start, environment):
    done, calls = start(**environment)
    assert done.returncode == 1
    assert "SECRET_KEY is not set" in done.stderr
    assert calls == []


def test_database_then_files_then_server(start):
    done, calls = start(SECRET_KEY="x")
    assert done.returncode == 0, done.stderr
    assert [call.split()[1] for call in calls] == ["migrate", "collectstatic", "uvicorn"]
    assert "--host 0.0.0.0 --port 8000 " in calls[-1]
    assert "--timeout-graceful-shutdown 2" in calls[-1]


def test_the_port_comes_from_the_environment(start):
    _, calls = start(SECRET_KEY="x", PORT="9001")
    assert "--port 9001 " in calls[-1]


def test_x07_the_server_believes_no_header_about_addresses(start):
    """X07: it is the application that knows how many proxies stand in front."""
    for words in ([], ["stream"]):
        _, calls = start(*words, SECRET_KEY="x", LIVE="postgres")
        assert "--no-proxy-headers" in calls[-1]
        assert "forwarded" not in calls[-1]


def test_pages_in_processes_of_their_own(start):
    """Database, files, then gunicorn with the pages alone."""
    done, calls = start("pages", SECRET_KEY="x", LIVE="postgres", WORKERS="3")
    assert done.returncode == 0, done.stderr
    assert [call.split()[1] for call in calls] == ["migrate", "collectstatic", "gunicorn"]
    assert "impact_site.wsgi:application" in calls[-1]
    assert "--workers 3 " in calls[-1]


def test_the_stream_leaves_the_database_to_the_pages(start):
    done, calls = start("stream", SECRET_KEY="x", LIVE="postgres")
    assert done.returncode == 0, done.stderr
    assert [call.split()[1] for call in calls] == ["uvicorn"]
    assert "impact_site.asgi:application" in calls[-1]


@pytest.mark.parametrize("role", ["pages", "stream"])
@pytest.mark.parametrize("live", [{}, {"LIVE": "process"}])
def test_apart_they_need_postgresql_to_hear_of_each_other(start, role, live):
    done, calls = start(role, SECRET_KEY="x", **live)
    assert done.returncode == 1
    assert "LIVE=postgres" in done.stderr
    assert calls == []


def test_another_command_takes_the_servers_place(start):
    done, calls = start("echo", "instead", SECRET_KEY="x")
    assert done.stdout == "instead\n"
    assert [call.split()[1] for call in calls] == ["migrate", "collectstatic"]


@pytest.mark.parametrize("step", ["migrate", "collectstatic"])
def test_a_failing_step_stops_the_start(start, step):
    done, calls = start(SECRET_KEY="x", fail_at=step)
    assert done.returncode == 3
    assert calls[-1].split()[1] == step
