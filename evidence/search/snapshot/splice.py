"""Columns after a change of some entries, made from what they were: copied but for these."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray

from evidence.search.snapshot.found import Mask, Numbers

FEW = 4  # shifts: more are looked up


class Splice:
    """Which entries of an array of so many go, and before which others come.

    An entry that changes goes and comes. `out` are places in order, each once; `into` are places
    in order, as they were before, perhaps one beyond the last. What comes at the place of
    something that goes stands where that stood.
    """

    def __init__(self, size: int, out: Numbers, into: Numbers) -> None:
        self.before, self.out, self.into = size, out, into
        self.after = size - len(out) + len(into)
        # Where what comes stands afterwards.
        self.where = into - numpy.searchsorted(out, into) + numpy.arange(len(into))
        self.in_place = numpy.array_equal(out, into)  # nothing else moves

    def of(self, array: NDArray[Any], come: Any) -> NDArray[Any]:
        """The array after the change; `come` are the values that come, in order.

        It is the same where they are what they were.
        """
        if self.in_place:
            if numpy.array_equal(array[self.out], come):
                return array
            changed = array.copy()
        else:
            changed = numpy.empty(self.after, dtype=array.dtype)
            for first, last, to in self._runs:
                changed[to : to + last - first] = array[first:last]
        changed[self.where] = come
        return changed

    def moved(self, places: Numbers) -> Numbers:
        """Where entries stand afterwards that stay, by their places before."""
        shifts = [(first, to - first) for first, _last, to in self._runs]
        moving = [
            each
            for each, last in zip(shifts, [(0, 0), *shifts], strict=False)
            if each[1] != last[1]
        ]
        if not moving:
            return places
        if len(moving) > FEW:
            return self._places[places]
        moved, before = places.copy(), 0
        for first, shift in moving:
            moved += numpy.multiply(places >= first, shift - before, dtype=places.dtype)
            before = shift
        return moved

    @cached_property
    def gone(self) -> Mask:
        """For each entry, whether it goes."""
        gone = numpy.zeros(self.before, dtype=bool)
        gone[self.out] = True
        return gone

    @cached_property
    def _runs(self) -> list[tuple[int, int, int]]:
        """First and last place of entries that stay side by side, and where the first goes."""
        ends = numpy.array([0, self.before])
        bounds = numpy.unique(numpy.concatenate([ends, self.out, self.out + 1, self.into]))
        first, last = bounds[:-1], bounds[1:]
        stay = numpy.isin(first, self.out, invert=True)
        first, last = first[stay], last[stay]
        come = numpy.searchsorted(self.into, first, side="right")
        to = first - numpy.searchsorted(self.out, first) + come
        return list(zip(first.tolist(), last.tolist(), to.tolist(), strict=True))

    @cached_property
    def _places(self) -> Numbers:
        places = numpy.zeros(self.before, dtype=numpy.int32)
        for first, last, to in self._runs:
            places[first:last] = numpy.arange(to, to + last - first)
        return places


def ranges(first: Numbers, number: Numbers) -> Numbers:
    """So many places from each first one on, one range after the other."""
    starts = numpy.cumsum(number) - number
    places: Numbers = numpy.arange(number.sum()) + numpy.repeat(first - starts, number)
    return places


def places_in(owners: Numbers, starts: Numbers, groups: Numbers, numbers: Numbers) -> Numbers:
    """Where numbers stand or would stand among the owners of a group, which are in order.

    The owners of group g are `owners[starts[g] : starts[g + 1]]`; groups are in order.
    """
    places = numpy.empty(len(numbers), dtype=numpy.int64)
    numbers = numbers.astype(owners.dtype)  # else the owners would be made longer
    kinds, begin = numpy.unique(groups, return_index=True)
    ends = numpy.append(begin, len(groups)).tolist()
    for at, group in enumerate(kinds.tolist()):
        first, last = starts[group], starts[group + 1]
        some = slice(ends[at], ends[at + 1])
        places[some] = int(first) + numpy.searchsorted(owners[first:last], numbers[some])
    return places
