"""The columns of a table: what a row is in JSON, and what JSON is as a row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evidence.archive.references import Reference, References
from evidence.archive.tables import Table
from evidence.archive.values import Encode, encoder

Row = dict[str, Any]


@dataclass(frozen=True)
class Column:
    """A field of the model: a value, or a reference to one row."""

    field: Any
    encode: Encode | None = None
    reference: Reference | None = None

    @property
    def name(self) -> str:
        """What the column is called in the archive."""
        return str(self.field.name)

    @property
    def paths(self) -> tuple[str, ...]:
        """What is to be read from the database."""
        if self.reference is None:
            return (self.field.attname,)
        return tuple(f"{self.name}__{path}" for path in self.reference.paths)

    def written(self, values: Sequence[Any]) -> Any:
        """JSON for what was read."""
        if values[0] is None:
            return None
        if self.reference is not None:
            return self.reference.written(values)
        return self.encode(values[0]) if self.encode else values[0]


@dataclass(frozen=True)
class Several:
    """A field of the model that leads to any number of rows."""

    field: Any
    reference: Reference

    @property
    def name(self) -> str:
        """What the column is called in the archive."""
        return str(self.field.name)

    def written(self, pks: Sequence[int]) -> dict[int, list[Any]]:
        """JSON for some rows' references, by their primary keys, in order."""
        through = self.field.remote_field.through
        here, there = self.field.m2m_field_name(), self.field.m2m_reverse_field_name()
        paths = [f"{there}__{path}" for path in self.reference.paths]
        rows = through._base_manager.filter(**{f"{here}__in": pks})
        found: dict[int, list[Any]] = defaultdict(list)
        for pk, *values in rows.values_list(f"{here}__pk", *paths):
            found[pk].append(self.reference.written(values))
        return {pk: sorted(each) for pk, each in found.items()}


@dataclass(frozen=True)
class Columns:
    """All columns of a table."""

    table: Table
    one: tuple[Column, ...]
    several: tuple[Several, ...]

    @property
    def names(self) -> set[str]:
        """What a line may say."""
        return {column.name for column in self.one} | {each.name for each in self.several}

    def rows(self, pks: Sequence[Any]) -> Iterator[Row]:
        """Some rows as JSON, in the order of their primary keys, by one query and one for each
        field that leads to several.
        """
        lists = {each.name: each.written(pks) for each in self.several}
        paths = [path for column in self.one for path in column.paths]
        found = self.table.rows.filter(pk__in=pks).order_by("pk").values_list("pk", *paths)
        for pk, *values in found:
            row: Row = {name: each.get(pk, []) for name, each in lists.items()}
            start = 0
            for column in self.one:
                end = start + len(column.paths)
                row[column.name] = column.written(values[start:end])
                start = end
            yield row


def columns_of(table: Table, references: References) -> Columns:
    """The columns of a table. Raises TypeError for a field that an archive cannot hold."""
    meta = table.model._meta
    one = tuple(
        _column(field, references)
        for field in meta.concrete_fields
        if field.name not in table.without and not getattr(field, "generated", False)
    )
    several = tuple(
        Several(field, references.to(field.remote_field.model))
        for field in _lists(table)
        if field.name not in table.without and field.remote_field.through._meta.auto_created
    )
    return Columns(table, one, several)


def _lists(table: Table) -> Sequence[Any]:
    return table.model._meta.local_many_to_many


def _column(field: Any, references: References) -> Column:
    if field.is_relation:
        target = field.remote_field.model
        return Column(field, reference=references.to(target))
    return Column(field, encode=encoder(field))
