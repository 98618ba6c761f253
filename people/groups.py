"""The Django groups behind the roles: made after every migration, given to people."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission, User
from django.db.models import Q

from people.matrix import ADMIN_SITE, GROUPS, RIGHTS_OF, Role

# What published records and rulesets consist of: changed by way of a second person, in the admin
# site only looked at.
RECORD = (
    "evidence", "place", "citation", "quotation", "phrase", "rulesetlink", "clausecitation",
    "passage", "clausepart", "claim", "identification", "otherdate",
    "recordrelation", "person", "holding", "name", "picture", "picturefile", "picturemark",
)  # fmt: skip
RULESET = ("ruleset", "clause")


def store_groups(**signal: Any) -> None:
    """Make the groups, each with the permissions of its role and no others."""
    for role, name in GROUPS.items():
        group, _made = Group.objects.get_or_create(name=name)
        group.permissions.set(permissions_of(role))


def permissions_of(role: Role) -> Any:
    """A role's rights, and what it may do in the admin site, as a queryset of permissions."""
    if role is Role.ADMINISTRATOR:
        return Permission.objects.all()
    allowed = Q(content_type__app_label="people", codename__in=RIGHTS_OF[role])
    if role in ADMIN_SITE:
        kept = Q(content_type__app_label__in=["evidence", "games", "jobs"])
        reviewed = Q(content_type__app_label="evidence", content_type__model__in=RECORD)
        reviewed |= Q(content_type__app_label="games", content_type__model__in=RULESET)
        seen = Q(codename__startswith="view_")
        allowed |= kept & ~Q(codename__startswith="delete_") & (seen | ~reviewed)
    return Permission.objects.filter(allowed)


def give_role(person: User, role: Role) -> None:
    """Give someone this role in place of any other. A superuser stays one."""
    others = [name for each, name in GROUPS.items() if each is not role]
    person.groups.remove(*person.groups.filter(name__in=others))
    if role in GROUPS:
        group, _made = Group.objects.get_or_create(name=GROUPS[role])
        person.groups.add(group)
    person.is_staff = person.is_superuser or role in ADMIN_SITE
    person.save(update_fields=["is_staff"])
