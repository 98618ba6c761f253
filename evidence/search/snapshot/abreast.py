"""Columns side by side: what few records have is read in one place for each, not in one a column.

They repeat the columns, so only a snapshot that is a file has them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from evidence.search.snapshot.columns import Codes

MOST = 8  # columns: what is read of a record is 16 bytes
SHORT = numpy.dtype(numpy.uint16)

Abreast = NDArray[numpy.uint16]


def abreast(columns: Sequence[Codes]) -> Abreast:
    """The codes of some columns, a row for each record; those of long ones are left out."""
    rows = numpy.zeros((len(columns[0].codes), MOST), dtype=SHORT)
    for place, column in enumerate(columns):
        if _is_short(column):
            rows[:, place] = column.codes
    return rows


def place(columns: Sequence[Codes]) -> None:
    """Tell columns where they stand in rows that are made of them."""
    for number, column in enumerate(columns):
        column.place = number if _is_short(column) else None


def _is_short(column: Codes) -> bool:
    return column.codes.dtype.itemsize <= SHORT.itemsize
