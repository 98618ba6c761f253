"""Which function lowers which row of the table of signatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Lowering = Callable[..., Any]

LOWERINGS: dict[str, Lowering] = {}
# Effects that are actions behind those of the newest move; as moves of their own they are one move.
EFFECTS: dict[str, Lowering] = {}


def lowers(*keys: str) -> Callable[[Lowering], Lowering]:
    """Register the function for rows by their keys."""

    def register(function: Lowering) -> Lowering:
        for key in keys:
            LOWERINGS[key] = function
        return function

    return register


def appends(*keys: str) -> Callable[[Lowering], Lowering]:
    """Register an effect: the function emits actions of the newest move."""

    def register(function: Lowering) -> Lowering:
        for key in keys:
            EFFECTS[key] = function
            LOWERINGS[key] = _as_move
        return function

    return register


def _as_move(b: Any, t: Any) -> None:
    b.effect_as_move(t)


class NotImplementedLudeme(Exception):
    """A ludeme, or a use of one, that has no lowering yet; `node` says where it stands."""

    def __init__(self, key: str, node: Any = None) -> None:
        super().__init__(key)
        self.key, self.node = key, node
