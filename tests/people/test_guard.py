"""The guard behind all forms: no request raises rights, and none changes a superuser."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission, User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.test import Client, RequestFactory
from knox.models import AuthToken

from people.groups import give_role
from people.matrix import Role


@pytest.fixture
def people(db):
    """The superuser, an administrator and a curator."""
    root = User.objects.create_superuser("root", "root@example.org", "three boats")
    chief, curator = (User.objects.create_user(each, password="x") for each in ("chief", "cur"))
    give_role(chief, Role.ADMINISTRATOR)
    give_role(curator, Role.CURATOR)
    return root, User.objects.get(pk=chief.pk), User.objects.get(pk=curator.pk)


def acting(person):
    """As in a request that this person sends."""
    request = RequestFactory().get("/")
    request.user = person
    return context.request_context(request)


def changes(person, **fields):
    """Whether the guard lets these fields be stored."""
    for name, value in fields.items():
        setattr(person, name, value)
    person.save()
    return True


@pytest.mark.parametrize(
    "fields",
    [{"password": "x"}, {"email": "a@b.org"}, {"is_active": False}, {"is_superuser": False}],
)
def test_no_request_of_an_administrator_changes_a_superuser(people, fields):
    root, chief, _curator = people
    with acting(chief), pytest.raises(PermissionDenied):
        changes(root, **fields)
    with acting(root):
        assert changes(root, **fields)


def test_no_request_makes_a_superuser(people):
    _root, chief, curator = people
    for person in (chief, curator, User(username="new")):
        with acting(chief), pytest.raises(PermissionDenied):
            changes(person, is_superuser=True)
    with pytest.raises(PermissionDenied), acting(chief):
        User.objects.create_superuser("other")


def test_nobody_gives_rights_that_they_lack_or_changes_their_own(people):
    _root, chief, curator = people
    administrators = Group.objects.get(name="administrators")
    administer = Permission.objects.get(codename="administer")
    for given in (
        lambda: curator.groups.add(administrators),
        lambda: administrators.user_set.add(curator),
        lambda: curator.user_permissions.add(administer),
        lambda: administrators.permissions.remove(administer),
        lambda: Group.objects.get(name="contributors").permissions.add(administer),
    ):
        with acting(curator), pytest.raises(PermissionDenied), transaction.atomic():
            given()
    with acting(chief):
        curator.groups.add(administrators)
        with pytest.raises(PermissionDenied):
            chief.user_permissions.add(administer)


@pytest.mark.parametrize("make", [
    AuthToken.objects.create,
    lambda one: EmailAddress.objects.create(user=one, email="mallory@example.org"),
    lambda one: Authenticator.objects.create(user=one, type="totp", data={}),
])  # fmt: skip
def test_nobody_makes_what_acts_as_somebody_else(people, make):
    root, chief, curator = people
    for other in (root, curator):
        with acting(chief), pytest.raises(PermissionDenied):
            make(other)
    with acting(chief):
        assert make(chief)


def test_an_administrator_sees_a_superuser_and_changes_nothing(people):
    root, chief, _curator = people
    client = Client()
    client.force_login(chief)
    page = client.get(f"/admin/auth/user/{root.pk}/change/")
    assert page.status_code == 200
    assert 'name="_save"' not in page.text
    assert client.get(f"/admin/auth/user/{root.pk}/password/").status_code == 403
    assert client.post(f"/admin/auth/user/{root.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_superuser_still_makes_superusers_and_sets_passwords(people):
    root, _chief, curator = people
    client = Client()
    client.force_login(root)
    new = {"password1": "twelve horses", "password2": "twelve horses", "usable_password": "true"}
    client.post(f"/admin/auth/user/{curator.pk}/password/", new)
    sent = {"username": "cur", "is_superuser": "on", "is_active": "on",
            "date_joined_0": "2020-01-01", "date_joined_1": "00:00:00"}  # fmt: skip
    client.post(f"/admin/auth/user/{curator.pk}/change/", sent)
    curator.refresh_from_db()
    assert curator.is_superuser and curator.check_password("twelve horses")
