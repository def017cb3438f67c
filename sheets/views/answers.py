"""The two shapes of an answer: fragments for htmx, whole pages and redirects without it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from sheets.views.guards import PersonRequest


def refuse(request: PersonRequest, message: str, *, status: int) -> HttpResponse:
    """Say no outside of any form: in the page's banner, or on a page of its own."""
    if request.htmx:
        return notice(request, message, status=status)
    return render(request, "refused.html", {"message": message, "title": _("Not done")}, status=status)


def notice(request: HttpRequest, message: str, *, status: int) -> HttpResponse:
    """A sentence for the page's banner, whatever the target of the request."""
    response = render(request, "notice.html", {"message": message}, status=status)
    response["HX-Retarget"], response["HX-Reswap"] = "#notices", "innerHTML"
    return response


def fragments(
    request: PersonRequest,
    main: str | None,
    beside: Mapping[str, Mapping[str, Any]],
    context: Mapping[str, Any],
    status: int,
) -> HttpResponse:
    """One answer of several regions: `main` goes to the target, those in `beside` each to its own id."""
    parts = [render_to_string(main, dict(context), request)] if main else []
    parts += [render_to_string(name, {**context, **extra, "oob": True}, request) for name, extra in beside.items()]
    return HttpResponse("\n".join(parts), status=status)


def see_other(url: str) -> HttpResponse:
    """After a change without htmx: look at the result with GET."""
    return HttpResponseRedirect(url, status=303)
