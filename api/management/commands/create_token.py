"""`manage.py create_token`: a token for the API, shown once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from knox.models import AuthToken

MOST_DAYS = 3650


class Command(BaseCommand):
    help = "Create a token for the API and print it, once; only its digest is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        usual = settings.TOKENS_LAST.days
        parser.add_argument("user", help="the name of a user")
        parser.add_argument(
            "--days", type=int, default=usual, help=f"how long it is good for ({usual})"
        )

    def handle(self, *, user: str, days: int, **options: Any) -> None:
        owner = get_user_model().objects.filter(username=user).first()
        if owner is None:
            raise CommandError(
                _("There is no user “%(name)s”. “manage.py createsuperuser” makes one.")
                % {"name": user}
            )
        if not owner.is_active:
            raise CommandError(
                _("“%(name)s” is not active, so a token would not work.") % {"name": user}
            )
        if not 1 <= days <= MOST_DAYS:
            raise CommandError(
                _("A token is valid for 1 to %(most)d days, not %(days)d.")
                % {"most": MOST_DAYS, "days": days}
            )
        row, token = AuthToken.objects.create(owner, expiry=timedelta(days=days))
        self.stdout.write(_("Token of %(name)s, shown only once:") % {"name": user})
        self.stdout.write(f"  {token}")
        self.stdout.write(
            _("Valid until %(day)s. Send it as “Authorization: Bearer TOKEN”.")
            % {"day": row.expiry.date().isoformat()}
        )
