"""A password forgotten, and the confirmed address by which a new one is set."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sheets.forms.accounts import AddressForm, ForgottenForm
from sheets.services import mail
from sheets.views.account_page import account_page, done
from sheets.views.answers import see_other
from sheets.views.guards import PersonRequest, signed_in
from sheets.views.limits import RESET, limited

GONE = 410


@require_http_methods(["GET", "HEAD", "POST"])
@limited(RESET)
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a link by mail. The answer is the same whether anyone goes by that name or not."""
    form = ForgottenForm(request.POST if request.method == "POST" and settings.MAIL else None)
    if form.is_valid():
        mail.send_reset(form.cleaned_data["name"])
        messages.success(
            request, _("If an account with a confirmed address goes by that, a mail with a link is on its way.")
        )
        return see_other(reverse("sheets:login"))
    context = {"form": form, "mail": settings.MAIL}
    refused = request.method == "POST"
    return render(request, "accounts/forgotten.html", context, status=422 if refused else 200)


class ResetView(PasswordResetConfirmView):
    """Set a new password by a link from a mail; every session of the person ends."""

    template_name = "accounts/reset.html"
    success_url = reverse_lazy("sheets:login")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your new password is set: sign in with it."))
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def render_to_response(self, context: dict[str, Any], **how: Any) -> HttpResponse:
        if not context["validlink"]:
            how["status"] = GONE
        return super().render_to_response(context, **how)


reset = ResetView.as_view()


@signed_in
@require_POST
def change_address(request: PersonRequest) -> HttpResponse:
    """Send a link to the new address, which counts once it is followed; an empty one forgets the old at once."""
    form = AddressForm(request.POST)
    if not settings.MAIL or request.user.is_guest or not form.is_valid():
        return account_page(request, status=422, address_form=form if settings.MAIL else None)
    address = form.cleaned_data["address"]
    if not address:
        mail.keep_address(request.user, "")
        return done(request, _("Your address is forgotten."))
    if not mail.ask_to_confirm(request.user, address):
        return done(request, _("A mail was sent to you a moment ago. Wait two minutes before the next."))
    return done(request, _("Follow the link in the mail that is on its way to %(to)s.") % {"to": address})


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the address, once its owner presses the button: programs that look into mails follow links too."""
    found = mail.read_confirmation(token)
    if found is None:
        return render(request, "accounts/confirm_address.html", {"person": None}, status=GONE)
    person, address = found
    if request.method == "POST":
        mail.keep_address(person, address)
        messages.success(request, _("This address is yours now."))
        return see_other(reverse("sheets:home"))
    return render(request, "accounts/confirm_address.html", {"person": person, "address": address})
