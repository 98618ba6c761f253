"""Which positions are known: sorted runs of keys, merged as they grow."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from games.solve.limits import SolveError
from games.solve.visiting import Keys

Numbers = NDArray[np.int32]
UNKNOWN = -1
# Keys in order, with the second keys and the numbers of the positions.
Run = tuple[Keys, Keys, Numbers]


class Index:
    """The number of each known position by its key."""

    def __init__(self) -> None:
        self._runs: list[Run] = []

    def find(self, keys: Keys, checks: Keys) -> Numbers:
        """The number of each of these positions, -1 for new ones. Raises SolveError."""
        found = np.full(len(keys), UNKNOWN, np.int32)
        for known, known_checks, numbers in self._runs:
            at = np.searchsorted(known, keys)
            at[at == len(known)] = 0
            here = known[at] == keys
            if not np.array_equal(known_checks[at[here]], checks[here]):
                raise SolveError("two positions have the same key")
            found[here] = numbers[at[here]]
        return found

    def add(self, keys: Keys, checks: Keys, numbers: Numbers) -> None:
        """Positions that were not known, in the order of their keys."""
        if not len(keys):
            return
        self._runs.append((keys, checks, numbers))
        while len(self._runs) > 1 and len(self._runs[-1][0]) * 2 > len(self._runs[-2][0]):
            self._runs.append(_merged(self._runs.pop(), self._runs.pop()))

    def whole(self) -> tuple[Keys, Numbers]:
        """All keys in order, with the numbers of their positions."""
        keys, _, numbers = reduce(_merged, self._runs)
        return keys, numbers


def _merged(one: Run, other: Run) -> Run:
    keys = np.concatenate([one[0], other[0]])
    checks = np.concatenate([one[1], other[1]])
    numbers = np.concatenate([one[2], other[2]])
    order = np.argsort(keys, kind="stable")
    return keys[order], checks[order], numbers[order]
