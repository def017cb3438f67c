"""A person's account: name, password, and the browsers in which they are signed in."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from sheets.forms.accounts import AddressForm, NameForm
from sheets.forms.passkeys import NewPasskeyForm
from sheets.models import User
from sheets.services import people
from sheets.views.answers import see_other
from sheets.views.ceremonies import site_of
from sheets.views.guards import PersonRequest, signed_in
from sheets.words.devices import device


@signed_in
@require_safe
def account(request: PersonRequest) -> HttpResponse:
    return account_page(request)


def account_page(request: PersonRequest, status: int = 200, **forms: Any) -> HttpResponse:
    """The whole page, with a form that was refused in the place of its own."""
    person = request.user
    browsers = people.browsers(person, request.session.session_key or "")
    password_form = forms.pop("password_form", None) or PasswordChangeForm(person)
    # The page is not about the password alone.
    password_form.fields["old_password"].widget.attrs.pop("autofocus", None)
    context = {
        "name_form": NameForm(instance=_person(request)),
        "password_form": None if person.is_guest else password_form,
        "address_form": AddressForm(initial={"address": person.email})
        if settings.MAIL and not person.is_guest
        else None,
        "passkeys": person.passkeys.all(),
        "passkey_form": _passkey_form(request),
        "browsers": [(browser, device(browser.agent)) for browser in browsers],
    }
    return render(request, "accounts/account.html", context | forms, status=status)


def _passkey_form(request: PersonRequest) -> NewPasskeyForm | None:
    """The form for one more key, under the name of this device; None where no key can be made."""
    if request.user.is_guest or site_of(request) is None:
        return None
    return NewPasskeyForm(request.user, initial={"name": device(request.headers.get("user-agent", ""))})


def _person(request: PersonRequest) -> User:
    """The person afresh: a form that is refused leaves what was typed on its instance."""
    return User.objects.get(pk=request.user.pk)


def done(request: PersonRequest, said: str) -> HttpResponse:
    """Back to the account, with a word about what was done."""
    messages.success(request, said)
    return see_other(reverse("sheets:account"))


@signed_in
@require_POST
def rename(request: PersonRequest) -> HttpResponse:
    form = NameForm(request.POST, instance=_person(request))
    if not form.is_valid():
        return account_page(request, status=422, name_form=form)
    people.rename(user=request.user, name=form.name)
    return done(request, _("Your name is changed."))


@signed_in
@require_POST
def change_password(request: PersonRequest) -> HttpResponse:
    """A new password; every other browser is signed out."""
    if request.user.is_guest:
        return account_page(request, status=409)
    form = PasswordChangeForm(request.user, request.POST)
    if not form.is_valid():
        return account_page(request, status=422, password_form=form)
    update_session_auth_hash(request, form.save())
    return done(request, _("Your password is changed. Everywhere else you are signed out."))


@signed_in
@require_POST
def end_sessions(request: PersonRequest) -> HttpResponse:
    """Sign out one other browser, or all others."""
    here, named = request.session.session_key or "", request.POST.get("session", "")
    if not named:
        return account_page(request, status=422)
    ended = people.end_sessions(user=request.user, here=here, named="" if named == "others" else named)
    return done(request, ngettext("%(n)d browser signed out.", "%(n)d browsers signed out.", ended) % {"n": ended})
