"""`manage.py migrate`, as Django has it, but for how often SQLite is asked about references."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import connections


class Command(migrate.Command):
    """Django looks through all references of a SQLite file after each migration: once is enough."""

    def handle(self, *args: Any, **options: Any) -> None:
        with checked_once(connections[options["database"]]):
            super().handle(*args, **options)


@contextmanager
def checked_once(connection: Any) -> Iterator[None]:
    """References that are to be checked inside are checked at the end. Raises IntegrityError."""
    if connection.vendor != "sqlite":
        yield
        return
    asked = False

    def later(table_names: Any = None) -> None:
        nonlocal asked
        asked = True

    connection.check_constraints = later
    try:
        yield
    finally:
        del connection.check_constraints
    if asked:
        connection.check_constraints()
