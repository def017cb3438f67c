"""Passkeys in a real browser, with a key ring of its own (the product's accounts)."""

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from sheets.models import Passkey, User
from tests.browser.checks import axe, double_text, no_sideways
from tests.browser.play import WIDTHS, say
from tests.sheets.factories import make_person

KEY_RING = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keys:
    """The key ring of one page."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY_RING})
        self.ring: dict[str, Any] = {"authenticatorId": added["authenticatorId"]}

    def refuse(self, refused: bool) -> None:
        """The person does not show who they are."""
        self.session.send("WebAuthn.setUserVerified", self.ring | {"isUserVerified": not refused})

    def held(self) -> list[Any]:
        return self.session.send("WebAuthn.getCredentials", self.ring)["credentials"]


@pytest.fixture
def site(live: str) -> str:
    """The server by a name: there are no passkeys for a number."""
    return live.replace("127.0.0.1", "localhost")


def come_in(page: Page, site: str, user: User, language: str = "fr") -> None:
    page.goto(site + "/sign-in/")
    if language == "en":
        page.locator("[popovertarget=menu]").click()
        page.get_by_role("button", name="English").click()
    page.locator("#id_username").fill(user.username)
    page.locator("#id_password").fill("demo")
    page.locator("main form button").first.click()
    expect(page).to_have_url(site + "/")


def add_key(page: Page, site: str, name: str) -> None:
    page.goto(site + "/account/")
    form = page.locator("[data-passkey=create]")
    form.locator("[name=name]").fill(name)
    form.locator("[name=password]").fill("demo")
    form.locator("button").click()


def go_out(page: Page) -> None:
    page.locator("[popovertarget=menu]").click()
    page.locator("form[action='/sign-out/'] button").click()
    expect(page).to_have_url(re.compile(r"/$"))


@pytest.mark.parametrize(
    ("language", "added", "button"),
    [
        ("fr", "Ta clé d’accès", "Se connecter avec une clé d’accès"),
        ("en", "Your passkey", "Sign in with a passkey"),
    ],
)
def test_a_key_from_its_making_to_its_end(new_page, faults, site, language, added, button):
    """Product: added, signed in by it to where one was going, renamed, removed, and no way in any more; axe too."""
    faults.allow("status of 422")
    user = make_person()
    page = new_page()
    come_in(page, site, user, language)
    keys = Keys(page)
    add_key(page, site, "Mon téléphone")
    expect(page.locator("#notices")).to_contain_text(added)
    axe(page)
    go_out(page)
    page.goto(site + "/tables/new/")
    axe(page)
    page.get_by_role("button", name=button).click()
    expect(page).to_have_url(site + "/tables/new/")
    key = Passkey.objects.get(user=user)
    assert key.used_at is not None
    page.goto(site + "/account/")
    page.locator(f"a[href='/account/passkeys/{key.pk}/']").click()
    axe(page)
    page.locator("[name=name]").fill("Ma <clé>")
    page.locator("form[action$='rename/'] button").click()
    expect(page.locator("#passkeys li")).to_contain_text("Ma <clé>")
    page.locator(f"a[href='/account/passkeys/{key.pk}/']").click()
    page.locator("[name=password]").fill("demo")
    page.locator("form[action$='remove/'] button").click()
    expect(page.locator("#passkeys li")).to_have_count(0)
    go_out(page)
    page.goto(site + "/sign-in/")
    page.get_by_role("button", name=button).click()
    expect(page.locator(".said .notice")).to_be_visible()
    axe(page)
    assert len(keys.held()) == 1


def test_what_goes_wrong_is_said_where_one_is(new_page, faults, site):
    """A wrong password at its field before the device is asked, a known device and a refusal in words."""
    faults.allow("status of 422")
    page = new_page()
    come_in(page, site, make_person())
    keys = Keys(page)
    page.goto(site + "/account/")
    form = page.locator("[data-passkey=create]")
    form.locator("[name=password]").fill("faux")
    form.locator("button").click()
    expect(form.locator(".error")).to_contain_text(say("This is not your password."))
    expect(form.locator(".notice")).to_have_count(0)
    assert keys.held() == []
    add_key(page, site, "Une")
    expect(page.locator("#passkeys li")).to_have_count(1)
    add_key(page, site, "Deux")
    expect(form.locator(".said")).to_contain_text(say("This device has a passkey for your account already."))
    expect(form.locator("[name=name]")).to_have_value("Deux")
    go_out(page)
    page.goto(site + "/sign-in/")
    keys.session.send("WebAuthn.clearCredentials", keys.ring)
    page.get_by_role("button", name=say("Sign in with a passkey")).click()
    expect(page.locator(".said")).to_contain_text(
        say("Nothing was done: the passkey was cancelled, or took too long. Press the button again when you like.")
    )


def test_a_browser_without_scripts_or_keys_is_told_so(new_page, site):
    """Without JavaScript, or without passkeys: a sentence in the account, and nothing dead on the sign-in page."""
    user = make_person()
    sentence = say("To add one, open this page in a browser that knows passkeys, with JavaScript on.")
    for javascript in (False, True):
        page = new_page(javascript=javascript)
        page.add_init_script("delete window.PublicKeyCredential")
        page.goto(site + "/sign-in/")
        expect(page.locator("[data-passkey=get]")).to_be_hidden()
        come_in(page, site, user)
        page.goto(site + "/account/")
        expect(page.locator("#passkeys")).to_contain_text(sentence)
        expect(page.locator("[data-passkey=create]")).to_be_hidden()


def test_the_pages_fit_with_a_long_name(new_page, site):
    """axe in both themes and widths, 320 px and doubled text (WCAG 1.4.10, 1.4.4), with the longest name."""
    user = make_person()
    Passkey.objects.create(user=user, name="W" * 60, credential_id="n", sign_count=0)
    page = new_page()
    come_in(page, site, user)
    for address in ("/account/", f"/account/passkeys/{Passkey.objects.get().pk}/"):
        page.set_viewport_size({"width": 1400, "height": 900})
        page.goto(site + address)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                axe(page)
                no_sideways(page)
        page.set_viewport_size({"width": 320, "height": 900})
        double_text(page)
        no_sideways(page)
