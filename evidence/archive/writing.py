"""The corpus into an archive, in constant memory, as it was at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from evidence.archive.columns import columns_of
from evidence.archive.package import (
    ABOUT,
    MANIFEST,
    README,
    Member,
    entry,
    manifest,
    write_member,
    writing,
)
from evidence.archive.pictures import write_pictures
from evidence.archive.references import References
from evidence.archive.tables import TABLES, Table
from evidence.archive.values import line_of
from evidence.bulk import PASSING, page_cache

CHUNK = 1000
Progress = Callable[[str, int], None]


def export_corpus(path: Path, progress: Progress = lambda file, rows: None) -> list[Member]:
    """Write the archive; what its manifest says of each file. `progress` hears of each file.

    The same corpus makes the same bytes, on either database. Raises OSError.
    """
    references = References()
    members = []
    with one_moment(), page_cache(PASSING), writing(path) as package:
        package.writestr(entry(README), ABOUT)
        for table in TABLES:
            member = write_member(package, table, _lines(table, references))
            progress(member.name, member.rows)
            members.append(member)
        members += write_pictures(package)
        package.writestr(entry(MANIFEST), manifest(members))
    return members


@contextmanager
def one_moment() -> Iterator[None]:
    """All that is read inside is of one moment; nobody who writes has to wait."""
    if connection.in_atomic_block:
        yield
        return
    here: Any = connection
    usual = getattr(here, "transaction_mode", None)
    if connection.vendor == "sqlite":
        here.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        if connection.vendor == "sqlite":
            here.transaction_mode = usual


def _lines(table: Table, references: References) -> Iterator[bytes]:
    columns = columns_of(table, references)
    for pks in _chunks(table):
        yield from (line_of(row) for row in columns.rows(pks))


def _chunks(table: Table) -> Iterator[list[object]]:
    rows = table.rows.order_by("pk").values_list("pk", flat=True)
    pks = list(rows[:CHUNK])
    while pks:
        yield pks
        pks = list(rows.filter(pk__gt=pks[-1])[:CHUNK])
