"""Guests: on the browser that they came in by, back on another one, and settled as an account."""

import re

from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from sheets import permissions
from sheets.forms.joining import CodeForm
from sheets.models import User
from sheets.services import guests
from sheets.services.codes import spell_code
from sheets.services.refusal import Refused
from sheets.views.accounts import SignUpForm
from sheets.views.answers import see_other
from sheets.views.guards import PersonRequest, signed_in
from sheets.views.keys import keyed
from sheets.views.limits import RECOVERY, limited

REMEMBERED_FOR = 365 * 24 * 3600
NOT_IN_A_NAME = re.compile(r"[^\w.@+-]+")


def come_in(request: HttpRequest, guest: User) -> None:
    """Sign a guest in on this browser; long, since a guest has no password to come back with."""
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    request.session.set_expiry(REMEMBERED_FOR)


@signed_in
@require_safe
def place(request: PersonRequest) -> HttpResponse:
    """A guest's own page: how to come back, and how to stay."""
    if not request.user.is_guest:
        return redirect("sheets:home")
    return _place(request)


def _place(
    request: PersonRequest, form: SignUpForm | None = None, *, code: str = "", status: int = 200
) -> HttpResponse:
    named = NOT_IN_A_NAME.sub("", request.user.called)
    form = form or SignUpForm(initial={"username": named})
    form.fields["username"].widget.attrs.pop("autofocus", None)  # the page begins with the code
    context = {"form": form, "code": code}
    return render(request, "accounts/guest.html", context, status=status)


@signed_in
@require_POST
def renew_recovery(request: PersonRequest) -> HttpResponse:
    """A fresh code to come back by, shown in this one answer; not keyed, or the answer would be kept."""
    permissions.require(request.user.is_guest)
    return _place(request, code=spell_code(guests.renew_recovery(request.user)))


@signed_in
@require_POST
def settle(request: PersonRequest) -> HttpResponse:
    """Make the guest's place an account; seats, characters and log stay as they are."""
    permissions.require(request.user.is_guest)
    return _settle(request)  # type: ignore[return-value]  # what is keyed answers in full


@keyed
def _settle(request: PersonRequest) -> HttpResponse:
    form = SignUpForm(request.POST)
    if form.is_valid():
        # Another object than the request's: the page of a refusal still shows the guest.
        guest = User.objects.get(pk=request.user.pk)
        try:
            guests.settle(guest, form.cleaned_data["username"], form.cleaned_data["password1"])
        except Refused as refused:
            form.add_error(refused.field, refused.message)
        else:
            update_session_auth_hash(request, guest)
            request.session.set_expiry(settings.SESSION_COOKIE_AGE)
            return see_other(reverse("sheets:home"))
    return _place(request, form, status=422)


@require_safe
def recover(request: PersonRequest) -> HttpResponse:
    return render(request, "accounts/recover.html", {"form": CodeForm()})


@require_POST
@limited(RECOVERY, failures=True)
def come_back(request: PersonRequest) -> HttpResponse:
    """Sign in on another browser by the code that was shown once."""
    form = CodeForm(request.POST)
    if form.is_valid():
        try:
            come_in(request, guests.recovered(form.cleaned_data["code"]))
            return see_other(reverse("sheets:home"))
        except Refused as refused:
            form.add_error(refused.field, refused.message)
    return render(request, "accounts/recover.html", {"form": form}, status=422)
