"""`manage.py create_demo_curator`: someone who can try the curator's pages."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.translation import gettext as _

NAME = "curator"


def curators() -> Group:
    """The group that may add, change and see evidence and games, and nothing else."""
    group, _made = Group.objects.get_or_create(name="curators")
    group.permissions.set(
        Permission.objects.filter(content_type__app_label__in=["evidence", "games"]).exclude(
            codename__startswith="delete_"
        )
    )
    return group


class Command(BaseCommand):
    help = "Make the demo curator and print the password, once; do nothing if there is one."

    def handle(self, **options: Any) -> None:
        users = get_user_model().objects
        with transaction.atomic():
            group = curators()
            if users.filter(username=NAME).exists():
                return
            password = secrets.token_urlsafe(12)
            user = users.create_user(NAME, password=password, is_staff=True)
            user.groups.add(group)
        self.stdout.write(_("Demo curator, shown this once:"))
        self.stdout.write(_("  name      %(name)s") % {"name": NAME})
        self.stdout.write(_("  password  %(password)s") % {"password": password})
        self.stdout.write(_("(manage.py changepassword %(name)s sets another)") % {"name": NAME})
