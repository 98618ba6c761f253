"""A database as a flush leaves it, for the test after one that commits: without a flush.

A flush empties a hundred tables, and then stores anew what each application says of itself: types
of contents, rights, roles, concepts. The first test of a process that commits has that done. After
the others, tables that hold rows are emptied, and what stood in them after the flush is put back
where it is not there any more.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model

from config.answer_cache.models import SiteVersion
from tests.rows import Row, columns, write

Left = dict[type[Model], list[Row]]

_left: Left = {}


def empty(test: Any) -> None:
    """Leave the database as a flush does; instead of `TransactionTestCase._fixture_teardown`."""
    if not _left:
        call_command("flush", verbosity=0, interactive=False, reset_sequences=False)
        _left.update((model, rows_of(model)) for model in _holding_rows())
        return
    with transaction.atomic():
        for model in _holding_rows():
            if model not in _left:
                _delete(model)
        for model, rows in _left.items():
            if rows_of(model) != rows:
                _delete(model)
                with connection.cursor() as cursor:
                    write(cursor, model, rows)
        connection.note_write()
    ContentType.objects.clear_cache()


def _delete(model: type[Model]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def rows_of(model: type[Model]) -> list[Row]:
    """All rows of a table, in the order of their keys."""
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(columns(model))} FROM {table} ORDER BY 1")
        return list(map(tuple, cursor.fetchall()))


def _holding_rows() -> list[type[Model]]:
    """The models whose tables hold rows; the token of the site stays, and is renewed."""
    names = set(connection.introspection.django_table_names(only_existing=True))
    models = {
        each._meta.db_table: each
        for each in apps.get_models(include_auto_created=True)
        if each._meta.db_table in names and each is not SiteVersion and not each._meta.proxy
    }
    quoted = connection.ops.quote_name
    asked = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {quoted(name)})" for name in models]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [models[name] for (name,) in cursor.fetchall()]
