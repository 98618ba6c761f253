"""Columns of text that either database searches by means of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler

from evidence.words import forms

if TYPE_CHECKING:
    TextField = models.TextField[str, str]
    Lookup = models.Lookup[Any]
else:
    TextField, Lookup = models.TextField, models.Lookup

# The FTS5 table's rowid is the record's id.
IN_FTS5 = (
    '{table}."evidence_id" IN (SELECT rowid FROM evidence_searchtext_fts '
    "WHERE evidence_searchtext_fts MATCH %s)"
)
IN_JSON = "{column} IN (SELECT value FROM json_each(%s))"
IN_ARRAY = "{column} = ANY(%s)"
# In the very words of the GIN index, or PostgreSQL would not use it.
IN_GIN = "array_to_tsvector(string_to_array({column}, ' ')) @@ %s::tsquery"


class WordsField(TextField):
    """Words as `evidence.words.joined` writes them; `field__hold=["word", "beginning*"]`."""


def _fts5(wanted: list[str]) -> str:
    return " AND ".join(
        f'"{word[:-1]}" *' if word.endswith("*") else _any_of('"', forms(word), " OR ")
        for word in wanted
    )


def _tsquery(wanted: list[str]) -> str:
    return " & ".join(
        f"'{word[:-1]}':*" if word.endswith("*") else _any_of("'", forms(word), " | ")
        for word in wanted
    )


def _any_of(mark: str, words: list[str], joint: str) -> str:
    return f"({joint.join(f'{mark}{word}{mark}' for word in words)})"


Condition = tuple[str, Callable[[list[str]], Any]]  # SQL around a column, and the value in it


class ByDatabase(Lookup):
    """A condition on a text that each database looks up by means of its own."""

    prepare_rhs = False
    sqlite: Condition
    postgresql: Condition

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Any]]:
        """SQL and its value for SQLite."""
        return self._filled(self.sqlite, compiler, connection)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Any]]:
        """SQL and its value for PostgreSQL."""
        return self._filled(self.postgresql, compiler, connection)

    def _filled(
        self, condition: Condition, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Any]]:
        column, _ = self.process_lhs(compiler, connection)
        sql, value = condition
        return sql.format(column=column, table=column.rpartition(".")[0]), [value(self.rhs)]


@WordsField.register_lookup
class Hold(ByDatabase):
    """True where every wanted word is among the words, in any of its forms."""

    lookup_name = "hold"
    sqlite = IN_FTS5, _fts5
    postgresql = IN_GIN, _tsquery


@models.CharField.register_lookup
@models.TextField.register_lookup
class Among(ByDatabase):
    """True where the text is one of many: `field__among=[…]`, sent as one value, not thousands."""

    lookup_name = "among"
    sqlite = IN_JSON, json.dumps
    postgresql = IN_ARRAY, list
