"""The administrator's pages: people, tables, scar tables. The log is read there and never written."""

from collections import Counter
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sheets.models import Campaign, ScarEntry, ScarTable, Seat, User
from sheets.models.folding import fold
from sheets.models.scar import TABLE_SIZE
from sheets.services.scar_tables import copy_for
from sheets.views.limits import SIGN_IN, limited

admin.site.login = limited(SIGN_IN, failures=True)(admin.site.login)  # type: ignore[method-assign, assignment]


class FoldedSearch:
    """A search that finds Élodie by elodie and œuvre by oeuvre, on either database: its texts are folded here."""

    search_fields: ClassVar[tuple[str, ...]]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        words = fold(search_term).split()
        if not words:
            return queryset, False
        rows = queryset.values_list("pk", *self.search_fields)
        found = [pk for pk, *texts in rows if all(word in fold(" ".join(map(str, texts))) for word in words)]
        return queryset.filter(pk__in=found), False


@admin.register(User)
class PersonAdmin(FoldedSearch, UserAdmin):
    """People in the order of their names, accents aside; guests by what they are called."""

    list_display = ("username", "display_name", "email", "is_staff")
    search_fields = ("username", "display_name", "email")
    ordering = ("username_key", "username")


class SeatInline(admin.TabularInline):
    model = Seat
    extra = 0
    fields = ("user", "role", "name", "removed_at")
    readonly_fields = fields
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(FoldedSearch, admin.ModelAdmin):
    """To look at only: a change of terms goes through the table, where it is logged."""

    list_display = ("name", "ruleset", "lethality", "wound_rule", "contract_version")
    search_fields = ("name",)
    ordering = ("-made_at",)
    inlines = (SeatInline,)
    actions = ("give_own_scar_table",)

    @admin.action(description=gettext_lazy("Give a scar table of their own (a copy of the site’s)"))
    def give_own_scar_table(self, request: HttpRequest, campaigns: QuerySet[Campaign]) -> None:
        for campaign in campaigns:
            copy_for(campaign)
        self.message_user(request, _("They draw from a table of their own now."))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class TwelveFaces(BaseInlineFormSet):
    """The entries of a scar table: each face of the d12 once. What is missing, twice or no face is named (A01)."""

    def clean(self) -> None:
        super().clean()
        kept = [form for form in self.forms if form not in self.deleted_forms]
        kept = [form for form in kept if form.instance.pk or form.has_changed()]
        counts = Counter(form.data.get(form.add_prefix("number"), "").strip() for form in kept)
        expected = [str(face) for face in range(1, TABLE_SIZE + 1)]
        wrong = {
            _("missing: %(faces)s"): [face for face in expected if face not in counts],
            _("twice: %(faces)s"): [face for face in expected if counts[face] > 1],
            _("not on a d12: %(faces)s"): [face for face in counts if face not in expected],
        }
        told = [text % {"faces": ", ".join(found)} for text, found in wrong.items() if found]
        if told:
            rule = _("A scar table has the faces 1 to 12, each once. %(wrong)s.")
            raise ValidationError(rule % {"wrong": "; ".join(told)})


class ScarEntryInline(admin.StackedInline):
    model = ScarEntry
    formset = TwelveFaces
    extra = 0
    max_num = TABLE_SIZE


@admin.register(ScarTable)
class ScarTableAdmin(admin.ModelAdmin):
    """The site's own table, and those that are some campaign's: a copy, edited apart (K3)."""

    list_display = ("__str__", "campaign")
    fields = ("campaign",)
    readonly_fields = fields
    inlines = (ScarEntryInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ScarTable | None = None) -> bool:
        return obj is not None and obj.campaign_id is not None
