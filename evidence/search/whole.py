"""Tables read whole: the statements are the same each time, and made once in a process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.db.models import QuerySet

FETCHED = 20_000  # rows taken from the database at a time
Statement = tuple[str, tuple[Any, ...]]


def statement_of(rows: QuerySet[Any, Any]) -> Statement:
    """What a queryset of values asks, in no order; its columns are numbers or plain text."""
    statement: Statement = rows.order_by().query.sql_with_params()
    return statement


def answer(statement: str, parameters: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The rows, as the database has them."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(statement, parameters)
        while rows := cursor.fetchmany(FETCHED):
            yield from rows
