"""An account erased: not a trace of the person, and not a change for the others (X04)."""

import logging
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.utils import timezone

from rules.impact.scars import ScarEffect
from rules.impact.terms import Danger, Severity, Slot
from sheets.models import Campaign, Character, Choice, Entry, Role, Seat, Session, SpentKey, User, Wording
from sheets.models.session import AGENT
from sheets.regions.log import log_context
from sheets.regions.party import cards
from sheets.services import campaigns, erasure, guests, history, scars, scene, wounds, x_card
from sheets.services.history import InTheWay
from sheets.services.refusal import Refused
from sheets.services.replay import differences
from sheets.services.scars import Written
from tests.sheets.cast import ALEX, gather, write
from tests.sheets.factories import last_entry, make_character, make_table, play_of, seat_at
from tests.sheets.views.rows import every_row

pytestmark = pytest.mark.django_db
MARK = "Zibeline"


def traces() -> list[str]:
    """Every row, opened session and file that holds the marker."""
    rows = [f"{label} {row}" for label, found in every_row().items() for row in found if MARK.lower() in row.lower()]
    rows += [f"session {s.get_decoded()}" for s in Session.objects.all() if MARK in f"{s.agent} {s.get_decoded()}"]
    files = [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]
    return rows + [str(path) for path in files if MARK.encode() in path.read_bytes() or MARK in path.name]


def differing(seat: Seat) -> set[str]:
    """The things on which log and rows disagree: the cast lays some without an act."""
    return {found.thing for found in differences(seat.campaign_id)}


@pytest.fixture(autouse=True)
def own_media(settings, tmp_path):
    """A folder of its own: what a test leaves there on purpose is none of the next one's."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def marked(client):
    """A cast whose owner left the marker in every field, file, session, word and kept answer that is theirs."""
    cast = gather()
    user, seat = cast.owner.user, cast.owner.held
    User.objects.filter(pk=user.pk).update(
        username=f"{MARK}-nom", username_key=f"{MARK}-nom", display_name=f"{MARK} dit", first_name=MARK,
        last_name=MARK, email=f"{MARK}@example.org",
    )  # fmt: skip
    Seat.objects.filter(pk=seat.pk).update(name=f"{MARK}-nom")
    Character.objects.filter(pk=cast.alex.pk).update(name=f"{MARK} Alex", name_key=MARK, concept=MARK)
    cast.alex.refresh_from_db()
    cast.alex.portrait.save(f"{MARK}.webp", ContentFile(MARK.encode()))
    client.force_login(User.objects.get(pk=user.pk))
    session = client.session
    session[AGENT] = f"{MARK} browser"
    session.save()
    grave = play_of(cast.alex).open_wounds[Slot.GRAVE]
    wounds.rename(seat=seat, character_id=cast.alex.pk, wound_id=grave.pk, name=MARK)
    scene.rule_engaged(seat=cast.gm.held, character_id=cast.alex.pk, reason="L’épaule")
    scene.answer_ruling(seat=seat, character_id=cast.alex.pk, choice=Choice.ADAPT, dependency=MARK)
    written = Written(MARK, f"{MARK} pèse", ScarEffect.TWIST_DIE, f"{MARK} forge", ScarEffect.ACTION_DIE)
    scars.propose(seat=seat, character_id=cast.alex.pk, written=written)
    wounds.inflict(seat=seat, character_id=cast.alex.pk, severity=Severity.OUT_OF_PLAY, name=f"{MARK} tombe")
    for person in (cast.gm, cast.other):
        SpentKey.objects.create(user=person.user, key="k", digest="d", status=200, body=f"<p>{MARK}</p>")
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=cast.gm.user, content_type=kind, object_id=str(user.pk), object_repr=f"{MARK}-nom", action_flag=CHANGE
    )
    cast.owner.user = User.objects.get(pk=user.pk)
    return cast


def test_x04_of_an_erased_account_nothing_is_left(marked, caplog, django_capture_on_commit_callbacks):
    """X04: no hit in the rows, files, sessions, kept answers, drawn cards and logs; the others' things as before."""
    caplog.set_level(logging.DEBUG)
    gm, user = marked.gm.held, marked.owner.user
    places = {trace.split()[0].removeprefix("sheets.") for trace in traces() if not trace.startswith("/")}
    person = {"User", "Seat", "session", "SpentKey", "admin.LogEntry", "Wording", "Session"}
    sheet = {"Character", "ImpactSheet", "Trait", "Reaction", "Objective"}
    assert places - {"Session"} == (person | sheet) - {"Session"}
    assert any(trace.startswith("/") for trace in traces())
    off, before = differing(gm), every_row()
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(user=user, characters_go=True)
    assert traces() == []
    assert MARK not in caplog.text
    assert not User.objects.filter(pk=user.pk).exists()
    after = every_row()
    # Entries are never edited: all that were there are there, and one tells that the character left.
    assert set(before["sheets.Entry"]) < set(after["sheets.Entry"])
    assert len(after["sheets.Entry"]) == len(before["sheets.Entry"]) + 1
    for label in (
        "sheets.Roll",
        "sheets.Wound",
        "sheets.Announcement",
        "sheets.Answer",
        "sheets.TrayItem",
        "sheets.Scar",
        "sheets.Fall",
    ):
        assert after[label] == before[label], label
    for label in ("sheets.User", "sheets.Seat", "sheets.Character", "sheets.ImpactSheet", "sheets.Wording"):
        assert [row for row in before[label] if MARK not in row and row not in after[label]] == [], label
    assert differing(gm) <= off
    said = [row.sentence for row in log_context(gm)["log"]]
    assert said[0]
    assert "None" not in " ".join(said)


def test_x04_characters_that_stay_keep_their_sheet(marked, django_capture_on_commit_callbacks):
    """X04: left to the table, a character keeps its texts and its wounds' names; the player's name is nowhere."""
    user, off = marked.owner.user, differing(marked.gm.held)
    texts = {"name": "Alex", "concept": "Hackeuse"}
    Character.objects.filter(pk=marked.alex.pk).update(**texts)
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(user=user, characters_go=False)
    play = play_of(marked.alex)
    assert (play.character.name, play.character.removed_at) == ("Alex", None)
    assert play.sheet.drive == ALEX["sheet"]["drive"]
    assert play.open_wounds[Slot.GRAVE].name == MARK
    assert Path(play.character.portrait.path).exists()
    # The rest of what they typed is blanked.
    [scar] = [scar for scar in play.scars if scar.name]
    told = [play.open_wounds[Slot.GRAVE].wording, scar.name, scar.burden, scar.boon, play.falls[0].wording]
    assert set(Wording.objects.filter(text__contains=MARK)) == set(told)
    owner = play.character.owner
    assert owner is not None
    assert (owner.user, owner.name, owner.called) == (None, "", "une personne partie")
    assert differing(marked.gm.held) == off


def test_x04_undo_and_redo_bring_nothing_back(marked, django_capture_on_commit_callbacks):
    """X04: the taking is not undone, and what it took is not reached by undoing what came before."""
    gm = marked.gm.held
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(user=marked.owner.user, characters_go=True)
    with pytest.raises(Refused):
        history.undo(seat=gm, entry=last_entry(gm), any_act=True)
    made = Entry.objects.get(kind="character_made", character=marked.alex.pk)
    with pytest.raises(InTheWay):
        history.undo(seat=gm, entry=made, any_act=True)
    assert Character.objects.get(pk=marked.alex.pk).removed_at


def test_cards_drawn_before_are_not_shown_after(marked, django_capture_on_commit_callbacks):
    """X04: cards are kept as they were drawn; after an erasure none of those is."""
    cards(marked.gm.held, [play_of(marked.alex)])
    kept = str(getattr(cache, "_cache", {}))
    assert "card:" in kept
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(user=marked.owner.user, characters_go=True)
    assert "card:" not in str(getattr(cache, "_cache", {}))


def test_the_last_gm_among_others_stays(marked):
    """Product: the last GM cannot leave: with others at the table the account stays, until someone takes over."""
    gm = marked.gm.held
    off, before = differing(gm), every_row()
    with pytest.raises(Refused):
        erasure.erase(user=marked.gm.user, characters_go=True)
    assert every_row() == before
    assert [seat.pk for seat in erasure.left_without_gm(marked.gm.user)] == [gm.pk]
    campaigns.give_seat(seat=gm, username=marked.other.user.username, role=Role.GM)
    assert not erasure.left_without_gm(marked.gm.user).exists()
    erasure.erase(user=marked.gm.user, characters_go=False)
    assert Seat.objects.get(pk=gm.pk).called == "une personne partie"
    assert differing(gm) == off


def test_a_table_of_nobody_else_goes_along(db, django_capture_on_commit_callbacks):
    """A table where nobody else sits goes whole, log and portraits too; a table of others stays."""
    gm, elsewhere = make_table(), make_table()
    character = make_character(gm, owner=gm)
    wounds.inflict(seat=gm, character_id=character.pk, severity=Severity.LIGHT, name="Entaille")
    wounds.inflict(seat=gm, character_id=character.pk, severity=Severity.OUT_OF_PLAY, name="La chute")
    scene.announce(seat=gm, said=scene.Said(Danger.HIGH, sentence="La vanne cède."))
    scars.draw(seat=gm, character_id=character.pk, face=1)
    x_card.lift(seat=gm)
    x_card.answer(seat=gm, sentence="On souffle.")
    character.portrait.save("alex.webp", ContentFile(b"picture"))
    kept = Path(character.portrait.path)
    left = seat_at(gm)
    campaigns.remove_seat(seat=gm, seat_id=left.pk)
    seat_at(elsewhere, user=gm.user)
    assert [table.pk for table in erasure.left_alone(gm.user)] == [gm.campaign_id]
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(user=gm.user, characters_go=True)
    assert [c.pk for c in Campaign.objects.all()] == [elsewhere.campaign_id]
    assert not kept.exists()
    assert User.objects.filter(pk=left.user_id).exists()


def test_what_was_owned_through_a_lost_seat_goes_too(marked, django_capture_on_commit_callbacks):
    """X04: a seat that was taken away still owns what its person wrote: erased like the rest, and logged."""
    off = differing(marked.gm.held)
    campaigns.remove_seat(seat=marked.gm.held, seat_id=marked.owner.held.pk)
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(user=marked.owner.user, characters_go=True)
    assert traces() == []
    assert differing(marked.gm.held) <= off


def test_a_guest_is_erased_as_well(db):
    """A guest has an account of a kind, and the same end to it."""
    gm, guest = make_table(), guests.make_guest(MARK)
    seat = Seat.objects.create(user=guest, campaign=gm.campaign, role=Role.PLAYER, name=MARK)
    write(gm, seat, ALEX)
    erasure.erase(user=guest, characters_go=True)
    assert traces() == []


def test_a_retry_after_an_erasure_reloads_its_page(marked):
    """A kept answer that quoted names is forgotten: the same key again does nothing and reloads the page."""
    erasure.erase(user=marked.owner.user, characters_go=True)
    kept = SpentKey.objects.get(user=marked.gm.user, key="k")
    assert (kept.body, kept.status, kept.headers) == ("", 200, {"HX-Refresh": "true"})


def test_the_dead_and_the_taken_back_are_erased_too(marked, django_capture_on_commit_callbacks):
    """X04: a character whose making was undone is out of play already; its texts go all the same."""
    Character.objects.filter(pk=marked.alex.pk).update(removed_at=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(user=marked.owner.user, characters_go=True)
    assert traces() == []
