"""The log of accounts: what goes into it, who reads it, and that nobody changes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from people.groups import give_role
from people.log import forget
from people.matrix import Role
from people.models import AccountEvent

pytestmark = pytest.mark.django_db
PASSWORD = "three boats"
LOG = "/admin/people/accountevent/"


@pytest.fixture
def ann():
    return User.objects.create_user("ann", "ann@example.org", PASSWORD)


@pytest.fixture
def chief():
    found = User.objects.create_user("chief", password=PASSWORD)
    give_role(found, Role.ADMINISTRATOR)
    return found


@pytest.fixture
def start(ann, chief):
    """Nothing of what has happened before."""
    AccountEvent.objects.all().delete()


def lines():
    """What the log says, oldest first."""
    rows = AccountEvent.objects.order_by("pk")
    return [(row.kind, row.name, row.by_name, row.detail) for row in rows]


def test_sign_ins_failures_and_sign_outs_are_noted_with_the_address(start, client):
    client = Client(REMOTE_ADDR="192.0.2.7")
    client.post("/accounts/login/", {"login": "ANN@example.org", "password": "no"})
    client.post("/accounts/login/", {"login": "hunter2", "password": "no"})
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    client.post("/accounts/logout/")
    assert lines() == [
        ("password-wrong", "ann", "", ""),
        ("password-wrong", "", "", "no such account"),
        ("signed-in", "ann", "ann", ""),
        ("signed-out", "ann", "ann", ""),
    ]
    assert set(AccountEvent.objects.values_list("address", flat=True)) == {"192.0.2.7"}


def test_changes_of_roles_rights_and_accounts_are_noted_with_who_made_them(start, ann, client):
    client.force_login(User.objects.get(username="chief"))
    AccountEvent.objects.all().delete()
    client.post(f"/accounts/people/{ann.pk}/", {"role": "curator"})
    client.post(f"/accounts/people/{ann.pk}/", {"active": "0"})
    assert lines() == [
        ("role-given", "ann", "chief", "curators"),
        ("rights-changed", "ann", "chief", "admin site"),
        ("account-closed", "ann", "chief", ""),
    ]


def test_commands_are_noted_without_an_address(start):
    call_command("createsuperuser", username="root", email="r@r.org", interactive=False)
    assert ("account-made", "root", "", "superuser, admin site") in lines()
    assert AccountEvent.objects.get(name="root", kind="account-made").address == ""


def test_passwords_tokens_and_second_factors_are_noted(start, ann):
    AuthToken.objects.create(ann)
    Authenticator.objects.create(user=ann, type="totp", data={}).delete()
    ann.set_password("twelve horses")
    ann.email = "other@example.org"
    ann.save()
    assert [line[0] for line in lines()] == [
        "token-made", "factor-added", "factor-removed", "token-ended", "email-changed",
        "password-changed",
    ]  # fmt: skip
    assert PASSWORD not in str(lines())


def test_taking_every_role_away_is_noted(start, ann):
    give_role(ann, Role.CURATOR)
    ann.groups.clear()
    Group.objects.get(name="curators").user_set.add(ann)
    assert [line[0] for line in lines() if line[3] == "curators"] == [
        "role-given", "role-taken", "role-given",
    ]  # fmt: skip


def test_the_log_outlives_the_account(start, ann):
    AuthToken.objects.create(ann)
    ann.delete()
    assert [line[:2] for line in lines()] == [
        ("token-made", "ann"), ("token-ended", "ann"), ("account-deleted", "ann"),
    ]  # fmt: skip


def test_administrators_read_the_log_and_nobody_changes_it(start, ann, chief, client):
    client.force_login(chief)
    line = AccountEvent.objects.get(kind="signed-in")
    page = client.get(LOG)
    assert "lines are deleted after 365 days" in page.text
    assert [row.pk for row in page.context["cl"].result_list] == [line.pk]
    root = User.objects.create_superuser("root")
    for person in (chief, root):
        client.force_login(person)
        assert client.get(f"{LOG}{line.pk}/change/").status_code == 200
        for path in ("add/", f"{line.pk}/change/", f"{line.pk}/delete/"):
            assert client.post(f"{LOG}{path}", {"name": "x", "post": "yes"}).status_code == 403
        sent = {"action": "delete_selected", "_selected_action": [line.pk], "post": "yes"}
        client.post(LOG, sent)
        assert AccountEvent.objects.get(pk=line.pk).name == "chief"
    with pytest.raises(TypeError):
        line.save()


def test_curators_do_not_read_the_log(start, ann, client):
    give_role(ann, Role.CURATOR)
    client.force_login(ann)
    assert client.get(LOG).status_code == 403


def test_lines_are_deleted_after_a_year(start, ann):
    AuthToken.objects.create(ann)
    AuthToken.objects.create(ann)
    old = AccountEvent.objects.order_by("pk").first()
    AccountEvent.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=366))
    forget()
    assert AccountEvent.objects.count() == 1
