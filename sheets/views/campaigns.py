"""Tables: opened and looked at."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets.forms.campaigns import CampaignForm
from sheets.models import Seat
from sheets.services import campaigns
from sheets.views.answers import see_other
from sheets.views.guards import PersonRequest, seated, signed_in
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
