"""A device that makes passkeys and signs with them, in the place of a browser and its key ring."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FLAG = AuthenticatorData.FLAG
Sent = dict[str, str]


@dataclass
class Device:
    """One key; what it brings can be bent by the tests through its fields."""

    origin: str = "http://testserver"
    host: str = "testserver"
    count: int = 0
    flags: AuthenticatorData.FLAG = FLAG.UP | FLAG.UV
    handle: bytes = b""
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, asked: dict[str, Any]) -> Sent:
        """What the form of a new passkey is filled with."""
        self.handle = websafe_decode(asked["user"]["id"])
        public = AttestedCredentialData.create(
            Aaguid.NONE, self.credential, ES256.from_cryptography_key(self.key.public_key())
        )
        data = AuthenticatorData.create(sha256(self.host.encode()), self.flags | FLAG.AT, self.count, public)
        attestation = AttestationObject.create("none", data, {})
        client = self._client("webauthn.create", asked)
        return _written(credential=self.credential, client_data=client, attestation=attestation)

    def sign(self, asked: dict[str, Any]) -> Sent:
        """What the form of signing in is filled with."""
        data = AuthenticatorData.create(sha256(self.host.encode()), self.flags, self.count)
        client = self._client("webauthn.get", asked)
        return _written(
            credential=self.credential,
            client_data=client,
            authenticator_data=data,
            signature=self.key.sign(data + client.hash, ec.ECDSA(hashes.SHA256())),
            user_handle=self.handle,
        )

    def _client(self, kind: str, asked: dict[str, Any]) -> CollectedClientData:
        return CollectedClientData.create(kind, asked["challenge"], self.origin)


def _written(**parts: bytes) -> Sent:
    return {name: websafe_encode(value) for name, value in parts.items()}
