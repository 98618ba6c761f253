"""Columns of a snapshot that find and count fast: one value a record, links, points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from evidence.snapshot.found import At, Found, Mask, Numbers, packed, union
from evidence.snapshot.marks import Marks

SPARSE = 64  # fewer than a 64th of all records have their links looked up one by one
FEW_VALUES = 32  # of a column: each is kept as bits
HEAVY = 50  # what a 50th of all records have is kept as bits

CELL = 5_000_000  # microdegrees
COLUMNS, ROWS = 72, 37  # the north pole has a row of its own


class Codes:
    """One value for each record, as the position of the value in `ids`."""

    def __init__(self, values: Numbers) -> None:
        self.ids, codes = numpy.unique(values, return_inverse=True)
        self.codes = codes.astype(numpy.min_scalar_type(max(len(self.ids) - 1, 0)))

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
        return numpy.bincount(self.codes[found.numbers], minlength=len(self.ids))

    def any_of(self, ids: Iterable[int]) -> Callable[[At], Mask]:
        """The condition that the value is one of these."""
        wanted = numpy.isin(self.ids, list(ids))
        return lambda at: wanted[self.codes[at]]


class Links:
    """Any number of things for each record: rulesets, sources, terms, regions."""

    def __init__(self, owners: Numbers, things: Numbers, size: int) -> None:
        """`owners` are numbers of records, `things` the ids that each is linked with."""
        self.size = size
        self.ids, codes = numpy.unique(things, return_inverse=True)
        by_thing = numpy.lexsort((owners, codes))
        self.owners = owners[by_thing].astype(numpy.int32)
        self.starts = _starts(codes, len(self.ids))
        by_record = numpy.argsort(owners, kind="stable")
        self.codes = codes[by_record].astype(numpy.min_scalar_type(len(self.ids)))
        self.record_starts = _starts(owners, size)
        self.bare = numpy.diff(self.record_starts) == 0
        self.heavy = numpy.flatnonzero(self.totals * HEAVY > size)

    @cached_property
    def totals(self) -> Numbers:
        """How many of all records are linked with each thing."""
        return numpy.diff(self.starts)

    @cached_property
    def heavy_bits(self) -> NDArray[numpy.uint64]:
        """For each thing that many records have, the bits of those records."""
        return bit_rows([self._with(code).mask for code in self.heavy], self.size)

    @cached_property
    def light(self) -> tuple[Numbers, Numbers]:
        """Owners and things of all other links."""
        codes = numpy.repeat(numpy.arange(len(self.ids)), self.totals)
        kept = ~numpy.isin(codes, self.heavy)
        return self.owners[kept], codes[kept]

    def count(self, found: Found) -> Numbers:
        """How many of the records found are linked with each thing, in the order of `ids`."""
        if found.everything:
            return self.totals
        if found.most:
            return self.totals - self.count(found.others)
        if found.count * SPARSE < min(self.size, len(self.owners) * SPARSE):
            return numpy.bincount(self._of(found.numbers), minlength=len(self.ids))
        owners, codes = self.light
        counts = numpy.bincount(codes[found.mask[owners]], minlength=len(self.ids))
        counts[self.heavy] = counted(self.heavy_bits, found)
        return counts

    def without(self, found: Found) -> int:
        """How many of the records found are linked with nothing."""
        return found.narrowed(lambda at: self.bare[at]).count

    def any_of(self, ids: Iterable[int]) -> Found:
        """The records linked with any of these things."""
        codes = numpy.flatnonzero(numpy.isin(self.ids, list(ids)))
        if len(codes) == 1:
            return self._with(codes[0])
        return union(self.size, [self._with(code).numbers for code in codes])

    def _with(self, code: Any) -> Found:
        owners = self.owners[self.starts[code] : self.starts[code + 1]]
        return Found(self.size, numbers=owners)

    def _of(self, numbers: Numbers) -> Numbers:
        """The things of these records, one after the other."""
        starts = self.record_starts[numbers]
        lengths = self.record_starts[numbers + 1] - starts
        before = numpy.cumsum(lengths) - lengths
        at = numpy.repeat(starts - before, lengths) + numpy.arange(lengths.sum())
        things: Numbers = self.codes[at]
        return things


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
        order = numpy.lexsort((owners, cells))
        self.owners = owners[order].astype(numpy.int32)
        self.latitudes = latitudes[order].astype(numpy.int32)
        self.longitudes = longitudes[order].astype(numpy.int32)
        self.starts = _starts(cells, COLUMNS * ROWS)

    @cached_property
    def marks(self) -> Marks:
        """The same points for a map."""
        return Marks(self.owners, self.latitudes, self.longitudes)

    def within(self, span: Span, holds: Holds | None = None) -> list[Numbers]:
        """The owners of the points in a span, one list for each row of squares.

        Where `holds` is given, only those for whose latitudes and longitudes it is true.
        """
        west, east = int(_column(span.west)), int(_column(span.east))
        found: list[Numbers] = []
        for row in range(int(_row(span.south)), int(_row(span.north)) + 1):
            first = self.starts[row * COLUMNS + west]
            last = self.starts[row * COLUMNS + east + 1]
            latitudes, longitudes = self.latitudes[first:last], self.longitudes[first:last]
            inside = (latitudes >= span.south) & (latitudes <= span.north)
            inside &= (longitudes >= span.west) & (longitudes <= span.east)
            if holds is not None:
                inside[inside] = holds(latitudes[inside], longitudes[inside])
            found.append(self.owners[first:last][inside])
        return found


def _starts(groups: Numbers, count: int) -> Numbers:
    """Where each group begins when they stand in order; one more for the end of the last."""
    return numpy.concatenate([[0], numpy.cumsum(numpy.bincount(groups, minlength=count))])


def _row(latitude: Any) -> Any:
    return (latitude + 90_000_000) // CELL


def _column(longitude: Any) -> Any:
    return numpy.minimum((longitude + 180_000_000) // CELL, COLUMNS - 1)
