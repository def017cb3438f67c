"""Coming to a table by a link: with an account, or by a name alone."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sheets.forms.joining import CodeForm, GuestForm
from sheets.models import Invite, Role, Seat
from sheets.services import guests, invites
from sheets.services.codes import spell_code
from sheets.services.keys import is_own_key
from sheets.services.refusal import Refused
from sheets.views.answers import notice, refuse, see_other
from sheets.views.guards import PersonRequest, signed_in
from sheets.views.guests import come_in
from sheets.views.keys import keyed
from sheets.views.limits import CODES, GUESTS, guesses_limited, limited

# Holds a fresh recovery code on its way to the page that shows it: the server keeps it nowhere.
CODE_COOKIE = "recovery"
CODE_COOKIE_AGE = 600
STRANGER = None


def landing(seat: Seat) -> str:
    """Where someone who comes by a link goes on: to their sheet, to the choice of one, or to the table."""
    if seat.role == Role.PLAYER:
        own = list(seat.characters.filter(removed_at=None)[:2])
        if not own:
            return reverse("sheets:choose", args=[seat.pk])
        if len(own) == 1:
            return reverse("sheets:sheet", args=[seat.pk, own[0].pk])
    return reverse("sheets:table", args=[seat.pk])


@require_safe
@guesses_limited(CODES)
def by_code(request: PersonRequest) -> HttpResponse:
    """The page where a code is typed; with a good one, on to its table."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        if invite := invites.live_invite(form.cleaned_data["code"]):
            return redirect("sheets:invitation", spell_code(invite.code))
        form.add_error("code", _("No table answers to this code. Ask your GM for theirs."))
    return render(request, "joining/code.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@guesses_limited(CODES)
def invitation(request: PersonRequest, code: str) -> HttpResponse:
    """Who invites to what; whoever sits there already goes on at once."""
    invite = invites.live_invite(code)
    if invite is None:
        return _closed(request, status=404)
    if request.user.is_authenticated:
        seat = invites.seat_held(request.user, invite)
        if seat and invites.serves(seat, invite):
            return redirect(landing(seat))
    return _invitation_page(request, invite, GuestForm())


def _invitation_page(request: PersonRequest, invite: Invite, form: GuestForm, status: int = 200) -> HttpResponse:
    gm = Seat.objects.held().filter(campaign=invite.campaign_id, role=Role.GM).order_by("made_at").first()
    context = {
        "invite": invite,
        "campaign": invite.campaign,
        "code": spell_code(invite.code),
        "gm": gm,
        "plays": invite.role == Role.PLAYER,
        "form": form,
    }
    return render(request, "joining/invitation.html", context, status=status)


def _closed(request: PersonRequest, *, status: int) -> HttpResponse:
    message = _("This link is closed. Ask your GM for the new one.")
    if request.htmx:
        return notice(request, message, status=status)
    return render(request, "joining/code.html", {"form": CodeForm(), "message": message}, status=status)


@signed_in
@require_POST
@keyed
def join(request: PersonRequest, code: str) -> HttpResponse:
    """Sit down with one's account; again is to land on the same seat."""
    try:
        seat = invites.join(user=request.user, code=code)
    except Refused:
        return _closed(request, status=409)
    return see_other(landing(seat))


@require_POST
@limited(GUESTS)
def join_as_guest(request: PersonRequest, code: str) -> HttpResponse:
    """Sit down by a name alone; the form sent again brings back the guest that it made."""
    if request.user.is_authenticated:
        return see_other(reverse("sheets:invitation", args=[code]))
    form = GuestForm(request.POST)
    invite = invites.live_invite(code)
    if invite is None:
        return _closed(request, status=409)
    key = request.POST.get("key", "")
    if not is_own_key(key, STRANGER, request.path):
        return refuse(request, _("This form has expired. Reload the page and try again."), status=422)
    if not form.is_valid():
        return _invitation_page(request, invite, form, status=422)
    try:
        guest, seat = invites.join_as_guest(code=code, name=form.cleaned_data["name"], key=key)
    except Refused as refused:
        if refused.code == "closed":
            return _closed(request, status=409)
        return refuse(request, refused.message, status=422)
    come_in(request, guest)
    response = see_other(landing(seat))
    if seat.role == Role.PLAYER:
        recovery = spell_code(guests.renew_recovery(guest))
        response.set_cookie(
            CODE_COOKIE, recovery, max_age=CODE_COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
        )
    return response
