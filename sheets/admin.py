"""The administrator's pages: people, tables, scar tables. The log is read there and never written."""

from collections import Counter
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import ValidationError
from django.db.models import F, QuerySet
from django.forms.models import BaseInlineFormSet, ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sheets.forms.campaigns import CampaignForm
from sheets.forms.contract import AdministeredTermsForm
from sheets.models import Campaign, ScarEntry, ScarTable, Seat, User
from sheets.models.folding import fold
from sheets.models.scar import TABLE_SIZE
from sheets.services import campaigns
from sheets.services.act import turn
from sheets.services.erasure import erase, left_without_gm
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
    """Accounts and guests, by the name that they are called by; who is deleted here leaves as if by their own page."""

    list_display = ("username", "called", "email", "last_login", "is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    ordering = ("username_key", "username")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (None, {"fields": ("display_name", "language", "theme")}),
    )

    @admin.display(description=User._meta.get_field("display_name").verbose_name, ordering="display_name")
    def called(self, person: User) -> str:
        return person.called

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """One person at a time is deleted, once nobody would be left without a GM."""
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and not (obj and left_without_gm(obj).exists())

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        with turn():
            return super().delete_view(request, object_id, extra_context)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        erase(user=obj, characters_go=False)


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
    """The terms of any table: changed by a service like the GM's own, so logged there as a new contract version."""

    list_display = ("name", "ruleset", "lethality", "wound_rule", "contract_version")
    search_fields = ("name",)
    ordering = ("-made_at",)
    form = AdministeredTermsForm
    fields = ("seen", *CampaignForm.Meta.fields)
    inlines = (SeatInline,)
    actions = ("give_own_scar_table",)

    @admin.action(description=gettext_lazy("Give a scar table of their own (a copy of the site’s)"))
    def give_own_scar_table(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        for campaign in queryset:
            copy_for(campaign)
        self.message_user(request, _("They draw from a table of their own now."))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # The writers' turn before the view's own transaction, as every act takes it.
        with turn():
            return super().changeform_view(request, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Campaign, form: "ModelForm[Campaign]", change: bool) -> None:
        values = {name: form.cleaned_data[name] for name in CampaignForm.Meta.fields if name in form.changed_data}
        campaigns.set_terms(campaign_id=obj.pk, values=values)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


# Above any number that the form lets through.
ASIDE = 100


class TwelveFaces(BaseInlineFormSet):
    """The entries of a scar table: each face of the d12 once. What is missing, twice or no face is named (A01)."""

    def clean(self) -> None:
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
        # Last, or its own word on doubles would stand in the place of ours.
        super().clean()

    def save(self, commit: bool = True) -> Any:
        """Faces that change places pass through numbers that no d12 has, as each may be there once."""
        moved = [f.instance.pk for f in self.initial_forms if "number" in f.changed_data or f in self.deleted_forms]
        ScarEntry.objects.filter(pk__in=moved).update(number=F("number") + ASIDE)
        return super().save(commit)


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
