"""Every page of the product, as each of those who may see it sees it."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from rules.impact.scars import ScarEffect
from rules.impact.terms import Danger, Severity, Slot, State
from sheets.models import BoundaryKind, Character, Passkey, Role, Scar, Seat, User
from sheets.models.passkey import NAME_LENGTH
from sheets.services import campaigns, contract, demos, invites, mail, owners, scars, states, wounds, x_card
from sheets.services.codes import spell_code
from sheets.services.guests import make_guest
from sheets.services.scars import Written
from tests.sheets import factories


@dataclass(frozen=True)
class Shown:
    """A page to look at: its name, its address, and who is signed in."""

    name: str
    address: str
    user: User | None


NAMES = (
    "home of a stranger",
    "home",
    "demo windows",
    "help",
    "sign-in",
    "sign-up",
    "forgotten",
    "account",
    "passkey",
    "leaving",
    "leaving as the last GM",
    "new table",
    "odds of a roll",
    "session zero of the GM",
    "session zero of a player",
    "a version of the contract",
    "table of the GM",
    "table of a player",
    "people of the GM",
    "people of a player",
    "choice of a character",
    "invitation of a stranger",
    "invitation",
    "closed link",
    "joining by code",
    "coming back by code",
    "guest",
    "new character",
    "written sheet",
    "sheet of its player",
    "sheet of the GM",
    "sheet of another player",
    "sheet out of play",
    "sheet with scars",
    "writing a scar",
    "refining a scar, of the GM",
    "result",
    "result of another player",
    "wound",
    "earlier log",
    "end of session",
    "typed exit dice",
    "redeeming",
    "dying",
    "sacrifice",
    "a wound without a slot",
    "a state set to dead",
    "return into play",
    "a ruling",
    "adapting",
    "earlier log of the table",
    "new password",
    "new password, link gone",
    "confirmed address",
    "confirmed address, link gone",
    "not found",
)
# What answers 404, and what answers that its link is used up.
MISSING = ("not found", "closed link")
GONE = ("new password, link gone", "confirmed address, link gone")
# Addresses that answer a GET with something else than a page of ours.
NO_PAGES = {
    "health": "a word for a machine",
    "my-data": "a file to keep",
    "portrait": "a picture",
    "panel": "a part of the sheet",
}


def _out_of_play(gm: Seat, player: Seat, **texts: Any) -> tuple[Character, Character, Character]:
    """One whose exit dice wait, one whose death waits for its choice, one who is down and may come back."""
    made = [factories.make_character(gm, owner=player, **texts) for _each in range(3)]
    falling, dying, down = made
    wounds.inflict(seat=gm, character_id=falling.pk, severity=Severity.OUT_OF_PLAY, exit_dice=3)
    wounds.inflict(seat=gm, character_id=dying.pk, severity=Severity.OUT_OF_PLAY, mortal=True)
    factories.tick_slots(gm, down, Slot.GRAVE)
    states.change(seat=gm, character_id=down.pk, to=State.NEUTRALISED)
    return falling, dying, down


def _mailed(person: User) -> tuple[tuple[str, str], str]:
    """What stands in the links that a person with an address gets by mail: a new password, a new address."""
    mail.keep_address(person, "malou@table.example")
    person.refresh_from_db()
    reset = urlsafe_base64_encode(force_bytes(person.pk)), default_token_generator.make_token(person)
    said = {"user": person.pk, "old": person.email, "new": "malou@other.example"}
    return reset, signing.dumps(said, salt=mail.SALT)


def _scarred(gm: Seat, player: Seat, name: str, texts: dict[str, Any]) -> Character:
    """A character with a scar that is borne, locked, another whose boon is open, and a drawn one that waits."""
    scarred = factories.make_character(gm, owner=player, **texts)
    here = {"character_id": scarred.pk}
    for _scar in range(2):
        written = Written(name, name, ScarEffect.TWIST_DIE, name, ScarEffect.ACTION_DIE)
        scars.propose(seat=player, written=written, **here)
        scars.agree(seat=gm, **here)
    Scar.objects.filter(pk=scarred.scars.earliest("made_at").pk).update(unlocked=True)
    scars.draw(seat=player, face=2, **here)
    return scarred


def lay_pages(*, wound_name: str = "Épaule perforée", **texts: Any) -> dict[str, Shown]:
    """A table in full play, with these texts on its characters' sheets; its pages by name."""
    gm = factories.make_table(spark_start=2)
    player, other = factories.seat_at(gm), factories.seat_at(gm)
    alex = factories.make_character(gm, owner=player, **texts)
    contract.add_boundary(seat=player, kind=BoundaryKind.LINE, text=wound_name)
    contract.agree(seat=player, version=2)
    campaigns.change_terms(seat=gm, values={"spark_maximum": 9})
    x_card.lift(seat=player)
    fallen = factories.make_character(gm, owner=player, **(texts or {"character": {"name": "Kai"}}))
    wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.LIGHT, name=wound_name)
    wounds.inflict(seat=gm, character_id=alex.pk, severity=Severity.CRITICAL)
    rolled = factories.roll_with(
        player, alex, factories.dice(4, 2, 3, twist=(7, 8, 1)), "imprint", danger=Danger.NORMAL, scene_chaos=3
    )
    factories.tick_slots(gm, fallen, *Slot)
    wounds.inflict(seat=gm, character_id=fallen.pk, severity=Severity.LIGHT)

    scarred = _scarred(gm, player, wound_name, texts or {"character": {"name": "Sasha"}})

    def at(page: str, seat: Seat, *more: Any) -> str:
        return reverse(f"sheets:{page}", args=[seat.pk, *more])

    def on(page: str, seat: Seat, character: Character, *more: Any) -> str:
        return at(page, seat, character.pk, *more)

    demo = demos.make(user=None, key="demo")
    long_name = (texts.get("character") or {}).get("name", "Nadia")
    code = spell_code(invites.open_link(seat=gm, role=Role.PLAYER).code)
    prepared = factories.make_character(gm, **texts)
    owners.hand_over(seat=gm, character_id=prepared.pk, to=None, free=True)
    invites.join_as_guest(code=code, name=long_name, key="k")
    wound = factories.wound_in(alex, Slot.LIGHT_1)
    assert player.user is not None
    passkey = Passkey.objects.create(user=player.user, name=long_name[:NAME_LENGTH], credential_id="k", sign_count=0)
    falling, dying, down = _out_of_play(gm, player, **texts)
    addressed = factories.make_person()
    reset, confirmation = _mailed(addressed)
    pages = [
        ("/", None),
        ("/", player.user),
        (at("demo-windows", demo), demo.user),
        (reverse("sheets:help"), None),
        (reverse("sheets:login"), None),
        (reverse("sheets:signup"), None),
        (reverse("sheets:forgotten"), None),
        (reverse("sheets:account"), player.user),
        (reverse("sheets:passkey", args=[passkey.pk]), player.user),
        (reverse("sheets:delete-account"), player.user),
        (reverse("sheets:delete-account"), gm.user),
        (reverse("sheets:new-table"), gm.user),
        (reverse("sheets:calculator"), None),
        (at("zero", gm), gm.user),
        (at("zero", player), player.user),
        (at("contract-version", player, 3), player.user),
        (at("table", gm), gm.user),
        (at("table", player), player.user),
        (at("people", gm), gm.user),
        (at("people", player), player.user),
        (at("choose", player), player.user),
        (reverse("sheets:invitation", args=[code]), None),
        (reverse("sheets:invitation", args=[code]), make_guest(long_name)),
        (reverse("sheets:invitation", args=["old"]), None),
        (reverse("sheets:by-code"), None),
        (reverse("sheets:recover"), None),
        (reverse("sheets:guest"), make_guest(long_name)),
        (at("new-character", player), player.user),
        (on("write", player, alex), player.user),
        (on("sheet", player, alex), player.user),
        (on("sheet", gm, alex), gm.user),
        (on("sheet", other, alex), other.user),
        (on("sheet", gm, fallen), gm.user),
        (on("sheet", player, scarred), player.user),
        (on("write-scar", player, alex), player.user),
        (on("write-scar", gm, scarred), gm.user),
        (on("result", player, alex, rolled.entry.roll_id), player.user),
        (on("result", other, alex, rolled.entry.roll_id), other.user),
        (on("wound", gm, alex, wound.pk), gm.user),
        (on("older", gm, alex, rolled.entry.pk), gm.user),
        (at("review-period", gm, "session"), gm.user),
        (on("exit-dice", player, falling), player.user),
        (on("ask-redeem", player, dying), player.user),
        (on("ask-die", player, dying), player.user),
        (on("ask-sacrifice", player, alex), player.user),
        (on("ask-inflict", gm, alex) + "?severity=grave", gm.user),
        (on("ask-state", gm, alex) + "?to=dead", gm.user),
        (on("ask-state", gm, down) + "?to=active", gm.user),
        (on("ruling", gm, alex), gm.user),
        (on("adapting", player, alex), player.user),
        (at("table-older", gm, rolled.entry.pk), gm.user),
        (reverse("sheets:reset", args=reset), None),
        (reverse("sheets:reset", args=[reset[0], "gone"]), None),
        (reverse("sheets:confirm-email", args=[confirmation]), addressed),
        (reverse("sheets:confirm-email", args=["gone"]), addressed),
        ("/t/nothing-here", player.user),
    ]
    return {n: Shown(n, address, user) for n, (address, user) in zip(NAMES, pages, strict=True)}
