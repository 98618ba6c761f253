"""A folder of tables that a CSVW metadata file describes, as CLDF datasets are; read with csvw.

Every refusal names file and line. Only files of the folder itself are read.
"""

from __future__ import annotations

import csv
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from config.csv_cells import unguard_row
from evidence.sources.bibliography.carried import OWN

if TYPE_CHECKING:
    from csvw.metadata import Column
    from csvw.metadata import Table as Description

MISSING = ("", "NA")


class DatasetError(ValueError):
    """What is wrong in a dataset; the message names file and line, and what would be right."""


@dataclass(frozen=True)
class Row:
    """A row: its values by column, lists where a separator is described, None where missing."""

    path: Path
    line: int
    values: dict[str, Any]

    def fail(self, column: str, message: str) -> NoReturn:
        """Raise DatasetError for one cell."""
        raise DatasetError(f"{self.path}, line {self.line}, column {column}: {message}")

    def text(self, column: str) -> str:
        """The cell as text; empty where it is missing or there is no such column."""
        value = self.values.get(column)
        if isinstance(value, list):
            return "; ".join(value)
        return "" if value is None else str(value)

    def texts(self, column: str) -> list[str]:
        """The items of the cell."""
        value = self.values.get(column)
        return value if isinstance(value, list) else [self.text(column)] if value else []

    def flag(self, column: str) -> bool:
        """Whether the cell says yes."""
        return self.values.get(column) is True or self.text(column) == "1"

    def number(self, column: str) -> Decimal | None:
        """The number in the cell, None where it is missing. Raises DatasetError."""
        value = self.values.get(column)
        if value is not None and not isinstance(value, Decimal | int | float):
            self.fail(column, f"“{value}” is no number")
        return None if value is None else Decimal(value)


@dataclass(frozen=True)
class Table:
    """A table, its columns by the last word of their property, and where it points."""

    path: Path
    rows: list[Row]
    role: str
    by_property: dict[str, str]
    points_to: dict[str, str]
    columns: tuple[str, ...]

    def column(self, *properties: str) -> str:
        """The column with one of these properties. Raises DatasetError where there is none."""
        found = next(
            (self.by_property[name] for name in properties if name in self.by_property), ""
        )
        if not found:
            wanted = " or ".join(properties)
            raise DatasetError(f"{self.path}: no column is described as {wanted}")
        return found

    def by_id(self) -> dict[str, Row]:
        """The rows by their id. Raises DatasetError for an id that is missing or stands twice."""
        key = self.column("id")
        found: dict[str, Row] = {}
        for row in self.rows:
            if not row.text(key):
                row.fail(key, "the id is missing")
            if row.text(key) in found:
                row.fail(key, f"“{row.text(key)}” is also in line {found[row.text(key)].line}")
            found[row.text(key)] = row
        return found


@dataclass
class Dataset:
    """The tables by file name, what the metadata say of the whole, and what was odd in it.

    Those that this project has written are read to the letter: blanks at the ends of a text and
    the word NA are what somebody wrote.
    """

    folder: Path
    about: dict[str, Any]
    tables: dict[str, Table] = field(default_factory=dict)
    undescribed: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    not_numbers: list[str] = field(default_factory=list)

    @property
    def is_own(self) -> bool:
        """Whether this project has written it."""
        return self.about.get("rdf:ID") == OWN


def read_dataset(folder: Path) -> Dataset:
    """All tables of a folder. Raises DatasetError."""
    from csvw import TableGroup  # noqa: PLC0415 - 16 MB that few processes need

    path = _metadata(folder)
    described = _json(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what it warns of is looked at below
            group = TableGroup.from_file(path, data=described)
            dataset = Dataset(folder, dict(group.common_props))
            for table in group.tables:
                name = str(table.url)
                dataset.tables[name] = _table(folder / name, table, dataset)
    except (ValueError, KeyError, TypeError, AttributeError, csv.Error) as error:
        if isinstance(error, DatasetError):
            raise
        raise DatasetError(f"{path}: cannot be followed ({error}): is it CSVW?") from error
    return dataset


def _metadata(folder: Path) -> Path:
    found = sorted(folder.glob("*metadata.json"))
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        raise DatasetError(f"{folder}: one file *metadata.json is needed, there is {names}")
    return found[0]


def _json(path: Path) -> dict[str, Any]:
    try:
        described: dict[str, Any] = json.loads(path.read_text(encoding="utf-8-sig"))
        written = json.dumps(described, ensure_ascii=False)
        written.encode()  # fails for halves of characters
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}: cannot be read as JSON ({error})") from error
    if "\\u0000" in written:
        raise DatasetError(f"{path}: holds a NUL character: take it out")
    tables = described.get("tables") if isinstance(described, dict) else None
    if not isinstance(tables, list) or not tables:
        raise DatasetError(f"{path}: describes no tables: a list “tables” is needed")
    for table in tables:
        _check_table(path, table)
    return described


def _check_table(path: Path, table: Any) -> None:
    """Nothing is fetched: tables are files of the folder, and their columns stand here."""
    name = table.get("url") if isinstance(table, dict) else None
    if not isinstance(name, str) or Path(name).name != name or name in ("", ".", ".."):
        raise DatasetError(f"{path}: url {name!r} is no name of a file in this folder")
    if not (path.parent / name).is_file():
        raise DatasetError(f"{path}: there is no file {name} beside it")
    for key in ("tableSchema", "dialect"):
        if not isinstance(table.get(key, {}), dict):
            raise DatasetError(f"{path}: {key} of {name} must stand here, not elsewhere")
    if not table.get("tableSchema"):
        raise DatasetError(f"{path}: the columns of {name} are not described")


def _table(path: Path, described: Description, dataset: Dataset) -> Table:
    # csvw reads the cells; its own rows, where not strict, take columns by position, not by name.
    columns = {column.header: column for column in described.tableSchema.columns}
    header, *lines = _lines(path)
    rows = []
    for line, texts in lines:
        row = Row(path, line, dict(zip(header[1], texts, strict=True)))
        for name in header[1]:
            row.values[name] = _value(row, name, columns.get(name), dataset)
        rows.append(row)
    dataset.undescribed += [f"{path.name} {name}" for name in header[1] if name not in columns]
    dataset.absent += [f"{path.name} {name}" for name in columns if name not in header[1]]
    properties = {
        _last_word(column.propertyUrl.uri): name
        for name, column in columns.items()
        if column.propertyUrl and name in header[1]
    }
    keys = [key for key in described.tableSchema.foreignKeys if len(key.columnReference) == 1]
    points_to = {str(key.reference.resource): key.columnReference[0] for key in keys}
    role = _last_word(str(described.common_props.get("dc:conformsTo", "")))
    return Table(path, rows, role, properties, points_to, tuple(header[1]))


def _last_word(address: str) -> str:
    return address.replace("#", "/").rpartition("/")[2]


def _value(row: Row, name: str, column: Column | None, dataset: Dataset) -> Any:
    """The cell as it is described; NA where a number is described is noted as missing."""
    text: str = row.values[name]
    try:
        value = text if column is None else column.read(text)
    except ValueError:
        if text.strip() not in MISSING:
            base = column.datatype.base if column and column.datatype else "list"
            row.fail(name, f"“{text[:40]}” is no {base} as the metadata describe it")
        dataset.not_numbers.append(f"{row.path.name} {name} line {row.line}")
        return None
    if dataset.is_own:
        return None if value == "" else value
    if isinstance(value, list):
        return [item.strip() for item in value if item.strip() not in MISSING]
    if isinstance(value, str):
        return None if value.strip() in MISSING else value.strip()
    return value


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The header and the rows, each with the line it ends on, all of the same width."""
    width = 0
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file, strict=True)
            for row in filter(None, reader):
                width = width or _width(path, row)
                if any("\0" in cell for cell in row):
                    said = "holds a NUL character: take it out"
                    raise DatasetError(f"{path}, line {reader.line_num}: {said}")
                if len(row) != width:
                    said = f"{len(row)} cells, the header has {width}: is a quote missing?"
                    raise DatasetError(f"{path}, line {reader.line_num}: {said}")
                yield reader.line_num, unguard_row(row)
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path}: byte {error.start} is not UTF-8") from error
    except csv.Error as error:
        raise DatasetError(f"{path}, line {reader.line_num}: {error}") from error
    if not width:
        raise DatasetError(f"{path}, line 1: the file is empty, a header is needed")


def _width(path: Path, header: list[str]) -> int:
    twice = [name for name in header if header.count(name) > 1]
    if twice:
        raise DatasetError(f"{path}, line 1: the column {twice[0]} stands twice")
    return len(header)
