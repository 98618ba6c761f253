"""Columns of a snapshot that find and count fast: one value a record, points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from evidence.search.snapshot.found import FEW, At, Found, Mask, Numbers, packed
from evidence.search.snapshot.marks import Marks
from evidence.search.snapshot.splice import Splice, places_in

FEW_VALUES = 32  # of a column: each is kept as bits

CELL = 5_000_000  # microdegrees
POLE = 90_000_000
COLUMNS, ROWS = 72, 37  # the north pole has a row of its own


class Codes:
    """One value for each record, as the position of the value in `ids`."""

    place: int | None = None  # where it stands in rows of columns side by side

    def __init__(self, values: Numbers) -> None:
        ids, codes = numpy.unique(values, return_inverse=True)
        self.ids = ids.astype(numpy.int64)
        self.codes = codes.astype(shortest(len(ids)))

    def edited(self, splice: Splice, values: Numbers) -> Codes:
        """The same after a change of some records: those that come have these values."""
        left = self.totals - numpy.bincount(self.codes[splice.out], minlength=len(self.ids))
        here = left > 0
        made = Codes.__new__(Codes)
        made.ids = numpy.unique(numpy.concatenate([self.ids[here], values])).astype(numpy.int64)
        # By what it was, the position of each value now; any for a value that nobody has.
        now = numpy.searchsorted(made.ids, self.ids).clip(0, max(len(made.ids) - 1, 0))
        come = numpy.searchsorted(made.ids, values)
        codes = self.codes
        if not numpy.array_equal(now, numpy.arange(len(made.ids))):
            codes = now.astype(shortest(len(made.ids)))[codes]
        elif splice.in_place and same((self.ids, codes[splice.out]), (made.ids, come)):
            return self
        made.codes = splice.of(codes, come)
        made.totals = numpy.bincount(come, minlength=len(made.ids))
        made.totals[now[here]] += left[here]
        return made

    @cached_property
    def totals(self) -> Numbers:
        """How many of all records have each value."""
        return numpy.bincount(self.codes, minlength=len(self.ids))

    @cached_property
    def bits(self) -> NDArray[numpy.uint64]:
        """For each value, where these are few, the bits of the records that have it."""
        few = range(len(self.ids) if len(self.ids) <= FEW_VALUES else 0)
        return bit_rows([self.codes == code for code in few], len(self.codes))

    def count(self, found: Found) -> Numbers:
        """How many of the records found have each value, in the order of `ids`."""
        if found.everything:
            return self.totals
        if found.most:
            return self.totals - self.count(found.others)
        if len(self.bits) and not found.few:
            return counted(self.bits, found)
        return numpy.bincount(self._of(found), minlength=len(self.ids))

    def _of(self, found: Found) -> Numbers:
        """The codes of the records found."""
        if found.few and found.abreast is not None and self.place is not None:
            codes: Numbers = found.rows[:, self.place]
            return codes
        return self.codes.take(found.places)

    def any_of(self, ids: Iterable[int]) -> Callable[[At], Mask]:
        """The condition that the value is one of these."""
        wanted = numpy.isin(self.ids, list(ids))
        return lambda at: wanted[self.codes[at]]

    def at_least(self, value: int) -> Callable[[At], Mask]:
        """The condition that the value is this or a greater one."""
        least = int(numpy.searchsorted(self.ids, value))  # Python's, lest columns grow to 64 bits
        return lambda at: self.codes[at] >= least

    def at_most(self, value: int) -> Callable[[At], Mask]:
        """The condition that the value is this or a smaller one."""
        beyond = int(numpy.searchsorted(self.ids, value, side="right"))
        return lambda at: self.codes[at] < beyond


def same(some: Sequence[Numbers], others: Sequence[Numbers]) -> bool:
    """Whether arrays are equal one by one."""
    return all(map(numpy.array_equal, some, others))


def shortest(count: int) -> numpy.dtype[Any]:
    """The type that holds the positions of so many values."""
    return numpy.min_scalar_type(max(count - 1, 0))


def bit_rows(masks: Sequence[Mask], size: int) -> NDArray[numpy.uint64]:
    """A row of bits for each of some masks of so many records."""
    rows = [packed(mask) for mask in masks]
    return numpy.array(rows, dtype=numpy.uint64).reshape(len(rows), -(-size // 64))


def counted(rows: NDArray[numpy.uint64], found: Found) -> Numbers:
    """How many of the records found are in each row of bits."""
    counts: Numbers = numpy.bitwise_count(rows & found.bits).sum(axis=1, dtype=numpy.int64)
    return counts


class Span(NamedTuple):
    """A part of the map in microdegrees, borders included, with west at most east."""

    south: int
    west: int
    north: int
    east: int


Holds = Callable[[Numbers, Numbers], Mask]


class Points:
    """Where records are: points in microdegrees, ordered by the 5-degree square they lie in."""

    def __init__(self, owners: Numbers, latitudes: Numbers, longitudes: Numbers) -> None:
        cells = _row(latitudes) * COLUMNS + _column(longitudes)
        order = numpy.lexsort((longitudes, latitudes, owners, cells))
        self.owners: Numbers = owners[order].astype(numpy.int32)
        self.latitudes = latitudes[order].astype(numpy.int32)
        self.longitudes = longitudes[order].astype(numpy.int32)
        self.starts = starts_of(cells, COLUMNS * ROWS)

    def edited(
        self, splice: Splice, rows: Numbers, latitudes: Numbers, longitudes: Numbers
    ) -> Points:
        """The same after a change of some records.

        Those that come have these points now; `rows` are 0 for the first that comes.
        """
        cells = _row(latitudes) * COLUMNS + _column(longitudes)
        order = numpy.lexsort((longitudes, latitudes, rows, cells))
        rows, cells = rows[order], cells[order]
        come = splice.where[rows], latitudes[order], longitudes[order]
        out = numpy.flatnonzero(splice.gone[self.owners])
        was = self.owners[out], self.latitudes[out], self.longitudes[out]
        if splice.in_place and same(was, come):
            return self
        into = places_in(self.owners, self.starts, cells, splice.into[rows])
        points = Splice(len(self.owners), out, into)
        made = Points.__new__(Points)
        made.owners = points.of(splice.moved(self.owners), come[0])
        made.latitudes = points.of(self.latitudes, come[1])
        made.longitudes = points.of(self.longitudes, come[2])
        gone = numpy.searchsorted(self.starts, out, side="right") - 1
        counts = numpy.bincount(cells, minlength=COLUMNS * ROWS) + numpy.diff(self.starts)
        counts -= numpy.bincount(gone, minlength=COLUMNS * ROWS)
        made.starts = ends_of(counts)
        if "marks" in vars(self):
            made.marks = self.marks.edited(splice, rows, come[1], come[2])
        return made

    @cached_property
    def marks(self) -> Marks:
        """The same points for a map."""
        return Marks(self.owners, self.latitudes, self.longitudes)

    @cached_property
    def held(self) -> Numbers:
        """How many points each record has, as far as the last that has any."""
        counts = numpy.bincount(self.owners)
        return counts.astype(numpy.min_scalar_type(counts.max(initial=0)))

    def near(self, parts: Sequence[Span]) -> int:
        """How many points there are at most in some parts of the map: those of their squares."""
        counts = 0
        for part in parts:
            columns = range(int(_column(part.west)), int(_column(part.east)) + 1)
            for row in range(int(_row(part.south)), int(_row(part.north)) + 1):
                some = self._squares(row, columns)
                counts += int(some.stop - some.start)
        return counts

    def beyond(self, parts: Sequence[Span], size: int) -> Mask:
        """For each of so many records, whether it has a point in none of some parts of the map.

        No point is in two of them.
        """
        owners = numpy.concatenate([self.owners[:0], *(o for p in parts for o in self.within(p))])
        mask = numpy.zeros(size, dtype=bool)
        here = mask[: len(self.held)]
        if len(owners) * FEW < size:
            numpy.not_equal(self.held, 0, out=here)
            some, counts = numpy.unique(owners, return_counts=True)
            here[some[counts == self.held[some]]] = False
        else:
            counts = numpy.bincount(owners, minlength=len(self.held))
            numpy.greater(self.held, counts, out=here)
        return mask

    def within(self, span: Span, holds: Holds | None = None) -> list[Numbers]:
        """The owners of the points in a span, in several lists.

        Where `holds` is given, only those for whose latitudes and longitudes it is true.
        """
        west, east = int(_column(span.west)), int(_column(span.east))
        found: list[Numbers] = []
        for row in range(int(_row(span.south)), int(_row(span.north)) + 1):
            inner = range(west + 1, east)
            if holds is not None or not span.south <= row * CELL - POLE <= span.north - CELL:
                inner = range(0)
            if not inner:
                found.append(self._tested(row, range(west, east + 1), span, holds))
                continue
            found.append(self.owners[self._squares(row, inner)])
            found += [self._tested(row, range(at, at + 1), span, holds) for at in (west, east)]
        return found

    def _squares(self, row: int, columns: range) -> slice:
        """The points in some squares that lie side by side."""
        first, last = row * COLUMNS + columns[0], row * COLUMNS + columns[-1]
        return slice(self.starts[first], self.starts[last + 1])

    def _tested(self, row: int, columns: range, span: Span, holds: Holds | None) -> Numbers:
        """The owners of those points in some squares that lie in the span."""
        some = self._squares(row, columns)
        latitudes, longitudes = self.latitudes[some], self.longitudes[some]
        inside = (latitudes >= span.south) & (latitudes <= span.north)
        inside &= (longitudes >= span.west) & (longitudes <= span.east)
        if holds is not None:
            inside[inside] = holds(latitudes[inside], longitudes[inside])
        return self.owners[some][inside]


def starts_of(groups: Numbers, count: int) -> Numbers:
    """Where each group begins when they stand in order; one more for the end of the last."""
    return ends_of(numpy.bincount(groups, minlength=count))


def ends_of(counts: Numbers) -> Numbers:
    """Where each group of so many ends; one more before, for the begin of the first."""
    return numpy.append(0, numpy.cumsum(counts))


def _row(latitude: Any) -> Any:
    return (latitude + POLE) // CELL


def _column(longitude: Any) -> Any:
    return numpy.minimum((longitude + 180_000_000) // CELL, COLUMNS - 1)
