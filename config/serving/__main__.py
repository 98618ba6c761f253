"""Serve the site: web processes, and the worker that does the jobs."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import time
from functools import partial

from django.core.exceptions import ImproperlyConfigured

from config import environment, private
from config.serving import listening
from config.serving.supervisor import Beat, Service, Supervisor

MOST_FILES = 65_536
SPARE_FILES = 128
MOST_CONNECTIONS = 4000  # of each process
# Seconds of silence after which a process counts as stuck.
WEB_PATIENCE, WORKER_PATIENCE = 30.0, 180.0
SERVERS = ("waitress", "gunicorn")


def main() -> None:
    """Serve until SIGTERM or Ctrl+C; a malformed setting is said in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from config import settings  # noqa: PLC0415 - read here, where what is wrong is said

        private.start(settings.VAR_DIR, settings.DATABASES["default"])
        where = environment.listening(os.environ, settings.PORT)
        number = environment.number(os.environ, "WEB_CONCURRENCY", default=2, most=64)
        server = environment.one_of(os.environ, "WEB_SERVER", SERVERS)
    except ImproperlyConfigured as error:
        sys.exit(f"Refused to start: {error}")
    most = _files() - SPARE_FILES
    listener = listening.listen(where)
    web = _gunicorn(listener) if server == "gunicorn" else _waitress(listener, number, most)
    address = where if isinstance(where, str) else f"http://{listening.name(where)}"
    sys.stdout.write(f"Ashtapada is at {address}  (Ctrl+C ends it)\n")
    sys.stdout.flush()
    Supervisor([*web, _worker()]).run()


def _files() -> int:
    """How many files a process may have open, which is raised as far as may be."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def _waitress(listener: socket.socket, number: int, files: int) -> list[Service]:
    """So many web processes, copies of this one, which has the site loaded once for all."""
    from config.ledger import ledger  # noqa: PLC0415
    from config.wsgi import application  # noqa: PLC0415

    ledger()  # shared by all copies
    most = min(MOST_CONNECTIONS, files)
    return [
        Service(f"web {each + 1}", partial(serve, application, listener, most), WEB_PATIENCE)
        for each in range(number)
    ]


def serve(application: object, listener: socket.socket, most: int, beat: Beat) -> None:
    """Be a web process."""
    from django.conf import settings  # noqa: PLC0415

    from config.serving.server import server  # noqa: PLC0415

    serving = server(application, listener, most, settings.PROXIES)
    signal.signal(signal.SIGTERM, lambda *_: serving.stop())
    serving.serve(beat)


def _gunicorn(listener: socket.socket) -> list[Service]:
    """Gunicorn, for behind a proxy that reads requests whole; it looks after its own processes."""

    def run(beat: Beat) -> None:
        os.set_inheritable(listener.fileno(), True)
        os.environ["SITE_FD"] = str(listener.fileno())
        program = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py"]
        os.execv(sys.executable, program)  # noqa: S606

    return [Service("gunicorn", run, float("inf"), lambda: 0.0)]


def _worker() -> Service:
    """The process that does jobs: another program, so that it holds nothing of the site's."""

    supervisor = str(os.getpid())

    def run(beat: Beat) -> None:
        program = [sys.executable, "manage.py", "work", "--with-parent", supervisor]
        os.execv(sys.executable, program)  # noqa: S606

    def silence() -> float:
        from jobs.health import file  # noqa: PLC0415

        try:
            return time.time() - file().stat().st_mtime
        except OSError:
            return float("inf")

    return Service("worker", run, WORKER_PATIENCE, silence)


if __name__ == "__main__":
    main()
