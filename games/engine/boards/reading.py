"""A typed `(board …)` as a graph of sites."""

from __future__ import annotations

from functools import lru_cache

from games.boards import Board, BoardError, concentric, surakarta
from games.boards import rectangle as grid
from games.boards.shapes import MOST, hexagon
from games.boards.triangles import triangle
from games.engine.boards import (  # noqa: F401
    celtic,
    circles,
    crossings,
    cutting,
    lattices,
    operators,
    shapes,
    squares,
    tilings,
    values,
)
from games.engine.boards.assembly import assembled
from games.engine.boards.graph import Graph
from games.engine.boards.incidence import Lists, incident
from games.engine.boards.mancala import mancala
from games.engine.boards.pyramid import pyramid
from games.engine.boards.registry import CELL, MAKERS, VERTEX, make
from games.engine.language import Typed
from games.ludemes.source import LudemeError

__all__ = ["MAKERS", "read_board", "read_element", "read_incident"]

LEAST_POINTS = 3
# How many sites a board without edges has from side to side, as published.
UNBOUNDED = 41
UNBOUNDED_POINTS = 3000


def read_board(item: Typed) -> Board:
    """The board of a typed container. Raises LudemeError where it cannot be built."""
    if item.key == "containers mancalaBoard":
        return _mancala(item)
    if item.key.startswith("containers boardless"):
        return _boardless(item)
    graph = item.args["graphFn"]
    try:
        if item.key == "containers surakartaBoard":
            return _surakarta(item, graph)
        use = item.get("use")
        return _built(_Plan(graph, CELL if use is None else use.word))
    except BoardError as error:
        raise LudemeError(str(error), graph.node.span, graph.node.origin) from error


def _boardless(item: Typed) -> Board:
    """A large part of a tiling. Raises LudemeError for a size that is too large."""
    size = item.get("dimension")
    try:
        return _unbounded(item.word, None if size is None else values.whole(size))
    except BoardError as error:
        raise LudemeError(str(error), item.node.span, item.node.origin) from error


@lru_cache(maxsize=4)
def _unbounded(tiling: str, size: int | None) -> Board:
    if tiling == "Hexagonal":
        side = UNBOUNDED // 2 + 1 if size is None else min(size, UNBOUNDED)
        return assembled(Graph.of(hexagon(side, UNBOUNDED_POINTS)), CELL)
    side = UNBOUNDED if size is None else size
    if tiling == "Square":
        return grid(side, side, False, UNBOUNDED)
    return assembled(Graph.of(triangle(side, False, UNBOUNDED)), CELL, unbounded=True)


def read_incident(item: Typed, wanted: str, of: str) -> Lists:
    """For each element of a kind of a typed container, those of another kind that meet it.

    Raises LudemeError for a board that is not built as a graph, or has no such elements.
    """
    graph, use = item.get("graphFn"), item.get("use")
    try:
        if graph is None or item.key != "containers board" or graph.key == "graph concentric":
            raise BoardError("what meets on this board is not implemented")
        return incident(make(graph, CELL if use is None else use.word), wanted, of)
    except BoardError as error:
        raise LudemeError(str(error), item.node.span, item.node.origin) from error


def read_element(item: Typed, kind: str, text: str) -> int:
    """The number of the cell, point or edge of a typed container that a text calls so.

    Raises LudemeError where there is none, or for a board that is not built as a graph.
    """
    graph, use = item.get("graphFn"), item.get("use")
    try:
        if graph is None or item.key != "containers board" or graph.key == "graph concentric":
            raise BoardError(f"what is called {text} on this board is not implemented")
        made = make(graph, CELL if use is None else use.word)
        return assembled(made, kind).named(text)
    except BoardError as error:
        raise LudemeError(str(error), item.node.span, item.node.origin) from error


def _surakarta(item: Typed, graph: Typed) -> Board:
    loops, first = item.get("loops"), item.get("from")
    sizes = _plain(graph)
    if sizes is None:
        raise BoardError("boards with loops are implemented on (square …) and (rectangle …) only")
    return surakarta(
        ("grid", *sizes, None),
        None if loops is None else values.whole(loops),
        1 if first is None else values.whole(first),
    )


class _Plan:
    """What is built: equal for texts that differ in spelling only."""

    def __init__(self, graph: Typed, use: str) -> None:
        self.graph, self.use = graph, use
        self._key = (graph.outline(), use)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Plan) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=256)
def _built(plan: _Plan) -> Board:
    """The board of a plan. Raises BoardError for no such board."""
    board = _simple(plan.graph, plan.use)
    return assembled(make(plan.graph, plan.use), plan.use) if board is None else board


def _simple(graph: Typed, use: str) -> Board | None:
    """The board where it is plain squares, or rings of cells, which are built by themselves."""
    sizes = _plain(graph)
    least = LEAST_POINTS if use == VERTEX else 1
    if graph.key == "graph square" and values.flag(graph.get("pyramidal")):
        return pyramid(values.whole(graph.args["dim"]), use)
    if sizes is not None and use in (CELL, VERTEX) and least <= min(sizes) <= max(sizes) <= MOST:
        return grid(*sizes, use == VERTEX)
    if use != CELL:
        return None
    turned = graph.key == "graph rotate"
    rings = _rings(graph.args["graph"] if turned else graph)
    turn = float(values.number(graph.args["degreesFn"])) if turned else 0.0
    return None if rings is None else concentric(rings, turn)


def _plain(graph: Typed) -> tuple[int, int] | None:
    """The rows and columns of plain squares; None for other graphs."""
    if graph.key not in ("graph square", "graph rectangle") or shapes.diagonals_of(graph):
        return None
    if graph.key == "graph rectangle":
        return shapes.two_sizes(graph)
    word = graph.args["shape"].word if graph.has("shape") else "Square"
    if word not in ("Square", "Limping") or values.flag(graph.get("pyramidal")):
        return None
    size = values.whole(graph.args["dim"])
    return size, size + (word == "Limping")


def _rings(graph: Typed) -> tuple[int, ...] | None:
    """The numbers of cells of rings that are as long as each other; None for other graphs.

    Rulesets of this site name their cells ring by ring; all other rings are as published.
    """
    if graph.key != "graph concentric" or set(graph.args) != {"cells"}:
        return None
    found = values.wholes(graph.args["cells"])
    return found if len(set(found[1:])) == 1 and found[-1] >= LEAST_POINTS else None


def _mancala(item: Typed) -> Board:
    rows, columns = (values.whole(item.args[name]) for name in ("rows", "columns"))
    store, number = item.get("store"), item.get("numStores")
    word = "Outer" if store is None else store.word
    stores = 2 if number is None else values.whole(number)
    if word == "Inner" or (stores != 2 and word != "None") or not 2 <= rows <= 6:
        message = "a mancala board has 2 to 6 rows, and two stores outside them or none"
        raise LudemeError(message, item.node.span, item.node.origin)
    return mancala(rows, columns, word != "None")
