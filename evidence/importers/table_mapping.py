"""Which column of a table is which of ours: by its own name, by what people call it, or as said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evidence.exporters import table_columns as columns
from evidence.importers.table_file import Mapping, Origin, Table, TableError
from evidence.importers.table_names import guessed

# Written by us, not read.
COMPUTED = frozenset({"address", "version", "regions", "licence", "licence_address"})
PLAIN = ("accession_number", "year_from", "year_to")  # read, not written
NAMES = tuple(
    column.name
    for column in (
        *columns.RECORD, *columns.PLACE, *columns.REGIONS, *columns.RULESETS, *columns.TERMS,
        *columns.SOURCES, *columns.QUOTATIONS, *columns.ASSERTIONS, *columns.LAST,
    )
) + PLAIN  # fmt: skip
READ = tuple(name for name in NAMES if name not in COMPUTED)
# Of each one is needed.
NEEDED = ({"identifier", "accession_number"}, {"game", "game_name"})


def origins(table: Table, said: dict[str, dict[str, Any]] | None) -> Mapping:
    """Where each of our columns is in a table: by its name, or as a mapping says.

    Raises TableError for columns that are not known, and where the needed ones are missing.
    """
    if said is None:
        said = {ours: {"column": theirs} for theirs, ours in named_columns(table.header).items()}
    unknown = sorted(set(said) - set(NAMES))
    if unknown:
        raise TableError(f"the mapping names {unknown[0]}, which is not one of {', '.join(READ)}")
    found = {name: _origin(table, column) for name, column in said.items() if name in READ}
    if not {"identifier", "accession_number"} & set(found) or not {"game", "game_name"} & set(
        found
    ):
        raise TableError(
            "line 1: the columns identifier and game_name are needed; in the place of the first "
            "accession_number will do, and for the second game, its slug; --mapping says which "
            "they are under other names"
        )
    return found


def named_columns(header: Sequence[str]) -> dict[str, str]:
    """Our column for each of a table without a mapping. Raises TableError for others."""
    if columns.NUMBER.name in header:
        raise TableError(
            "line 1: this table has a row for each place; export one with a row for each record"
        )
    found = guessed(header, NAMES)
    unknown = [name for name in header if name not in found]
    if unknown:
        raise TableError(
            f"line 1: {', '.join(map(repr, unknown))} are no columns of ours, or there is another "
            "one for the same: remove them, or say by --mapping which columns to read; ours are "
            f"{', '.join(READ)}"
        )
    return found


def _origin(table: Table, said: dict[str, Any]) -> Origin:
    name = said.get("column", "")
    if name and name not in table.header:
        raise TableError(f"line 1: there is no column {name}, which the mapping names")
    return Origin(
        name=name,
        index=table.header.index(name) if name else None,
        value=said.get("value", ""),
        separator=said.get("separator", columns.SEPARATOR),
        words=said.get("words", {}),
    )
