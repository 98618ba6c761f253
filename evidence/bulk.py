"""Rows by the ten thousand, as fast as the database takes them: COPY or executemany.

Nothing is checked here and no signal is sent; the caller has checked the rows and indexes them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import Model

SELDOM = 100_000  # objects made, before those that refer to each other are looked for
PASSING = 4  # MiB of pages that are read once and never again


def insert(model: type[Model], names: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows with values for these columns, as the database takes them (JSON as text).

    Making the rows may ask the database nothing: PostgreSQL hears nothing else during a COPY.
    """
    quoted = ", ".join(f'"{name}"' for name in names)
    table = f'"{model._meta.db_table}" ({quoted})'
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            connection.note_write()  # type: ignore[attr-defined]
            return
        marks = ", ".join(["?"] * len(names))
        # Past Django's cursor, which rewrites each statement and keeps all the rows.
        connection.connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
        connection.note_write()  # type: ignore[attr-defined]


def free_ids(model: type[Model], number: int) -> range | list[int]:
    """So many ids for new rows, rising, that no row has or had; the rows must give them."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
                [table, number],
            )
            return sorted(pk for (pk,) in cursor.fetchall())
        # Whoever is in a transaction on SQLite is alone, and rows with ids move this number on.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        found = cursor.fetchone()
        first = (found[0] if found else 0) + 1
        return range(first, first + number)


def learn_sizes() -> None:
    """Have the database plan by how large its tables are now; it may think that they are empty.

    On PostgreSQL these are named: without names it looks at the catalogues that all databases of a
    server share, too, and keeps them from whoever does the same until the transaction ends.
    """
    names = ""
    if connection.vendor == "postgresql":
        tables = connection.introspection.django_table_names(only_existing=True)
        names = " " + ", ".join(map(connection.ops.quote_name, sorted(tables)))
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE{names}")


def learn_sizes_when_stored() -> None:
    """The same once the transaction has ended: whoever does it meanwhile waits for its locks."""
    transaction.on_commit(learn_sizes, robust=True)


def forget_sizes() -> None:
    """Keep SQLite from planning by how small its tables were, until `learn_sizes`."""
    if connection.vendor == "sqlite" and "sqlite_stat1" in _tables():
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_stat1")
            cursor.execute("ANALYZE sqlite_schema")  # reads the emptied table, no other


def _tables() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in cursor.fetchall()}


@contextmanager
def page_cache(size: int) -> Iterator[None]:
    """So many MiB of the database's pages are kept in memory meanwhile, on SQLite."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA cache_size").fetchone()[0]
        cursor.execute(f"PRAGMA cache_size={-1024 * size}")  # KiB; positive numbers are pages
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size={int(usual)}")


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Python looks for circles of objects seldom meanwhile: rows by the million make none."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
