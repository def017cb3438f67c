"""A database that does not answer: 503 with a page of ours, and never for a fault of our own."""

import sqlite3

import psycopg
import pytest
from django.db import OperationalError
from django.test import Client, override_settings
from django.urls import path

from impact_site import urls as site
from sheets.views.errors import is_away
from tests.sheets.views.markup import read
from tests.sheets.views.test_hardening import held


def away(request):
    raise OperationalError("gone") from psycopg.OperationalError("server closed the connection unexpectedly")


def nonsense(request):
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")


urlpatterns = [*site.urlpatterns, path("away/", away), path("nonsense/", nonsense)]
handler400, handler403 = site.handler400, site.handler403
handler404, handler500 = site.handler404, site.handler500


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.django_db
def test_a_database_out_of_reach_is_503(monkeypatch):
    """Operations: 503 with Retry-After, in the language chosen, also where the person could not be looked up."""
    client = Client(raise_request_exception=False)
    client.cookies["django_language"] = "en"
    client.cookies["sessionid"] = "x" * 32
    answers = [client.get("/away/"), client.get("/away/", headers={"HX-Request": "true"})]
    from django.contrib.sessions.backends.base import SessionBase

    def gone(self, *args, **kwargs):
        raise OperationalError("gone") from psycopg.OperationalError("gone")

    monkeypatch.setattr(SessionBase, "_get_session", gone)
    monkeypatch.setattr(SessionBase, "_session", property(gone))
    answers.append(client.get("/"))
    for answer in answers:
        assert (answer.status_code, answer["Retry-After"]) == (503, "2")
        held(answer)
        assert "nothing is done twice" in answer.content.decode()
    assert "Back in a moment" in next(read(answers[-1]).all("h1")).text


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.django_db
def test_a_question_that_is_nonsense_is_500():
    """A missing table or column is a fault of ours, and no reason to try again in a moment."""
    answer = Client(raise_request_exception=False).get("/nonsense/")
    assert answer.status_code == 500
    assert "Retry-After" not in answer.headers


def test_what_counts_as_out_of_reach():
    """Busy, locked, full and cut connections; not a wrong statement."""
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    wrong = sqlite3.OperationalError("no such table")
    wrong.sqlite_errorcode = sqlite3.SQLITE_ERROR
    assert is_away(busy)
    assert not is_away(wrong)
    assert is_away(psycopg.errors.AdminShutdown())
    assert not is_away(psycopg.errors.UndefinedTable())
    assert not is_away(ValueError())
    assert not is_away(None)
