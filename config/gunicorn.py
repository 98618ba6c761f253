"""How gunicorn serves the site: a few processes, each with threads that keep their connections."""

from __future__ import annotations

import os
import socket
import sys
from typing import TYPE_CHECKING

from django.core.exceptions import ImproperlyConfigured

from config import environment

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter

try:
    from config import settings

    host = environment.hosts(os.environ, "LISTEN", "127.0.0.1")[0]
    workers = environment.number(os.environ, "WEB_CONCURRENCY", default=2, most=64)
    bind = f"{host}:{settings.PORT}"
except ImproperlyConfigured as error:
    sys.exit(f"Refused to start: {error}")

wsgi_app = "config.wsgi"
worker_class = "gthread"
threads = 4
keepalive = 5
loglevel = "warning"


def on_starting(server: Arbiter) -> None:
    """Refuse a port that another program holds, instead of trying again and again."""
    try:
        socket.create_server((host.strip("[]"), settings.PORT)).close()
    except OSError as error:
        sys.exit(
            f"Refused to start: {bind} cannot be had ({os.strerror(error.errno or 0)}): "
            f"name another port, as in make serve PORT={settings.PORT % 65535 + 1}"
        )


def when_ready(server: Arbiter) -> None:
    """Say where the site is, once it answers."""
    sys.stdout.write(f"Ashtapada is at http://{bind}  (Ctrl+C ends it)\n")
    sys.stdout.flush()
