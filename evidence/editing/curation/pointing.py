"""Rows that point at others by their positions, which move when those come or go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from evidence.history.contents import Content


def named(rows: Iterable[Content], field: str, names: Sequence[Any]) -> list[Content]:
    """The rows with the name of what they point at in the place of its position."""
    known = dict(enumerate(names))
    return [row | {field: known.get(row[field])} if field in row else row for row in rows]


def numbered(rows: Iterable[Content], field: str, names: Sequence[Any]) -> list[Content]:
    """The rows with the position in the place of the name; without, where nothing has it."""
    found = []
    for row in rows:
        rest = {name: value for name, value in row.items() if name != field}
        is_there = field in row and row[field] in names
        found.append(rest | ({field: names.index(row[field])} if is_there else {}))
    return found
