"""People, tables, characters and rolls for tests, laid through the services like any other play."""

from collections import Counter
from contextlib import AbstractContextManager
from itertools import count
from typing import Any
from uuid import UUID

import pytest

from rules.impact.healing import Care, Period
from rules.impact.reading import Faces
from rules.impact.terms import Slot
from sheets.models import (
    PENDING,
    Answer,
    Assistance,
    Boundary,
    Campaign,
    Character,
    Entry,
    Fall,
    Reaction,
    Role,
    Scar,
    Seat,
    Trait,
    TrayItem,
    User,
    Wound,
)
from sheets.services import campaigns, characters, helping, periods, rolls, wounds
from sheets.services.assistance import allies_of, seen_by
from sheets.services.characters import SheetTexts
from sheets.services.preparation import Prepared, RollAsked, prepare
from sheets.services.refusal import Refused
from sheets.state import AgreementState, CharacterState, SceneState, SeatState, TermsState, Things, XCardState

_serial = count(1)

ALEX: dict[str, Any] = {
    "character": {"name": "Alex", "concept": "Hackeuse"},
    "sheet": {
        "drive": "Savoir ce qu’ils ont fait de mon père",
        "flaw": "Je crois que les institutions mentent toujours",
        "tension": "La vérité ou les miens",
    },
    "traits": (
        {"kind": "imprint", "name": "Hackeuse de la vérité"},
        {"kind": "imprint", "name": "Enfant de la tour"},
        {"kind": "mark", "name": "Les fichiers de mon père"},
        {"kind": "backpack", "name": "Terminal cabossé"},
    ),
    "reactions": (
        {
            "name": "Le nom du père",
            "trigger": "On le prononce.",
            "response": "Elle frappe.",
            "ending": "On se tait.",
        },
    ),
    "objectives": ({"text": "Ouvrir le serveur central", "term": "short"},),
}
"""The hacker of chapter 3.1, with everything that a roll may engage."""


def make_person(name: str = "") -> User:
    """An account; its name is new unless one is given."""
    return User.objects.create_user(name or f"personne-{next(_serial)}", password="demo")


def make_table(**terms: Any) -> Seat:
    """A campaign under these terms; the seat of its GM."""
    return campaigns.make(user=make_person(), values={"name": "La table"} | terms)


def seat_at(gm: Seat, role: Role = Role.PLAYER, user: User | None = None) -> Seat:
    """A seat given by the GM to that person, or to a new one."""
    person = user or make_person()
    campaigns.give_seat(seat=gm, username=person.username, role=role)
    return Seat.objects.get(user=person, campaign=gm.campaign, role=role, removed_at=None)


def make_character(seat: Seat, *, owner: Seat | None = None, **texts: Any) -> Character:
    """A character at the seat's table: Alex, unless other texts are given."""
    entry = characters.make(seat=seat, owner=owner, texts=SheetTexts(**(ALEX | texts)))
    return Character.objects.get(entries=entry)


def play_of(character: Character) -> CharacterState:
    """The character with all its wounds, its whole tray, all its falls and scars, read afresh."""
    fresh = Character.objects.select_related("sheet").get(pk=character.pk)
    return CharacterState(
        fresh,
        fresh.sheet,
        list(Wound.objects.filter(character=fresh).select_related("wording")),
        list(TrayItem.objects.filter(character=fresh)),
        list(Fall.objects.filter(character=fresh).select_related("roll")),
        list(Scar.objects.filter(character=fresh).select_related("name", "burden", "boon")),
        list(Assistance.objects.filter(helper=fresh)),
    )


def snapshot(subject: Character | Campaign | Seat) -> Things:
    """Everything that acts may change of a subject, read afresh."""
    if isinstance(subject, Campaign):
        boundaries = list(Boundary.objects.filter(campaign=subject.pk))
        return TermsState(Campaign.objects.get(pk=subject.pk), boundaries).snapshot()
    if isinstance(subject, Seat):
        return SeatState(Seat.objects.get(pk=subject.pk)).snapshot()
    return play_of(subject).snapshot()


def snapshot_of_table(seat: Seat) -> Things:
    """Everything that acts may change at a table, hidden characters and empty seats included."""
    campaign = Campaign.objects.select_related("danger").get(pk=seat.campaign_id)
    answers = list(Answer.objects.filter(announcement__campaign=campaign))
    things = snapshot(campaign) | SceneState(campaign, campaign.danger, answers).snapshot()
    things |= XCardState(campaign).snapshot()
    for character in Character.objects.filter(campaign=seat.campaign_id):
        things |= snapshot(character)
    for other in Seat.objects.filter(campaign=seat.campaign_id):
        things |= snapshot(other) | AgreementState(other).snapshot()
    return {thing: value for thing, value in things.items() if value is not None}


def tick_slots(seat: Seat, character: Character, *slots: Slot) -> None:
    for slot in slots:
        wounds.tick(seat=seat, character_id=character.pk, slot=slot)


def open_slots(character: Character) -> set[Slot]:
    """The slots that are ticked now."""
    return set(play_of(character).open_wounds)


def pending_fall(character: Character) -> Fall:
    """The fall of which something is still to be rolled or chosen."""
    return Fall.objects.get(character=character, status__in=PENDING)


def wound_in(character: Character, slot: Slot) -> Wound:
    return play_of(character).open_wounds[slot]


def ask(character: Character, *kinds: str, **chosen: Any) -> RollAsked:
    """What the panel would send: a trait of each kind named (imprint, mark, backpack), and the choices."""
    chosen_rows = [
        trait
        for kind, number in Counter(kinds).items()
        for trait in Trait.objects.filter(sheet=character.pk, kind=kind)[:number]
    ]
    return RollAsked(traits=frozenset(trait.pk for trait in chosen_rows), **chosen)


def prepare_now(character: Character, asked: RollAsked) -> Prepared:
    """The roll as the panel would show it now."""
    play = play_of(character)
    return prepare(
        campaign=Campaign.objects.get(pk=character.campaign_id),
        play=play,
        traits=list(Trait.objects.filter(sheet=character.pk)),
        reactions=list(Reaction.objects.filter(sheet=character.pk)),
        asked=asked,
        allies=allies_of(play, asked.allies),
    )


def ask_help(seat: Seat, character: Character, *allies: Character, **chosen: Any) -> Entry | None:
    """Ask these allies to help with that roll."""
    return helping.ask(
        seat=seat,
        character_id=character.pk,
        asked=ask(character, allies=frozenset(ally.pk for ally in allies), **chosen),
        traits=list(Trait.objects.filter(sheet=character.pk)),
        reactions=list(Reaction.objects.filter(sheet=character.pk)),
    )


def help_seen(roller: Character, ally: Character) -> str:
    """The digest of what the ally is shown of that help now."""
    asked = Assistance.objects.get(roller=roller, helper=ally)
    return seen_by(play_of(ally), asked, Campaign.objects.get(pk=roller.campaign_id))


def agree_to_help(seat: Seat, roller: Character, ally: Character) -> Entry | None:
    """The ally's word on what is shown now."""
    return helping.answer(
        seat=seat, character_id=ally.pk, roller_id=roller.pk, agree=True, seen=help_seen(roller, ally)
    )


def roll(seat: Seat, character: Character, asked: RollAsked, faces: Faces | None = None, **more: Any) -> rolls.Made:
    """Prepare and make a roll; without faces the server throws. `fingerprint` may be given to be a wrong one."""
    more.setdefault("fingerprint", prepare_now(character, asked).fingerprint)
    return rolls.make(
        seat=seat,
        character_id=character.pk,
        asked=asked,
        traits=list(Trait.objects.filter(sheet=character.pk)),
        reactions=list(Reaction.objects.filter(sheet=character.pk)),
        faces=faces,
        **more,
    )


def dice(*d6: int, star: tuple[int, ...] = (), twist: tuple[int, ...] = (), wound: tuple[int, ...] = ()) -> Faces:
    """Faces thrown on the table: plain D6, critical dice, twist dice, wound dice."""
    return Faces(d6, star, twist, wound)


def roll_with(seat: Seat, character: Character, faces: Faces, *kinds: str, **chosen: Any) -> rolls.Made:
    """A roll with dice thrown on the table: `roll_with(gm, alex, dice(4), danger=Danger.NORMAL)`."""
    return roll(seat, character, ask(character, *kinds, **chosen), faces)


def review_now(seat: Seat, period: Period) -> periods.Review:
    """The end of this period as the GM would review it now."""
    plays = [play_of(character) for character in periods.characters_of(seat.campaign_id)]
    return periods.review(Campaign.objects.get(pk=seat.campaign_id), period, plays)


def end_period(seat: Seat, period: Period, **care: Care) -> Entry | None:
    """End it as it stands; `care` by the id (hex) of the wound."""
    seen = review_now(seat, period).seen
    return periods.end(seat=seat, period=period, care={UUID(k): v for k, v in care.items()}, seen=seen)


def last_entry(seat: Seat) -> Entry:
    return Entry.objects.filter(campaign=seat.campaign_id).latest("number")


def refused(field: str | None = None) -> AbstractContextManager[Any]:
    """Expect a refusal, at that field; it must have words."""
    return pytest.raises(Refused, check=lambda error: error.field == field and bool(error.message))
