"""Dates by century: which centuries the dates of some records touch."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy

from evidence.search.snapshot.columns import Codes
from evidence.search.snapshot.found import Found, Mask, Numbers
from evidence.search.snapshot.tables import FIRST_YEAR, LAST_YEAR

# Beyond the century of every year that can be asked for.
OFFSET = 20_000
OPEN_FIRST, OPEN_LAST = 0, 2 * OFFSET


def coded_spans(year_from: Numbers, year_to: Numbers) -> Numbers:
    """First and last century of each record in one number; `spans_of` takes it apart."""
    first = numpy.where(year_from == FIRST_YEAR, OPEN_FIRST, (year_from - 1) // 100 + OFFSET)
    last = numpy.where(year_to == LAST_YEAR, OPEN_LAST, (year_to - 1) // 100 + OFFSET)
    return first.astype(numpy.int64) * (2 * OFFSET + 1) + last


@dataclass(frozen=True)
class Spans:
    """How many records (`counts`) begin and end in which centuries.

    Centuries are floors: 11 is 1101 to 1200. Where a bound is not known, `open_first` or
    `open_last` is true and the century means nothing.
    """

    first: Numbers
    last: Numbers
    open_first: Mask
    open_last: Mask
    counts: Numbers

    @property
    def undated(self) -> int:
        """How many have no date at all."""
        return int(self.counts[self.open_first & self.open_last].sum())

    def dated(self) -> Spans:
        """Those with a date; open ends reach as far as the centuries of the others go."""
        known = ~(self.open_first & self.open_last)
        ends = numpy.concatenate([self.first[~self.open_first], self.last[~self.open_last]])
        if not len(ends):
            return self._at(known)
        first = numpy.where(self.open_first, ends.min(), self.first)
        last = numpy.where(self.open_last, ends.max(), self.last)
        return replace(self, first=first, last=last)._at(known)

    def near(self) -> Spans:
        """Those with a date; where an end is open, the century of the other alone."""
        first = numpy.where(self.open_first, self.last, self.first)
        last = numpy.where(self.open_last, self.first, self.last)
        return replace(self, first=first, last=last)._at(~(self.open_first & self.open_last))

    def _at(self, some: Mask) -> Spans:
        return Spans(*(getattr(self, each.name)[some] for each in fields(self)))


def spans_of(codes: Codes, found: Found) -> Spans:
    """The spans of the records found."""
    counts = codes.count(found)
    some = counts.nonzero()[0]
    first, last = numpy.divmod(codes.ids[some], 2 * OFFSET + 1)
    return Spans(
        first - OFFSET, last - OFFSET, first == OPEN_FIRST, last == OPEN_LAST, counts[some]
    )


def per_century(first: Numbers, last: Numbers, counts: Numbers) -> dict[int, int]:
    """How many of some spans touch each century, from the first to the last of all."""
    if not len(first):
        return {}
    lowest, highest = int(first.min()), int(last.max())
    steps = numpy.zeros(highest - lowest + 2, dtype=numpy.int64)
    numpy.add.at(steps, first - lowest, counts)
    numpy.subtract.at(steps, last + 1 - lowest, counts)
    return dict(zip(range(lowest, highest + 1), steps.cumsum().tolist(), strict=False))
