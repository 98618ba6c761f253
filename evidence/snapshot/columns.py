"""Columns of a snapshot that find and count fast: one value a record, links, points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from evidence.snapshot.found import At, Found, Mask, Numbers, packed, union
from evidence.snapshot.marks import Marks

FEW_VALUES = 32  # of a column: each is kept as bits

BARE = 0  # the set of no things

CELL = 5_000_000  # microdegrees
POLE = 90_000_000
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

    def at_least(self, value: int) -> Callable[[At], Mask]:
        """The condition that the value is this or a greater one."""
        least = int(numpy.searchsorted(self.ids, value))  # Python's, lest columns grow to 64 bits
        return lambda at: self.codes[at] >= least

    def at_most(self, value: int) -> Callable[[At], Mask]:
        """The condition that the value is this or a smaller one."""
        beyond = int(numpy.searchsorted(self.ids, value, side="right"))
        return lambda at: self.codes[at] < beyond


class Links:
    """Any number of things for each record: rulesets, sources, terms, regions.

    Records that are linked with the same things share a set of them, so to count the things of
    many records is to count their sets.
    """

    def __init__(self, owners: Numbers, things: Numbers, size: int) -> None:
        """`owners` are numbers of records, `things` the ids that each is linked with, once each."""
        self.size = size
        self.ids, codes = numpy.unique(things, return_inverse=True)
        by_thing = numpy.lexsort((owners, codes))
        self.owners = owners[by_thing].astype(numpy.int32)
        self.starts = _starts(codes, len(self.ids))
        by_record = numpy.lexsort((codes, owners))
        self.sets = Codes(_sets(codes[by_record], _starts(owners, size), len(self.ids)))
        example = numpy.zeros(len(self.sets.ids), dtype=numpy.int32)
        example[self.sets.codes] = numpy.arange(size)
        # The sets that hold each thing, one thing after the other.
        sets = self.sets.codes[self.owners]
        told = example[sets] == self.owners
        self.holders = sets[told]
        self.holder_starts = numpy.append(0, numpy.cumsum(told))[self.starts[:-1]]

    @cached_property
    def totals(self) -> Numbers:
        """How many of all records are linked with each thing."""
        return numpy.diff(self.starts)

    def count(self, found: Found) -> tuple[Numbers, int]:
        """How many of the records found are linked with each thing, in the order of `ids`.

        And how many of them are linked with nothing.
        """
        sets = self.sets.count(found)
        bare = int(sets[0]) if len(sets) and self.sets.ids[0] == BARE else 0
        if not len(self.ids):
            return sets[:0], bare
        return numpy.add.reduceat(sets[self.holders], self.holder_starts), bare

    def any_of(self, ids: Iterable[int]) -> Found:
        """The records linked with any of these things."""
        codes = numpy.flatnonzero(numpy.isin(self.ids, list(ids)))
        if len(codes) == 1:
            return self._with(codes[0])
        return union(self.size, [self._with(code).numbers for code in codes])

    def _with(self, code: Any) -> Found:
        owners = self.owners[self.starts[code] : self.starts[code + 1]]
        return Found(self.size, numbers=owners)


def _sets(codes: Numbers, starts: Numbers, things: int) -> Numbers:
    """For each record a number that tells what it is linked with, `BARE` for nothing.

    The things of record n, in order, are `codes[starts[n] : starts[n + 1]]`. A set is told by what
    it begins with, which has a number already, and one thing more.
    """
    lengths = numpy.diff(starts)
    sets = numpy.full(len(lengths), BARE)
    made = BARE + 1
    for place in range(lengths.max(initial=0)):
        longer = numpy.flatnonzero(lengths > place)
        grown = sets[longer] * things + codes[starts[longer] + place]
        kinds, sets[longer] = numpy.unique(grown, return_inverse=True)
        sets[longer] += made
        made += len(kinds)
    return sets


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


def _starts(groups: Numbers, count: int) -> Numbers:
    """Where each group begins when they stand in order; one more for the end of the last."""
    return numpy.concatenate([[0], numpy.cumsum(numpy.bincount(groups, minlength=count))])


def _row(latitude: Any) -> Any:
    return (latitude + POLE) // CELL


def _column(longitude: Any) -> Any:
    return numpy.minimum((longitude + 180_000_000) // CELL, COLUMNS - 1)
