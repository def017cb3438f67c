"""Taking one's data away, and oneself."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from sheets.forms.accounts import DeletionForm
from sheets.services import erasure
from sheets.services.my_data import gather
from sheets.services.refusal import Refused
from sheets.views.answers import see_other
from sheets.views.guards import PersonRequest, signed_in


@signed_in
@require_safe
def my_data(request: PersonRequest) -> HttpResponse:
    """Everything that is kept of the person, as one file."""
    now = timezone.now()
    answer = JsonResponse(gather(request.user, now), json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"impact-{slugify(request.user.called) or 'me'}-{now:%Y-%m-%d}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: PersonRequest) -> HttpResponse:
    """Say what goes and what stays, ask, and delete."""
    form = DeletionForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            erasure.erase(user=request.user, characters_go=form.cleaned_data["characters"] == "go")
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for playing."))
            return see_other(reverse("sheets:home"))
    context = {
        "form": form,
        "without_gm": erasure.left_without_gm(request.user),
        "alone": erasure.left_alone(request.user),
    }
    return render(request, "accounts/delete.html", context, status=422 if form.errors else 200)
