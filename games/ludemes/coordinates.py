"""Coordinates such as `B4`, and those between two of them."""

from __future__ import annotations

import re

LABEL = re.compile(r"([A-Za-z]+)(\d+)")
LETTERS = 26


def labels_between(first: str, last: str) -> list[str]:
    """The coordinates from one to another: `"B4".."B6"` are B4, B5, B6; `"B1".."D1"` B1, C1, D1."""
    (column, row), (end_column, end_row) = _label(first), _label(last)
    columns, rows = _between(column, end_column), _between(row, end_row)
    return [f"{_letters(c)}{r}" for c in columns for r in rows]


def _label(text: str) -> tuple[int, int]:
    """Column and row: A is column 1, Z 26, AA 27."""
    letters, row = LABEL.fullmatch(text).groups()  # type: ignore[union-attr]
    column = 0
    for letter in letters.upper():
        column = column * LETTERS + ord(letter) - ord("A") + 1
    return column, int(row)


def _letters(column: int) -> str:
    found = ""
    while column:
        column, letter = divmod(column - 1, LETTERS)
        found = chr(ord("A") + letter) + found
    return found


def _between(first: int, last: int) -> range:
    step = 1 if last >= first else -1
    return range(first, last + step, step)
