"""The process that does jobs, as a copy of the supervisor's: it begins at once."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterable

from config.environment import postgresql_options
from config.serving.supervisor import Beat


def work(sockets: Iterable[socket.socket], beat: Beat) -> None:
    """Do jobs until told to stop, or until the supervisor has ended; `sockets` are not for it.

    `beat` is of no use: a worker touches a file, as one of `manage.py work` does (jobs.health).
    """
    from jobs import working  # noqa: PLC0415

    for each in sockets:
        each.close()
    without_statement_timeout()
    stop = working.Stop(os.getppid())
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    working.work(stop)


def without_statement_timeout() -> None:
    """Let statements of jobs take what they need, as those of `manage.py` may."""
    from django.db import connections  # noqa: PLC0415

    usual = postgresql_options(os.environ)
    unlimited = postgresql_options({"STATEMENT_TIMEOUT": "0"})
    for connection in connections.all():
        options = connection.settings_dict["OPTIONS"]
        if options.get("options") == usual["options"]:
            options["options"] = unlimited["options"]
