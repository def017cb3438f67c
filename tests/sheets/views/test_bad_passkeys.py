"""What may be sent as a passkey: anything at all, and none of it breaks a page (I08)."""

import pytest
from django.test import Client
from fido2.utils import websafe_encode

from sheets.models import Passkey
from tests.sheets.authenticator import Device
from tests.sheets.factories import make_person
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.test_passkeys import MEANT, asked_to_make, asked_to_sign, browser_of, sentences, with_key

BRACKETS = b"[" * 20_000
NESTED = [b"[" * 3000, b"{" * 3000, b'{"a":' * 600, BRACKETS]
BAD = [
    *(websafe_encode(data) for data in (b"{}", b"null", b'"\xff"', b"\x00", b'{"type":1,"challenge":[],"origin":{}}')),
    *(websafe_encode(data) for data in NESTED),
    *("", "é", "a", "====", "nul\x00", "a b", "A" * 400_000),
]


CBOR = [
    *(b"\x81" * 12_000, b"\xa1" * 3000, b"\x9b" + b"\xff" * 8, b"\x5b" + b"\xff" * 8),
    *(b"\xa0", b"\x01", b"\xf6", b"\xc0"),
]


@pytest.mark.parametrize("field", ["credential", "client_data", "authenticator_data", "signature", "user_handle"])
def test_i08_anything_may_be_sent_to_sign_in(db, field):
    """I08: no base64, no JSON, nested brackets, NUL, far too long: 422 with one sentence, never 500."""
    device, client = with_key(make_person()), Client()
    with nothing_changes():
        for bad in BAD:
            answer = client.post("/sign-in/passkey/", device.sign(asked_to_sign(client)) | {field: bad})
            assert (answer.status_code, len(sentences(answer))) == (422, 1), bad[:30]


@pytest.mark.parametrize("field", ["credential", "client_data", "attestation"])
def test_i08_anything_may_be_sent_as_a_new_key(db, field):
    """I08: the same for what a device makes, CBOR included: 422, no key."""
    for bad in [*BAD, *map(websafe_encode, CBOR)]:
        client = browser_of(make_person())
        made = MEANT | Device().make(asked_to_make(client))
        answer = client.post("/account/passkeys/add/", made | {field: bad})
        assert (answer.status_code, len(sentences(answer))) == (422, 1), bad[:30]
    assert not Passkey.objects.exists()


def test_bodies_that_are_no_forms(db):
    """I08: JSON of 20,000 brackets, or more than the site takes, instead of a form: refused, never 500."""
    client = Client()
    asked_to_sign(client)
    for body, kind in [(BRACKETS, "application/json"), (b"a" * 600_000, "application/x-www-form-urlencoded")]:
        assert client.post("/sign-in/passkey/", body, content_type=kind).status_code in (400, 413, 422)
