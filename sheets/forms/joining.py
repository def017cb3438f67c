"""What people send to come to a table, and what a GM sends about who sits there."""

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from sheets.models import Role, Seat
from sheets.models.campaign import SEAT_NAME_LENGTH
from sheets.words.ready_made import READY_MADE

CODE_LENGTH = 40
FREE = "free"


class CodeForm(forms.Form):
    """A code as it is read out: of a link to a table, or to come back by."""

    code = forms.CharField(
        label=_("Code"),
        max_length=CODE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class GuestForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"),
        max_length=SEAT_NAME_LENGTH,
        help_text=_("As the others at the table call you."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autofocus": True, "enterkeyhint": "go"}),
    )


class LinkForm(forms.Form):
    role = forms.TypedChoiceField(
        coerce=Role, choices=[(role.value, role.label) for role in (Role.PLAYER, Role.SPECTATOR)]
    )


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(label=_("Role"), coerce=Role, choices=Role.choices)


class ReadyMadeForm(forms.Form):
    ready = forms.ChoiceField(choices=[(key, key) for key in READY_MADE])


class HandOverForm(forms.Form):
    """To whom a character goes: a player's seat, nobody, or whoever comes and wants it."""

    to = forms.ChoiceField(label=_("Player"), required=False)

    def __init__(self, data: Any = None, *, players: list[Seat], initial: str = "") -> None:
        super().__init__(data, initial={"to": initial})
        nobody: list[tuple[str, Any]] = [("", _("Nobody")), (FREE, _("Free to take"))]
        self.fields["to"].choices = nobody + [(str(s.pk), s.called) for s in players]  # type: ignore[attr-defined]

    def heir(self) -> dict[str, Any]:
        """What the service wants to know."""
        to = self.cleaned_data["to"]
        return {"to": UUID(to) if to not in ("", FREE) else None, "free": to == FREE}
