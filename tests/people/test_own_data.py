"""What is stored about an account can be downloaded, and the account deleted by its owner."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import PROTECT
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from evidence.editing.curation.models import Proposal
from evidence.models import Revision
from people.groups import give_role
from people.matrix import Role
from people.models import AccountEvent, Invitation
from people.own_data import LEFT_OUT, _private

pytestmark = pytest.mark.django_db
PASSWORD = "three boats"


@pytest.fixture
def ann():
    """A curator who has done a little of everything."""
    one = User.objects.create_user("ann", "ann@example.org", PASSWORD)
    give_role(one, Role.CURATOR)
    AuthToken.objects.create(one)
    Authenticator.objects.create(user=one, type="totp", data={"secret": "JBSWY3DP"})
    EmailAddress.objects.create(user=one, email="ann@example.org")
    Invitation.objects.create(email="ann@example.org", role="curator", person=one)
    Revision.objects.create(by=one, why="A better date")
    Proposal.objects.create(identifier="e-1", author=one, saved_by=one, saved_at=timezone.now())
    return one


@pytest.fixture
def desk(ann):
    """A browser in which Ann has just written her password."""
    Authenticator.objects.all().delete()
    client = Client()
    client.force_login(ann)
    client.post("/accounts/confirm/", {"password": PASSWORD})
    return client


def test_everything_that_names_the_account_is_in_the_download(desk, ann):
    answer = desk.get("/accounts/data/")
    assert answer["Content-Disposition"] == 'attachment; filename="ashtapada-account.json"'
    told = json.loads(answer.content)
    assert (told["account"]["username"], told["account"]["email"]) == ("ann", "ann@example.org")
    assert told["roles"] == ["curators"]
    assert told["evidence.Revision"][0]["why"] == "A better date"
    assert told["curation.Proposal"][0]["as"] == ["author", "saved_by"]
    assert told["people.Invitation"][0]["email"] == "ann@example.org"
    kinds = [line["kind"] for line in told["people.AccountEvent"]]
    assert {"token-made", "role-given", "data-downloaded"} <= set(kinds)


def test_no_secret_is_in_the_download(desk, ann):
    Authenticator.objects.create(user=ann, type="totp", data={"secret": "JBSWY3DP"})
    text = desk.get("/accounts/data/").text
    ann.refresh_from_db()
    for secret in (ann.password, AuthToken.objects.get().digest, "JBSWY3DP"):
        assert secret not in text


def test_what_others_did_is_without_their_address(desk, ann):
    chief = User.objects.create_user("chief")
    row = {"kind": "role-given", "name": "ann", "account": ann}
    AccountEvent.objects.create(**row, by=chief, by_name="chief", address="192.0.2.9")
    assert "192.0.2.9" not in desk.get("/accounts/data/").text


def test_fields_that_are_left_out_exist():
    for label, fields in LEFT_OUT.items():
        assert fields <= {field.name for field in apps.get_model(label)._meta.get_fields()}


def test_a_session_alone_gets_no_data_and_deletes_nothing(ann):
    client = Client()
    client.force_login(ann)
    for answer in (
        client.get("/accounts/data/"),
        client.post("/accounts/delete/", {"name": "ann"}),
    ):
        assert answer.url.startswith("/accounts/confirm/")
    assert User.objects.filter(username="ann", is_active=True).exists()


def test_a_deleted_account_leaves_its_work_under_a_neutral_name(desk, ann):
    answer = desk.post("/accounts/delete/", {"name": "ann"}, follow=True)
    assert "Your account is deleted." in answer.text
    assert desk.get("/accounts/").status_code == 302
    left = User.objects.get(pk=ann.pk)
    assert (left.username, left.email, left.is_active) == (
        f"former-contributor-{ann.pk}",
        "",
        False,
    )
    assert not left.has_usable_password() and not left.groups.exists() and not left.is_staff
    assert Revision.objects.get(why="A better date").by == left
    assert Proposal.objects.get(identifier="e-1").author == left
    for model in (AuthToken, Authenticator, EmailAddress):
        assert not model.objects.exists()
    assert Invitation.objects.get().email == ""
    again = Client().post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    assert "not correct" in again.text


def test_a_deleted_account_is_named_nowhere_in_the_log(desk, ann):
    desk.post("/accounts/delete/", {"name": "ann"})
    lines = AccountEvent.objects.filter(account=ann.pk)
    assert lines.filter(kind="account-deleted").exists()
    assert {line.name for line in lines} == {f"former-contributor-{ann.pk}"}
    assert not AccountEvent.objects.filter(by_name="ann").exists()


def test_the_name_is_typed_to_delete_an_account(desk, ann):
    assert desk.post("/accounts/delete/", {"name": "Ann"}).status_code == 400
    assert User.objects.get(pk=ann.pk).is_active


def test_the_last_superuser_cannot_leave(desk, ann):
    User.objects.filter(pk=ann.pk).update(is_superuser=True)
    refused = desk.post("/accounts/delete/", {"name": "ann"})
    assert refused.status_code == 400 and "the only superuser" in refused.text
    assert User.objects.get(username="ann").is_active
    User.objects.create_superuser("root")
    assert desk.post("/accounts/delete/", {"name": "ann"}).status_code == 302


def test_nothing_that_others_rest_on_is_deleted_with_an_account():
    private = {model for model, _field in _private()}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.remote_field and field.remote_field.on_delete is PROTECT:
                assert field.related_model not in private, f"{model.__name__}.{field.name}"
