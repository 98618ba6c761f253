"""The files of a corpus folder, read strictly: every error names file, line and key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
NAMES = {str: "text", int: "a whole number", float: "a number", list: "a list", dict: "an object"}


class CorpusError(ValueError):
    """What is wrong in a corpus folder; the message names file, line, key and what is right."""


@dataclass(frozen=True)
class Row:
    """An object of a corpus file, and where it stands."""

    path: Path
    line: int
    data: dict[str, Any]
    within: str = ""

    def fail(self, key: str, message: str) -> NoReturn:
        """Raise CorpusError for one key of this row."""
        place = f"{self.path}, line {self.line}" if self.line else f"{self.path}"
        raise CorpusError(f"{place}, key {self.within}{key}: {message}")

    def only(self, keys: frozenset[str]) -> None:
        """Raise CorpusError if the row has any other key."""
        for key in self.data:
            if key not in keys:
                self.fail(key, f"unknown; the keys are {', '.join(sorted(keys))}")

    def need(self, key: str, kind: type[T]) -> T:
        """The value of a key that must be there. Raises CorpusError if not, or not of this type."""
        if key not in self.data:
            self.fail(key, "missing")
        return self._checked(key, self.data[key], kind)

    def may(self, key: str, kind: type[T], default: T) -> T:
        """The value of a key; `default` if it is missing or null."""
        value = self.data.get(key)
        return default if value is None else self._checked(key, value, kind)

    def maybe(self, key: str, kind: type[T]) -> T | None:
        """The value of a key; None if it is missing or null."""
        value = self.data.get(key)
        return None if value is None else self._checked(key, value, kind)

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty if missing."""
        values: list[Any] = self.may(key, list, [])
        for value in values:
            if not isinstance(value, str) or not value.strip():
                self.fail(key, f"holds {value!r}: a list of words is needed")
        return tuple(values)

    def rows(self, key: str) -> Iterator[Row]:
        """The objects of a list, each knowing where it stands."""
        for number, value in enumerate(self.may(key, list, [])):
            if not isinstance(value, dict):
                self.fail(key, f"holds {value!r}: a list of objects is needed")
            yield Row(self.path, self.line, value, f"{self.within}{key}[{number}].")

    def _checked(self, key: str, value: Any, kind: type[T]) -> T:
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, kind) or isinstance(value, bool):
            self.fail(key, f"is {value!r}: {NAMES[kind]} is needed")
        return value


def read_lines(path: Path) -> Iterator[Row]:
    """The objects of a JSON Lines file. Raises CorpusError."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line.strip():
            yield Row(path, number, _object(path, number, line))


def read_objects(path: Path) -> Iterator[Row]:
    """The objects of a JSON list, one a line, as build_world writes them. Raises CorpusError."""
    text = read_text(path)
    try:
        values = json.loads(text)
    except ValueError as error:
        raise CorpusError(f"{path}: not JSON ({error})") from error
    if not isinstance(values, list):
        raise CorpusError(f"{path}: a list of objects is needed")
    for number, value in enumerate(values, 2):
        if not isinstance(value, dict):
            raise CorpusError(f"{path}, line {number}: {value!r}: an object is needed")
        yield Row(path, number, value)


def read_object(path: Path) -> Row:
    """The one object of a JSON file. Raises CorpusError."""
    return Row(path, 0, _object(path, 0, read_text(path)))


def read_text(path: Path) -> str:
    """The text of a file. Raises CorpusError if it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path}: not UTF-8 at byte {error.start}") from error


def _object(path: Path, number: int, text: str) -> dict[str, Any]:
    place = f"{path}, line {number}" if number else str(path)
    try:
        value = json.loads(text)
    except ValueError as error:
        raise CorpusError(f"{place}: not JSON ({error})") from error
    if not isinstance(value, dict):
        raise CorpusError(f"{place}: an object is needed")
    return value
