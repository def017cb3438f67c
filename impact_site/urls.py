"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("sheets.urls")),
]

handler400 = "sheets.views.errors.bad_request"
handler403 = "sheets.views.errors.forbidden"
handler404 = "sheets.views.errors.not_found"
handler500 = "sheets.views.errors.server_error"
