"""How often passwords and codes may be tried, at every place that checks one."""

from __future__ import annotations

import re
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client

from people.models import AccountEvent

pytestmark = pytest.mark.django_db
PASSWORD = "three boats"
NEW = {"password1": "twelve horses", "password2": "twelve horses"}
ATTACKER, OWNER = "192.0.2.66", "198.51.100.7"
TOO_MANY = "Too many"


@pytest.fixture(autouse=True)
def still_clock(monkeypatch):
    """However long the attempts take here, they are made at once."""
    now = time.time()
    monkeypatch.setattr("people.limits.time", SimpleNamespace(time=lambda: now))


@pytest.fixture
def ann():
    return User.objects.create_user("ann", "ann@example.org", PASSWORD)


def browser(address):
    return Client(REMOTE_ADDR=address)


def log_in(client, name="ann", password=PASSWORD):
    return client.post("/accounts/login/", {"login": name, "password": password})


def is_in(client):
    return client.get("/accounts/").status_code == 200


def test_25_wrong_passwords_from_one_address_do_not_keep_the_owner_out_from_another(ann):
    attacker = browser(ATTACKER)
    for n in range(25):
        log_in(attacker, password=f"guess {n}")
    assert TOO_MANY in log_in(attacker).text
    assert not is_in(attacker)
    owner = browser(OWNER)
    log_in(owner)
    assert is_in(owner)


def test_another_spelling_of_the_name_is_no_other_account(ann):
    attacker = browser(ATTACKER)
    for name in ("ann", "ANN", "ann@example.org", "Ann@Example.ORG", "aNN"):
        assert "not correct" in log_in(attacker, name, "guess").text
    assert TOO_MANY in log_in(attacker, "ann@example.org").text


def test_right_passwords_are_never_counted(ann):
    for _n in range(12):
        client = browser(OWNER)
        log_in(client)
        assert is_in(client)


def test_one_network_of_ipv6_addresses_is_one_address(ann):
    for n in range(6):
        log_in(browser(f"2001:db8::{n + 1}"), password="guess")
    assert TOO_MANY in log_in(browser("2001:db8::77")).text
    assert log_in(browser("2001:db8:0:1::1")).status_code == 302


def test_attempts_at_many_accounts_from_one_address_are_stopped(ann):
    attacker = browser(ATTACKER)
    for n in range(10):
        log_in(attacker, f"name{n}", "guess")
    assert TOO_MANY in log_in(attacker).text
    assert log_in(browser(OWNER)).status_code == 302


def forced(person, address=ATTACKER):
    """A browser of somebody who is signed in, such as one that was left open."""
    client = browser(address)
    client.force_login(person)
    return client


def passed_change(client, password):
    client.post("/accounts/password/", {"oldpassword": password, **NEW})
    return User.objects.get().check_password(NEW["password1"])


def passed_confirm(client, password):
    return client.post("/accounts/confirm/", {"password": password}).status_code == 302


def passed_token(client, password):
    asked = client.post("/accounts/tokens/", {"name": "x", "days": 1})
    page = client.post(asked.url, {"password": password}) if asked.status_code == 302 else asked
    return 'id="token"' in page.text


@pytest.mark.parametrize("passed", [passed_change, passed_confirm, passed_token])
def test_pages_that_ask_for_the_password_once_more_have_the_same_limit(ann, passed):
    attacker = forced(ann)
    assert [passed(attacker, f"guess {n}") for n in range(8)] == [False] * 8
    assert not passed(attacker, PASSWORD)
    assert passed(forced(ann, OWNER), PASSWORD)


def test_wrong_passwords_count_together_wherever_they_are_sent(ann):
    log_in(browser(ATTACKER), password="guess")
    for check in (passed_change, passed_confirm, passed_token, passed_confirm):
        assert not check(forced(ann), "guess")
    assert not passed_confirm(forced(ann), PASSWORD)
    assert TOO_MANY in log_in(browser(ATTACKER)).text


@pytest.mark.parametrize("path", ["/admin/login/", "/admin/password_change/"])
def test_the_admin_site_checks_no_password_itself(ann, path):
    User.objects.update(is_staff=True, is_superuser=True)
    client = forced(ann)
    new = {"new_password1": "twelve horses", "new_password2": "twelve horses"}
    client.post(path, {"username": "ann", "password": PASSWORD, "old_password": PASSWORD, **new})
    assert User.objects.get().check_password(PASSWORD)
    assert client.get("/admin/password_change/").url == "/accounts/password/"


def code(secret):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


@pytest.fixture
def secret(ann):
    """Of Ann's second factor; she has recovery codes too."""
    secret = generate_totp_secret()
    TOTP.activate(ann, secret)
    RecoveryCodes.activate(ann)
    return secret


def factor_used(client, value):
    answer = client.post("/accounts/second-factor/login/", {"code": value})
    return answer.status_code == 302 and is_in(client)


def test_codes_at_a_sign_in_have_the_limit_and_the_owner_gets_in_from_elsewhere(ann, secret):
    attacker = browser(ATTACKER)
    log_in(attacker)
    assert not any(factor_used(attacker, f"{n:06}") for n in range(25))
    assert not factor_used(attacker, code(secret))
    recovery = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()[0]
    assert not factor_used(attacker, recovery)
    owner = browser(OWNER)
    log_in(owner)
    assert factor_used(owner, recovery)


def test_codes_that_confirm_have_the_limit(ann, secret):
    attacker = forced(ann)
    for n in range(6):
        attacker.post("/accounts/confirm/code/", {"code": f"{n:06}"})
    told = attacker.post("/accounts/confirm/code/", {"code": code(secret)})
    assert told.status_code == 200 and TOO_MANY in told.text


def reset_letter(address, email):
    return browser(address).post("/accounts/password/reset/", {"email": email})


def test_letters_for_a_forgotten_password_are_limited_by_address_and_by_person(ann):
    statuses = [reset_letter(ATTACKER, f"n{n}@example.org").status_code for n in range(21)]
    assert statuses == [302] * 20 + [429]
    for n in range(5):
        assert reset_letter(f"203.0.113.{n}", "Ann@example.org").status_code == 302
    refused = reset_letter(OWNER, "ann@example.org")
    assert refused.status_code == 429 and TOO_MANY in refused.text
    assert 0 < int(refused["Retry-After"]) <= 60
    assert len(mail.outbox) == 5
    assert browser(OWNER).get("/accounts/password/reset/").status_code == 200


def test_new_passwords_by_links_are_limited_by_address(ann):
    link = "/accounts/password/reset/1-guess/"
    statuses = [browser(ATTACKER).post(link, NEW).status_code for _n in range(21)]
    assert (statuses[19], statuses[20]) == (200, 429)
    assert browser(OWNER).post(link, NEW).status_code == 200


def test_a_full_disk_does_not_keep_people_from_asking_for_a_new_password(ann, settings, tmp_path):
    where = tmp_path / "file"
    where.touch()
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": where / "cache"}}
    with pytest.raises(OSError):
        cache.set("anything", 1)
    assert reset_letter(OWNER, "ann@example.org").status_code == 302
    assert len(mail.outbox) == 1


def test_failures_are_in_the_log_and_refused_attempts_fill_it_no_further(ann):
    attacker = browser(ATTACKER)
    for n in range(25):
        log_in(attacker, password=f"guess {n}")
    assert AccountEvent.objects.filter(kind="password-wrong", address=ATTACKER).count() == 5


def test_nothing_else_checks_passwords():
    parts = ("api", "people", "config", "curation", "evidence", "games", "suggestions", "batches")
    modules = [path for part in parts for path in Path(settings.BASE_DIR, part).rglob("*.py")]
    checks = re.compile(
        r"check_password\(|(?<![\w.])authenticate\(|PasswordChangeForm|AuthenticationForm"
    )
    found = {path.name for path in modules if checks.search(path.read_text(encoding="utf-8"))}
    assert found == set()
