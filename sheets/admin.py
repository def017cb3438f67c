"""The administrator's pages: people, tables and their seats. The log is read there and never written."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from sheets.models import Campaign, Seat, User
from sheets.views.limits import SIGN_IN, limited

admin.site.login = limited(SIGN_IN, failures=True)(admin.site.login)  # type: ignore[method-assign, assignment]
admin.site.register(User, UserAdmin)


class SeatInline(admin.TabularInline):
    model = Seat
    extra = 0
    fields = ("user", "role", "name", "removed_at")
    readonly_fields = fields
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(admin.ModelAdmin):
    """To look at only: a change of terms goes through the table, where it is logged."""

    list_display = ("name", "ruleset", "lethality", "wound_rule", "contract_version")
    search_fields = ("name",)
    inlines = (SeatInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
