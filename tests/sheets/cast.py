"""People around two tables for the tests of pages: everyone who may knock, each with a browser of their own.

Every private text of Alex's sheet holds the word `MARK`, and whatever is the GM's alone holds `GM_MARK`, so that
a body that must not know it can be searched.
"""

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from rules.impact.terms import Danger, Slot
from sheets.models import (
    Announcement,
    Boundary,
    BoundaryKind,
    Campaign,
    Character,
    Entry,
    Role,
    Roll,
    Scar,
    ScarStatus,
    Seat,
    TrayItem,
    User,
    Visibility,
    Wound,
)
from sheets.services import characters, contract, gm_rolls, invites, rolls, scene, wounds
from sheets.services.codes import spell_code
from sheets.services.keys import make_key
from tests.sheets import factories

MARK = "Zibeline"
GM_MARK = "Hermine"
PLAY_MARK = "Belette"
ALEX: dict[str, Any] = {
    "character": {"name": "Alex", "concept": "Hackeuse publique", "notes": f"{MARK} dans les notes"},
    "sheet": {"drive": f"{MARK} de l’élan", "flaw": f"{MARK} de la fêlure", "tension": f"{MARK} de la tension"},
    "traits": (
        {"kind": "imprint", "name": f"{MARK} empreinte"},
        {"kind": "imprint", "name": f"{MARK} autre empreinte"},
        {"kind": "mark", "name": f"{MARK} marque"},
        {"kind": "backpack", "name": f"{MARK} objet"},
        {"kind": "backpack", "name": f"{MARK} perdu", "lost": True},
    ),
    "reactions": (
        {
            "name": f"{MARK} réaction",
            "trigger": f"{MARK} déclencheur",
            "response": f"{MARK} réponse",
            "ending": f"{MARK} fin",
        },
    ),
    "objectives": ({"text": f"{MARK} objectif", "term": "short"},),
}
PLAIN: dict[str, Any] = {"traits": (), "reactions": (), "objectives": (), "sheet": {"drive": "Fuir"}}


@dataclass
class Person:
    """Someone with a browser, and the seat they sit in if they have one."""

    name: str
    user: User | None = None
    seat: Seat | None = None
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        if self.user:
            self.client.force_login(self.user)

    @property
    def held(self) -> Seat:
        """The seat, of someone who must have one."""
        assert self.seat is not None
        return self.seat

    def key(self, url: str) -> str:
        """A key as the server would have put into this person's form."""
        return make_key(self.user.pk if self.user else None, url)

    def get(self, url: str, *, htmx: bool = False, **extra: Any) -> HttpResponse:
        return self._sent(self.client.get(url, headers=_headers(htmx, url), **extra))

    def post(
        self, url: str, data: dict[str, Any] | None = None, *, htmx: bool = False, key: str | None = None, **extra: Any
    ) -> HttpResponse:
        """Send a form with a fresh key, or with the one given; an empty key leaves it out."""
        sent = dict(data or {})
        if key != "":
            sent["key"] = key or self.key(url)
        return self._sent(self.client.post(url, sent, headers=_headers(htmx, url), **extra))

    @staticmethod
    def _sent(response: Any) -> HttpResponse:
        answer: HttpResponse = response
        return answer


def _headers(htmx: bool, url: str) -> dict[str, str]:
    return {"HX-Request": "true", "HX-Current-URL": f"http://testserver{url}"} if htmx else {}


@dataclass
class Screen:
    """What not everyone sees: a danger for later, something in the tray, a roll that nobody saw; and a line."""

    draft: Announcement
    item: TrayItem
    hidden: Entry
    line: Boundary


@dataclass
class Cast:
    """A table with Alex (the owner's) and Zoé (the other player's), and a foreign table with Malik."""

    gm: Person
    owner: Person
    other: Person
    spectator: Person
    outsider: Person
    removed: Person
    stranger: Person
    alex: Character
    zoe: Character
    malik: Character
    wound: Wound
    roll: Roll
    foreign_wound: Wound
    foreign_roll: Roll
    scar: Scar
    foreign_scar: Scar
    mine: Screen
    foreign: Screen
    # Of the live link for players, as it is shown.
    code: str = ""
    # Whoever else knocks, in the matrix of rights.
    more: list[Person] = field(default_factory=list)

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(pk=self.alex.campaign_id)

    @property
    def entry(self) -> Entry:
        """The entry of Alex's roll: the owner's last act."""
        return Entry.objects.get(roll=self.roll)

    def everyone(self) -> list[Person]:
        named = [self.gm, self.owner, self.other, self.spectator, self.outsider, self.removed, self.stranger]
        return [*named, *self.more]


def gather(**terms: Any) -> Cast:
    """Seat everyone, write the characters, wound them and let each owner roll once."""
    gm = factories.make_table(**{"name": "La table", "spark_start": 2} | terms)
    owner, other = factories.seat_at(gm), factories.seat_at(gm)
    spectator, removed = factories.seat_at(gm, Role.SPECTATOR), factories.seat_at(gm)
    Seat.objects.filter(pk=removed.pk).update(removed_at=timezone.now())
    outsider = factories.make_table(name="Ailleurs")
    alex = write(gm, owner, ALEX)
    zoe = write(gm, other, PLAIN | {"character": {"name": "Zoé"}})
    malik = write(outsider, None, PLAIN | {"character": {"name": "Malik"}})
    wound, roll = _past(gm, owner, alex)
    foreign_wound, foreign_roll = _past(outsider, outsider, malik)
    screen, foreign_screen = hide(gm, alex), hide(outsider, malik)
    return Cast(
        gm=Person("gm", gm.user, gm),
        owner=Person("owner", owner.user, owner),
        other=Person("other", other.user, other),
        spectator=Person("spectator", spectator.user, spectator),
        outsider=Person("outsider", outsider.user, outsider),
        removed=Person("removed", removed.user, removed),
        stranger=Person("stranger"),
        alex=alex,
        zoe=zoe,
        malik=malik,
        wound=wound,
        roll=roll,
        foreign_wound=foreign_wound,
        foreign_roll=foreign_roll,
        scar=bear(alex),
        foreign_scar=bear(malik),
        mine=screen,
        foreign=foreign_screen,
        code=spell_code(invites.open_link(seat=gm, role=Role.PLAYER).code),
    )


def write(seat: Seat, owner: Seat | None, texts: dict[str, Any]) -> Character:
    """A character of that seat's table with exactly these texts."""
    entry = characters.make(seat=seat, owner=owner, texts=characters.SheetTexts(**texts))
    assert entry is not None
    assert entry.character is not None
    return Character.objects.select_related("sheet").get(pk=entry.character.pk)


def bear(character: Character) -> Scar:
    """A scar of an earlier session, its boon still locked."""
    sides = {"burden_effect": "twist_die", "boon_effect": "action_die"}
    return Scar.objects.create(character=character, status=ScarStatus.BORNE, **sides)


def hide(gm: Seat, character: Character) -> Screen:
    """Lay everything of the GM's own behind the screen of that table, the private notes too."""
    Campaign.objects.filter(pk=gm.campaign_id).update(gm_notes=f"{GM_MARK} dans les notes")
    scene.draft(seat=gm, said=scene.Said(sentence=f"{GM_MARK} en réserve"))
    item = TrayItem.objects.create(campaign_id=gm.campaign_id, character=character, kind="complication")
    hidden = gm_rolls.make(seat=gm, d6=2, critical_d6=0, d8=1, label=f"{GM_MARK} jet", visibility=Visibility.GM)
    assert hidden is not None
    contract.add_boundary(seat=gm, kind=BoundaryKind.LINE, text=f"{PLAY_MARK} jamais")
    gm.refresh_from_db()
    draft, line = Announcement.objects.get(campaign=gm.campaign_id), Boundary.objects.get(campaign=gm.campaign_id)
    return Screen(draft, item, hidden, line)


def _past(gm: Seat, roller: Seat, character: Character) -> tuple[Wound, Roll]:
    """A light wound ticked by the GM, then a roll that lands a grave one."""
    wounds.tick(seat=gm, character_id=character.pk, slot=Slot.LIGHT_1, name="Coupure publique")
    made: rolls.Made = factories.roll_with(roller, character, factories.dice(2), danger=Danger.HIGH)
    assert made.entry.roll is not None
    return Wound.objects.get(character=character, slot="light_1"), made.entry.roll
