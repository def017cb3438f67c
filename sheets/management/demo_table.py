"""The accounts of the demo that `make run` lays, and their table: the same story as a visitor's own demo."""

from django.utils import translation

from sheets.models import Role, Seat, User
from sheets.services import campaigns
from sheets.services.demo_story import tell
from sheets.words import demo_people as told

GM = "intrigueur"
PLAYERS = {"odile": told.ODILE, "basile": told.BASILE, "hanne": told.HANNE, "nour": told.NOUR}
PASSWORD = "demo"  # noqa: S105 -- the demo's accounts are open to whoever runs it on their own machine


def lay_table() -> Seat:
    """Make the demo's people and their table, in French; the GM's seat."""
    with translation.override("fr"):
        gm = campaigns.make(user=_person(GM), values={"name": str(told.TABLE), "spark_start": 2})
        seats = {}
        for username, who in PLAYERS.items():
            person = _person(username)
            campaigns.give_seat(seat=gm, username=username, role=Role.PLAYER)
            seats[who.player] = Seat.objects.get(user=person, campaign=gm.campaign)
        tell(gm, seats)
    return gm


def _person(name: str) -> User:
    return User.objects.filter(username=name).first() or User.objects.create_user(name, password=PASSWORD)
