"""Session zero: the contract of a table, filled in together, version by version; and the X-card."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from sheets.forms.contract import AgreeForm, BoundaryForm, TermsForm, XCardForm
from sheets.forms.scene import EXPIRED
from sheets.models import Boundary, BoundaryKind, Campaign, Seat
from sheets.regions.contract import ZERO, contract_of, reads_boundaries, zero_context
from sheets.regions.log import newest_seen
from sheets.services import campaigns, contract, x_card
from sheets.services.refusal import Refused
from sheets.views.acting import gm_act, player_act
from sheets.views.acts import first_error
from sheets.views.answers import refuse, see_other
from sheets.views.guards import PersonRequest, page_of_ours, players_only, seated
from sheets.views.table_page import table_url

NEWS = "sheets/regions/zero_news.html"


@seated
@require_safe
def zero(request: PersonRequest, seat: Seat) -> HttpResponse:
    """What the group risks together, and who has agreed to it."""
    return _page(request, seat)


def _page(request: PersonRequest, seat: Seat, status: int = 200, **refused: Any) -> HttpResponse:
    context = zero_context(seat) | _forms(seat) | {"page": ZERO, "live_after": newest_seen(seat)}
    return render(request, "campaigns/zero.html", context | refused, status=status)


def _forms(seat: Seat) -> dict[str, Any]:
    """The forms of the page, empty or as things stand."""
    shown: dict[str, Any] = {f"{kind.value}_form": BoundaryForm(kind=kind.value) for kind in BoundaryKind}
    return shown | ({"terms_form": TermsForm(campaign=seat.campaign)} if seat.is_gm else {})


def _after(request: PersonRequest, seat: Seat, main: str | None = None, **extra: Any) -> HttpResponse:
    """What an act of the page answers: its own form, and every region that shows the contract."""
    if not request.htmx:
        return see_other(reverse("sheets:zero", args=[seat.pk]))
    seat.refresh_from_db()
    seat.campaign = Campaign.objects.get(pk=seat.campaign_id)
    context = zero_context(seat) | _forms(seat) | extra
    parts = [render_to_string(main, context, request)] if main else []
    return HttpResponse("\n".join([*parts, render_to_string(NEWS, context | {"oob": True}, request)]))


@seated
@require_safe
def version(request: PersonRequest, seat: Seat, number: int) -> HttpResponse:
    """What one version of the contract said."""
    whole = contract_of(seat)
    shown = whole.numbered(number)
    if shown is None:
        raise Http404
    before, after = whole.numbered(number - 1), whole.numbered(number + 1)
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "shown": shown,
        "before": before,
        "after": after,
        "rules": whole.rules(shown),
        "changes": whole.changes(before, shown) if before else [],
        "bounds": [(kind, whole.boundaries(shown, kind)) for kind in BoundaryKind],
        "reads_boundaries": reads_boundaries(seat),
    }
    return render(request, "campaigns/contract_version.html", context)


@gm_act
def change_terms(request: PersonRequest, seat: Seat) -> HttpResponse:
    """Set the terms. If another GM set them meanwhile nothing changes (409), and what was chosen stays."""
    campaign = Campaign.objects.get(pk=seat.campaign_id)
    form, status = TermsForm(request.POST, campaign=campaign), 422
    if form.is_valid():
        values = dict(form.cleaned_data)
        try:
            campaigns.change_terms(seat=seat, values=values, seen=values.pop("seen"))
            return _after(request, seat, "sheets/regions/zero_terms.html")
        except Refused as refused:
            if refused.code != "conflict":
                raise
            # What was chosen, against what stands by now: sent again, it holds.
            seat.campaign.refresh_from_db()
            form = TermsForm(request.POST.dict() | {"seen": campaigns.digest(seat.campaign)}, campaign=campaign)
            form.add_error(None, refused.message)
            status = 409
    if not request.htmx:
        return _page(request, seat, status, terms_form=form)
    context = zero_context(seat) | {"terms_form": form}
    parts = render_to_string("sheets/regions/zero_terms.html", context, request)
    if status == 409:
        parts += render_to_string(NEWS, context | {"oob": True}, request)
    return HttpResponse(parts, status=status)


@player_act
def agree(request: PersonRequest, seat: Seat) -> HttpResponse:
    """Agree to the version that the page showed; if it is an old one by now, 409 and no change."""
    form = AgreeForm(request.POST)
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    return _do(request, seat, lambda: contract.agree(seat=seat, **form.cleaned_data))


@player_act
def take_back(request: PersonRequest, seat: Seat) -> HttpResponse:
    return _do(request, seat, lambda: contract.take_back(seat=seat))


def _do(request: PersonRequest, seat: Seat, service: Callable[[], object]) -> HttpResponse:
    try:
        service()
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    return _after(request, seat)


@seated
@players_only
@require_POST
def add_boundary(request: PersonRequest, seat: Seat) -> HttpResponse:
    """Add a line or a veil. Without a key, which would keep a name: sent twice it stands once all the same."""
    form = BoundaryForm(request.POST, kind=request.POST.get("kind", ""))
    if form.is_valid():
        try:
            contract.add_boundary(seat=seat, **form.cleaned_data)
            return _after(
                request,
                seat,
                "sheets/regions/zero_add.html",
                form=BoundaryForm(kind=form.cleaned_data["kind"]),
                kind=form.cleaned_data["kind"],
            )
        except Refused as refused:
            form.add_error(refused.field, refused.message)
    if "kind" in form.errors:
        return refuse(request, first_error(form), status=422)
    kind = form.cleaned_data["kind"]
    if not request.htmx:
        return _page(request, seat, 422, **{f"{kind.value}_form": form})
    context = {"seat": seat, "campaign": seat.campaign, "form": form, "kind": kind}
    return render(request, "sheets/regions/zero_add.html", context, status=422)


@gm_act
def remove_boundary(request: PersonRequest, seat: Seat, boundary_id: UUID) -> HttpResponse:
    get_object_or_404(Boundary, pk=boundary_id, campaign=seat.campaign_id)
    return _do(request, seat, lambda: contract.remove_boundary(seat=seat, boundary_id=boundary_id))


@seated
@require_POST
def lift_x_card(request: PersonRequest, seat: Seat) -> HttpResponse:
    """Put the X-card up. Without a key, which would keep a name: a card that is up stays up."""
    if request.POST.get("lift") != "1":
        return refuse(request, str(EXPIRED), status=422)
    try:
        x_card.lift(seat=seat)
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    return _card_shown(request, seat)


@gm_act
def answer_x_card(request: PersonRequest, seat: Seat) -> HttpResponse:
    """Say something to everyone while the card is up, or put it down."""
    form = XCardForm(request.POST if request.POST.get("say") else {"sentence": ""})
    if not form.is_valid():
        return refuse(request, first_error(form), status=422)
    try:
        x_card.answer(seat=seat, **form.cleaned_data)
    except Refused as refused:
        return refuse(request, refused.message, status=409)
    return _card_shown(request, seat)


def _card_shown(request: PersonRequest, seat: Seat) -> HttpResponse:
    """The card as it lies now, on whichever page of play it was touched."""
    if not request.htmx:
        return see_other(page_of_ours(request) or table_url(seat))
    context = {"seat": seat, "campaign": Campaign.objects.get(pk=seat.campaign_id), "oob": True}
    return render(request, "sheets/regions/x_card.html", context)
