"""Lines of one file as rows of its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection
from django.db.models import NOT_PROVIDED

from evidence.archive.columns import Column, Row, Several, columns_of
from evidence.archive.faults import LineError
from evidence.archive.references import Key, Reference, References
from evidence.archive.tables import Table
from evidence.archive.values import decode
from evidence.bulk import insert

Lines = Sequence[tuple[int, Row]]


class Restored:
    """One table of an archive on its way into the database.

    References to rows of the same table that may come later (`own`) are stored when all its rows
    are there, by `link`.
    """

    def __init__(self, table: Table, references: References) -> None:
        self.table, self.references = table, references
        self.columns = columns_of(table, references)
        meta: Any = table.model._meta
        self.pk: str = meta.pk.column
        self.own = [each for each in self.columns.one if _leads_home(each, table)]
        self.private = [meta.get_field(name) for name in table.without]

    def forget(self) -> None:
        """Keep nothing in mind of what was stored: it may have been undone."""
        self.references.forget()

    def store(self, lines: Lines) -> None:
        """Write these rows. Raises LineError, and whatever the database raises."""
        for number, row in lines:
            self._check_names(number, row)
        values = [list(self._values(column, lines)) for column in self.columns.one]
        filled = [field for field in self.private if field.concrete and not field.many_to_many]
        names: list[str] = [column.field.column for column in self.columns.one]
        names += [field.column for field in filled]
        rows = [
            [*row, *(_prepared(field, field.get_default()) for field in filled)]
            for row in zip(*values, strict=True)
        ]
        insert(self.table.model, names, rows)
        key = names.index(self.pk)
        for several in self.columns.several:
            self._store_several(several, lines, [row[key] for row in rows])

    def link(self, lines: Lines) -> None:
        """Write the references of these rows to others of the table."""
        for column in self.own:
            found = list(self._found(column, lines))
            for (_, row), pk in zip(lines, found, strict=True):
                if row.get(column.name) is not None:
                    at = self.table.rows.filter(pk=row[self.table.pk])
                    at.update(**{column.field.attname: pk})

    def _check_names(self, number: int, row: Row) -> None:
        unknown = sorted(row.keys() - self.columns.names)
        if unknown:
            raise LineError(
                self.table.file, number, f"nothing here is called “{unknown[0]}”: use the release"
                " that wrote the archive, or a later one"
            )  # fmt: skip

    def _values(self, column: Column, lines: Lines) -> Iterator[Any]:
        """The values of a column, as the database takes them."""
        if column in self.own:
            found: Iterator[Any] = iter([None] * len(lines))
        elif column.reference is not None:
            found = self._found(column, lines)
        else:
            found = self._decoded(column, lines)
        return (_prepared(column.field, value) for value in found)

    def _decoded(self, column: Column, lines: Lines) -> Iterator[Any]:
        encode = column.encode
        assert encode is not None  # what is no reference has one
        for number, row in lines:
            if column.name not in row:
                yield self._left_out(column, number)
                continue
            try:
                yield decode(column.field, encode, row[column.name])
            except ValueError as error:
                raise LineError(self.table.file, number, str(error)) from error

    def _left_out(self, column: Column, number: int) -> Any:
        """What an older release could not know."""
        field = column.field
        if field.default is NOT_PROVIDED and not field.null and not field.blank:
            raise LineError(self.table.file, number, f"“{column.name}” is missing")
        return field.get_default()

    def _found(self, column: Column, lines: Lines) -> Iterator[Any]:
        """The primary keys that a column refers to."""
        assert column.reference is not None
        said = [row.get(column.name) for _, row in lines]
        keys = [
            None if each is None else self._key(column.reference, column.name, number, each)
            for (number, _), each in zip(lines, said, strict=True)
        ]
        ids = column.reference.ids(key for key in keys if key is not None)
        for (number, _), key in zip(lines, keys, strict=True):
            if key is None and not column.field.null:
                raise LineError(self.table.file, number, f"“{column.name}” is missing")
            if key is not None and key not in ids:
                raise self._nowhere(number, column.name, key)
            yield None if key is None else ids[key]

    def _store_several(self, several: Several, lines: Lines, pks: list[Any]) -> None:
        pairs: list[tuple[Any, int, Key]] = []
        for pk, (number, row) in zip(pks, lines, strict=True):
            said = row.get(several.name, [])
            if not isinstance(said, list):
                raise LineError(self.table.file, number, f"“{several.name}” is not a list")
            pairs += [
                (pk, number, self._key(several.reference, several.name, number, each))
                for each in said
            ]
        ids = several.reference.ids(key for _, _, key in pairs)
        for _, number, key in pairs:
            if key not in ids:
                raise self._nowhere(number, several.name, key)
        field = several.field
        names = (field.m2m_column_name(), field.m2m_reverse_name())
        through = field.remote_field.through
        insert(through, names, [(pk, ids[key]) for pk, _, key in pairs])

    def _key(self, reference: Reference, name: str, number: int, value: Any) -> Key:
        try:
            return reference.key(value)
        except ValueError as error:
            raise LineError(self.table.file, number, f"“{name}”: {error}") from error

    def _nowhere(self, number: int, name: str, key: Key) -> LineError:
        said = ", ".join(map(str, key))
        return LineError(self.table.file, number, f"“{name}” names {said}, which is not there")


def _leads_home(column: Column, table: Table) -> bool:
    field = column.field
    if column.reference is None:
        return False
    return bool(field.remote_field.model is table.model)


def _prepared(field: Any, value: Any) -> Any:
    return field.get_db_prep_save(value, connection)
