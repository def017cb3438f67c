"""Headers that harden every answer, and error pages that are ours whatever went wrong."""

import asyncio
from typing import Any

from django.db import OperationalError
from django.test import Client, override_settings

from tests.sheets.views.markup import read
from tests.sheets.views.pages import fragments, whole_pages

WANTED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def held(answer, why=""):
    """Hold one answer to what a scan for the best mark asks for."""
    for name, value in WANTED.items():
        assert answer.headers.get(name) == value, f"{why}: {name}"
    for feature in ("camera", "microphone", "geolocation"):
        assert f"{feature}=()" in answer["Permissions-Policy"], why
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'", why
    assert policy["frame-ancestors"] == "'none'", why
    assert not any(word in answer["Content-Security-Policy"] for word in ("unsafe", "*", "data:", "http")), why
    assert "Server" not in answer.headers
    for cookie in answer.cookies.values():
        assert cookie["samesite"] == "Lax", why


def test_every_answer_is_hardened(cast):
    """Every page for everyone, refused forms, errors, the administration, fragments, and a static file."""
    for why, answer in (whole_pages(cast) | fragments(cast)).items():
        held(answer, why)
    for address in ("/static/js/impact.js", "/static/none", "/healthz", "/favicon.ico"):
        answer = Client().get(address)
        held(answer, address)
        b"".join(getattr(answer, "streaming_content", ()))  # and so closed


@override_settings(ROOT_URLCONF="tests.sheets.views.pages")
def test_every_refusal_is_a_page_of_ours(cast, settings):
    """400, 403, 404, 405, 413, 500: a page in the language that was chosen, with a way back."""
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    long = b"username=" + b"W" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    form = "application/x-www-form-urlencoded"
    unchecked = Client()
    for language in ("fr", "en"):
        client.cookies["django_language"] = unchecked.cookies["django_language"] = language
        answers = {
            400: client.get("/", headers={"host": "evil.example"}),
            403: client.post("/sign-in/"),
            404: client.get("/nowhere/"),
            405: unchecked.delete("/sign-up/"),
            413: unchecked.post("/sign-in/", long, content_type=form),
            500: client.get("/broken/"),
        }
        for status, answer in answers.items():
            assert answer.status_code == status
            tree = read(answer)
            assert next(tree.all("h1")).text.strip(), status
            assert next(tree.all("html")).get("lang") == language, status
            assert tree.by_id("main"), status
            held(answer, str(status))
    assert answers[405]["Allow"] == "GET, POST"


def through_asgi(path: str, **more: Any) -> tuple[int, dict[str, str]]:
    """Status and headers of what the server's own application answers without Django."""
    from impact_site.asgi import application

    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b"", "state": {"hub": None}}
    asyncio.run(application(scope | more, receive, send))
    return sent[0]["status"], {name.decode(): value.decode() for name, value in sent[0]["headers"]}


STREAM = "/t/0b9cbb0c-7f0a-4a3a-9d53-0a4a8d9e6f10/stream"


def test_the_stream_is_hardened_too(db, monkeypatch):
    """The stream and the refusal of chunked bodies bear the headers; with the database away a stream is 503."""
    answers = [through_asgi(STREAM), through_asgi("/sign-in/", headers=[(b"transfer-encoding", b"chunked")])]

    async def away(*args: object) -> None:
        raise OperationalError

    monkeypatch.setattr("impact_site.asgi.serve_stream", away)
    answers.append(through_asgi(STREAM))
    assert [status for status, _headers in answers] == [404, 411, 503]
    assert answers[-1][1]["retry-after"] == "2"
    for _status, headers in answers:
        for name, value in WANTED.items():
            assert headers[name.lower()] == value
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_a_body_of_untold_length_is_refused(db):
    """Under WSGI it would read as an empty form: 411, on a page of ours."""
    answer = Client().post("/sign-in/", {"username": "a"}, headers={"Transfer-Encoding": "chunked"})
    assert answer.status_code == 411
    assert read(answer).by_id("main")
    held(answer)


def test_o05_the_csrf_page_names_the_setting(db):
    """O05: behind a proxy with TLS that the settings do not know of, the refusal says which setting is missing."""
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "x" * 32
    sent = {"csrfmiddlewaretoken": "x" * 32, "username": "a", "password": "b"}
    refused = client.post("/sign-in/", sent, headers={"origin": "https://testserver"})
    assert refused.status_code == 403
    for setting in ("HTTPS=1", "CSRF_TRUSTED_ORIGINS", "X-Forwarded-Proto"):
        assert setting in refused.content.decode()
    assert "HTTPS=1" not in client.post("/sign-in/", {}).content.decode()
