"""The site's addresses and the page that all others are compared with."""

from django.http import HttpResponse
from django.urls import include, path

from sheets.views.guards import PersonRequest, signed_in


@signed_in
def empty(request: PersonRequest) -> HttpResponse:
    """Nothing, for someone whose session and account were looked up."""
    return HttpResponse()


urlpatterns = [path("empty/", empty), path("", include("impact_site.urls"))]
