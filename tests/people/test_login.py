"""Logging in and out, forgotten passwords, the second factor, and who tries too often."""

from __future__ import annotations

import importlib
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.apps import apps
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from people.groups import give_role
from people.matrix import Role

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"
PASSWORD = "three boats"


@pytest.fixture
def ann():
    return User.objects.create_user("ann", "ann@example.org", PASSWORD)


def log_in(client, name="ann", password=PASSWORD, **rest):
    return client.post(LOGIN, {"login": name, "password": password, **rest})


def name_in(client):
    """Who is logged in, as the page of the account says; None for nobody."""
    answer = client.get("/accounts/")
    return answer.context["user"].username if answer.status_code == 200 else None


@pytest.mark.parametrize("name", ["ann", "ann@example.org", "ANN@example.org"])
def test_one_logs_in_by_name_or_address(client, ann, name):
    answer = log_in(client, name, next="/games/")
    assert (answer.status_code, answer.url) == (302, "/games/")
    assert name_in(client) == "ann"


def test_nobody_is_sent_to_another_site(client, ann):
    assert log_in(client, next="https://elsewhere.example/").url == "/"


def test_who_works_on_drafts_begins_with_what_waits(client, ann):
    give_role(ann, Role.CONTRIBUTOR)
    assert log_in(client).url == "/curate/"


def test_one_logs_out_by_a_form_alone(client, ann):
    log_in(client)
    client.get("/accounts/logout/")
    assert name_in(client) == "ann"
    client.post("/accounts/logout/")
    assert name_in(client) is None


def test_who_has_left_does_not_get_in(client, ann):
    User.objects.update(is_active=False)
    log_in(client)
    assert name_in(client) is None


def test_the_page_of_the_account_is_for_who_is_logged_in(client):
    answer = client.get("/accounts/")
    assert (answer.status_code, answer.url) == (302, f"{LOGIN}?next=/accounts/")


def test_nobody_makes_an_account_unasked(client):
    assert "by invitation" in client.get("/accounts/signup/").text
    sent = {"username": "eve", "email": "e@e.org", "password1": PASSWORD, "password2": PASSWORD}
    assert "by invitation" in client.post("/accounts/signup/", sent).text
    assert not User.objects.exists()


def test_the_admin_site_has_no_door_of_its_own(client, ann):
    answer = client.get("/admin/login/?next=/admin/")
    assert (answer.status_code, answer.url) == (302, f"{LOGIN}?next=%2Fadmin%2F")
    posted = client.post("/admin/login/", {"username": "ann", "password": PASSWORD})
    assert posted.url.startswith(LOGIN)
    assert name_in(client) is None


def test_a_password_cannot_be_guessed_by_trying_many(client, ann):
    told = [log_in(client, password=f"guess {n}") for n in range(6)]
    assert "not correct" in told[4].text
    assert "Too many failed login attempts" in told[5].text
    assert "Too many failed login attempts" in log_in(client).text
    assert name_in(client) is None


def test_an_address_cannot_try_many_names(client, ann):
    told = [log_in(client, name=f"name{n}") for n in range(11)]
    assert "not correct" in told[9].text
    assert "Too many failed login attempts" in told[10].text
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    log_in(elsewhere)
    assert name_in(elsewhere) == "ann"


# Passwords


def test_a_forgotten_password_is_chosen_anew_by_a_link_that_works_once(client, ann):
    answer = client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    assert answer.url == "/accounts/password/reset/sent/"
    (letter,) = mail.outbox
    assert letter.to == ["ann@example.org"]
    assert letter.subject == "Ashtapada: a new password"
    assert "!" not in letter.body
    link = re.search(r"http://testserver(/\S+)", letter.body)[1]
    form = client.get(link, follow=True)
    address = form.redirect_chain[-1][0]
    new = {"password1": "twelve horses", "password2": "twelve horses"}
    assert client.post(address, new).status_code == 302
    assert User.objects.get().check_password("twelve horses")
    assert "no longer works" in Client().get(link, follow=True).text


def reset_link(client, **headers):
    """The link of a letter that somebody asks for; which host and port they name is theirs."""
    client.post("/accounts/password/reset/", {"email": "ann@example.org"}, **headers)
    return re.search(r"https?://\S+/accounts/password/reset/\S+", mail.outbox[-1].body)[0]


def test_a_reset_link_carries_no_port_that_the_host_header_names(client, ann):
    assert reset_link(client, HTTP_HOST="testserver:6666").startswith("http://testserver/accounts/")
    assert "6666" not in mail.outbox[-1].body
    shown = reset_link(client, HTTP_HOST="testserver:6666", SERVER_PORT="8000")
    assert shown.startswith("http://testserver:8000/accounts/")


def test_a_reset_link_leads_to_a_configured_host(client, ann, settings):
    settings.ALLOWED_HOSTS = ["ashtapada.example", "*"]
    link = reset_link(client, HTTP_HOST="attacker.example")
    assert link.startswith("http://ashtapada.example/accounts/")
    assert "attacker" not in mail.outbox[-1].body
    settings.SITE_ADDRESS = "https://games.example"
    assert reset_link(client).startswith("https://games.example/accounts/")


def test_a_reset_link_works_for_an_hour(client, ann, settings):
    assert settings.PASSWORD_RESET_TIMEOUT == 3600
    path = "/" + reset_link(client).split("/", 3)[3]
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert "no longer works" in Client().get(path, follow=True).text


def test_nobody_learns_who_has_an_account(client, ann):
    known = client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    unknown = client.post("/accounts/password/reset/", {"email": "eve@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert len(mail.outbox) == 1


def test_a_new_password_needs_the_old_one(client, ann):
    log_in(client)
    sent = {"oldpassword": "no", "password1": "twelve horses", "password2": "twelve horses"}
    client.post("/accounts/password/", sent)
    assert User.objects.get().check_password(PASSWORD)
    client.post("/accounts/password/", sent | {"oldpassword": PASSWORD})
    assert User.objects.get().check_password("twelve horses")


# The second factor


def code_of(secret, step=0):
    """The code of this half minute or of another.

    One step aside is taken as well: set up with this code, log in with the next, and neither is
    too old should the half minute end meanwhile.
    """
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + step))


def set_up(client):
    """Set the app up, once the password is written again, and tell its secret."""
    first = client.get("/accounts/second-factor/app/")
    assert first.url.startswith("/accounts/confirm/")
    client.post(first.url, {"password": PASSWORD})
    page = client.get("/accounts/second-factor/app/")
    secret = re.search(r'<code class="secret">(\w+)</code>', page.text)[1]
    answer = client.post("/accounts/second-factor/app/", {"code": code_of(secret)})
    assert answer.url == "/accounts/second-factor/codes/"
    return secret


def codes_of(client):
    """The recovery codes that are left."""
    page = client.get("/accounts/second-factor/codes/")
    return re.findall(r"<li><code>(\d{8})</code></li>", page.text)


def test_who_has_set_up_an_app_is_asked_for_its_code_and_each_code_works_once(client, ann):
    log_in(client)
    secret = set_up(client)
    other = Client()
    assert log_in(other).url == "/accounts/second-factor/login/"
    assert name_in(other) is None
    assert "Incorrect code" in other.post("/accounts/second-factor/login/", {"code": "x"}).text
    code = code_of(secret, 1)
    assert other.post("/accounts/second-factor/login/", {"code": code}).url == "/"
    assert name_in(other) == "ann"
    third = Client()
    log_in(third)
    assert "Incorrect code" in third.post("/accounts/second-factor/login/", {"code": code}).text
    assert name_in(third) is None


def test_a_recovery_code_takes_the_place_of_the_app_once(client, ann):
    log_in(client)
    set_up(client)
    codes = codes_of(client)
    assert len(set(codes)) == 10
    for expected in ("ann", None):
        other = Client()
        log_in(other)
        other.post("/accounts/second-factor/login/", {"code": codes[0]})
        assert name_in(other) == expected
    assert "9 codes of 10 are left" in client.get("/accounts/second-factor/codes/").text


def stored():
    """What the database holds of second factors."""
    return {factor.type: factor.data for factor in Authenticator.objects.all()}


def test_the_database_holds_no_secret_in_clear(client, ann):
    log_in(client)
    secret = set_up(client)
    client.get("/accounts/second-factor/codes/")
    told = stored()
    assert secret not in str(told)
    assert told["totp"]["secret"].startswith("fernet:")
    assert told["recovery_codes"]["seed"].startswith("fernet:")


def test_secrets_that_were_stored_in_clear_work_and_are_encrypted_by_migrating(client, ann):
    log_in(client)
    secret = set_up(client)
    client.get("/accounts/second-factor/codes/")
    secrets = importlib.import_module("people.migrations.0003_secrets_encrypted")
    secrets.decrypt(apps, None)
    assert stored()["totp"]["secret"] == secret
    assert ":" not in stored()["recovery_codes"]["seed"]
    codes = codes_of(client)
    other = Client()
    log_in(other)
    other.post("/accounts/second-factor/login/", {"code": code_of(secret)})
    assert name_in(other) == "ann"
    secrets.encrypt(apps, None)
    encrypted = stored()
    assert secret not in str(encrypted)
    secrets.encrypt(apps, None)
    assert stored() == encrypted
    assert codes_of(client) == codes


def test_a_new_secret_key_keeps_second_factors_where_the_old_one_is_named(client, ann, settings):
    log_in(client)
    secret = set_up(client)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "x" * 40
    lost = Client()
    log_in(lost)
    answer = lost.post("/accounts/second-factor/login/", {"code": code_of(secret)})
    assert "Incorrect code" in answer.text
    settings.SECRET_KEY_FALLBACKS = [old]
    lost.post("/accounts/second-factor/login/", {"code": code_of(secret)})
    assert name_in(lost) == "ann"


def test_the_admin_site_cannot_be_reached_around_the_second_factor(client, ann):
    User.objects.update(is_staff=True, is_superuser=True)
    log_in(client)
    set_up(client)
    other = Client()
    log_in(other)
    assert other.get("/admin/").status_code == 302


def test_the_second_factor_is_given_up_by_who_knows_the_password(client, ann):
    log_in(client)
    secret = set_up(client)
    other = Client()
    log_in(other)
    other.post("/accounts/second-factor/login/", {"code": code_of(secret, 1)})
    assert other.post("/accounts/second-factor/app/remove/").url.startswith("/accounts/confirm/")
    assert client.post("/accounts/second-factor/app/remove/").url == "/accounts/second-factor/"
    other = Client()
    log_in(other)
    assert name_in(other) == "ann"
