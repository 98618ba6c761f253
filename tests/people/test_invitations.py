"""Inviting people, following the link once, and what administrators change of accounts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from people.groups import give_role
from people.matrix import Role
from people.models import Invitation
from people.rights import role_of

pytestmark = pytest.mark.django_db
ADDRESS = "/accounts/invitations/"
PASSWORD = {"password1": "three boats", "password2": "three boats"}


def desk(role: Role, name: str | None = None) -> Client:
    """A browser in which someone with this role is logged in."""
    one = User.objects.create_user(name or role.value)
    give_role(one, role)
    client = Client()
    client.force_login(one)
    return client


def invite(client, email="ben@example.org", role=Role.CONTRIBUTOR):
    return client.post(ADDRESS, {"email": email, "role": role.value}, follow=True)


def link_in(letter):
    return re.search(r"http://testserver(/accounts/invited/\S+/)", letter.body)[1]


def test_who_is_invited_chooses_name_and_password_and_has_the_role():
    page = invite(desk(Role.CURATOR))
    (letter,) = mail.outbox
    assert letter.to == ["ben@example.org"]
    link = link_in(letter)
    assert f"http://testserver{link}" in page.text
    ben = Client()
    assert "as a contributor" in ben.get(link).text
    assert ben.post(link, {"username": "ben", **PASSWORD}).url == "/accounts/"
    assert "contributor" in ben.get("/accounts/").text
    person = User.objects.get(username="ben")
    assert (role_of(person), person.email) == (Role.CONTRIBUTOR, "ben@example.org")
    assert Invitation.objects.get().person == person


def test_a_link_works_once():
    invite(desk(Role.CURATOR))
    link = link_in(mail.outbox[0])
    Client().post(link, {"username": "ben", **PASSWORD})
    for answer in (Client().get(link), Client().post(link, {"username": "eve", **PASSWORD})):
        assert answer.status_code == 410
        assert "no longer works" in answer.text
    assert not User.objects.filter(username="eve").exists()


def test_of_two_who_follow_a_link_at_once_one_gets_in():
    invite(desk(Role.CURATOR))
    invitation = Invitation.objects.get()
    assert [invitation.use(), invitation.use()] == [True, False]


def test_an_invitation_ends_after_two_weeks():
    invite(desk(Role.CURATOR))
    Invitation.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    link = link_in(mail.outbox[0])
    assert Client().post(link, {"username": "ben", **PASSWORD}).status_code == 410
    assert timezone.now() + timedelta(days=13) < Invitation().ends_at


def test_the_link_of_who_may_not_invite_any_more_does_not_work():
    invite(desk(Role.ADMINISTRATOR), role=Role.ADMINISTRATOR)
    link = link_in(mail.outbox[0])
    give_role(User.objects.get(), Role.CURATOR)
    for answer in (Client().get(link), Client().post(link, {"username": "eve", **PASSWORD})):
        assert answer.status_code == 410
    assert not Invitation.objects.get().use()
    assert User.objects.count() == 1
    assert "no longer valid" in desk(Role.ADMINISTRATOR, "root").get(ADDRESS).text


def test_an_invitation_is_withdrawn_by_who_sent_it_or_an_administrator():
    ann, other, root = desk(Role.CURATOR, "ann"), desk(Role.CURATOR, "o"), desk(Role.ADMINISTRATOR)
    for email in ("a@example.org", "b@example.org"):
        invite(ann, email)
    first, second = Invitation.objects.order_by("pk")
    assert other.post(f"{ADDRESS}{first.pk}/withdraw/").status_code == 404
    assert "a@example.org" not in other.get(ADDRESS).text
    ann.post(f"{ADDRESS}{first.pk}/withdraw/")
    root.post(f"{ADDRESS}{second.pk}/withdraw/")
    assert not Invitation.objects.open().exists()
    assert Client().get(first.get_absolute_url()).status_code == 410


@pytest.mark.parametrize("role", [Role.CURATOR, Role.ADMINISTRATOR, Role.READER])
def test_a_curator_invites_no_curators(role):
    answer = invite(desk(Role.CURATOR), role=role)
    assert answer.status_code == 400
    assert not Invitation.objects.exists()


def test_an_administrator_invites_curators():
    assert invite(desk(Role.ADMINISTRATOR), role=Role.CURATOR).status_code == 200
    link = link_in(mail.outbox[0])
    Client().post(link, {"username": "ben", **PASSWORD})
    assert role_of(User.objects.get(username="ben")) is Role.CURATOR


@pytest.mark.parametrize("key", ["1", "1:x", "x", "1:" + "A" * 43, "%00", "é"])
def test_a_link_that_was_not_made_here_leads_nowhere(key):
    invite(desk(Role.CURATOR))
    assert Client().get(f"/accounts/invited/{key}/").status_code == 404


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"username": "curator", **PASSWORD}, "already exists"),
        ({"username": "CURATOR", **PASSWORD}, "already exists"),
        ({"username": "a@example.org", **PASSWORD}, "without “@”"),
        ({"username": "ben", "password1": "three boats", "password2": "x"}, "match"),
        ({"username": "ben", "password1": "123", "password2": "123"}, "too short"),
        ({}, "required"),
    ],
)
def test_what_cannot_be_an_account_is_refused_and_the_link_still_works(sent, said):
    invite(desk(Role.CURATOR))
    link = link_in(mail.outbox[0])
    answer = Client().post(link, sent)
    assert answer.status_code == 400
    assert said in answer.text
    assert Client().post(link, {"username": "ben", **PASSWORD}).status_code == 302


def test_an_address_has_one_account_and_one_open_invitation():
    ann = desk(Role.CURATOR)
    User.objects.update(email="ann@example.org")
    assert "an account with this address" in invite(ann, "ANN@example.org").text
    invite(ann)
    assert "invited already" in invite(ann).text
    assert len(mail.outbox) == 1


def test_who_is_logged_in_is_told_to_log_out_first():
    ann = desk(Role.CURATOR)
    invite(ann)
    link = link_in(mail.outbox[0])
    assert "Log out to follow" in ann.get(link).text
    ann.post(link, {"username": "ben", **PASSWORD})
    assert User.objects.count() == 1


def test_a_link_that_cannot_be_sent_is_to_be_passed_on(monkeypatch):
    def refuse(self, messages):
        raise ConnectionRefusedError("no mail server")

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    page = invite(desk(Role.CURATOR))
    assert "pass it on yourself" in page.text
    assert Invitation.objects.get().get_absolute_url() in page.text


# What administrators change


def test_an_administrator_gives_roles_and_closes_accounts():
    root = desk(Role.ADMINISTRATOR)
    ben = User.objects.create_user("ben")
    address = f"/accounts/people/{ben.pk}/"
    root.post(address, {"role": "curator"})
    assert role_of(User.objects.get(pk=ben.pk)) is Role.CURATOR
    root.post(address, {"role": "reader"})
    assert role_of(User.objects.get(pk=ben.pk)) is Role.READER
    root.post(address, {"active": "0"})
    assert not User.objects.get(pk=ben.pk).is_active
    root.post(address, {"active": "1"})
    assert User.objects.get(pk=ben.pk).is_active
    assert "ben" in root.get("/accounts/people/").text


def test_nobody_shuts_themselves_or_the_superuser_out():
    root = desk(Role.ADMINISTRATOR)
    own = User.objects.get()
    first = User.objects.create_superuser("first")
    for person in (own, first):
        for sent in ({"role": "reader"}, {"active": "0"}):
            root.post(f"/accounts/people/{person.pk}/", sent)
    assert role_of(User.objects.get(pk=own.pk)) is Role.ADMINISTRATOR
    assert User.objects.filter(is_active=True).count() == 2


@pytest.mark.parametrize("sent", [{}, {"role": "king"}, {"active": "x"}, {"role": "\x01"}])
def test_a_role_that_there_is_not_changes_nothing(sent):
    root = desk(Role.ADMINISTRATOR)
    ben = User.objects.create_user("ben")
    page = root.post(f"/accounts/people/{ben.pk}/", sent, follow=True)
    assert "Nothing was changed" in page.text
    assert role_of(User.objects.get(pk=ben.pk)) is Role.READER
