"""The site's first pages, made before it is copied: no copy loads again what these load."""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import Any
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.db import DatabaseError, connections


def warm(site: Any) -> None:
    """Ask a WSGI application for a page of each of the kinds that readers open most.

    What they load is then shared by all processes that are forked after that: templates, styles of
    citation, the search's columns. A site without a database starts all the same.
    """
    from evidence.models import Evidence  # noqa: PLC0415 - once Django is set up

    paths = ["/about/", "/evidence/"]
    with suppress(DatabaseError):
        record = Evidence.objects.order_by("pk").first()
        paths += [record.get_absolute_url()] if record else []
    for path in paths:
        _ask(site, path)
    connections.close_all()
    gc.collect()
    gc.freeze()  # what is shared stays so: nobody looks through it


def _ask(site: Any, path: str) -> None:
    hosts = [host for host in settings.ALLOWED_HOSTS if not host.startswith(("*", "."))]
    environ = {"PATH_INFO": path, "HTTP_HOST": [*hosts, "localhost"][0], "REMOTE_ADDR": "127.0.0.1"}
    setup_testing_defaults(environ)
    answer = site(environ, lambda *_: None)
    for _piece in answer:
        pass
    answer.close()
