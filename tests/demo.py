"""The demo corpus for tests that need it: loaded once in a run, then put back as it was loaded."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from config.answer_cache.models import SiteVersion
from evidence.importers.corpus import load_corpus
from evidence.models import CorpusChange
from evidence.versions import note_change

SHIPPED = settings.BASE_DIR / "fixtures"
NOTED = (CorpusChange, SiteVersion)

Row = tuple[Any, ...]
Tables = dict[str, list[Row]]  # rows by model, in the order of their ids; without generated columns


class Loaded(NamedTuple):
    """What loading has stored, and how many queries that took."""

    tables: Tables
    queries: int


def store_demo() -> Loaded:
    """Store the demo corpus, as `load_corpus` would; tests of loading itself call that.

    It is loaded in earnest unless that was done in this run on tables that held the same.
    """
    name = f"{connection.vendor}-{_digest(stored_tables())}.pickle"
    kept = Path(os.environ["ASHTAPADA_RUN"]) / name
    with kept.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)  # the others wait for the first to have loaded it
        if not kept.exists():
            loaded = _load()
            written = kept.with_suffix(".part")
            written.write_bytes(pickle.dumps(loaded))
            written.rename(kept)
            return loaded
    loaded = pickle.loads(kept.read_bytes())
    _put_back(loaded.tables)
    return loaded


def _load() -> Loaded:
    asked = Counter[str]()

    def ask(execute: Callable[..., Any], *statement: Any) -> Any:
        asked["queries"] += 1
        return execute(*statement)

    with connection.execute_wrapper(ask):
        load_corpus(SHIPPED)
    return Loaded(stored_tables(), asked.total())


def _models() -> Iterator[type[Model]]:
    """All models of the project, but those that note each change in words of its own."""
    for model in apps.get_models(include_auto_created=True):
        own = not model.__module__.startswith("django.")
        if own and model not in NOTED and model._meta.can_migrate(connection):
            yield model


def _columns(model: type[Model]) -> list[str]:
    """The columns that are written, the id first."""
    fields = [each for each in model._meta.local_concrete_fields if not each.generated]
    fields.sort(key=lambda each: not each.primary_key)
    return [connection.ops.quote_name(each.column) for each in fields if each.column]


def stored_tables() -> Tables:
    """All rows of the project's models as they are stored now."""
    found = {}
    with connection.cursor() as cursor:
        for model in _models():
            table = connection.ops.quote_name(model._meta.db_table)
            cursor.execute(f"SELECT {', '.join(_columns(model))} FROM {table} ORDER BY 1")
            found[model._meta.label] = list(map(tuple, cursor.fetchall()))
    return found


def _digest(tables: Tables) -> str:
    """The same for tables that hold the same but for ids, which a flush does not begin anew."""
    plain = {label: sorted(repr(row[1:]) for row in rows) for label, rows in tables.items()}
    return hashlib.sha256(repr(plain).encode()).hexdigest()


def _put_back(tables: Tables) -> None:
    """References are checked at the end of the transaction, so any order of the tables will do."""
    changed = [model for model in _models() if tables[model._meta.label]]
    with transaction.atomic():
        with connection.cursor() as cursor:
            for model in changed:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")
                _write(cursor, model, tables[model._meta.label])
            for statement in connection.ops.sequence_reset_sql(no_style(), changed):
                cursor.execute(statement)
        note_change(None)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _write(cursor: Any, model: type[Model], rows: list[Row]) -> None:
    columns = _columns(model)
    into = f"{connection.ops.quote_name(model._meta.db_table)} ({', '.join(columns)})"
    if connection.vendor == "postgresql":
        with cursor.copy(f"COPY {into} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        values = ", ".join(["%s"] * len(columns))
        cursor.executemany(f"INSERT INTO {into} VALUES ({values})", rows)
