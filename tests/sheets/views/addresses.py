"""Every address of the product: who may use it, with which method, and what may be sent to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from rules.impact.healing import Period
from sheets.models import Seat
from tests.sheets.cast import Cast, Person
from tests.sheets.views.sent import (
    PASSKEY,
    a_gm_roll,
    a_passkey,
    a_recovery,
    a_roll,
    a_scar,
    a_word,
    an_end,
    fall,
    fall_to_death,
    lift,
    new_password,
    of_the_fall,
    plain_sheet,
    plain_table,
    propose_a_scar,
    rule_a_wound,
    seat_for_a_foreigner,
    second_gm,
    set_free,
    terms_chosen,
    threaten,
    want_help,
)

SEATED = "gm owner other spectator"
SIGNED_IN = "gm owner other spectator outsider removed"
ALL = f"{SIGNED_IN} stranger"
Body = Callable[[Cast], dict[str, Any]]


@dataclass(frozen=True)
class Row:
    """One address. Who is named in neither `allowed` nor `forbidden` gets 404, a stranger the sign-in page.

    `page` and `htmx` are the statuses of success. `late`: 403 is found inside the view, after the method.
    `before` lays what the act needs; `query` is what a page is asked for.
    """

    method: str
    allowed: str
    forbidden: str = ""
    page: int = 200
    htmx: int = 200
    body: Body = lambda cast: {}
    before: Callable[[Cast], object] = lambda cast: None
    late: bool = False
    query: str = ""

    @property
    def seated(self) -> bool:
        """Whether the address asks for a seat or at least for a person."""
        return "stranger" not in self.allowed


GM_ALONE = ("gm", "owner other spectator")
WHO_PLAYS = ("gm owner other", "spectator")
GM_AND_OWNER = ("gm owner", "other spectator")
OWNER_ALONE = ("owner", "gm other spectator")

ROWS: dict[str, Row] = {
    "home": Row("GET", ALL),
    "health": Row("GET", ALL),
    "calculator": Row("GET", ALL),
    "signup": Row("GET POST", ALL),
    "login": Row("GET POST", ALL),
    "logout": Row("POST", ALL, page=302, htmx=302),
    "account": Row("GET", SIGNED_IN),
    "rename": Row("POST", SIGNED_IN, page=303, htmx=303, body=lambda cast: {"username": "Nouveau.nom"}),
    "change-password": Row("POST", SIGNED_IN, page=303, htmx=303, body=new_password),
    "ask-passkey": Row("POST", SIGNED_IN, body=lambda cast: {"name": "Clé", "password": "demo"}),
    "add-passkey": Row("POST", SIGNED_IN, page=422, htmx=422),
    "passkey": Row("GET", "owner", before=a_passkey),
    "rename-passkey": Row(
        "POST", "owner", page=303, htmx=303, body=lambda cast: {"name": "Téléphone"}, before=a_passkey
    ),
    "remove-passkey": Row(
        "POST", "owner", page=303, htmx=303, body=lambda cast: {"password": "demo"}, before=a_passkey
    ),
    "ask-passkey-sign-in": Row("POST", ALL),
    "passkey-sign-in": Row("POST", ALL, page=422, htmx=422),
    "end-sessions": Row("POST", SIGNED_IN, page=303, htmx=303, body=lambda cast: {"session": "others"}),
    "forgotten": Row("GET POST", ALL),
    "reset": Row("GET POST", ALL, page=410, htmx=410),
    # No mail is set up where these rows are asked.
    "change-address": Row("POST", SIGNED_IN, page=422, htmx=422),
    "confirm-email": Row("GET POST", ALL, page=410, htmx=410),
    "my-data": Row("GET", SIGNED_IN),
    "delete-account": Row("GET POST", SIGNED_IN),
    "language": Row("POST", ALL, page=302, htmx=302),
    "theme": Row("POST", ALL, page=302, htmx=302),
    "help": Row("GET", ALL),
    "demo": Row("POST", ALL, page=303, htmx=303),
    "by-code": Row("GET", ALL),
    # Whoever sits there already is led on to their seat; a spectator may come in as a player.
    "invitation": Row("GET", ALL),
    "join": Row("POST", SIGNED_IN, page=303, htmx=303),
    "join-as-guest": Row("POST", ALL, page=303, htmx=303, body=lambda cast: {"name": "Nadia"}),
    "guest": Row("GET", SIGNED_IN, page=302, htmx=302),
    # Everyone here has an account.
    "renew-recovery": Row("POST", "", SIGNED_IN, late=True),
    "settle": Row("POST", "", SIGNED_IN, late=True),
    "recover": Row("GET", ALL),
    "come-back": Row("POST", ALL, page=303, htmx=303, body=a_recovery),
    "new-table": Row("GET", SIGNED_IN),
    "make-table": Row("POST", SIGNED_IN, page=303, htmx=303, body=plain_table),
    "table": Row("GET", SEATED),
    # Of a demo alone: everyone's is a page of its own in test_demo.py, and this table is none.
    "demo-windows": Row("GET", ""),
    "people": Row("GET", SEATED),
    "open-link": Row("POST", *GM_ALONE, page=303, htmx=303, body=lambda cast: {"role": "player"}),
    "close-link": Row("POST", *GM_ALONE, page=303, htmx=303, body=lambda cast: {"role": "player"}),
    "change-role": Row("POST", *GM_ALONE, page=303, htmx=303, body=lambda cast: {"role": "gm"}),
    "leave": Row("POST", SEATED, page=303, htmx=303, before=second_gm),
    "choose": Row("GET", "owner other", "gm spectator", late=True),
    "take-ready-made": Row(
        "POST", "owner other", "gm spectator", page=303, htmx=303, body=lambda cast: {"ready": "ines"}, late=True
    ),
    "take": Row("POST", "owner other", "gm spectator", page=303, htmx=303, before=set_free),
    "hand-over": Row("POST", *GM_ALONE, page=303, htmx=303, body=lambda cast: {"to": str(cast.other.held.pk)}),
    "zero": Row("GET", SEATED),
    "contract-version": Row("GET", SEATED),
    "change-terms": Row("POST", *GM_ALONE, page=303, body=terms_chosen),
    "agree": Row("POST", *WHO_PLAYS, page=303, body=lambda cast: {"version": str(cast.campaign.contract_version)}),
    "take-back": Row("POST", *WHO_PLAYS, page=303),
    "add-boundary": Row("POST", *WHO_PLAYS, page=303, body=lambda cast: {"kind": "veil", "text": "La noyade"}),
    "remove-boundary": Row("POST", *GM_ALONE, page=303),
    "x-card": Row("POST", SEATED, page=303, body=lambda cast: {"lift": "1"}),
    "answer-x-card": Row(
        "POST", *GM_ALONE, page=303, body=lambda cast: {"say": "1", "sentence": "On souffle"}, before=lift
    ),
    "give-seat": Row("POST", *GM_ALONE, page=303, htmx=303, body=seat_for_a_foreigner),
    "remove-seat": Row("POST", *GM_ALONE, page=303, htmx=303),
    "new-character": Row("GET", "gm owner other", "spectator", late=True),
    "make-character": Row("POST", "gm owner other", "spectator", page=303, htmx=303, body=plain_sheet, late=True),
    "sheet": Row("GET", SEATED),
    "write": Row("GET", *GM_AND_OWNER),
    "keep": Row("POST", *GM_AND_OWNER, page=303, htmx=303, body=plain_sheet),
    "portrait": Row("GET", SEATED),
    "panel": Row("GET", *GM_AND_OWNER),
    "odds": Row("POST", *GM_AND_OWNER, body=lambda cast: {"intention": "act"}),
    "roll": Row("POST", *GM_AND_OWNER, page=303, body=a_roll),
    "result": Row("GET", SEATED),
    "ask-help": Row("POST", *GM_AND_OWNER, body=lambda cast: {"intention": "act", "allies": str(cast.zoe.pk)}),
    "answer-help": Row("POST", *GM_AND_OWNER, page=303, body=a_word, before=want_help),
    "spare-help": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"spared": "1"}, before=want_help),
    "inflict": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"severity": "light"}),
    "tick": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"slot": "critical"}),
    "heal": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"slot": "light_1"}),
    "wound": Row("GET", *GM_AND_OWNER),
    "name-wound": Row("POST", *GM_AND_OWNER, page=303, body=lambda cast: {"name": "Entaille"}),
    "sparks": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"by": "1"}),
    "state": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"to": "neutralised"}),
    "ask-inflict": Row("GET", *GM_ALONE, query="severity=light"),
    "ask-state": Row("GET", *GM_ALONE, query="to=dead"),
    "exit-dice": Row("GET", *GM_AND_OWNER, before=fall),
    "exit-roll": Row("POST", *GM_AND_OWNER, page=303, body=of_the_fall, before=fall),
    "ask-redeem": Row("GET", *GM_AND_OWNER, before=fall_to_death),
    "redeem": Row("POST", *GM_AND_OWNER, page=303, body=of_the_fall, before=fall_to_death),
    "ask-die": Row("GET", *GM_AND_OWNER, before=fall_to_death),
    "die": Row("POST", *GM_AND_OWNER, page=303, body=of_the_fall, before=fall_to_death),
    "ask-sacrifice": Row("GET", *OWNER_ALONE),
    "sacrifice": Row("POST", *OWNER_ALONE, page=303, body=lambda cast: {"sure": "1"}),
    "older": Row("GET", SEATED),
    "answer": Row("POST", *GM_AND_OWNER, page=303, body=lambda cast: {"choice": "go"}, before=threaten),
    "ruling": Row("GET", *GM_ALONE),
    "adapting": Row("GET", *GM_AND_OWNER),
    "rule": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"reason": "L’épaule"}),
    "answer-ruling": Row("POST", *GM_AND_OWNER, page=303, body=lambda cast: {"choice": "go"}, before=rule_a_wound),
    "announce": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"level": "high", "channel": "body"}),
    "withdraw": Row("POST", *GM_ALONE, page=303, before=threaten),
    "dismiss-offer": Row("POST", *GM_ALONE, page=303),
    "announce-draft": Row("POST", *GM_ALONE, page=303),
    "discard-draft": Row("POST", *GM_ALONE, page=303),
    "chaos": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"by": "1"}),
    "write-scar": Row("GET", *GM_AND_OWNER),
    "propose-scar": Row("POST", *GM_AND_OWNER, page=303, htmx=303, body=a_scar),
    "draw-scar": Row("POST", *GM_AND_OWNER, page=303, htmx=303, body=lambda cast: {"face": "7"}),
    "agree-scar": Row("POST", *GM_AND_OWNER, page=303, before=propose_a_scar),
    "let-scar-go": Row("POST", *GM_AND_OWNER, page=303, before=propose_a_scar),
    "unlock-boon": Row("POST", *GM_ALONE, page=303),
    "remove-scar": Row("POST", *GM_ALONE, page=303),
    "advantages": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"give": "straight"}),
    "review-period": Row("GET", *GM_ALONE),
    "end-period": Row("POST", *GM_ALONE, page=303, htmx=303, body=an_end),
    "settle-tray": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"status": "placed", "note": "La porte"}),
    "gm-roll": Row("POST", *GM_ALONE, page=303, body=a_gm_roll),
    "notes": Row("POST", *GM_ALONE, page=303, body=lambda cast: {"gm_notes": "Autres notes", "version": "0"}),
    "table-older": Row("GET", SEATED),
    "reveal": Row("POST", *GM_ALONE, page=303),
    "undo": Row("POST", *GM_AND_OWNER, page=303, late=True),
    # Nobody has undone anything, so a redo is refused to those who might do it.
    "redo": Row("POST", *GM_AND_OWNER, page=409, htmx=409, late=True),
}


def address(name: str, seat: Seat, cast: Cast, **other: Any) -> str:
    """The address of that name for one seat, about Alex unless `other` names another row."""
    rows = {
        "character_id": cast.alex.pk,
        "wound_id": cast.wound.pk,
        "roll_id": cast.roll.pk,
        "entry_id": cast.entry.pk,
        "other_id": cast.zoe.pk if name in OF_A_SHEET else cast.other.held.pk,
        "draft_id": cast.mine.draft.pk,
        "item_id": cast.mine.item.pk,
        "boundary_id": cast.mine.line.pk,
        "number": 1,
        "scar_id": cast.scar.pk,
    } | other
    if name == "reveal" and "entry_id" not in other:
        rows["entry_id"] = cast.mine.hidden.pk
    if name in OF_A_PASSKEY:
        return reverse(f"sheets:{name}", args=[PASSKEY])
    if name in ("reset", "confirm-email"):
        return reverse(f"sheets:{name}", args={"reset": ["MQ", "no-token"], "confirm-email": ["no-token"]}[name])
    if name in PLAIN_NAMES:
        return reverse(f"sheets:{name}")
    if name in BY_CODE:
        return reverse(f"sheets:{name}", args=[cast.code])
    wanted = {"seat_id": seat.pk} | {key: rows[key] for key in NEEDS.get(name, ())}
    if name in ("review-period", "end-period"):
        wanted["period"] = Period.SESSION.value
    if name in OF_A_SHEET:
        wanted["character_id"] = rows["character_id"]
    query = ROWS[name].query
    return reverse(f"sheets:{name}", kwargs=wanted) + (f"?{query}" if query else "")


BY_CODE = frozenset(["invitation", "join", "join-as-guest"])
OF_A_PASSKEY = frozenset(["passkey", "rename-passkey", "remove-passkey"])
PLAIN_NAMES = OF_A_PASSKEY | frozenset(
    [
        "home",
        "health",
        "calculator",
        "signup",
        "login",
        "logout",
        "language",
        "theme",
        "demo",
        "help",
        "new-table",
        "make-table",
        "account",
        "rename",
        "change-password",
        "end-sessions",
        *["ask-passkey", "add-passkey", "ask-passkey-sign-in", "passkey-sign-in"],
        "my-data",
        "delete-account",
        "forgotten",
        "change-address",
        *["by-code", "guest", "renew-recovery", "settle", "recover", "come-back"],
    ]
)
NEEDS = {
    "remove-boundary": ["boundary_id"],
    "contract-version": ["number"],
    "remove-seat": ["other_id"],
    "change-role": ["other_id"],
    "answer-help": ["other_id"],
    "spare-help": ["other_id"],
    "result": ["roll_id"],
    "wound": ["wound_id"],
    "name-wound": ["wound_id"],
    "older": ["entry_id"],
    "table-older": ["entry_id"],
    "reveal": ["entry_id"],
    "announce-draft": ["draft_id"],
    "discard-draft": ["draft_id"],
    "settle-tray": ["item_id"],
    "unlock-boon": ["scar_id"],
    "remove-scar": ["scar_id"],
    "undo": ["entry_id"],
    "redo": ["entry_id"],
}
OF_A_SHEET = frozenset(
    [
        "sheet",
        "write",
        "keep",
        "portrait",
        "panel",
        "odds",
        "roll",
        "ask-help",
        "answer-help",
        "spare-help",
        "result",
        "inflict",
        "tick",
        "heal",
        "wound",
        "name-wound",
        "sparks",
        "state",
        "ask-inflict",
        "ask-state",
        "exit-dice",
        "exit-roll",
        "ask-redeem",
        "redeem",
        "ask-die",
        "die",
        "ask-sacrifice",
        "write-scar",
        "propose-scar",
        "draw-scar",
        "agree-scar",
        "let-scar-go",
        "unlock-boon",
        "remove-scar",
        "sacrifice",
        "older",
        "answer",
        "ruling",
        "adapting",
        "rule",
        "answer-ruling",
        "hand-over",
        "take",
    ]
)


def usual(name: str, cast: Cast) -> Person:
    """Someone who may use the address: the GM, or the owner of Alex where the GM may not."""
    return cast.gm if "gm" in ROWS[name].allowed.split() else cast.owner
