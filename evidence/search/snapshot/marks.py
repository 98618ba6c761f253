"""Records on a Mercator map: their points gathered into square cells, as many as there is room for.

At level n the world is a square of 2**n by 2**n cells. Points are kept in the order of a curve that
fills the square, so that the points of a cell stand together at every level.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from evidence.search.snapshot.found import Found, Mask, Numbers
from evidence.search.snapshot.splice import Splice

FINEST = 24
FEWEST, USUAL_LEVELS = 3, range(3, 12)
NORTHMOST = 85.051128779807  # where the square ends
MICRO = 1_000_000


class Window(NamedTuple):
    """A part of the map in degrees; west greater than east crosses the antimeridian."""

    west: float
    south: float
    east: float
    north: float

    def holds(self, x: Numbers, y: Numbers, level: int) -> Mask:
        """Which cells meet it, by column and row at a level."""
        columns, rows = squares([self.south, self.north], [self.west, self.east], level)
        (left, right), (bottom, top) = columns.tolist(), rows.tolist()
        from_west, to_east = x >= left, x <= right
        across = from_west | to_east if self.west > self.east else from_west & to_east
        meeting: Mask = across & (y >= top) & (y <= bottom)
        return meeting


@dataclass(frozen=True)
class Cells:
    """Cells that hold points, one entry each; coordinates in degrees.

    `latitudes` and `longitudes` are the means of the points, `bounds` has columns west, south,
    east, north. The points of cell i are `rows[starts[i] : ends[i]]` of the marks.
    """

    codes: Numbers
    counts: Numbers
    latitudes: NDArray[numpy.float64]
    longitudes: NDArray[numpy.float64]
    bounds: NDArray[numpy.float64]
    starts: Numbers
    ends: Numbers
    rows: Numbers

    def meeting(self, window: Window | None, level: int) -> Cells:
        """Those that meet a window; all where there is none."""
        if window is None:
            return self
        some = window.holds(*cell_of(self.codes), level)
        return Cells(
            self.codes[some], self.counts[some], self.latitudes[some], self.longitudes[some],
            self.bounds[some], self.starts[some], self.ends[some], self.rows,
        )  # fmt: skip


class Marks:
    """All points of a corpus, ready to be gathered."""

    def __init__(self, owners: Numbers, latitudes: Numbers, longitudes: Numbers) -> None:
        """Points in microdegrees, and the record that each belongs to."""
        x, y = squares(latitudes / MICRO, longitudes / MICRO, FINEST)
        codes = curve(x, y)
        order = numpy.lexsort((longitudes, latitudes, owners, codes))
        self.owners = owners[order].astype(numpy.int32)
        self.latitudes = latitudes[order].astype(numpy.int32)
        self.longitudes = longitudes[order].astype(numpy.int32)
        self.codes = codes[order]
        self.x, self.y = x[order], y[order]
        self._firsts: dict[int, Mask] = {}
        self._wholes: dict[int, Cells] = {}

    def edited(
        self, splice: Splice, rows: Numbers, latitudes: Numbers, longitudes: Numbers
    ) -> Marks:
        """The same after a change of some records; see `Points.edited`."""
        x, y = squares(latitudes / MICRO, longitudes / MICRO, FINEST)
        codes = curve(x, y)
        order = numpy.lexsort((longitudes, latitudes, rows, codes))
        come = codes[order]
        starts = numpy.searchsorted(self.codes, come), numpy.searchsorted(self.codes, come, "right")
        numbers = splice.into[rows[order]].astype(self.owners.dtype)
        into = [
            first + numpy.searchsorted(self.owners[first:last], number)
            for first, last, number in zip(*starts, numbers, strict=True)
        ]
        out = numpy.flatnonzero(splice.gone[self.owners])
        marks = Splice(len(self.owners), out, numpy.array(into, dtype=numpy.int64))
        made = Marks.__new__(Marks)
        made.owners = marks.of(splice.moved(self.owners), splice.where[rows[order]])
        made.latitudes = marks.of(self.latitudes, latitudes[order])
        made.longitudes = marks.of(self.longitudes, longitudes[order])
        made.codes = marks.of(self.codes, come)
        made.x, made.y = marks.of(self.x, x[order]), marks.of(self.y, y[order])
        made._firsts, made._wholes = {}, {}
        return made

    def prepare(self) -> None:
        """Work out beforehand what the levels that maps ask for need."""
        for level in USUAL_LEVELS:
            self._whole(level)

    def gather(self, found: Found, level: int, window: Window | None = None) -> Cells:
        """The cells at a level with points of the records found, whole cells that meet a window.

        A record counts once in a cell, however many of its points lie there.
        """
        if found.everything:
            return self._whole(level).meeting(window, level)
        return self._gathered(self._rows(found, level, window), level)

    def _whole(self, level: int) -> Cells:
        """The cells with all points, worked out once."""
        if level not in self._wholes:
            self._wholes[level] = self._gathered(self._all, level)
        return self._wholes[level]

    @cached_property
    def _all(self) -> Numbers:
        return numpy.arange(len(self.owners), dtype=numpy.int32)

    def _gathered(self, rows: Numbers, level: int) -> Cells:
        at = slice(None) if rows is self._all else rows
        codes = self.codes[at] >> 2 * (FINEST - level)
        starts = numpy.flatnonzero(numpy.diff(codes, prepend=-1))
        if not len(starts):
            none = numpy.empty(0)
            return Cells(codes, codes, none, none, none.reshape(0, 4), codes, codes, rows)
        latitudes, longitudes = self.latitudes[at], self.longitudes[at]
        ends = numpy.append(starts[1:], len(rows))
        points = (ends - starts) * MICRO
        bounds = [
            numpy.minimum.reduceat(longitudes, starts), numpy.minimum.reduceat(latitudes, starts),
            numpy.maximum.reduceat(longitudes, starts), numpy.maximum.reduceat(latitudes, starts),
        ]  # fmt: skip
        return Cells(
            codes=codes[starts],
            counts=numpy.add.reduceat(self._first(level)[at], starts, dtype=numpy.int64),
            latitudes=numpy.add.reduceat(latitudes, starts, dtype=numpy.int64) / points,
            longitudes=numpy.add.reduceat(longitudes, starts, dtype=numpy.int64) / points,
            bounds=numpy.column_stack(bounds) / MICRO,
            starts=starts,
            ends=ends,
            rows=rows,
        )

    def bounds(self, found: Found) -> Window | None:
        """Where the points of the records found lie; None where there is none."""
        whole = self.gather(found, FEWEST).bounds
        if not len(whole):
            return None
        west, south, east, north = whole.T
        return Window(*map(float, (west.min(), south.min(), east.max(), north.max())))

    def _rows(self, found: Found, level: int, window: Window | None) -> Numbers:
        """The points of the records found, in the cells that meet a window."""
        rows = numpy.flatnonzero(found.mask[self.owners])
        if window is None:
            return rows
        shift = FINEST - level
        return rows[window.holds(self.x[rows] >> shift, self.y[rows] >> shift, level)]

    @cached_property
    def _several(self) -> Numbers:
        """The points of the records that have several."""
        return numpy.flatnonzero(numpy.bincount(self.owners)[self.owners] > 1)

    def _first(self, level: int) -> Mask:
        """For each point, whether it is the first of its record in its cell."""
        if level not in self._firsts:
            rows = self._several
            cells = self.codes[rows] >> 2 * (FINEST - level)
            _, kept = numpy.unique((cells << 31) | self.owners[rows], return_index=True)
            first = numpy.ones(len(self.owners), dtype=bool)
            first[rows] = False
            first[rows[kept]] = True
            self._firsts[level] = first
        return self._firsts[level]


def squares(latitudes: Any, longitudes: Any, level: int) -> tuple[Numbers, Numbers]:
    """Column and row, from the north-west, of the cells at a level where points (degrees) lie."""
    size = 1 << level
    radians = numpy.radians(numpy.clip(latitudes, -NORTHMOST, NORTHMOST))
    x = (numpy.asarray(longitudes) + 180) / 360
    y = (1 - numpy.arcsinh(numpy.tan(radians)) / numpy.pi) / 2
    column, row = ((part * size).astype(numpy.int64).clip(0, size - 1) for part in (x, y))
    return column.astype(numpy.int32), row.astype(numpy.int32)


def curve(x: Numbers, y: Numbers) -> Numbers:
    """Where cells stand on the curve: the bits of column and row in turns."""
    return _spread(x) | (_spread(y) << 1)


def cell_of(codes: Numbers) -> tuple[Numbers, Numbers]:
    """Column and row of the cells that stand there on the curve."""
    return _gathered_bits(codes), _gathered_bits(codes >> 1)


def _gathered_bits(codes: Numbers) -> Numbers:
    """Every second bit of numbers, side by side."""
    bits = codes & 0x5555555555555555
    for shift, mask in (
        (1, 0x3333333333333333), (2, 0x0F0F0F0F0F0F0F0F), (4, 0x00FF00FF00FF00FF),
        (8, 0x0000FFFF0000FFFF), (16, 0x00000000FFFFFFFF),
    ):  # fmt: skip
        bits = (bits | (bits >> shift)) & mask
    return bits


def _spread(number: Numbers) -> Numbers:
    """A number of at most 32 bits with a zero before each of them."""
    spread = number.astype(numpy.int64)
    for shift, mask in (
        (16, 0x0000FFFF0000FFFF), (8, 0x00FF00FF00FF00FF), (4, 0x0F0F0F0F0F0F0F0F),
        (2, 0x3333333333333333), (1, 0x5555555555555555),
    ):  # fmt: skip
        spread = (spread | (spread << shift)) & mask
    return spread
