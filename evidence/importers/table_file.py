"""A CSV file in parts that can be read alone, each a thousand rows or so, and what its columns are.

A mapping is a JSON file that says which columns of a foreign table are which of ours:

    {"delimiter": ";",
     "columns": {"identifier": "ID", "game_name": "Game", "type": {"value": "artifact"},
                 "place_name": {"column": "Towns", "separator": ";"},
                 "genders": {"column": "Sex", "words": {"m": "Male", "f": "Female"}}}}
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from config.csv_cells import unguard_row
from evidence.exporters.table_columns import SEPARATOR

LONGEST_CELL = 4_000_000  # characters
BOM = b"\xef\xbb\xbf"
MAPPING_KEYS = {"delimiter", "columns"}
COLUMN_KEYS = {"column", "value", "separator", "words"}

csv.field_size_limit(LONGEST_CELL)


class TableError(ValueError):
    """Why a table is not imported, by line and column, and what would be right."""


class Fault(NamedTuple):
    """What is wrong with one row; `column` is named as in the file, empty for the whole row."""

    line: int
    column: str
    said: str

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}: {self.said}"


class Part(NamedTuple):
    """Some rows of a file: where their bytes are, and the line that they begin on."""

    start: int
    end: int
    line: int
    rows: int


@dataclass(frozen=True)
class Origin:
    """Where the values of one of our columns come from: a column of the file, or one value."""

    name: str
    index: int | None
    value: str = ""
    separator: str = SEPARATOR
    words: dict[str, str] = field(default_factory=dict)


Mapping = dict[str, Origin]


def read_mapping(path: Path) -> tuple[str, dict[str, dict[str, Any]]]:
    """The delimiter, and for each of our columns what is said of it. Raises TableError."""
    try:
        said = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise TableError(f"{path.name}: not a JSON file ({error})") from error
    if not isinstance(said, dict) or not isinstance(said.get("columns"), dict):
        raise TableError(f'{path.name}: an object with "columns" is needed')
    delimiter = said.get("delimiter", ",")
    if not isinstance(delimiter, str) or len(delimiter) != 1:
        raise TableError(f"{path.name}, delimiter: one character is needed, such as ;")
    _known(path, "", said, MAPPING_KEYS)
    columns = {}
    for name, column in said["columns"].items():
        columns[name] = {"column": column} if isinstance(column, str) else column
        _check_column(path, name, columns[name])
    return delimiter, columns


def _check_column(path: Path, name: str, said: Any) -> None:
    if not isinstance(said, dict) or ("column" in said) == ("value" in said):
        raise TableError(
            f"{path.name}, {name}: write the name of a column, or an object with either "
            '"column" or "value"'
        )
    _known(path, name, said, COLUMN_KEYS)
    words = said.get("words", {})
    texts = [said.get(key, "") for key in ("column", "value", "separator")]
    texts += [*words, *words.values()] if isinstance(words, dict) else [words]
    if not all(isinstance(text, str) for text in texts) or said.get("separator") == "":
        raise TableError(f"{path.name}, {name}: texts are needed, and a separator is not empty")


def _known(path: Path, name: str, said: dict[str, Any], keys: set[str]) -> None:
    strange = sorted(set(said) - keys)
    if strange:
        where = f"{path.name}, {name}" if name else path.name
        raise TableError(f"{where}: {strange[0]} is not known: use {', '.join(sorted(keys))}")


@dataclass(frozen=True)
class Table:
    """A file whose header has been read."""

    path: Path
    delimiter: str
    header: tuple[str, ...]
    first: Part  # the header itself

    def parts(self, rows: int, see: Callable[[list[str]], None]) -> Iterator[Part]:
        """The rows below the header, so many in a part, in the file's order; `see` sees each.

        Raises TableError where the file is not CSV in UTF-8, at its line.
        """
        with self.path.open("rb") as file:
            file.seek(self.first.end)
            lines = _Lines(file, self.first.end, self.first.rows + 1)
            reader = csv.reader(lines, delimiter=self.delimiter, strict=True)
            start, line, number = lines.offset, lines.line, 0
            while (row := _read(reader, lines)) is not None:
                see(row)
                number += 1
                if number == rows:
                    yield Part(start, lines.offset, line, number)
                    start, line, number = lines.offset, lines.line, 0
            if number:
                yield Part(start, lines.offset, line, number)

    def rows(self, part: Part) -> Iterator[tuple[int, list[str]]]:
        """The rows of a part with the lines they begin on; blank lines are no rows."""
        with self.path.open("rb") as file:
            file.seek(part.start)
            text = file.read(part.end - part.start).decode()
        reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=self.delimiter, strict=True)
        line = part.line
        for row in reader:
            if row:
                yield line, unguard_row(row)
            line = part.line + reader.line_num


def open_table(path: Path, delimiter: str) -> Table:
    """Read the header. Raises TableError."""
    try:
        with path.open("rb") as file:
            begin = len(BOM) if file.read(len(BOM)) == BOM else 0
            file.seek(begin)
            lines = _Lines(file, begin, 1)
            header = _read(csv.reader(lines, delimiter=delimiter, strict=True), lines)
    except OSError as error:
        raise TableError(f"{path}: {error.strerror}") from error
    if not header:
        raise TableError("line 1: a header is needed, with the names of the columns")
    twice = sorted({name for name in header if name and header.count(name) > 1})
    if twice:
        raise TableError(f"line 1: the column {twice[0]} is there twice: rename one of them")
    first = Part(begin, lines.offset, 1, lines.line - 1)
    return Table(path, delimiter, tuple(header), first)


class _Lines:
    """The lines of a file as text, counting bytes and lines as they are read."""

    def __init__(self, file: io.BufferedReader, offset: int, line: int) -> None:
        self.file, self.offset, self.line = file, offset, line

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        raw = self.file.readline()
        if not raw:
            raise StopIteration
        self.offset += len(raw)
        self.line += 1
        if b"\0" in raw:
            raise TableError(f"line {self.line - 1}: there is a NUL character: remove it")
        try:
            return raw.decode()
        except UnicodeDecodeError as error:
            raise TableError(
                f"line {self.line - 1}: byte {error.start + 1} is not UTF-8: save the file as UTF-8"
            ) from error


def _read(reader: Any, lines: _Lines) -> list[str] | None:
    first = lines.line
    try:
        row: list[str] | None = next(reader, None)
    except csv.Error as error:
        raise TableError(
            f"line {first}: not CSV ({error}): a cell with quotation marks, delimiters or line "
            "breaks stands between quotation marks, and those within it are doubled"
        ) from error
    return None if row is None else unguard_row(row)
