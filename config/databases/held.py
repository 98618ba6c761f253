"""Prefetching where most relations hold nothing: one query asks which do, others are not asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any, TypeVar, Union

from django.db import connection
from django.db.models import ManyToManyField, Model, Prefetch, QuerySet, prefetch_related_objects

Row = TypeVar("Row", bound=Model)
Lookup = Union[str, "Prefetch[Any]"]


def prefetch_held(found: Iterable[Row], *lookups: Lookup) -> list[Row]:
    """Rows of one model with what `prefetch_related` would read of them, by fewer queries.

    A lookup begins with a relation that leads to many rows.
    """
    rows = list(found)
    if rows:
        heads = dict.fromkeys(map(_head, lookups))
        held = _held(rows, heads)
        for name in heads.keys() - held:
            _hold_nothing(rows, name)
        prefetch_related_objects(rows, *(each for each in lookups if _head(each) in held))
    return rows


def _head(lookup: Lookup) -> str:
    path = lookup if isinstance(lookup, str) else lookup.prefetch_to
    return path.partition("__")[0]


def _held(rows: Sequence[Model], names: Collection[str]) -> set[str]:
    """The relations that hold something for one of the rows, or for one between them."""
    keys = [row.pk for row in rows]
    quote, asked = connection.ops.quote_name, []
    for name in names:
        table, column = map(quote, _table(type(rows[0]), name))
        some = f"SELECT 1 FROM {table} WHERE {column} BETWEEN %s AND %s"  # noqa: S608
        asked.append(f"SELECT '{name}' WHERE EXISTS ({some})")
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked), [min(keys), max(keys)] * len(asked))
        return {name for (name,) in cursor.fetchall()}


def _table(model: type[Model], name: str) -> tuple[str, str]:
    """The table of a relation, and its column that refers to the model."""
    field: Any = model._meta.get_field(name)
    if isinstance(field, ManyToManyField):
        return field.m2m_db_table(), field.m2m_column_name()
    return field.related_model._meta.db_table, field.field.column


def _hold_nothing(rows: Sequence[Model], name: str) -> None:
    """Note what Django notes of a relation that it has prefetched, and that holds nothing."""
    nothing = _nothing(type(rows[0])._meta.get_field(name).related_model)
    for row in rows:
        row.__dict__.setdefault("_prefetched_objects_cache", {})[name] = nothing


@cache
def _nothing(model: Any) -> QuerySet[Any]:
    rows: QuerySet[Any] = model._default_manager.none()
    rows._result_cache = []
    return rows
