"""deploy/health.py, run as a program: what the containers are asked again and again."""

import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

HEALTH = Path(__file__).resolve().parent.parent.parent / "deploy" / "health.py"


def ask(port):
    environment = os.environ | {"PORT": str(port), "ALLOWED_HOSTS": "table.example, other.example"}
    return subprocess.run(
        [sys.executable, str(HEALTH)], env=environment, capture_output=True, timeout=60, check=False
    ).returncode


@pytest.mark.parametrize(("status", "healthy"), [(200, 0), (503, 1), (400, 1), (301, 1)])
def test_healthy_is_200_under_a_name_that_is_served(status, healthy):
    """It asks by the first of ALLOWED_HOSTS and as if through TLS, else a deployment would refuse it."""
    asked = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["Host"], self.headers["X-Forwarded-Proto"]))
            self.send_response(status)
            self.end_headers()

        def log_message(self, format, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        assert ask(server.server_port) == healthy
        thread.join()
    assert asked == [("/healthz", "table.example", "https")]


def test_nobody_there_is_not_healthy():
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        port = server.server_port
    assert ask(port) == 1
