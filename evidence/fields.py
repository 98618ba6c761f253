"""Columns of text that either database searches by means of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler

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
IN_GIN = "array_to_tsvector(string_to_array({column}, ' ')) @@ %s::tsquery"


class WordsField(TextField):
    """Words as `evidence.words.joined` writes them; `field__hold=["word", "beginning*"]`."""


@WordsField.register_lookup
class Hold(Lookup):
    """True where every wanted word is among the words."""

    lookup_name = "hold"
    prepare_rhs = False

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[str]]:
        """SQL by way of the FTS5 table."""
        column, _ = self.process_lhs(compiler, connection)
        return IN_FTS5.format(table=column.rpartition(".")[0]), [_fts5(self.rhs)]

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[str]]:
        """SQL in the very words of the GIN index, or PostgreSQL would not use it."""
        column, _ = self.process_lhs(compiler, connection)
        return IN_GIN.format(column=column), [_tsquery(self.rhs)]


@models.CharField.register_lookup
@models.TextField.register_lookup
class Among(Lookup):
    """True where the text is one of many: `field__among=[…]`, sent as one value, not thousands."""

    lookup_name = "among"
    prepare_rhs = False

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[str]]:
        """SQL by way of a JSON array."""
        column, _ = self.process_lhs(compiler, connection)
        return IN_JSON.format(column=column), [json.dumps(self.rhs)]

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[list[str]]]:
        """SQL by way of an array."""
        column, _ = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", [self.rhs]


def _fts5(wanted: list[str]) -> str:
    return " AND ".join(
        f'"{word[:-1]}" *' if word.endswith("*") else f'"{word}"' for word in wanted
    )


def _tsquery(wanted: list[str]) -> str:
    return " & ".join(f"'{word[:-1]}':*" if word.endswith("*") else f"'{word}'" for word in wanted)
