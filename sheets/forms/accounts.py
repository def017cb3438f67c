"""A person's own account: the name."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from sheets.models import User


class NameForm(forms.ModelForm):
    """The name that one signs in by; for a guest, the one that is shown."""

    class Meta:
        model = User
        fields = ("username", "display_name")
        labels = {"username": _("Name"), "display_name": _("Name")}
        help_texts = {"username": _("Letters, digits and @ . + - _ without spaces.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        unused, used = ("username", "display_name") if self.instance.is_guest else ("display_name", "username")
        del self.fields[unused]
        self.fields[used].required = True
        self.fields[used].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}

    @property
    def name(self) -> str:
        """The name as it was typed and found good."""
        cleaned: str = next(iter(self.cleaned_data.values()))
        return cleaned
