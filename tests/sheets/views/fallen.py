"""How tests bring Alex down through the web, and what they then read."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from sheets.models import Campaign, Character, Fall, FallStatus, ImpactSheet, TrayItem
from tests.sheets.cast import Cast, Person
from tests.sheets.factories import pending_fall
from tests.sheets.views.addresses import address


def obey(cast: Cast, mode: str, *, lethal: str = "none", sparks: int = 2, used: int = 0) -> None:
    """Set what a fall obeys, without an act."""
    Campaign.objects.update(lethality=mode, lethal_redemption=lethal)
    ImpactSheet.objects.filter(pk=cast.alex.pk).update(sparks=sparks, redemptions_this_arc=used)


def bring_down(cast: Cast, *, dice: int = 0, mortal: bool = False, htmx: bool = False) -> HttpResponse:
    """The GM's word puts Alex out of play."""
    sent = {"severity": "out_of_play", "falls": "1", "exit_dice": str(dice)} | ({"mortal": "on"} if mortal else {})
    return cast.gm.post(address("inflict", cast.gm.held, cast), sent, htmx=htmx)


def act(cast: Cast, person: Person, name: str, *, htmx: bool = False, **sent: Any) -> HttpResponse:
    """Send a form about the fall of Alex, by default the one that is pending."""
    if "fall" not in sent and name != "sacrifice":
        sent["fall"] = str(pending_fall(cast.alex).pk)
    return person.post(address(name, person.held, cast), sent, htmx=htmx, key=sent.pop("key", None))


def roll_out(cast: Cast, person: Person, *faces: int, htmx: bool = False) -> HttpResponse:
    """Read exit dice thrown on the table."""
    return act(cast, person, "exit-roll", htmx=htmx, dice="table", face_d8=[str(face) for face in faces])


@dataclass(frozen=True)
class Stands:
    """How it stands with Alex."""

    state: str
    sparks: int
    due: int
    used: int
    tray: int
    scar: str
    status: str


def stands(cast: Cast) -> Stands:
    alex = Character.objects.select_related("sheet").get(pk=cast.alex.pk)
    fall = Fall.objects.filter(character=alex).exclude(status=FallStatus.TAKEN_BACK).order_by("made_at").last()
    tray = TrayItem.objects.filter(character=alex, kind="complication", status="waiting")
    tray = tray.exclude(pk=cast.mine.item.pk)
    sheet = alex.sheet
    return Stands(
        state=alex.state,
        sparks=sheet.sparks,
        due=sheet.sparks_due,
        used=sheet.redemptions_this_arc,
        tray=tray.count(),
        scar=fall.scar_due if fall else "",
        status=fall.status if fall else "",
    )
