"""`manage.py work`: do the jobs that pages ask for."""

from __future__ import annotations

import os
import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from jobs.working import Stop, work


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # which import every page
    help = (
        "Take jobs that were asked for on pages, such as studies, one after the other, each in a "
        "process of its own. Several of these may run, on several machines. A job whose worker "
        "is killed is taken up by the next one. Ctrl+C, or SIGTERM, ends it: its job waits."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--until-empty", action="store_true", help="end when none waits")
        parser.add_argument(
            "--with-parent",
            type=int,
            nargs="?",
            const=0,
            metavar="PID",
            help="end when what started this has ended: the process of that number",
        )

    def handle(self, **options: Any) -> None:
        parent = options["with_parent"]
        stop = Stop(parent if parent is None else parent or os.getppid())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *args: stop.set())
        work(stop, until_empty=options["until_empty"])
