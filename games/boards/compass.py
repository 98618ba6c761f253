"""Sixteen directions of the compass, and what Forward or FL mean to one who faces one of them.

Ludii's meaning (Ludii Language Reference, 2021, "Directions"): Forward is the direction faced,
if the board has it; FL is the first direction that it has, turning left from there.
"""

from __future__ import annotations

from collections.abc import Container
from math import atan2, pi

WINDS = (
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
    "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
)  # fmt: skip
EAST = WINDS.index("E")
OPPOSITE = len(WINDS) // 2

# Where a single direction lies, in sixteenths of a turn clockwise from straight ahead.
EXACT = {"Forward": 0, "Rightward": 4, "Backward": 8, "Leftward": 12}
WIDE = {
    "Forwards": range(-3, 4),
    "Backwards": range(5, 12),
    "Rightwards": range(1, 8),
    "Leftwards": range(-1, -8, -1),
}
# Where the turning begins, and which way it goes. BL is left of one who has turned round.
TURNING = {
    "FL": (-1, -1), "FLL": (-1, -1), "FLLL": (-1, -1),
    "FR": (1, 1), "FRR": (1, 1), "FRRR": (1, 1),
    "BL": (7, -1), "BLL": (7, -1), "BLLL": (7, -1),
    "BR": (9, 1), "BRR": (9, 1), "BRRR": (9, 1),
}  # fmt: skip
RELATIVE_WORDS = (*EXACT, *WIDE, *TURNING)


def bearing(dx: float, dy: float, points: int = 16) -> str:
    """The nearest of 16 or 8 winds to a way that goes `dx` to the east and `dy` to the north."""
    angle = atan2(dy, dx)
    if angle < 0:
        angle += 2 * pi
    off = pi / points
    # As Ludii has the bounds between winds, where a way may lie by the last bit of its numbers.
    sector = next((n for n in range(points) if angle < off + 2 * n * pi / points), 0)
    return WINDS[(EAST - sector * (len(WINDS) // points)) % len(WINDS)]


def wind(facing: str, sixteenths: int) -> str:
    """The wind so many sixteenths of a turn clockwise from another."""
    return WINDS[(WINDS.index(facing) + sixteenths) % len(WINDS)]


def relative(word: str, facing: str, has: Container[str]) -> tuple[str, ...]:
    """The winds of a board, those in `has`, that a relative direction means; maybe none."""
    if word in TURNING:
        start, way = TURNING[word]
        around = (wind(facing, start + way * turn) for turn in range(len(WINDS)))
        return tuple(name for name in around if name in has)[:1]
    turns = [EXACT[word]] if word in EXACT else WIDE[word]
    return tuple(name for turn in turns if (name := wind(facing, turn)) in has)
