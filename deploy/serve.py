"""Serve Impact from this machine: say where it is found, then become uvicorn.

LAN=1 listens on all addresses, for phones at the table, and prints the address as a QR code.
PORT chooses another port than 8000.
"""

import os
import socket
import sys
from pathlib import Path

import segno

ROOT = Path(__file__).resolve().parent.parent
LOCAL = "127.0.0.1"
# Reserved for documentation: choosing a route to it tells our own address, and nothing is sent.
SOMEWHERE_ELSE = ("192.0.2.1", 9)


def read_port(text: str) -> int:
    """Return the port that PORT names, or stop with a sentence."""
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    sys.exit(f"PORT must be a number from 1 to 65535, not {text!r}.")


def find_lan_address() -> str | None:
    """Return the address by which others on the network reach this machine, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def refuse_busy_port(host: str, port: int) -> None:
    """Stop with a way out if something listens there already."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As uvicorn does, or a port left a moment ago would count as busy.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(f"Port {port} cannot be used here ({error.strerror}). Try: PORT={port % 65535 + 1} make run")


def main() -> None:
    lan = os.environ.get("LAN", "") not in ("", "0")
    port = read_port(os.environ.get("PORT") or "8000")
    host = "0.0.0.0" if lan else LOCAL  # noqa: S104  # asked for with LAN=1
    refuse_busy_port(host, port)

    print(f"Impact: http://{LOCAL}:{port}/", flush=True)
    if lan:
        address = find_lan_address()
        if address is None:
            sys.exit("LAN=1: this machine has no network address. Join a network, or start without LAN=1.")
        print(f"At the table: http://{address}:{port}/", flush=True)
        segno.make(f"http://{address}:{port}/").terminal(compact=True)
        sys.stdout.flush()
        os.environ.setdefault("ALLOWED_HOSTS", f"localhost,{LOCAL},[::1],{address}")

    os.chdir(ROOT)
    command = [sys.executable, "-m", "uvicorn", "impact_site.asgi:application"]
    command += ["--host", host, "--port", str(port), "--log-level", "warning"]
    # A page left open holds a stream, and would hold up the end for ever.
    command += ["--timeout-graceful-shutdown", "2"]
    # Who says where a request comes from is the application's to judge (PROXIES).
    command += ["--no-proxy-headers"]
    os.execv(sys.executable, command)  # noqa: S606  # our own interpreter and words


if __name__ == "__main__":
    main()
