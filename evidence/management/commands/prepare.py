"""`manage.py prepare`: all that stands between an empty database and a site that answers."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from config import private
from evidence.models import Evidence
from games.solved import store_all_shipped
from games.study_job import ask_for_first

# How the identifiers of the demo corpus begin.
CORPUS = "demo-"
RULESETS = "fixtures/rulesets"


class Command(BaseCommand):
    help = (
        "Migrate, collect static files, load the demo corpus once, ask for a first study of each "
        "of its rulesets once, which `manage.py work` counts, and make the demo curator once."
    )

    def handle(self, **options: Any) -> None:
        private.start(settings.VAR_DIR, settings.DATABASES["default"])
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if not Evidence.objects.filter(identifier__startswith=CORPUS).exists():
            self.stdout.write(_("Loading the demo corpus …"))
            call_command("load_corpus", stdout=self.stdout)
            call_command("find_moments", shipped=True, verbosity=0)
            store_all_shipped()
        ask_for_first(path.stem for path in (settings.BASE_DIR / RULESETS).rglob("*.lud"))
        call_command("create_demo_curator", stdout=self.stdout)
