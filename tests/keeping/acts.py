"""People who act over HTTP with keys, and what became of each act."""

import http.client
import random
import re
import threading
import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.test import override_settings

from sheets.services.keys import make_key
from tests.keeping.server import HOST

TOKEN = "x" * 32
FINGERPRINT = re.compile(r'name="fingerprint" value="([^"]+)"')
UNDO = re.compile(r"/entries/([0-9a-f-]{36})/undo/")


@dataclass
class Act:
    """One form that was sent, perhaps several times: always the same key and content."""

    kind: str
    url: str
    fields: dict[str, str]
    status: int | None = None

    @property
    def done(self) -> bool:
        return self.status == 303


class Person:
    """Someone signed in, with a seat, over a connection of their own."""

    def __init__(self, port: int, told: dict[str, Any]) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=60)
        self.told = told
        self.headers = {"Cookie": f"sessionid={told['session']}; csrftoken={TOKEN}"}

    def get(self, path: str) -> tuple[int, str, str]:
        return self._ask("GET", path, None, self.headers)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str, str]:
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers.get("Retry-After", "")

    def send(self, act: Act) -> str:
        """Send it, or send it again; its status is kept unless the server was out of reach. How long to wait."""
        headers = self.headers | {"Content-Type": "application/x-www-form-urlencoded"}
        status, body, wait = self._ask("POST", act.url, urlencode(act.fields), headers)
        assert status in (303, 403, 404, 409, 422, 503), f"{act}: {status} {body[:300]}"
        if status != 503:
            act.status = status
        return wait

    def form(self, kind: str, path: str, **fields: str) -> Act:
        """An act with a fresh key, as the server would have made it."""
        url = f"/t/{self.told['seat']}/{path}"
        with override_settings(SECRET_KEY="kept"):
            key = make_key(self.told["user"], url)
        return Act(kind, url, {"csrfmiddlewaretoken": TOKEN, "key": key} | fields)

    def think(self, chance: random.Random) -> Act | None:
        """What this person does next; None if the page for it did not come."""
        if "character" in self.told:
            sheet = f"characters/{self.told['character']}/"
            _status, page, _wait = self.get(f"/t/{self.told['seat']}/{sheet}")
            shown = FINGERPRINT.search(page)
            return self.form("roll", f"{sheet}roll/", intention="act", fingerprint=shown[1]) if shown else None
        what = chance.choice(["gm_roll", "seat_given", "undo"])
        if what == "gm_roll":
            return self.form(what, "gm-roll/", d6="2", critical_d6="0", d8="1", visibility="all", label="")
        if what == "seat_given":
            return self.form(what, "seats/", username=chance.choice(self.told["guests"]), role="spectator")
        _status, page, _wait = self.get(f"/t/{self.told['seat']}/")
        entries = UNDO.findall(page)
        return self.form(what, f"entries/{chance.choice(entries)}/undo/") if entries else None


@dataclass
class Play:
    """Several people who act at once until the server is gone."""

    people: list[dict[str, Any]]
    acts: list[Act] = field(default_factory=list)

    def begin(self, port: int) -> list[threading.Thread]:
        threads = [threading.Thread(target=self._act, args=(Person(port, told),)) for told in self.people]
        for thread in threads:
            thread.start()
        return threads

    def _act(self, person: Person) -> None:
        chance = random.Random(uuid.uuid4().int)
        try:
            while True:
                act = person.think(chance)
                if act:
                    self.acts.append(act)
                    person.send(act)
        except (OSError, http.client.HTTPException):
            pass  # the server was killed
        finally:
            person.connection.close()

    def settle(self, port: int) -> int:
        """Send again what was not answered; how many that were."""
        pending = [act for act in self.acts if act.status is None]
        for act in pending:
            seat = act.url.split("/")[2]
            person = Person(port, next(told for told in self.people if told["seat"] == seat))
            person.send(act)
            assert act.status is not None
            person.connection.close()
        return len(pending)

    def done(self) -> dict[str, int]:
        """How many acts of each kind were answered as done."""
        kinds = ("roll", "gm_roll", "seat_given", "undo")
        return {kind: sum(act.kind == kind and act.done for act in self.acts) for kind in kinds}

    def pending(self) -> dict[str, int]:
        kinds = ("roll", "gm_roll", "seat_given", "undo")
        return {kind: sum(act.kind == kind and act.status is None for act in self.acts) for kind in kinds}
