"""Rows of ids, as checks find them: the newest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy
from numpy.typing import NDArray

Rows = NDArray[numpy.int64]


def rows_of(found: Iterable[Sequence[int]], width: int) -> Rows:
    """Rows that a query hands out, the newest first."""
    numbers = numpy.fromiter(chain.from_iterable(found), dtype=numpy.int64)
    return newest_first(numbers.reshape(-1, width))


def newest_first(rows: NDArray[Any]) -> Rows:
    """Once each, in the order of the first column, the greatest id first."""
    numbers = numpy.asarray(rows, dtype=numpy.int64)
    if numbers.shape[1] == 1:
        return numpy.unique(numbers)[::-1].reshape(-1, 1)
    once: Rows = numpy.unique(numbers, axis=0)[::-1]
    return once


def repeated(ids: NDArray[Any], *columns: NDArray[Any]) -> Rows:
    """Pairs of ids with the same values in all columns: each later one, and the first."""
    order = numpy.lexsort((ids, *columns))
    ids = ids[order]
    new = numpy.zeros(len(ids), dtype=bool)
    new[:1] = True
    for column in columns:
        values = column[order]
        new[1:] |= values[1:] != values[:-1]
    first = ids[numpy.flatnonzero(new)[numpy.cumsum(new) - 1]] if len(ids) else ids
    again = first != ids
    return newest_first(numpy.column_stack([ids[again], first[again]]))
