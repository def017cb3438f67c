"""Coming in: an account by name and password, the language, the theme."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.forms import TextInput
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from sheets.middleware import THEME_COOKIE
from sheets.models import Theme, User
from sheets.views.ceremonies import site_of
from sheets.views.guards import PersonRequest
from sheets.views.limits import SIGN_IN, SIGN_UP, limited

YEAR = 365 * 24 * 3600
LANGUAGES = [code for code, _name in settings.LANGUAGES]


class SignUpForm(BaseUserCreationForm):
    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": _("Name")}
        widgets = {"username": TextInput(attrs={"autocomplete": "username"})}
        help_texts = {"username": _("Letters, digits and @ . + - _ without spaces.")}


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _("This name and this password do not go together."),
        "inactive": _("This account is closed."),
    }


class SignInView(LoginView):
    http_method_names = ["get", "head", "post", "options"]  # by PUT it would take the form, too
    template_name = "accounts/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **known: Any) -> dict[str, Any]:
        return super().get_context_data(passkeys=site_of(self.request) is not None, **known)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


sign_in = limited(SIGN_IN, failures=True)(SignInView.as_view())
sign_out = LogoutView.as_view()


@require_http_methods(["GET", "POST"])
@limited(SIGN_UP)
def sign_up(request: PersonRequest) -> HttpResponse:
    """Make an account and come in with it."""
    if request.user.is_authenticated:
        return redirect("sheets:home")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = form.save(commit=False)
        # What was chosen as a stranger stays chosen, and is there on the next device.
        person.language = _known(request, settings.LANGUAGE_COOKIE_NAME, LANGUAGES)
        person.theme = _known(request, THEME_COOKIE, Theme.values)
        person.save()
        login(request, person)
        return redirect(local(request, request.POST.get("next", "")))
    status = 422 if form.errors else 200
    context = {"form": form, "next": request.GET.get("next", request.POST.get("next", ""))}
    return render(request, "accounts/signup.html", context, status=status)


@require_POST
def choose_language(request: PersonRequest) -> HttpResponse:
    """Keep the person's language in this browser, and with their account."""
    return _remember(request, settings.LANGUAGE_COOKIE_NAME, "language", LANGUAGES)


@require_POST
def choose_theme(request: PersonRequest) -> HttpResponse:
    """Keep the person's theme in this browser, and with their account."""
    return _remember(request, THEME_COOKIE, "theme", Theme.values)


def _remember(request: PersonRequest, cookie: str, field: str, known: list[str]) -> HttpResponse:
    response = redirect(local(request, request.POST.get("next", "")))
    chosen = request.POST.get("choice", "")
    if chosen not in known:
        response.delete_cookie(cookie, samesite="Lax")
        chosen = ""
    else:
        response.set_cookie(cookie, chosen, max_age=YEAR, samesite="Lax", secure=settings.HTTPS)
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(**{field: chosen})
    return response


def _known(request: PersonRequest, cookie: str, known: list[str]) -> str:
    chosen = request.COOKIES.get(cookie, "")
    return chosen if chosen in known else ""


def local(request: HttpRequest, url: str) -> str:
    """The address if it is one of ours, else home."""
    ours = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if ours else "/"
