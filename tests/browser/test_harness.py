"""The browser tests see what goes wrong: each check is shown something bad and must say so."""

import pytest

from sheets.models import Session
from tests.browser.checks import axe, double_text, no_sideways


@pytest.mark.parametrize(
    ("wrong", "heard"),
    [
        ("setTimeout(() => { throw new Error('thrown by the test') })", "uncaught: .*thrown by the test"),
        ("console.error('said by the test')", "console: said by the test"),
        ("fetch('/no-such-page-for-the-test')", "status of 404"),
    ],
)
def test_what_goes_wrong_in_a_page_is_a_fault(new_page, faults, wrong, heard):
    page = new_page()
    page.goto("/")
    assert faults.seen == []
    with page.expect_event("pageerror" if heard.startswith("uncaught") else "console"):
        page.evaluate(f"() => {{ {wrong} }}")
    assert len(faults.remaining()) == 1
    faults.allow(heard)
    assert faults.remaining() == []


def test_what_is_against_the_policy_is_a_fault(new_page, faults):
    """The browser says it in words of its own, and the page's event in ours."""
    page = new_page()
    page.goto("/")
    with page.expect_console_message(lambda message: message.text.startswith("against the policy")):
        page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')")
    assert len(faults.remaining()) == 2
    faults.allow("Content Security Policy")
    faults.allow("against the policy: style-src-attr")
    assert faults.remaining() == []


def test_a_page_too_wide_is_named(new_page):
    page = new_page(360)
    page.goto("/")
    page.evaluate("() => { document.querySelector('main').style.width = '900px' }")
    with pytest.raises(AssertionError, match=r"px too wide: \['.*main"):
        no_sideways(page)


def test_axe_speaks_up(new_page):
    page = new_page()
    page.goto("/")
    page.evaluate("() => document.querySelector('main').append(document.createElement('img'))")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(page)


def test_text_is_doubled(new_page):
    page = new_page()
    page.goto("/")
    size = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(size)
    double_text(page)
    assert page.evaluate(size) == pytest.approx(2 * before, rel=0.05)


def test_a_page_can_be_someones(new_page, live, django_user_model):
    user = django_user_model.objects.create_user(username="ana")
    page = new_page(user=user)
    assert page.goto("/").ok
    (key,) = (cookie["value"] for cookie in page.context.cookies(live) if cookie["name"] == "sessionid")
    assert Session.objects.get(session_key=key).get_decoded()["_auth_user_id"] == str(user.pk)
