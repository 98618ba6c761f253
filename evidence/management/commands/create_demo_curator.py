"""`manage.py create_demo_curator`: someone who can try the curator's pages."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.translation import gettext as _

from people.groups import give_role
from people.matrix import Role

NAME = "curator"


class Command(BaseCommand):
    help = "Make the demo curator and print the password, once; do nothing if there is one."

    def handle(self, **options: Any) -> None:
        users = get_user_model().objects
        with transaction.atomic():
            if users.filter(username=NAME).exists():
                return
            password = secrets.token_urlsafe(12)
            give_role(users.create_user(NAME, password=password), Role.CURATOR)
        self.stdout.write(_("Demo curator, shown only once:"))
        self.stdout.write(_("  name      %(name)s") % {"name": NAME})
        self.stdout.write(_("  password  %(password)s") % {"password": password})
        self.stdout.write(_("(manage.py changepassword %(name)s sets another)") % {"name": NAME})
