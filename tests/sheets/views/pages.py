"""Every page and fragment that the product renders, gathered once, to be looked at as markup and as headers."""

from typing import Any

from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse

from impact_site import urls as site
from rules.impact.terms import State
from sheets.models import Seat, User
from sheets.services import states
from tests.sheets.cast import Cast, Person
from tests.sheets.factories import pending_fall
from tests.sheets.views.addresses import ROWS, address
from tests.sheets.views.fallen import act, bring_down, obey, roll_out
from tests.sheets.views.sent import a_roll, fall, lift, plain_sheet, rule_a_wound, terms_chosen, threaten

Pages = dict[str, Any]  # responses; the test client has types of its own


NO_PAGES = ("health", "portrait", "my-data")


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


# The site with one address more, which breaks.
urlpatterns = [*site.urlpatterns, path("broken/", broken)]
handler400, handler403 = site.handler400, site.handler403
handler404, handler500 = site.handler404, site.handler500


def whole_pages(cast: Cast) -> Pages:
    """All pages: as each person sees them, refused forms, errors, and the administration."""
    cast.alex.portrait.save("alex.webp", ContentFile(b"picture"))
    seen: Pages = {}
    for name, row in ROWS.items():
        for person in cast.everyone():
            if (
                "GET" in row.method
                and name not in ("health", "portrait", "my-data", *OF_A_FALL)
                and person.name in row.allowed.split()
            ):
                seen[f"{name} for {person.name}"] = person.get(address(name, person.seat or cast.gm.held, cast))
    seen |= _refused(cast) | _errors(cast) | _administration() | _under_a_danger(cast)
    return seen | _out_of_play(cast) | _other_states(cast) | _demo()


# Without a fall these are the way back to the sheet.
OF_A_FALL = ("exit-dice", "ask-redeem", "ask-die")


def _die_without_a_spark(cast: Cast) -> None:
    obey(cast, "lethal")
    bring_down(cast, mortal=True)


def _out_of_play(cast: Cast) -> Pages:
    """The sheet at each step of a fall, with what is asked at it, for those who act and those who look on."""
    pages: Pages = {}
    steps: list[tuple[str, Any, tuple[str, ...]]] = [
        ("falling", fall, ("exit-dice",)),
        ("dying", lambda cast: roll_out(cast, cast.owner, 7, 8), ("ask-redeem", "ask-die")),
        ("redeemed", lambda cast: act(cast, cast.owner, "redeem", sure="1"), ()),
        ("dying without a spark", _die_without_a_spark, ("ask-die",)),
    ]
    for step, lay, asked in steps:
        lay(cast)
        for person in (cast.gm, cast.owner, cast.spectator):
            pages[f"sheet {step} for {person.name}"] = person.get(address("sheet", person.held, cast))
        pages[f"table {step}"] = cast.gm.get(address("table", cast.gm.held, cast))
        for name in asked:
            pages[f"{name} {step}"] = cast.owner.get(address(name, cast.owner.held, cast))
        if step == "falling":
            faces = {"fall": str(pending_fall(cast.alex).pk), "dice": "table", "face_d8": ["9", "x"]}
            pages["exit-roll refused"] = cast.owner.post(address("exit-roll", cast.owner.held, cast), faces)
    states.change(seat=cast.gm.held, character_id=cast.alex.pk, to=State.NEUTRALISED)
    back = address("ask-state", cast.gm.held, cast).replace("to=dead", "to=active")
    pages["return"] = cast.gm.get(back)
    states.change(seat=cast.gm.held, character_id=cast.alex.pk, to=State.ACTIVE)
    pages["sheet with a scar due"] = cast.gm.get(address("sheet", cast.gm.held, cast))
    pages["inflict refused"] = cast.gm.post(
        address("inflict", cast.gm.held, cast), {"severity": "out_of_play", "falls": "1", "exit_dice": "99"}
    )
    return pages


def _refused(cast: Cast) -> Pages:
    gm, nobody = cast.gm, cast.stranger
    sent: dict[str, dict[str, Any]] = {
        "make-table": {"name": ""},
        "delete-account": {"characters": "sell", "password": "faux"},
        "rename": {"username": "deux mots"},
        "change-password": {"old_password": "faux", "new_password1": "court"},
        "change-terms": {"spark_start": "-1"},
        "add-boundary": {"kind": "line", "text": ""},
        "agree": {"version": "neuf"},
        "answer-x-card": {"say": "1", "sentence": "W" * 999},
        "give-seat": {"username": "", "role": ""},
        "make-character": plain_sheet(cast) | {"name": "", "imprint-TOTAL_FORMS": "9"},
        "keep": plain_sheet(cast) | {"name": ""},
        "odds": {"intention": "act", "dice": "table", "danger": "high"},
        "roll": a_roll(cast) | {"face_d6": ["9"]},
        "name-wound": {"name": "W" * 99},
        "sparks": {"by": "0"},
        "announce": {"level": ""},
        "gm-roll": {"d6": "99", "visibility": "seats"},
        "notes": {"gm_notes": "x"},
        "rule": {"reason": "W" * 999},
    }
    pages = {f"{name} refused": gm.post(address(name, gm.held, cast), data) for name, data in sent.items()}
    pages["keep in conflict"] = gm.post(address("keep", gm.held, cast), plain_sheet(cast) | {"version": "9"})
    pages["roll gone stale"] = gm.post(address("roll", gm.held, cast), a_roll(cast) | {"fingerprint": "old"})
    pages |= {f"{name} gone": nobody.get(address(name, gm.held, cast)) for name in ("reset", "confirm-email")}
    for name in ("signup", "login"):
        pages[f"{name} refused"] = nobody.post(address(name, gm.held, cast), {"username": "", "next": "/t/"})
    return pages


def _errors(cast: Cast) -> Pages:
    unguarded = Client(raise_request_exception=False, enforce_csrf_checks=True)
    return {
        "400": cast.gm.client.get("/", headers={"host": "evil.example"}),
        "403": cast.other.get(address("write", cast.other.held, cast)),
        "404": cast.gm.get("/nowhere/"),
        "404 for a stranger": cast.stranger.get("/nowhere/"),
        "csrf": unguarded.post("/sign-in/", {}),
        "500": unguarded.get("/broken/"),
    }


def _demo() -> Pages:
    """A visitor's demo: the list of its windows, one of them, and the start page with the way back to it."""
    visitor = Person("visitor")
    windows = visitor.post(reverse("sheets:demo"))["Location"]
    gm = Seat.objects.get(campaign__demo_key__isnull=False, role="gm")
    addresses = {"windows": windows, "table": reverse("sheets:table", args=[gm.pk]), "home": "/"}
    return {f"demo {name}": visitor.get(url) for name, url in addresses.items()}


def _administration() -> Pages:
    admin = Client()
    admin.force_login(User.objects.create_superuser("administratrice", password="demo"))
    addresses = ["", "sheets/user/", "sheets/user/add/", "sheets/campaign/", "sheets/scartable/", "password_change/"]
    pages: Pages = {f"admin {url}": admin.get(f"/admin/{url}") for url in addresses}
    return pages | {"admin login": Client().get("/admin/login/")}


def _under_a_danger(cast: Cast) -> Pages:
    """The table and the sheet while a mortal danger and a ruling wait for an answer."""
    threaten(cast)
    rule_a_wound(cast)
    lift(cast)
    return {
        f"{name} under a danger for {person.name}": person.get(address(name, person.held, cast))
        for name in ("table", "sheet")
        for person in (cast.gm, cast.owner, cast.spectator)
    }


def _other_states(cast: Cast) -> Pages:
    """The sheet of someone neutralised, then dead, and in the end without a portrait."""
    pages: Pages = {}
    for state in (State.NEUTRALISED, State.DEAD):
        states.change(seat=cast.gm.held, character_id=cast.alex.pk, to=state)
        pages[f"sheet when {state.value}"] = cast.gm.get(address("sheet", cast.gm.held, cast))
    cast.alex.portrait.delete()
    pages["sheet without portrait"] = cast.gm.get(address("sheet", cast.gm.held, cast))
    return pages


def fragments(cast: Cast) -> Pages:
    """The answers to htmx: regions, refused and done, which stand inside a page that is there already."""
    gm = cast.gm
    sent: list[tuple[str, str, dict[str, Any]]] = [
        ("odds", "odds", {"intention": "act", "danger": "high"}),
        ("odds with faces", "odds", {"intention": "act", "dice": "table"}),
        ("odds refused", "odds", {"intention": ""}),
        ("panel refused", "roll", a_roll(cast) | {"helpers": "60"}),
        ("panel gone stale", "roll", a_roll(cast) | {"fingerprint": "old"}),
        ("roll", "roll", a_roll(cast)),
        ("name refused", "name-wound", {"name": "W" * 99}),
        ("name refused in a result", "name-wound", {"name": "W" * 99, "place": "result"}),
        ("named in a result", "name-wound", {"name": "Entaille", "place": "result"}),
        ("named on the desk", "name-wound", {"name": "Balafre", "place": "desk"}),
        ("sparks", "sparks", {"by": "1"}),
        ("sparks refused", "sparks", {"by": "0"}),
        ("inflicted", "inflict", {"severity": "critical"}),
        ("a fall asked for", "inflict", {"severity": "out_of_play"}),
        ("fallen", "inflict", {"severity": "out_of_play", "falls": "1", "mortal": "on"}),
        ("no such fall", "die", {"fall": "00000000-0000-0000-0000-000000000000", "sure": "1"}),
        ("a missing key", "heal", {"slot": "light_1"}),
        ("danger announced", "announce", {"level": "high", "channel": "body", "mortal": "on"}),
        ("danger refused", "announce", {"level": ""}),
        ("GM roll", "gm-roll", {"d6": "2", "critical_d6": "0", "d8": "1", "visibility": "gm"}),
        ("GM roll refused", "gm-roll", {"d6": "99", "visibility": "seats"}),
        ("terms set", "change-terms", terms_chosen(cast) | {"lethality": "lethal"}),
        ("terms refused", "change-terms", {"spark_start": "-1"}),
        ("terms in conflict", "change-terms", terms_chosen(cast) | {"seen": "old"}),
        ("line added", "add-boundary", {"kind": "line", "text": "Les <rats>"}),
        ("line refused", "add-boundary", {"kind": "line", "text": ""}),
        ("agreed", "agree", {"version": str(cast.campaign.contract_version + 2)}),
        ("an old version", "agree", {"version": "1"}),
        ("X-card up", "x-card", {"lift": "1"}),
        ("X-card answered", "answer-x-card", {"say": "1", "sentence": "On <souffle>"}),
        ("notes refused", "notes", {"gm_notes": "x", "version": "9"}),
        ("ruling refused", "rule", {"reason": "W" * 999}),
        ("ruling said", "rule", {"reason": "L’épaule"}),
        ("adapting refused", "answer-ruling", {"choice": "adapt", "dependency": "W" * 999}),
        ("adapted", "answer-ruling", {"choice": "adapt", "dependency": "Zoé me porte", "place": "desk"}),
        ("chaos from the table", "chaos", {"by": "2", "page": "table"}),
        ("tick from the table", "tick", {"slot": "light_2", "page": "table"}),
    ]
    keys = {"a missing key": ""}
    seen = {
        f"{why}, fragment": gm.post(address(name, gm.held, cast), data, htmx=True, key=keys.get(why))
        for why, name, data in sent
    }
    for name in (
        "wound",
        "older",
        "table-older",
        "ruling",
        "adapting",
        "panel",
        "ask-redeem",
        "ask-die",
        "ask-inflict",
        "ask-state",
    ):
        seen[f"{name}, fragment"] = gm.get(address(name, gm.held, cast), htmx=True)
    seen["403, fragment"] = cast.other.get(address("wound", cast.other.held, cast), htmx=True)
    seen["404, fragment"] = gm.get("/nowhere/", htmx=True)
    return seen
