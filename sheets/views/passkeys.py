"""Passkeys: made, named and removed by their person, and signing them in."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sheets.forms.accounts import OwnPasswordForm
from sheets.forms.passkeys import MadePasskeyForm, NewPasskeyForm, PasskeyNameForm, SignedForm
from sheets.models import Passkey
from sheets.services import passkeys
from sheets.services.passkeys import Site
from sheets.services.refusal import Refused
from sheets.views.account_page import account_page, done
from sheets.views.accounts import SignInForm, local
from sheets.views.answers import refuse
from sheets.views.ceremonies import MAKING, SIGNING_IN, keep_state, site_of, take_state
from sheets.views.guards import PersonRequest, View, signed_in
from sheets.views.limits import CHALLENGES, PASSKEYS, PASSWORD_AGAIN, limited


def at_a_named_site(view: Callable[..., HttpResponse]) -> View:
    """Give the view the site that passkeys are for; 409 where there can be none."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        site = site_of(request)
        if site is None:
            return refuse(request, _("Passkeys work only where this site is opened by its own name."), status=409)
        return view(request, site, *args, **kwargs)

    return guarded


def with_account(view: View) -> View:
    """409 for a guest, who has no account yet to come into."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_guest:
            return account_page(request, status=409)
        return view(request, *args, **kwargs)

    return guarded


def own_passkey(view: Callable[..., HttpResponseBase]) -> View:
    """Give the view the person's passkey that the address names: 404 if it is not theirs."""

    @signed_in
    @wraps(view)
    def guarded(request: PersonRequest, passkey_id: UUID) -> HttpResponseBase:
        return view(request, get_object_or_404(Passkey, user=request.user, pk=passkey_id))

    return guarded


@signed_in
@require_POST
@with_account
@limited(PASSWORD_AGAIN)
@at_a_named_site
def ask_to_make(request: PersonRequest, site: Site) -> HttpResponse:
    """What the browser needs for making a key, once name and password are found good."""
    form = NewPasskeyForm(request.user, request.POST)
    if not form.is_valid():
        return account_page(request, status=422, passkey_form=form)
    options, state = passkeys.begin_making(user=request.user, site=site)
    keep_state(request, MAKING, state)
    return JsonResponse(options)


@signed_in
@require_POST
@with_account
@limited(PASSWORD_AGAIN)
@at_a_named_site
def add(request: PersonRequest, site: Site) -> HttpResponse:
    """Keep the key that the browser made."""
    form = MadePasskeyForm(request.user, request.POST)
    state = take_state(request, MAKING)
    if form.is_valid():
        name = form.cleaned_data["name"]
        try:
            passkeys.make(user=request.user, site=site, state=state, made=form.made, name=name)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return done(request, _("Your passkey “%(name)s” is added: you can sign in with it.") % {"name": name})
    return account_page(request, status=422, passkey_form=form)


@own_passkey
@require_safe
def passkey(request: PersonRequest, key: Passkey) -> HttpResponse:
    return _passkey_page(request, key)


def _passkey_page(request: PersonRequest, key: Passkey, status: int = 200, **forms: Any) -> HttpResponse:
    context = {
        "passkey": key,
        # Afresh: a form that is refused leaves what was typed on its instance.
        "name_form": PasskeyNameForm(instance=key),
        "password_form": OwnPasswordForm(request.user),
    }
    return render(request, "accounts/passkey.html", context | forms, status=status)


@own_passkey
@require_POST
def rename(request: PersonRequest, key: Passkey) -> HttpResponse:
    form = PasskeyNameForm(request.POST, instance=Passkey(pk=key.pk))
    if not form.is_valid():
        return _passkey_page(request, key, status=422, name_form=form)
    Passkey.objects.filter(pk=key.pk).update(name=form.cleaned_data["name"])
    return done(request, _("Your passkey is renamed."))


@own_passkey
@require_POST
@limited(PASSWORD_AGAIN)
def remove(request: PersonRequest, key: Passkey) -> HttpResponse:
    form = OwnPasswordForm(request.user, request.POST)
    if not form.is_valid():
        return _passkey_page(request, key, status=422, password_form=form)
    key.delete()
    return done(request, _("Your passkey is removed: nobody signs in with it any more."))


@require_POST
@limited(CHALLENGES)
@at_a_named_site
def ask_to_sign_in(request: HttpRequest, site: Site) -> HttpResponse:
    """What the browser needs for signing in with any key that it has for this site."""
    options, state = passkeys.begin_sign_in(site)
    keep_state(request, SIGNING_IN, state)
    return JsonResponse(options)


@require_POST
@limited(PASSKEYS, failures=True)
@at_a_named_site
def sign_in(request: HttpRequest, site: Site) -> HttpResponse:
    """Come in with a key; the session is like any other."""
    form = SignedForm(request.POST)
    state = take_state(request, SIGNING_IN)
    back = request.POST.get("next", "")
    if form.is_valid():
        try:
            person = passkeys.sign_in(site=site, state=state, signed=form.signed)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            login(request, person)
            return redirect(local(request, back))
    context = {"form": SignInForm(request), "next": back, "passkey_form": form, "passkeys": True}
    return render(request, "accounts/login.html", context, status=422)
