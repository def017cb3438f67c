"""Passkeys: made by whoever is signed in, and signing them in on their own (WebAuthn, discoverable credentials).

A ceremony begins with a challenge, of which the caller keeps the state, and ends with what the browser brings back.
Whatever of that does not fit is Refused with a sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from sheets.models import Passkey, User
from sheets.services.act import turn
from sheets.services.refusal import Refused

# A person may take this long to find their key; browsers are told so too.
LASTS_SECONDS = 300
AT_MOST = 20
DEFAULT_PORTS = {"https": 443, "http": 80}
PREFERRED = UserVerificationRequirement.PREFERRED
State = dict[str, Any]
Read = TypeVar("Read")


@dataclass(frozen=True)
class Site:
    """What passkeys are made for: a host by its name, and the one origin that may use them."""

    host: str
    origin: str

    def server(self) -> Fido2Server:
        rp = PublicKeyCredentialRpEntity(id=self.host, name="Impact")
        server = Fido2Server(rp, verify_origin=lambda told: told == self.origin)
        server.timeout = LASTS_SECONDS * 1000  # type: ignore[assignment]  # declared as None alone
        return server


def site_at(address: str) -> Site | None:
    """The site at this address; None where browsers make no passkeys, as for a bare number."""
    url = urlsplit(address)
    host = url.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        port = "" if url.port in (None, DEFAULT_PORTS.get(url.scheme)) else f":{url.port}"
        return Site(host, f"{url.scheme}://{host}{port}") if host else None
    return None


@dataclass(frozen=True)
class Made:
    """What a browser brings of a key that was made."""

    credential: bytes
    client_data: bytes
    attestation: bytes

    def read(self) -> RegistrationResponse:
        parts = AuthenticatorAttestationResponse(
            client_data=CollectedClientData(self.client_data), attestation_object=AttestationObject(self.attestation)
        )
        return RegistrationResponse(raw_id=self.credential, response=parts)


@dataclass(frozen=True)
class Signed:
    """What a browser brings of a key that signed."""

    credential: bytes
    client_data: bytes
    authenticator_data: bytes
    signature: bytes
    user_handle: bytes

    def read(self) -> AuthenticationResponse:
        parts = AuthenticatorAssertionResponse(
            client_data=CollectedClientData(self.client_data),
            authenticator_data=AuthenticatorData(self.authenticator_data),
            signature=self.signature,
            user_handle=self.user_handle,
        )
        return AuthenticationResponse(raw_id=self.credential, response=parts)


def begin_making(*, user: User, site: Site) -> tuple[dict[str, Any], State]:
    """What the browser is asked, and the state that `make` wants back."""
    refuse_more(user)
    known = [
        PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(credential_id))
        for credential_id in user.passkeys.values_list("credential_id", flat=True)
    ]
    options, state = site.server().register_begin(
        PublicKeyCredentialUserEntity(id=_handle(user), name=user.username, display_name=user.called),
        known,
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=PREFERRED,
    )
    return dict(options), state


def make(*, user: User, site: Site, state: State | None, made: Made, name: str) -> Passkey:
    """Keep a key for the person."""

    def check() -> AuthenticatorData:
        auth_data = site.server().register_complete(_still(state), made.read())
        data = auth_data.credential_data
        if data is None or data.credential_id != made.credential:
            raise ValueError("another credential than the one that is named")
        if data.public_key.get(3) not in CoseKey.supported_algorithms():
            raise ValueError("a key of a kind that was not asked for")
        return auth_data

    auth_data = _read(check)
    assert auth_data.credential_data is not None  # noqa: S101 -- as checked
    with turn():
        User.objects.select_for_update().get(pk=user.pk)
        refuse_more(user)
        try:
            with transaction.atomic():
                return Passkey.objects.create(
                    user=user,
                    name=name,
                    credential_id=websafe_encode(made.credential),
                    credential=websafe_encode(auth_data.credential_data),
                    sign_count=auth_data.counter,
                )
        except IntegrityError as error:
            raise Refused(_("This passkey is known here already."), code="known") from error


def begin_sign_in(site: Site) -> tuple[dict[str, Any], State]:
    """What any browser is asked, and the state that `sign_in` wants back: nobody is named, so nobody is told of."""
    options, state = site.server().authenticate_begin(user_verification=PREFERRED)
    return dict(options), state


def sign_in(*, site: Site, state: State | None, signed: Signed) -> User:
    """The person whose key signed this challenge."""
    _still(state)
    with turn():
        keys = Passkey.objects.select_for_update(of=("self",)).select_related("user")
        key = keys.filter(credential_id=websafe_encode(signed.credential)).first()
        if key is None:
            raise Refused(_("No account here knows this passkey. Sign in with your name and password."), code="unknown")
        count = _read(lambda: _count_signed(site, state, key, signed))
        if not key.user.is_active:
            raise Refused(_("This account is closed."), code="inactive")
        if (count or key.sign_count) and count <= key.sign_count:
            message = _(
                "There may be a copy of this passkey. Sign in with your password, remove the passkey from your"
                " account and add a new one."
            )
            raise Refused(message, code="copied")
        key.sign_count, key.used_at = count, timezone.now()
        key.save(update_fields=["sign_count", "used_at"])
        return key.user


def _count_signed(site: Site, state: State | None, key: Passkey, signed: Signed) -> int:
    """The key's own count, once its signature is found good."""
    answer = signed.read()
    known = AttestedCredentialData(websafe_decode(key.credential))
    site.server().authenticate_complete(state, [known], answer)
    if signed.user_handle != _handle(key.user):
        raise ValueError("a key of someone else")
    return answer.response.authenticator_data.counter


def refuse_more(user: User) -> None:
    """Refuse one more key to a guest, and to whoever has as many as one may."""
    if user.is_guest:
        raise Refused(_("Make an account of your place first: a passkey is a way into an account."), code="guest")
    if user.passkeys.count() >= AT_MOST:
        message = _("You have %(n)d passkeys: remove one you no longer use first.") % {"n": AT_MOST}
        raise Refused(message, code="too_many")


def _handle(user: User) -> bytes:
    """By what a device tells the accounts of a site apart. It names nobody, and stays when the name changes."""
    return str(user.pk).encode()


def _still(state: State | None) -> State:
    if state is None:
        raise Refused(_("That took too long, or was sent twice. Press the button once more."), code="expired")
    return state


def _read(check: Callable[[], Read]) -> Read:
    try:
        return check()
    except Refused:
        raise
    # Readers of JSON, CBOR and keys, of two libraries: a stranger's bytes may make them raise anything.
    except Exception as error:
        raise Refused(_("What your passkey answered does not fit. Press the button once more."), code="bad") from error
