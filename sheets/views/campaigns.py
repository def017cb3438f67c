"""Tables: opened, looked at, their terms and seats changed."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets.forms.campaigns import CampaignForm, SeatForm
from sheets.models import Campaign, Seat
from sheets.services import campaigns
from sheets.services.refusal import Refused
from sheets.views.acting import gm_act
from sheets.views.answers import refuse, see_other
from sheets.views.guards import PersonRequest, gm_only, seated, signed_in
from sheets.views.keys import keyed
from sheets.views.table_page import whole_table


@signed_in
@require_http_methods(["GET", "HEAD"])
def new(request: PersonRequest) -> HttpResponse:
    return render(request, "campaigns/new.html", {"form": CampaignForm()})


@signed_in
@require_POST
@keyed
def make(request: PersonRequest) -> HttpResponse:
    form = CampaignForm(request.POST)
    if not form.is_valid():
        return render(request, "campaigns/new.html", {"form": form}, status=422)
    seat = campaigns.make(user=request.user, values=form.cleaned_data)
    return see_other(reverse("sheets:table", args=[seat.pk]))


@seated
@require_safe
def table(request: PersonRequest, seat: Seat) -> HttpResponse:
    """The scene, the party, the seats and the last acts of a table."""
    return whole_table(request, seat)


@seated
@gm_only
@require_safe
def terms(request: PersonRequest, seat: Seat) -> HttpResponse:
    return _terms_page(request, seat, CampaignForm(instance=seat.campaign))


def _terms_page(request: PersonRequest, seat: Seat, form: CampaignForm, status: int = 200) -> HttpResponse:
    context = {"seat": seat, "campaign": seat.campaign, "form": form}
    return render(request, "campaigns/terms.html", context, status=status)


@gm_act
def change_terms(request: PersonRequest, seat: Seat) -> HttpResponse:
    form = CampaignForm(request.POST, instance=Campaign.objects.get(pk=seat.campaign_id))
    if not form.is_valid():
        return _terms_page(request, seat, form, status=422)
    campaigns.change_terms(seat=seat, values=form.cleaned_data)
    return see_other(reverse("sheets:table", args=[seat.pk]))


@gm_act
def give_seat(request: PersonRequest, seat: Seat) -> HttpResponse:
    form = SeatForm(request.POST)
    if form.is_valid():
        try:
            campaigns.give_seat(seat=seat, **form.cleaned_data)
            return see_other(reverse("sheets:table", args=[seat.pk]))
        except Refused as refused:
            if not refused.field:
                return refuse(request, refused.message, status=409)
            form.add_error(refused.field, refused.message)
    return whole_table(request, seat, status=422, form=form)


@gm_act
def remove_seat(request: PersonRequest, seat: Seat, other_id: UUID) -> HttpResponse:
    get_object_or_404(Seat, pk=other_id, campaign=seat.campaign_id)
    try:
        campaigns.remove_seat(seat=seat, seat_id=other_id)
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    home = other_id == seat.pk
    return see_other(reverse("sheets:home") if home else reverse("sheets:table", args=[seat.pk]))
