"""The demo by one tap: a table of the visitor's own, and the list of its windows."""

from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sheets.models import Role, Seat
from sheets.services import demos
from sheets.services.keys import is_own_key
from sheets.views.answers import refuse, see_other
from sheets.views.guards import PersonRequest, person_of, seated
from sheets.views.guests import come_in
from sheets.views.limits import DEMO, limited


@require_POST
@limited(DEMO)
def make(request: PersonRequest) -> HttpResponse:
    """Lay a demo and come in as its guest; whoever has one that stands goes back to it."""
    key = request.POST.get("key", "")
    if not is_own_key(key, request.user.pk, request.path):
        message = _("This form has expired. Reload the page and try again.")
        return refuse(request, message, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    person = person_of(request)
    gm = (demos.standing(person) if person else None) or demos.make(user=person, key=key)
    if person is None:
        assert gm.user is not None  # noqa: S101 -- for the type checker: a demo is laid for someone
        come_in(request, gm.user)
        request.session.set_expiry(demos.KEPT)
    return see_other(reverse("sheets:demo-windows", args=[gm.pk]))


@seated
def windows(request: PersonRequest, seat: Seat) -> HttpResponse:
    """The seats of a demo, each to be opened in a window of its own. Of another table there is no such page."""
    if not seat.campaign.demo:
        raise Http404
    return _windows(request, seat)


@require_safe
def _windows(request: PersonRequest, seat: Seat) -> HttpResponse:
    seats = Seat.objects.held_by(request.user).filter(campaign=seat.campaign_id).prefetch_related("characters")
    players = [s for s in seats.order_by("demo_place") if s.role == Role.PLAYER]
    gm = next((s for s in seats if s.is_gm), None)
    context = {"seat": seat, "campaign": seat.campaign, "gm": gm, "players": players}
    return render(request, "demo/windows.html", context)
