"""A proxy in front of the server, as many installations have one; it can lose the server for a while."""

import contextlib
import socket
import threading
from urllib.parse import urlsplit

PATIENCE = 60.0
AWAY = b"""HTTP/1.1 503 Service Unavailable\r
Content-Type: text/html\r
Content-Length: 13\r
Connection: close\r
\r
<h1>away</h1>"""


class Proxy:
    """Hands bytes on between browser and server, or answers 503 to everything, until it is closed."""

    def __init__(self, server: str) -> None:
        address = urlsplit(server)
        self._server = (address.hostname or "", address.port or 0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._away = False
        self._refused: list[str] = []
        self._news = threading.Condition()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_the_server(self) -> None:
        """Cut every connection, open streams too, and answer 503 from now on."""
        with self._news:
            self._away = True
            cut, self._open = self._open, []
        for end in cut:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def find_the_server(self) -> None:
        with self._news:
            self._away = False

    def wait_for_tries(self, count: int, path: str) -> None:
        """Wait until so many requests with this in their address were answered with 503."""
        with self._news:
            assert self._news.wait_for(lambda: sum(path in line for line in self._refused) >= count, PATIENCE)

    def close(self) -> None:
        self.lose_the_server()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _from = self._listener.accept()
                threading.Thread(target=self._serve, args=[browser], daemon=True).start()

    def _serve(self, browser: socket.socket) -> None:
        with browser, contextlib.suppress(OSError):
            if self._away:
                first_line = browser.recv(65536).split(b"\r\n")[0].decode("latin-1")
                browser.sendall(AWAY)
                with self._news:
                    self._refused.append(first_line)
                    self._news.notify_all()
                return
            with socket.create_connection(self._server) as server:
                with self._news:
                    self._open += [browser, server]
                back = threading.Thread(target=_pump, args=[server, browser], daemon=True)
                back.start()
                _pump(browser, server)
                back.join()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
