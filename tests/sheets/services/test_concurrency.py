"""Many at once on one character: nothing lost, nothing doubled, nobody locked out (O01)."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection, connections

from rules.impact.terms import Danger, Slot
from sheets.models import Entry, Wound
from sheets.services import campaigns, rolls, scene, wounds
from sheets.services.act import turn
from sheets.services.history import undo
from sheets.services.refusal import Refused
from sheets.services.replay import differences
from tests.sheets.factories import (
    ask,
    dice,
    last_entry,
    make_character,
    make_table,
    open_slots,
    prepare_now,
    roll,
    seat_at,
)
from tests.sheets.services.hammer import ACTS

ROOT = Path(__file__).resolve().parents[3]
PROCESSES = 8
PATIENCE = 120


def address_of_the_test_database() -> str:
    """The DATABASE_URL of the database that this test runs on."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return f"postgres://{connection.settings_dict['USER']}@/{name}"


@pytest.mark.django_db(transaction=True)
def test_o01_eight_processes_wound_and_heal_one_character():
    """O01: 8 × 60 acts at once; each answer is one entry, numbers have no gap, the log is the sheet."""
    gm = make_table()
    alex = make_character(gm)
    first = last_entry(gm).number
    environment = os.environ | {"DATABASE_URL": address_of_the_test_database(), "PYTHONWARNINGS": "error"}
    command = [sys.executable, "-m", "tests.sheets.services.hammer", str(gm.pk), str(alex.pk)]
    hammers = [
        subprocess.Popen(
            [*command, str(seed)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in range(PROCESSES)
    ]
    try:
        for hammer in hammers:
            assert hammer.stdout.readline() == "ready\n", hammer.stderr.read()
        for hammer in hammers:
            hammer.stdin.write("\n")
            hammer.stdin.flush()
        said = [hammer.communicate(timeout=PATIENCE) for hammer in hammers]
    finally:
        for hammer in hammers:
            hammer.kill()
            hammer.wait()
    assert [error for _answer, error in said] == [""] * PROCESSES
    answers = [json.loads(answer) for answer, _error in said]
    made = [entry for answer in answers for entry in answer["made"]]
    assert len(made) + sum(answer["refused"] for answer in answers) == PROCESSES * ACTS
    assert all(answer["made"] for answer in answers)
    entries = Entry.objects.filter(campaign=gm.campaign, number__gt=first).order_by("number")
    assert sorted(made) == sorted(str(pk) for pk in entries.values_list("pk", flat=True))
    assert list(entries.values_list("number", flat=True)) == list(range(first + 1, first + 1 + len(made)))
    assert Wound.objects.filter(status="open").count() == len(open_slots(alex))
    assert differences(gm.campaign_id) == []


@pytest.mark.django_db(transaction=True)
def test_w11_two_threads_tick_the_last_slot():
    """W11: of many who tick the one free slot at once, one does; the others are refused in words."""
    gm = make_table()
    alex = make_character(gm)
    start = threading.Barrier(4)
    answers: list[object] = []

    def tick() -> None:
        start.wait()
        try:
            answers.append(wounds.tick(seat=gm, character_id=alex.pk, slot=Slot.CRITICAL))
        except Refused as refused:
            answers.append(refused)
        finally:
            connections.close_all()

    run_all([threading.Thread(target=tick) for _thread in range(4)])
    assert sorted(type(answer).__name__ for answer in answers) == ["Entry", "Refused", "Refused", "Refused"]
    assert Wound.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_seat_taken_away_while_its_act_waits():
    """An act that waited for the table behind the removal of its own seat is refused."""
    gm = make_table()
    second = seat_at(gm)
    alex = make_character(gm)
    answer = behind(
        lambda: campaigns.remove_seat(seat=gm, seat_id=second.pk),
        lambda: wounds.tick(seat=second, character_id=alex.pk, slot=Slot.GRAVE),
    )
    assert type(answer) is Refused
    assert not Wound.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stood", [False, True], ids=["first", "another"])
def test_a_danger_announced_while_the_roll_waits(stood):
    """D4: danger exists before the roll; one announced meanwhile makes the panel stale, and nothing is rolled."""
    gm = make_table()
    alex = make_character(gm)
    if stood:
        scene.announce(seat=gm, said=scene.Said(Danger.LOW))
    asked = ask(alex)
    shown = prepare_now(alex, asked).fingerprint
    answer = behind(
        lambda: scene.announce(seat=gm, said=scene.Said(Danger.HIGH)),
        lambda: roll(gm, alex, asked, dice(2), fingerprint=shown),
    )
    assert type(answer) is rolls.Stale
    assert not Wound.objects.exists()
    assert differences(gm.campaign_id) == []


@pytest.mark.django_db(transaction=True)
def test_a_danger_withdrawn_right_after_it_was_announced():
    """D4: an act that waited sees the scene as the one before it left it; its undo brings that danger back."""
    gm = make_table()
    withdrawn = behind(lambda: scene.announce(seat=gm, said=scene.Said(Danger.HIGH)), lambda: scene.withdraw(seat=gm))
    announced = Entry.objects.get(kind="danger_announced")
    assert withdrawn.before == announced.after
    undo(seat=gm, entry=withdrawn, any_act=True)
    assert differences(gm.campaign_id) == []


def behind(first: Callable[[], object], second: Callable[[], object]) -> object:
    """Do the second while the first is done but not committed; what came of the second."""
    held, coming = threading.Event(), threading.Event()
    answers: list[object] = []

    def wait() -> None:
        held.wait(PATIENCE)
        coming.set()
        try:
            answers.append(second())
        except Exception as error:
            answers.append(error)
        finally:
            connections.close_all()

    def hold() -> None:
        with turn():
            first()
            held.set()
            coming.wait(PATIENCE)
            wait_until_blocked()
        connections.close_all()

    run_all([threading.Thread(target=wait), threading.Thread(target=hold)])
    return answers[0]


def wait_until_blocked() -> None:
    """Return once another connection waits for our lock; on SQLite the turn alone decides, so at once."""
    if connection.vendor == "sqlite":
        return
    tries = threading.Event()
    for _try in range(1000):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
        tries.wait(0.01)
    raise AssertionError("nobody came to wait for the lock")


def run_all(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
