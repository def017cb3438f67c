"""Keys: a form that is sent twice changes things once, and gets the same answer twice."""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils.translation import gettext as _

from sheets.models import SpentKey
from sheets.services.act import turn
from sheets.services.keys import is_own_key
from sheets.services.refusal import Refused
from sheets.views.answers import refuse
from sheets.views.guards import PersonRequest, View

# The fingerprint tells what was shown, not what is asked: after a lost answer the page shows newer odds.
NOT_CONTENT = ("csrfmiddlewaretoken", "key", "fingerprint")
KEPT_HEADERS = ("Location", "Content-Type", "HX-Push-Url", "HX-Trigger", "HX-Redirect")


def keyed(view: Callable[..., HttpResponse]) -> View:
    """Let each key through once, in one transaction with what it does; a refused form does not use it up."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        key = request.POST.get("key", "")
        if not is_own_key(key, request.user.pk, request.path):
            return refuse(request, _("This form has expired. Reload the page and try again."), status=422)
        return _through(request, key, lambda: view(request, *args, **kwargs))

    return guarded


def _through(request: PersonRequest, key: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    digest = _digest(request)
    with turn():
        try:
            with transaction.atomic():
                # A second request with this key waits here until the first has ended.
                spent = SpentKey.objects.create(user=request.user, key=key, digest=digest)
        except IntegrityError:
            return _again(request, SpentKey.objects.get(user=request.user, key=key), digest)
        try:
            response = answer()
        except Refused as refused:  # of something that no form is about: the seat itself was taken away
            response = refuse(request, refused.message, status=409)
        if response.status_code >= 400:
            transaction.set_rollback(True)
        else:
            spent.status = response.status_code
            spent.headers = {name: response[name] for name in KEPT_HEADERS if name in response}
            spent.body = response.content.decode()
            spent.save(update_fields=["status", "headers", "body"])
        return response


def _again(request: PersonRequest, spent: SpentKey, digest: str) -> HttpResponse:
    if spent.digest != digest:
        message = _("What you sent before this was done after all. Look at it, then send this again.")
        response = refuse(request, message, status=422)
        response["HX-Trigger"] = "key-spent"
        return response
    return HttpResponse(spent.body, status=spent.status, headers=spent.headers)


def _digest(request: PersonRequest) -> str:
    """What the form holds, files included, in an order that does not depend on the browser."""
    content = hashlib.sha256(request.path.encode())
    for name in sorted(set(request.POST) - set(NOT_CONTENT)):
        content.update(repr((name, request.POST.getlist(name))).encode())
    for name in sorted(request.FILES):
        for file in request.FILES.getlist(name):
            content.update(repr((name, file.name, file.size)).encode())
            for chunk in file.chunks():
                content.update(chunk)
            file.seek(0)
    return content.hexdigest()
