"""Some of the records of a snapshot: as a list where they are few, else as a mask or bits of all.

Records are numbered from 0 in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray

Numbers = NDArray[numpy.integer[Any]]
Mask = NDArray[numpy.bool_]
At = Numbers | slice  # where to look in a column

FEW = 16  # fewer than a 16th of all records are listed
A_HANDFUL = 256  # at most a 256th of all records are looked for in a list one by one


class Found:
    """Some of the records of a snapshot."""

    def __init__(
        self, size: int, *, numbers: Numbers | None = None, mask: Mask | None = None
    ) -> None:
        """`size` is the number of all records; without `numbers` and `mask`, all are meant.

        `numbers` are in order, each once.
        """
        self.size = size
        self.abreast: Numbers | None = None  # columns of the snapshot side by side, if it has them
        self._numbers = numbers
        self._mask = mask

    @property
    def everything(self) -> bool:
        """Whether no record was left out by any condition."""
        return self._numbers is None and self._mask is None

    @cached_property
    def numbers(self) -> Numbers:
        """The records, in the order of their ids."""
        if self._numbers is not None:
            return self._numbers
        return numpy.arange(self.size) if self._mask is None else numpy.flatnonzero(self._mask)

    @cached_property
    def places(self) -> Numbers:
        """The same as arrays are read by: shorter numbers are converted each time."""
        return self.numbers.astype(numpy.intp, copy=False)

    @cached_property
    def rows(self) -> Numbers:
        """What `abreast` has of them."""
        assert self.abreast is not None
        return self.abreast.take(self.places, axis=0)

    @cached_property
    def mask(self) -> Mask:
        """For each record of the snapshot, whether it is meant."""
        if self._mask is not None:
            return self._mask
        if self._numbers is None:
            return numpy.ones(self.size, dtype=bool)
        mask = numpy.zeros(self.size, dtype=bool)
        mask[self._numbers] = True
        return mask

    @cached_property
    def count(self) -> int:
        """How many they are."""
        if self.everything:
            return self.size
        if self._numbers is not None:
            return len(self._numbers)
        return int(numpy.count_nonzero(self.mask))

    @property
    def few(self) -> bool:
        """Whether they are so few that a list serves better than a mask."""
        return not self.everything and self.count * FEW < self.size

    @property
    def most(self) -> bool:
        """Whether they are so many that the others are counted faster."""
        return not self.everything and self.count * 2 > self.size

    @cached_property
    def others(self) -> Found:
        """All records but these."""
        return listed(Found(self.size, mask=~self.mask))

    @cached_property
    def bits(self) -> NDArray[numpy.uint64]:
        """The mask, 64 records a number."""
        return packed(self.mask)

    def holds(self, some: Numbers) -> Mask:
        """For each of some records, whether it is meant; a handful is looked for in the list."""
        if not self.few or not self.count or len(some) * A_HANDFUL > self.size:
            return self.mask[some]
        at = numpy.searchsorted(self.numbers, some.astype(self.numbers.dtype, copy=False))
        at[at == self.count] = 0
        held: Mask = self.numbers[at] == some
        return held

    def narrowed(self, holds: Callable[[At], Mask]) -> Found:
        """Those of which something holds: `holds` is asked about listed records or about all."""
        if self.few:
            return Found(self.size, numbers=self.numbers[holds(self.numbers)])
        mask = holds(slice(None))
        return Found(self.size, mask=mask if self.everything else self.mask & mask)


def packed(mask: Mask) -> NDArray[numpy.uint64]:
    """A mask as bits, filled up to whole numbers."""
    octets = numpy.packbits(mask)
    whole = numpy.zeros(-(-len(octets) // 8) * 8, dtype=numpy.uint8)
    whole[: len(octets)] = octets
    return whole.view(numpy.uint64)


def union(size: int, lists: Sequence[Numbers], mask: Mask | None = None) -> Found:
    """All records that stand in any of some lists, in which one may stand more than once.

    And those of a mask, to which they are added.
    """
    if mask is None and sum(map(len, lists)) * FEW < size:
        numbers = numpy.concatenate([numpy.empty(0, dtype=numpy.int32), *lists])
        return Found(size, numbers=each_once(numbers))
    mask = numpy.zeros(size, dtype=bool) if mask is None else mask
    for numbers in lists:
        mask[numbers.astype(numpy.intp, copy=False)] = True  # others are converted piece by piece
    return listed(Found(size, mask=mask))


def each_once(numbers: Numbers) -> Numbers:
    """Some records in order, each once."""
    numbers = numpy.sort(numbers)
    new = numpy.ones(len(numbers), dtype=bool)
    numpy.not_equal(numbers[1:], numbers[:-1], out=new[1:])
    return numbers[new]


def listed(found: Found) -> Found:
    """The same records, as a list where they are few."""
    return Found(found.size, numbers=found.numbers) if found.few else found


def both(one: Found, other: Found) -> Found:
    """The records that are in two lots."""
    if one.everything or other.everything:
        return other if one.everything else one
    few, rest = (one, other) if one.few or not other.few else (other, one)
    if few.few:
        return Found(one.size, numbers=few.numbers[rest.mask[few.numbers]])
    return Found(one.size, mask=one.mask & other.mask)
