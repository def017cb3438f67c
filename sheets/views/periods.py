"""The end of a scene, a session or an arc: reviewed by the GM, then done (H0-H2)."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.impact.healing import Period
from sheets.forms.periods import CareForm
from sheets.models import Seat
from sheets.regions.body import plays_of
from sheets.services import periods
from sheets.services.periods import Review
from sheets.views.acting import gm_act
from sheets.views.answers import see_other
from sheets.views.guards import PersonRequest, gm_only, seated
from sheets.views.table_page import table_url


@seated
@gm_only
@require_safe
def review(request: PersonRequest, seat: Seat, period: str) -> HttpResponse:
    """What the end of this period would change, before anything is changed."""
    return _page(request, seat, _reviewed(seat, _known(period)))


@gm_act
def end(request: PersonRequest, seat: Seat, period: str) -> HttpResponse:
    """End it as it was reviewed. If the wounds are others by now, nothing ends and the review comes back (409)."""
    present = _reviewed(seat, _known(period))
    form = CareForm(request.POST, review=present)
    seen = request.POST.get("seen", "")
    if seen == present.seen and not form.is_valid():
        return _page(request, seat, present, form=form, status=422)
    try:
        care = form.care() if form.is_valid() else {}
        periods.end(seat=seat, period=present.period, care=care, seen=seen)
    except periods.Stale as stale:
        sentence = _("The wounds have changed since you looked. Here is what would happen now.")
        return _page(request, seat, stale.review, status=409, notice=sentence)
    return see_other(table_url(seat))


def _known(period: str) -> Period:
    try:
        return Period(period)
    except ValueError:
        raise Http404 from None


def _reviewed(seat: Seat, period: Period) -> Review:
    plays = plays_of(periods.characters_of(seat.campaign_id))
    return periods.review(seat.campaign, period, plays.values())


def _page(
    request: PersonRequest, seat: Seat, shown: Review, *, form: CareForm | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    form = form or CareForm(review=shown)
    fates = [
        {
            "character": fate.play.character,
            "cleared": fate.cleared,
            "proposed": [(slot, wound, form[wound.pk.hex]) for slot, wound, _care in fate.proposed],
        }
        for fate in shown.fates
    ]
    context = {"seat": seat, "campaign": seat.campaign, "period": shown.period, "seen": shown.seen, "fates": fates}
    return render(request, "campaigns/end.html", context | more, status=status)
