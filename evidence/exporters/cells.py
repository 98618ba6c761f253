"""Cells of a CSV row as text (RFC 4180).

Python's csv module looks at each character of a row, which is a third of the time of an export;
here cells are looked through by `in`, and what rows share is written once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from config.csv_cells import FIRST, guard
from evidence.exporters.table_columns import DOUBLED, LINE, SEPARATOR

BREAK = "\r\n"


def cells(values: Iterable[Any]) -> str:
    """One cell for each value, with commas between them; what is not known is empty."""
    return ",".join([_cell(_text(value)) for value in values])


def joined(rows: Iterable[tuple[Any, ...]]) -> dict[int, str]:
    """Rows that begin with a record's id as cells by record, several values in their order."""
    gathered: dict[int, list[list[str]]] = {}
    for pk, *values in rows:
        texts = [_doubled(_text(value)) for value in values]
        if pk in gathered:
            gathered[pk].append(texts)
        else:
            gathered[pk] = [texts]
    return {pk: ",".join(map(_cell, _columns(found))) for pk, found in gathered.items()}


def several(texts: Iterable[str]) -> str:
    """Texts as they stand in one cell, in their order; `values_of` reads them."""
    return SEPARATOR.join(map(_doubled, texts))


def values_of(cell: str) -> list[str]:
    """The values that `several` joined; also where blanks around the cell were trimmed.

    Vertical lines within values are doubled, so that none of them stands alone between blanks.
    """
    if LINE not in cell:
        return [cell]
    if cell.endswith(" |") or cell == LINE:
        cell += " "
    if cell.startswith("| "):
        cell = f" {cell}"
    return [part.replace(DOUBLED, LINE) for part in cell.split(SEPARATOR)]


def _columns(rows: list[list[str]]) -> Iterable[str]:
    return rows[0] if len(rows) == 1 else map(SEPARATOR.join, zip(*rows, strict=True))


def _text(value: Any) -> str:
    if value.__class__ is str:
        return value
    return "" if value is None else str(value)


def _cell(text: str) -> str:
    if text and text[0] in FIRST:
        text = guard(text)
    if "," in text or '"' in text or "\n" in text or "\r" in text:
        return '"' + text.replace('"', '""') + '"'
    return text


def _doubled(text: str) -> str:
    return text.replace(LINE, DOUBLED) if LINE in text else text
