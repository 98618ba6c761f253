"""Roles and rights: the matrix, its groups, its page in docs, and what it means to views."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse

from people.groups import give_role, store_groups
from people.matrix import GROUPS, RIGHTS_OF, Right, Role
from people.rights import may, needs, role_of

DOCUMENT = settings.BASE_DIR / "docs" / "rights.md"


def person(role: Role) -> User:
    found = User.objects.create_user(role.value)
    give_role(found, role)
    return User.objects.get(pk=found.pk)


def test_the_page_about_rights_says_what_the_matrix_says():
    lines = DOCUMENT.read_text().partition("\n## ")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    head, _rule, *rest = rows
    assert head[2:] == [role.value for role in Role]
    said = {(row[0].strip("`"), row[1]): [cell == "yes" for cell in row[2:]] for row in rest}
    assert said == {
        (right.value, str(right.label)): [right in RIGHTS_OF[role] for role in Role]
        for right in Right
    }


@pytest.mark.django_db
@pytest.mark.parametrize("role", Role)
def test_each_role_may_do_what_the_matrix_says_and_nothing_else(role):
    one = person(role)
    assert {right for right in Right if may(one, right)} == RIGHTS_OF[role]
    assert role_of(one) is role


def test_who_has_no_account_may_do_what_readers_may():
    nobody = AnonymousUser()
    assert {right for right in Right if may(nobody, right)} == RIGHTS_OF[Role.READER]
    assert role_of(nobody) is Role.READER


@pytest.mark.django_db
def test_each_role_may_do_more_than_the_one_before_it():
    sizes = [len(RIGHTS_OF[role]) for role in Role]
    assert sizes == sorted(set(sizes))


@pytest.mark.django_db
def test_another_role_takes_the_place_of_the_one_before():
    one = person(Role.ADMINISTRATOR)
    assert one.is_staff
    give_role(one, Role.CONTRIBUTOR)
    one = User.objects.get(pk=one.pk)
    assert (role_of(one), one.is_staff) == (Role.CONTRIBUTOR, False)
    give_role(one, Role.READER)
    assert list(one.groups.all()) == []


@pytest.mark.django_db
def test_who_has_left_may_do_nothing_more_than_read():
    one = person(Role.CURATOR)
    one.is_active = False
    one.save()
    assert {right for right in Right if may(one, right)} == RIGHTS_OF[Role.READER]
    assert role_of(one) is Role.READER


@pytest.mark.django_db
def test_a_superuser_is_an_administrator():
    one = User.objects.create_superuser("root")
    assert role_of(one) is Role.ADMINISTRATOR
    assert all(may(one, right) for right in Right)


@pytest.mark.django_db
def test_groups_lose_what_the_matrix_does_not_give_them():
    group = Group.objects.get(name=GROUPS[Role.CONTRIBUTOR])
    group.permissions.add(Permission.objects.get(codename="administer"))
    store_groups()
    names = set(group.permissions.values_list("codename", flat=True))
    assert names == {right.value for right in RIGHTS_OF[Role.CONTRIBUTOR]}


@needs(Right.PUBLISH)
def publish(request):
    return HttpResponse("published")


@pytest.mark.django_db
def test_a_view_sends_strangers_to_log_in_and_refuses_who_may_not(rf):
    request = rf.get("/somewhere/?x=1")
    request.user = AnonymousUser()
    assert publish(request).url == "/accounts/login/?next=/somewhere/%3Fx%3D1"
    request.user = person(Role.CONTRIBUTOR)
    with pytest.raises(PermissionDenied):
        publish(request)
    request.user = person(Role.CURATOR)
    assert publish(request).content == b"published"
