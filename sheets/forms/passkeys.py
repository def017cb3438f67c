"""Passkeys: what a person types of them, and what their browser brings."""

import base64
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from sheets.forms.accounts import OwnPasswordForm
from sheets.models import Passkey
from sheets.models.passkey import ID_LENGTH, NAME_LENGTH
from sheets.services.passkeys import Made, Signed, refuse_more
from sheets.services.refusal import Refused

# In characters of base64. Far more than devices send, and too little to keep a reader of nested things busy.
CLIENT_DATA, ATTESTATION, AUTHENTICATOR_DATA, SIGNATURE, HANDLE = 4096, 16_384, 4096, 8192, 128


class BytesField(forms.RegexField):
    """Bytes in base64url without padding, and nothing else."""

    widget = forms.HiddenInput

    def __init__(self, max_length: int) -> None:
        super().__init__(r"\A[A-Za-z0-9_-]+\Z", max_length=max_length, strip=False)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except ValueError as error:
            raise forms.ValidationError("", code="invalid") from error


class BroughtForm(forms.Form):
    """The part that a browser fills in: if it is not as it should be, one sentence says so for all of it."""

    def clean(self) -> dict[str, Any] | None:
        brought = [name for name in self.errors if isinstance(self.fields[name], BytesField)]
        for name in brought:
            del self.errors[name]
        if brought and not self.errors:  # else what was typed comes first
            raise forms.ValidationError(_("Your browser brought no passkey along. Press the button once more."))
        return super().clean()


class NewPasskeyForm(OwnPasswordForm):
    """What is asked before a key is made: whoever finds an open browser shall not make themselves a key."""

    name = forms.CharField(label=_("Name of the passkey"), max_length=NAME_LENGTH)
    field_order = ["name", "password"]

    def clean(self) -> dict[str, Any] | None:
        try:
            refuse_more(self.person)
        except Refused as refused:
            raise forms.ValidationError(refused.message) from refused
        return super().clean()


class MadePasskeyForm(NewPasskeyForm, BroughtForm):
    credential = BytesField(ID_LENGTH)
    client_data = BytesField(CLIENT_DATA)
    attestation = BytesField(ATTESTATION)

    @property
    def made(self) -> Made:
        return Made(*(self.cleaned_data[name] for name in ("credential", "client_data", "attestation")))


class SignedForm(BroughtForm):
    credential = BytesField(ID_LENGTH)
    client_data = BytesField(CLIENT_DATA)
    authenticator_data = BytesField(AUTHENTICATOR_DATA)
    signature = BytesField(SIGNATURE)
    user_handle = BytesField(HANDLE)

    @property
    def signed(self) -> Signed:
        return Signed(**self.cleaned_data)


class PasskeyNameForm(forms.ModelForm):
    class Meta:
        model = Passkey
        fields = ("name",)
        labels = {"name": _("Name of the passkey")}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}
