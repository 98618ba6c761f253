"""`manage.py prepare`: all that stands between an empty database and a site that answers."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from evidence.models import Evidence

# How the identifiers of the demo corpus begin.
CORPUS = "demo-"


class Command(BaseCommand):
    help = "Migrate, collect static files, load the demo corpus once, make the demo curator once."

    def handle(self, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if not Evidence.objects.filter(identifier__startswith=CORPUS).exists():
            self.stdout.write(_("Loading the demo corpus …"))
            call_command("load_corpus", stdout=self.stdout)
            self.stdout.write(_("Finding moments at which each rule is seen …"))
            call_command("find_moments", verbosity=0)
        call_command("create_demo_curator", stdout=self.stdout)
