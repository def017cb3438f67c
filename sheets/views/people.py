"""Who sits at a table: links for those to come, seats, roles, and whose character is whose."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sheets import permissions
from sheets.forms.campaigns import SeatForm
from sheets.forms.joining import FREE, HandOverForm, LinkForm, RoleForm
from sheets.models import Character, Invite, Role, Seat
from sheets.models.folding import fold
from sheets.regions.body import player_of
from sheets.regions.log import newest_seen
from sheets.regions.people import seats_context
from sheets.services import campaigns, invites, owners
from sheets.services.codes import spell_code
from sheets.services.refusal import Refused
from sheets.views.acting import character_act, gm_act
from sheets.views.answers import refuse, see_other
from sheets.views.guards import PersonRequest, seated, signed_in
from sheets.views.keys import keyed


def people_url(seat: Seat) -> str:
    return reverse("sheets:people", args=[seat.pk])


@seated
@require_safe
def people(request: PersonRequest, seat: Seat) -> HttpResponse:
    return _people(request, seat)


def _people(request: PersonRequest, seat: Seat, *, status: int = 200, **refused: Any) -> HttpResponse:
    """The page; `refused` are the forms that came back with errors, by what the template calls them."""
    context = seats_context(seat) | {"live_after": newest_seen(seat), "page": "people"}
    if seat.is_gm:
        context |= {"links": _links(request, seat), "seat_form": SeatForm(), "roles": Role.choices}
        context["hands"] = _hands(seat, context["seats"])
    return render(request, "campaigns/people.html", context | refused, status=status)


def _links(request: PersonRequest, seat: Seat) -> list[dict[str, Any]]:
    """For each role that one may come in, its live link with the whole address, if there is one."""
    live = {invite.role: invite for invite in Invite.objects.live().filter(campaign=seat.campaign_id)}
    links = []
    for role in (Role.PLAYER, Role.SPECTATOR):
        invite = live.get(role)
        code = spell_code(invite.code) if invite else ""
        links.append({"role": role, "code": code, "url": _whole_address(request, code) if code else ""})
    return links


def _whole_address(request: PersonRequest, code: str) -> str:
    """The link with the configured address, or with the one that the GM came by, which has been looked at."""
    path = reverse("sheets:invitation", args=[code])
    return settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)


def _hands(seat: Seat, seats: list[Seat]) -> list[tuple[Character, str, HandOverForm]]:
    """Every character of the table with who plays it and a form to hand it over."""
    players = [other for other in seats if other.role == Role.PLAYER and not other.gone]
    players.sort(key=lambda other: (fold(other.called), other.called))
    found = permissions.characters_visible_to(seat).select_related("owner")
    return [(c, player_of(c), HandOverForm(players=players, initial=_hand(c))) for c in found]


def _hand(character: Character) -> str:
    if character.free_to_take:
        return FREE
    return str(character.owner_id) if character.owner and not character.owner.gone else ""


@gm_act
def open_link(request: PersonRequest, seat: Seat) -> HttpResponse:
    """A new link for a role; the old one stops at once."""
    form = LinkForm(request.POST)
    if not form.is_valid():
        return refuse(request, str(form.errors["role"][0]), status=422)
    try:
        invites.open_link(seat=seat, role=form.cleaned_data["role"])
    except Refused as refused:
        return _no(request, seat, refused)
    return see_other(people_url(seat))


@gm_act
def close_link(request: PersonRequest, seat: Seat) -> HttpResponse:
    form = LinkForm(request.POST)
    if not form.is_valid():
        return refuse(request, str(form.errors["role"][0]), status=422)
    invites.close_link(seat=seat, role=form.cleaned_data["role"])
    return see_other(people_url(seat))


@gm_act
def give_seat(request: PersonRequest, seat: Seat) -> HttpResponse:
    form = SeatForm(request.POST)
    if form.is_valid():
        try:
            campaigns.give_seat(seat=seat, **form.cleaned_data)
            return see_other(people_url(seat))
        except Refused as refused:
            if not refused.field:
                return _no(request, seat, refused)
            form.add_error(refused.field, refused.message)
    return _people(request, seat, status=422, seat_form=form)


@gm_act
def remove_seat(request: PersonRequest, seat: Seat, other_id: UUID) -> HttpResponse:
    get_object_or_404(Seat, pk=other_id, campaign=seat.campaign_id)
    try:
        campaigns.remove_seat(seat=seat, seat_id=other_id)
    except Refused as refused:
        return _no(request, seat, refused)
    return see_other(reverse("sheets:home") if other_id == seat.pk else people_url(seat))


@gm_act
def change_role(request: PersonRequest, seat: Seat, other_id: UUID) -> HttpResponse:
    get_object_or_404(Seat, pk=other_id, campaign=seat.campaign_id)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return refuse(request, str(form.errors["role"][0]), status=422)
    try:
        campaigns.change_role(seat=seat, seat_id=other_id, role=form.cleaned_data["role"])
    except Refused as refused:
        return _no(request, seat, refused)
    return see_other(people_url(seat))


@character_act("rule")
def hand_over(request: PersonRequest, seat: Seat, character: Character) -> HttpResponse:
    """Give a character to another seat, to nobody, or to whoever comes and wants it."""
    players = list(Seat.objects.held().filter(campaign=seat.campaign_id, role=Role.PLAYER))
    form = HandOverForm(request.POST, players=players)
    if not form.is_valid():
        return refuse(request, str(form.errors["to"][0]), status=422)
    try:
        owners.hand_over(seat=seat, character_id=character.pk, **form.heir())
    except Refused as refused:
        return _no(request, seat, refused)
    return see_other(people_url(seat))


@signed_in
def leave(request: PersonRequest, seat_id: UUID) -> HttpResponse:
    """Leave the table. The key is looked at first: who left already gets the same answer, and no missing seat."""
    if request.method != "POST":
        permissions.seat_held(request.user, seat_id)
        return HttpResponseNotAllowed(["POST"])
    return _leave(request, seat_id)  # type: ignore[return-value]  # what is keyed answers in full


@keyed
def _leave(request: PersonRequest, seat_id: UUID) -> HttpResponse:
    seat = permissions.seat_held(request.user, seat_id)
    try:
        campaigns.remove_seat(seat=seat, seat_id=seat.pk)
    except Refused as refused:
        return _no(request, seat, refused)
    return see_other(reverse("sheets:home"))


def _no(request: PersonRequest, seat: Seat, refused: Refused) -> HttpResponse:
    """What cannot be done, said on the page itself, which shows how things stand by now."""
    if request.htmx or refused.code == "seat":
        return refuse(request, refused.message, status=409)
    return _people(request, permissions.seat_held(request.user, seat.pk), status=409, message=refused.message)
