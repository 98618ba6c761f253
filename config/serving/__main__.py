"""Serve the site: web processes, those for costly calls, and the worker that does the jobs."""

from __future__ import annotations

import gc
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config import environment, private
from config.processes import with_one_heap, without_threads
from config.serving import listening
from config.serving.supervisor import Beat, Service, Supervisor

# Seconds that a thread may hold the interpreter while the one that reads requests waits for it.
SWITCH = 0.001
MOST_FILES = 65_536
SPARE_FILES = 128
MOST_CONNECTIONS = 4000  # of each process
# Seconds of silence after which a process counts as stuck.
WEB_PATIENCE, COSTLY_PATIENCE, WORKER_PATIENCE = 30.0, 60.0, 180.0
SERVERS = ("waitress", "gunicorn")


def main() -> None:
    """Serve until SIGTERM or Ctrl+C; a malformed setting is said in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with_one_heap()
    without_threads()  # all processes are copies of this one
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
    site, calls = _loaded()
    if server == "gunicorn":
        web = _gunicorn(listener, calls[0])
    else:
        web = _waitress(site, listener, number, min(most, MOST_CONNECTIONS))
    address = where if isinstance(where, str) else f"http://{listening.name(where)}"
    sys.stdout.write(f"Ashtapada is at {address}  (Ctrl+C ends it)\n")
    sys.stdout.flush()
    Supervisor([*web, *_costly(calls[1]), _worker([listener, *calls])]).run()


def _files() -> int:
    """How many files a process may have open, which is raised as far as may be."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def _loaded() -> tuple[Any, tuple[socket.socket, socket.socket]]:
    """The site, loaded once for all processes that are copies of this one.

    What is loaded stays: looking for garbage meanwhile would find next to none.
    """
    gc.disable()
    from config import costly  # noqa: PLC0415
    from config.answer_cache.store import store  # noqa: PLC0415
    from config.ledger import ledger  # noqa: PLC0415
    from config.serving.costly import inbox  # noqa: PLC0415
    from config.serving.warming import warm  # noqa: PLC0415
    from config.wsgi import application  # noqa: PLC0415

    ledger()  # which they share, as they share cached answers
    store.take()
    calls = inbox()
    warm(application)
    costly.ask_at(calls[0])
    gc.enable()
    return application, calls


def _waitress(site: Any, listener: socket.socket, number: int, most: int) -> list[Service]:
    """So many web processes."""
    return [
        Service(f"web {each + 1}", partial(serve, site, listener, most), WEB_PATIENCE)
        for each in range(number)
    ]


def _costly(taking: socket.socket) -> list[Service]:
    """The processes for what costs much."""
    from config.serving.costly import NUMBER, work  # noqa: PLC0415

    return [
        Service(f"costly {each + 1}", partial(work, taking), COSTLY_PATIENCE)
        for each in range(NUMBER)
    ]


def serve(application: object, listener: socket.socket, most: int, beat: Beat) -> None:
    """Be a web process."""
    from django.conf import settings  # noqa: PLC0415

    from config.serving.server import server  # noqa: PLC0415

    sys.setswitchinterval(SWITCH)
    serving = server(application, listener, most, settings.PROXIES)
    signal.signal(signal.SIGTERM, lambda *_: serving.stop())
    serving.serve(beat)


def _gunicorn(listener: socket.socket, asking: socket.socket) -> list[Service]:
    """Gunicorn, for behind a proxy that reads requests whole; it looks after its own processes."""

    def run(beat: Beat) -> None:
        os.set_inheritable(listener.fileno(), True)
        os.set_inheritable(asking.fileno(), True)
        os.environ |= {"SITE_FD": str(listener.fileno()), "COSTLY_FD": str(asking.fileno())}
        program = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py"]
        os.execv(sys.executable, program)  # noqa: S606

    return [Service("gunicorn", run, float("inf"), lambda: 0.0)]


def _worker(sockets: Sequence[socket.socket]) -> Service:
    """The process that does jobs, which has no use for the site's sockets."""
    from config.serving.worker import work  # noqa: PLC0415

    def silence() -> float:
        from jobs.health import file  # noqa: PLC0415

        try:
            return time.time() - file().stat().st_mtime
        except OSError:
            return float("inf")

    run = partial(work, sockets)
    return Service("worker", run, WORKER_PATIENCE, silence, has_threads=False)


if __name__ == "__main__":
    main()
