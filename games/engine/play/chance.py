"""Numbers drawn from a seed, the same here and in static/js/engine/chance.js."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.manifest import Die

WORD = 0xFFFFFFFF


class Chance:
    """Marsaglia's xorshift generator of 32 bits. Raises ValueError for a seed of 0."""

    def __init__(self, seed: int) -> None:
        self.state = seed & WORD
        if not self.state:
            raise ValueError("a seed is a number from 1 to 4294967295")

    def below(self, bound: int) -> int:
        """A number from 0 up to, but not, the bound."""
        x = self.state
        x ^= x << 13 & WORD
        x ^= x >> 17
        x ^= x << 5 & WORD
        self.state = x
        return (x >> 8) % bound

    def throw(self, dice: Iterable[Die]) -> list[int]:
        """The number of the face that each die shows, by its weights."""
        return [self._face(die.weights) for die in dice]

    def _face(self, weights: tuple[int, ...]) -> int:
        left = self.below(sum(weights))
        for face, weight in enumerate(weights):
            if left < weight:
                return face
            left -= weight
        raise AssertionError("a number below the sum of the weights lies in one of them")
