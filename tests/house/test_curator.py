"""The demo curator: one login, a new password for each site, shown once."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.management import call_command

pytestmark = pytest.mark.django_db


def create() -> str:
    printed = StringIO()
    call_command("create_demo_curator", stdout=printed)
    return printed.getvalue()


def password_in(printed: str) -> str:
    found = re.search(r"password  (\S+)", printed)
    assert found, printed
    return found[1]


def test_the_password_is_printed_at_the_first_run_and_never_again(client):
    printed = create()
    assert "name      curator" in printed
    assert client.login(username="curator", password=password_in(printed))
    assert create() == ""
    assert client.login(username="curator", password=password_in(printed))


def test_two_sites_have_two_passwords():
    first = password_in(create())
    get_user_model().objects.all().delete()
    second = password_in(create())
    assert first != second
    assert min(len(first), len(second)) >= 16


def test_a_password_that_the_curator_has_changed_stays():
    create()
    curator = get_user_model().objects.get(username="curator")
    curator.set_password("twelve horses")
    curator.save()
    create()
    curator.refresh_from_db()
    assert curator.check_password("twelve horses")


def test_in_the_admin_a_curator_changes_games_and_sources_but_no_published_record():
    create()
    curator = get_user_model().objects.get(username="curator")
    assert curator.is_staff
    assert not curator.is_superuser
    assert curator.has_perm("evidence.view_evidence")
    assert not curator.has_perm("evidence.add_evidence")
    assert not curator.has_perm("evidence.change_place")
    assert curator.has_perm("evidence.change_source")
    assert curator.has_perm("games.change_game")
    assert curator.has_perm("games.view_ruleset")
    for reviewed in ("games.ruleset", "games.clause", "evidence.clausecitation"):
        app, model = reviewed.split(".")
        assert not curator.has_perm(f"{app}.add_{model}")
        assert not curator.has_perm(f"{app}.change_{model}")
    assert not curator.has_perm("evidence.delete_evidence")
    assert not curator.has_perm("auth.add_user")
    assert Group.objects.get(name="curators").user_set.get() == curator
