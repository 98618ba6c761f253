"""Differences between two studies, such as with and without a clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.study.estimates import Estimate, difference, wilson
from games.study.figures import Measure

# What is a share of all games or positions, so that what never showed up is a share of 0.
SHARES = ("outcome", "endings", "positions", "games")


@dataclass(frozen=True)
class Difference:
    """A measure in both studies, and by how much the second is more than the first.

    Where a study has no such measure it is None, and so is the difference.
    """

    figure: str
    of: str
    role: str
    one: Estimate | None
    other: Estimate | None
    more: Estimate | None

    @property
    def clear(self) -> bool:
        """Whether chance alone would hardly bring it about: its interval leaves 0 out."""
        if self.more is None or self.more.low is None or self.more.high is None:
            return False
        return self.more.low > 0 or self.more.high < 0

    def written(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self) | {"clear": self.clear}


def differences(
    one: Sequence[Measure], other: Sequence[Measure], games: tuple[int, int]
) -> list[Difference]:
    """All measures of two studies, in the order of the first; `games` are how many each has."""
    first = {measure.key: measure.estimate for measure in one}
    second = {measure.key: measure.estimate for measure in other}
    return [
        _made(key, first.get(key), second.get(key), games)
        for key in dict.fromkeys([*first, *second])
    ]


def _made(
    key: tuple[str, str, str],
    one: Estimate | None,
    other: Estimate | None,
    games: tuple[int, int],
) -> Difference:
    if key[0] in SHARES:
        one, other = one or wilson(0, games[0]), other or wilson(0, games[1])
    more = difference(one, other) if one is not None and other is not None else None
    return Difference(*key, one, other, more)
