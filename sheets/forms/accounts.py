"""A person's own account: the name, and the end of it."""

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


class OwnPasswordForm(forms.Form):
    """A form that is meant: it asks who is signed in for their password again."""

    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password


class DeletionForm(OwnPasswordForm):
    """What becomes of the characters, and the password, or for a guest the name, as a sign that it is meant."""

    characters = forms.ChoiceField(
        label=_("My characters"),
        choices=[
            ("stay", _("They stay at their tables, with their sheets, without a player.")),
            ("go", _("They go with me, with all their texts and portraits.")),
        ],
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=_("Type your name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    field_order = ["characters", "password", "name"]

    def __init__(self, person: User, *args: Any) -> None:
        super().__init__(person, *args)
        del self.fields["password" if person.is_guest else "name"]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self.person.called:
            raise forms.ValidationError(_("Type %(name)s, exactly.") % {"name": self.person.called})
        return name


class ForgottenForm(forms.Form):
    name = forms.CharField(
        label=_("Your name or your e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )


class AddressForm(forms.Form):
    """Left empty, it forgets the address."""

    address = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
