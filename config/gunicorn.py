"""How gunicorn serves the site behind a proxy: a few processes, each with a few threads.

`python -m config.serving` starts it where `WEB_SERVER=gunicorn`, on a socket that it listens at.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import TYPE_CHECKING

from django.core.exceptions import ImproperlyConfigured

from config import environment, private
from config.answer_cache.store import store
from config.costly import ask_at_given
from config.ledger import ledger
from config.processes import with_one_heap

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter

try:
    from config import settings

    private.start(settings.VAR_DIR, settings.DATABASES["default"])
    where = environment.listening(os.environ, settings.PORT)
    workers = environment.number(os.environ, "WEB_CONCURRENCY", default=2, most=64)
    given = environment.given(os.environ, "SITE_FD")  # a socket that listens already
    bind = f"unix:{where}" if isinstance(where, str) else f"{where[0]}:{where[1]}"
except ImproperlyConfigured as error:
    sys.exit(f"Refused to start: {error}")

if given:
    bind = f"fd://{given}"
ledger()  # before there are several processes, which share it, as they share cached answers
store.take()
with_one_heap()
wsgi_app = "config.wsgi"
worker_class = "config.serving.staying.Staying"
threads = 4
keepalive = 75 if given else 5  # a proxy keeps its connections
umask = 0o007  # of a socket: the proxy is in its group
limit_request_line = 8190  # bytes, the most that gunicorn takes: longer queries are sent as bodies
loglevel = "warning"


def post_fork(server: Arbiter, worker: object) -> None:
    """Ask the processes for costly calls, where there are some."""
    ask_at_given()


def on_starting(server: Arbiter) -> None:
    """Refuse a port that another program holds, instead of trying again and again."""
    if given or isinstance(where, str):
        return
    host, port = where
    try:
        socket.create_server((host.strip("[]"), port)).close()
    except OSError as error:
        sys.exit(
            f"Refused to start: {bind} cannot be had ({os.strerror(error.errno or 0)}): "
            f"name another port, as in make serve PORT={port % 65535 + 1}"
        )


def when_ready(server: Arbiter) -> None:
    """Say where the site is, once it answers."""
    if not given:
        address = bind if isinstance(where, str) else f"http://{bind}"
        sys.stdout.write(f"Ashtapada is at {address}  (Ctrl+C ends it)\n")
        sys.stdout.flush()
