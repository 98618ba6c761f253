"""One's own tokens: made, named, shown once, taken back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

pytestmark = pytest.mark.django_db
ADDRESS = "/accounts/tokens/"


@pytest.fixture
def ann():
    return User.objects.create_user("ann", password="three boats")


@pytest.fixture
def desk(ann, client):
    """A browser in which Ann has just written her password."""
    client.force_login(ann)
    client.post("/accounts/confirm/", {"password": "three boats"})
    return client


def make(desk, name="museum map", days=30):
    page = desk.post(ADDRESS, {"name": name, "days": days})
    found = re.search(r'id="token">(\w+)<', page.text)
    return found[1] if found else page


def asked(token):
    return Client().get("/api/v1/", headers={"Authorization": f"Bearer {token}"}).status_code


def test_a_token_is_shown_once_with_its_name_and_works(desk, ann):
    token = make(desk)
    assert asked(token) == 200
    page = desk.get(ADDRESS)
    assert "museum map" in page.text
    assert token not in page.text
    row = AuthToken.objects.get()
    assert (row.user, row.named.name) == (ann, "museum map")
    assert timedelta(days=29) < row.expiry - timezone.now() <= timedelta(days=30)


def test_a_token_taken_back_works_no_more(desk):
    token = make(desk)
    desk.post(f"{ADDRESS}{token[:15]}/take-back/")
    assert asked(token) == 401
    assert not AuthToken.objects.exists()


def test_a_new_password_ends_the_tokens(desk, ann):
    token = make(desk)
    sent = {
        "oldpassword": "three boats",
        "password1": "twelve horses",
        "password2": "twelve horses",
    }
    assert desk.post("/accounts/password/", sent).status_code == 302
    assert asked(token) == 401
    assert desk.get(ADDRESS).status_code == 200  # the session goes on


def test_a_password_set_by_a_command_or_a_superuser_ends_the_tokens(desk, ann):
    token = make(desk)
    ann.set_password("twelve horses")
    ann.save()
    assert asked(token) == 401


def test_closing_an_account_ends_its_tokens_for_good(desk, ann):
    token = make(desk)
    for active in (False, True):
        ann.is_active = active
        ann.save()
        assert asked(token) == 401


def test_signing_in_ends_no_tokens_where_the_password_is_stored_by_a_better_method(
    desk, ann, settings
):
    token = make(desk)
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher", *settings.PASSWORD_HASHERS,
    ]  # fmt: skip
    before = User.objects.get().password
    Client().post("/accounts/login/", {"login": "ann", "password": "three boats"})
    assert User.objects.get().password != before
    assert asked(token) == 200


def test_nobody_takes_back_the_token_of_another(desk):
    token = make(desk)
    eve = Client()
    eve.force_login(User.objects.create_user("eve"))
    assert eve.post(f"{ADDRESS}{token[:15]}/take-back/").status_code == 404
    assert "museum map" not in eve.get(ADDRESS).text
    assert asked(token) == 200


def test_a_session_alone_makes_no_token(ann, client):
    client.force_login(ann)
    answer = client.post(ADDRESS, {"name": "x", "days": 1})
    assert answer.url.startswith("/accounts/confirm/")
    assert not AuthToken.objects.exists()


def test_the_form_is_kept_while_the_password_is_asked_for(ann, client):
    client.force_login(ann)
    asked_for = client.post(ADDRESS, {"name": "museum map", "days": 7}).url
    page = client.post(asked_for, {"password": "three boats"})
    assert "museum map" in page.text
    assert asked(re.search(r'id="token">(\w+)<', page.text)[1]) == 200


@pytest.mark.parametrize(
    "sent",
    [
        {}, {"name": "x"}, {"name": "", "days": 1}, {"name": "x" * 81, "days": 1},
        {"name": "x", "days": 0}, {"name": "x", "days": 366}, {"name": "x\x00", "days": 1},
    ],
)  # fmt: skip
def test_what_is_no_token_is_refused(desk, sent):
    assert desk.post(ADDRESS, sent).status_code == 400
    assert not AuthToken.objects.exists()


def test_twenty_tokens_are_enough(desk):
    for n in range(20):
        assert isinstance(make(desk, f"n{n}"), str)
    page = make(desk, "one more")
    assert (page.status_code, AuthToken.objects.count()) == (400, 20)
    assert "You have 20 tokens" in page.text


def test_tokens_without_a_name_are_listed_too(desk, ann):
    AuthToken.objects.create(ann)
    AuthToken.objects.create(ann, expiry=None)
    page = desk.get(ADDRESS).text
    assert page.count("without a name") == 2
    assert "no end" in page
