"""All that is kept of a person, for them to take away (docs/my-data.md). Nothing in it is another's secret."""

import base64
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sheets.models import Answer, Character, Entry, Scar, ScarStatus, Seat, User, Wording, Wound, WoundStatus
from sheets.services.history import is_undone, with_undone
from sheets.services.kinds import handler_of

FORMAT, VERSION = "impact.my-data", 1
ROLL = (
    "intention",
    "danger",
    "channel",
    "mortal",
    "eased",
    "physical",
    "pool",
    "faces",
    "ticked",
    "odds",
    "outcome",
    "severity",
)
SCAR_TEXTS = ("name", "burden", "boon")
SCAR = ("status", "burden_effect", "boon_effect", "unlocked", "drawn")


def gather(user: User, now: datetime) -> dict[str, Any]:
    """The person's account, seats, characters, acts and words as plain JSON values."""
    words = {w.pk.hex: w.text for w in Wording.objects.filter(author=user)}
    seats = Seat.objects.filter(user=user).select_related("campaign").order_by("made_at")
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": now.isoformat(),
        "profile": {
            "name": user.called,
            "guest": user.is_guest,
            "email": user.email,
            "language": user.language,
            "theme": user.theme,
            "joined_at": user.date_joined.isoformat(),
            "last_sign_in_at": user.last_login and user.last_login.isoformat(),
        },
        "sessions": [{"browser": s.agent, "seen_at": s.seen_at.isoformat()} for s in user.sessions.order_by("seen_at")],
        "passkeys": [
            {"name": k.name, "made_at": k.made_at.isoformat(), "used_at": k.used_at and k.used_at.isoformat()}
            for k in user.passkeys.all()
        ],
        "seats": [_seat(seat, words) for seat in seats],
    }


def _seat(seat: Seat, words: Mapping[str, str]) -> dict[str, Any]:
    """A seat with its characters and acts. What is written at a table after one has left is others' alone."""
    entries = with_undone(Entry.objects.filter(seat=seat).select_related("roll", "character", "target"))
    characters = Character.objects.filter(owner=seat, removed_at=None).select_related("sheet")
    return {
        "table": seat.campaign.name,
        "role": seat.role,
        "name": seat.name,
        "since": seat.made_at.isoformat(),
        "until": seat.removed_at and seat.removed_at.isoformat(),
        "characters": [] if seat.removed_at else [_character(c) for c in characters],
        "acts": [_act(entry, words) for entry in entries.order_by("number")],
    }


def _character(character: Character) -> dict[str, Any]:
    sheet = character.sheet
    wounds = Wound.objects.filter(character=character).exclude(status=WoundStatus.TAKEN_BACK).select_related("wording")
    answers = Answer.objects.filter(character=character).exclude(choice="").select_related("announcement__sentence")
    scars = Scar.objects.filter(character=character).exclude(status=ScarStatus.TAKEN_BACK).select_related(*SCAR_TEXTS)
    return {
        "name": character.name,
        "concept": character.concept,
        "state": character.state,
        "notes": character.notes,
        "portrait": _portrait(character),
        "drive": sheet.drive,
        "flaw": sheet.flaw,
        "tension": sheet.tension,
        "sparks": sheet.sparks,
        "traits": list(sheet.traits.values("kind", "name", "lost")),
        "reactions": list(sheet.reactions.values("name", "trigger", "response", "ending")),
        "objectives": list(sheet.objectives.values("text", "term")),
        "scars": [_scar(scar) for scar in scars],
        "wounds": [{"slot": w.slot, "status": w.status, "name": w.name} for w in wounds],
        "answers": [
            {
                "danger": a.announcement.level,
                "sentence": a.announcement.sentence.text if a.announcement.sentence else "",
                "answer": a.choice,
            }
            for a in answers
        ],
    }


def _scar(scar: Scar) -> dict[str, Any]:
    texts = {name: getattr(scar, name) for name in SCAR_TEXTS}
    return {name: getattr(scar, name) for name in SCAR} | {n: w.text if w else "" for n, w in texts.items()}


def _portrait(character: Character) -> str | None:
    """The picture as a data address, or None where there is none."""
    try:
        with character.portrait.open() as file:
            return "data:image/webp;base64," + base64.b64encode(file.read()).decode()
    except (ValueError, FileNotFoundError):
        return None


def _act(entry: Entry, words: Mapping[str, str]) -> dict[str, Any]:
    """One's own act as the log says it, with one's own words alone."""
    return {
        "at": entry.made_at.isoformat(),
        "kind": entry.kind,
        "said": handler_of(entry).say(entry, words),
        "character": str(entry.character) if entry.character else None,
        "undone": is_undone(entry),
        "contract_version": entry.contract_version,
        "roll": {name: getattr(entry.roll, name) for name in ROLL} if entry.roll else None,
    }
