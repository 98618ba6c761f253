"""`manage.py make_snapshot`: what a large corpus is searched by, as a file for all processes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from evidence.search.snapshot.current import store_snapshot


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # which import every page
    help = "Make the file that search reads, as the site does by itself after a change."

    def handle(self, **options: Any) -> None:
        version = store_snapshot()
        if options["verbosity"] > 1:
            self.stdout.write(str(version))
