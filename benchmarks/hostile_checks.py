"""What is looked at after a hostile input: the answer, and whether the database is as before."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

# Who is logged in, who looks at a form, the log of accounts: rows that come, whatever is sent.
PASSING = {"django_session", "curation_editing", "people_accountevent"}


def cause(answer: Any) -> str:
    """What was raised, and where."""
    kind, error, trace = getattr(answer, "exc_info", None) or (None, None, None)
    if kind is None:
        return ""
    last = traceback.extract_tb(trace)[-1]
    return f" ({kind.__name__}: {str(error)[:100]}, {last.filename}:{last.lineno})"


@contextmanager
def taken_back(wanted: bool) -> Iterator[None]:
    """What is changed meanwhile is as it was before, where that is wanted."""
    from django.db import transaction

    with transaction.atomic() if wanted else nullcontext():
        yield
        if wanted:
            transaction.set_rollback(True)


def resolve_path(path: str) -> Any:
    """What Django finds at an address."""
    from django.urls import resolve

    return resolve(path.partition("?")[0])


def is_page(answer: Any) -> bool:
    """Whether a browser would read the answer as HTML."""
    return "html" in answer.headers.get("Content-Type", "") and not answer.streaming


def digest() -> dict[str, str]:
    """A digest of each table of the database."""
    from django.db import connection

    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table in PASSING:
                continue
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows = sorted(repr(row) for row in cursor.fetchall())
            found[table] = hashlib.blake2b("\n".join(rows).encode()).hexdigest()
    return found
