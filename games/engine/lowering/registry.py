"""Which function lowers which row of the table of signatures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from games.boards import BoardError
from games.engine.language.typed import NotImplementedLudeme, Typed
from games.ludemes import LudemeError

__all__ = [
    "EFFECTS",
    "LOWERINGS",
    "LoweringError",
    "NotImplementedLudeme",
    "appends",
    "failing_at",
    "lowers",
]

Lowering = Callable[..., Any]

LOWERINGS: dict[str, Lowering] = {}
# Effects that are actions behind those of the newest move; as moves of their own they are one move.
EFFECTS: dict[str, Lowering] = {}


class LoweringError(LudemeError):
    """A lowering fails on a form: a fault of the compiler, which the message and the log say."""


@contextmanager
def failing_at(typed: Typed) -> Iterator[None]:
    """What a lowering raises within gets the place of the form, where it has none."""
    try:
        yield
    except NotImplementedLudeme as error:
        error.node = error.node or typed.node
        raise
    except (LudemeError, BoardError, RecursionError, MemoryError):
        raise
    except Exception as error:
        message = f"{typed.key} cannot be compiled: the compiler fails on it"
        raise LoweringError(message, typed.node.span, typed.node.origin) from error


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
