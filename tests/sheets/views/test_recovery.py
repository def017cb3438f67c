"""A forgotten password: by mail where it is set up, in words where not; links from the configured address (X06)."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings as configured
from django.core import mail as outbox
from django.core.cache import cache
from django.test import Client

from impact_site import settings as site
from sheets.models import Session, User
from sheets.services import guests, mail
from tests.sheets.factories import make_person
from tests.sheets.views.markup import errors_of, read
from tests.sheets.views.rows import nothing_changes

PUBLIC = "https://table.example.org"
ADDRESS = "alex@example.org"
NEW = "un mot de passe long"


@pytest.fixture(autouse=True)
def postman(settings, monkeypatch) -> Iterator[None]:
    """Mail set up, and sent before the answer, so that a test can read it."""
    settings.MAIL, settings.PUBLIC_URL = True, PUBLIC
    monkeypatch.setattr(mail, "in_background", lambda work: work())
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def alex(db) -> User:
    user = make_person("alex")
    User.objects.filter(pk=user.pk).update(email=ADDRESS)
    return User.objects.get(pk=user.pk)


def path_in(body: str) -> str:
    """The link in a mail, as the path that is asked of the configured address."""
    [link] = re.findall(r"https?://\S+", body)
    assert link.startswith(PUBLIC + "/")
    return link.removeprefix(PUBLIC)


@pytest.mark.parametrize("typed", ["alex", ADDRESS, "ALEX@example.org"])
def test_the_whole_way_to_a_new_password(alex, typed):
    """Product: name or address, a link by mail, a new password; every session ends and the link is used up."""
    signed_in, client = Client(), Client()
    signed_in.force_login(alex)
    assert client.post("/forgotten/", {"name": typed}).status_code == 303
    [letter] = outbox.outbox
    assert letter.to == [ADDRESS]
    link = path_in(letter.body)
    form = client.get(client.get(link)["Location"])
    assert form.status_code == 200
    bad = client.post(form.request["PATH_INFO"], {"new_password1": NEW, "new_password2": "autre"})
    assert (bad.status_code, len(errors_of(read(bad)))) == (422, 1)
    good = client.post(form.request["PATH_INFO"], {"new_password1": NEW, "new_password2": NEW})
    assert (good.status_code, good["Location"]) == (302, "/sign-in/")
    assert not Session.objects.filter(user=alex).exists()
    assert signed_in.get("/account/").status_code == 302
    assert client.post("/sign-in/", {"username": "alex", "password": NEW}).status_code == 302
    assert Client().get(link).status_code == 410


def test_x06_a_foreign_host_is_refused_and_names_no_link(alex):
    """X06: Host: evil.example is 400; X-Forwarded-Host is not believed; mails name the configured address alone."""
    for url in ("/forgotten/", "/", "/account/email/"):
        assert Client().post(url, {"name": "alex"}, headers={"host": "evil.example"}).status_code == 400
    assert outbox.outbox == []
    sent = Client().post("/forgotten/", {"name": "alex"}, headers={"x-forwarded-host": "evil.example"})
    assert sent.status_code == 303
    assert "evil.example" not in sent["Location"]
    [letter] = outbox.outbox
    assert "evil" not in str(letter.message())
    assert path_in(letter.body).startswith("/reset/")


def test_x06_only_this_machine_is_a_host_unless_told():
    """X06: the hosts of an installation that sets none are this machine's, and never all."""
    hosts = {"localhost", "127.0.0.1", "[::1]"}
    assert set(site.env.list("NOT_SET", default=site.ALLOWED_HOSTS)) == hosts or "*" not in site.ALLOWED_HOSTS
    assert not getattr(configured, "USE_X_FORWARDED_HOST", False)


def test_the_answer_tells_nobody_who_has_an_account(alex):
    """The same answer for a name that nobody has, an account without an address, a guest, and a closed account."""
    make_person("sans-adresse")
    guest = guests.make_guest("Léa")
    User.objects.filter(pk=guest.pk).update(email="lea@example.org")
    closed = make_person("close")
    User.objects.filter(pk=closed.pk).update(email="close@example.org", is_active=False)
    answers = set()
    for typed in ("alex", "personne", "sans-adresse", "lea@example.org", "close", "x' OR 1=1", "z" * 150):
        client = Client()
        answer = client.post("/forgotten/", {"name": typed})
        shown = re.sub(r'csrfmiddlewaretoken" value="[^"]*', "", client.get(answer["Location"]).content.decode())
        answers.add((answer.status_code, answer["Location"], shown))
    assert len(answers) == 1
    assert [letter.to for letter in outbox.outbox] == [[ADDRESS]]


@pytest.mark.parametrize("typed", ["", "a" * 300, "nul\x00"])
def test_nonsense_is_refused_at_its_field(db, typed):
    """Bad input: 422 with a message at the field."""
    answer = Client().post("/forgotten/", {"name": typed})
    assert (answer.status_code, len(errors_of(read(answer)))) == (422, 1)


def test_a_letter_box_is_not_filled(alex):
    """Pressing again and again sends one mail in two minutes."""
    for _press in range(5):
        Client().post("/forgotten/", {"name": "alex"})
    assert len(outbox.outbox) == 1


def test_a_mail_speaks_the_persons_language(alex):
    """Product: both languages: the mail is in the person's own, whatever the page was asked in."""
    Client().post("/forgotten/", {"name": "alex"})
    User.objects.filter(pk=alex.pk).update(language="en")
    cache.clear()
    Client().post("/forgotten/", {"name": "alex"})
    french, english = outbox.outbox
    assert (french.subject, english.subject) == ("Un nouveau mot de passe pour Impact", "A new password for Impact")
    assert ("Bonjour alex" in french.body, "Hello alex" in english.body) == (True, True)


def test_an_address_counts_once_its_link_is_followed(db):
    """Product: an address is optional, and the person's once confirmed from the mail; forgotten with one press."""
    user = make_person("alex")
    client = Client()
    client.force_login(user)
    for bad in ("pas une adresse", "a@b\r\nBcc: evil@example.org", "x" * 300 + "@example.org", "a\x00@example.org"):
        answer = client.post("/account/email/", {"address": bad})
        assert (answer.status_code, len(errors_of(read(answer)))) == (422, 1)
    assert client.post("/account/email/", {"address": ADDRESS}).status_code == 303
    assert User.objects.get(pk=user.pk).email == ""
    [letter] = outbox.outbox
    assert letter.to == [ADDRESS]
    link = path_in(letter.body)
    elsewhere = Client()
    with nothing_changes():  # a program that looks into mails follows links, and presses nothing
        assert elsewhere.get(link).status_code == 200
    for _twice in range(2):
        assert elsewhere.post(link).status_code == 303
        assert User.objects.get(pk=user.pk).email == ADDRESS
    client.post("/account/email/", {"address": ""})
    assert User.objects.get(pk=user.pk).email == ""


def test_an_overtaken_or_false_link_changes_nothing(alex):
    """A link is good for the address that stood when it was sent: an older one cannot bring another back."""
    client = Client()
    client.force_login(alex)
    client.post("/account/email/", {"address": "nouvelle@example.org"})
    link = path_in(outbox.outbox[0].body)
    User.objects.filter(pk=alex.pk).update(email="encore@example.org")
    for stale in (link, link[:-2] + "/", "/account/email/confirm/x:y:z/"):
        with nothing_changes():
            assert Client().post(stale).status_code == 410


def test_without_mail_the_page_says_what_to_do(alex, settings):
    """Product: where no mail is set up nothing is sent, and a sentence says whom to ask."""
    settings.MAIL = False
    client = Client()
    for answer, status in ((client.get("/forgotten/"), 200), (client.post("/forgotten/", {"name": "alex"}), 422)):
        body = answer.content.decode()
        assert answer.status_code == status
        assert "n’envoie pas de courrier" in body
        assert "<input" not in body.split("<main")[1]
    client = Client()
    client.force_login(alex)
    assert "/account/email/" not in client.get("/account/").content.decode()
    assert client.post("/account/email/", {"address": "neuve@example.org"}).status_code == 422
    assert outbox.outbox == []


def test_a_server_that_does_not_answer_breaks_no_page(alex, settings, caplog):
    """A mail that cannot be sent is a line for whoever keeps the site, and the same answer for who asked."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert Client().post("/forgotten/", {"name": "alex"}).status_code == 303
    assert "A mail could not be sent." in caplog.text
