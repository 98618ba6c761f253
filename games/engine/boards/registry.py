"""Which function makes the graph of which row of the table of signatures."""

from __future__ import annotations

from collections.abc import Callable

from games.boards.graph import BoardError
from games.engine.boards.graph import Graph
from games.engine.language import Typed

CELL, VERTEX, EDGE = "Cell", "Vertex", "Edge"

# What makes a graph of a typed form; the second argument says what the board is played on.
Maker = Callable[[Typed, str], Graph]
MAKERS: dict[str, Maker] = {}


def makes(*keys: str) -> Callable[[Maker], Maker]:
    """Register the function for rows by their keys."""

    def register(function: Maker) -> Maker:
        for key in keys:
            MAKERS[key] = function
        return function

    return register


def make(item: Typed, use: str) -> Graph:
    """The graph of a shape or an operation. Raises BoardError where it has none."""
    maker = MAKERS.get(item.key)
    if maker is None:
        word = item.row.keyword if item.row is not None else item.word
        known = ", ".join(dict.fromkeys(key.split()[1].split("/")[0] for key in MAKERS))
        raise BoardError(f"a board made by ({word} …) is not implemented; these are: {known}")
    return maker(item, use)
