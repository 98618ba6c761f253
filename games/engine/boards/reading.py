"""A typed `(board …)` as a graph of sites."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games.boards import Board, BoardError, Site, build, surakarta
from games.boards.graph import around
from games.compiler.boards import _shape
from games.engine.language import Typed
from games.ludemes.source import LudemeError

COLUMN_LABELS = "abcdefghijklmnopqrstuvwxyz"


def read_board(item: Typed) -> Board:
    """The board of a typed container. Raises LudemeError where it cannot be built."""
    if item.key == "containers mancalaBoard":
        return _mancala(item)
    graph = item.args["graphFn"]
    recipe = _shape(graph.node)
    try:
        if item.key == "containers surakartaBoard":
            loops, first = item.get("loops"), item.get("from")
            return surakarta(
                recipe,
                None if loops is None else int(str(loops.value)),
                1 if first is None else int(str(first.value)),
            )
        use = item.get("use")
        word = "Cell" if use is None else use.word
        if word == "Edge":
            raise LudemeError("edges as sites are not implemented", item.node.span, None)
        return build(recipe, word == "Vertex")
    except BoardError as error:
        raise LudemeError(str(error), graph.node.span, graph.node.origin) from error


def _mancala(item: Typed) -> Board:
    rows, columns = (int(str(item.args[name].value)) for name in ("rows", "columns"))
    store = item.get("store")
    word = store.word if store is not None else "Outer"
    number = item.get("numStores")
    stores = 0 if word == "None" else (int(str(number.value)) if number is not None else 2)
    return mancala(rows, columns, word, stores)


@lru_cache(maxsize=64)
def mancala(rows: int, columns: int, store: str, stores: int) -> Board:
    """Rows of holes, bottom row first, with a store left of them and one right of them.

    Site order is Ludii's: the left store, the holes row by row, the right store.
    """
    first = 1 if stores and store != "None" else 0
    holes = [(float(x), float(y)) for y in range(rows) for x in range(columns)]
    places = list(holes)
    middle = (rows - 1) / 2
    if stores:
        places = [(-1.0, middle), *holes, (float(columns), middle)]
        if stores == 1:
            places = places[:-1]
    sites = tuple(
        Site(n, f"{COLUMN_LABELS[int(x) + (1 if stores else 0)]}{int(y) + 1}", x, y, around(x, y))
        for n, (x, y) in enumerate(places)
    )
    total = len(sites)

    def hole(x: int, y: int) -> int:
        return first + y * columns + x if 0 <= x < columns and 0 <= y < rows else -1

    following = {}
    for name, dx, dy in (("N", 0, 1), ("E", 1, 0), ("S", 0, -1), ("W", -1, 0)):
        steps = [-1] * total
        for y in range(rows):
            for x in range(columns):
                steps[hole(x, y)] = hole(x + dx, y + dy)
        following[name] = tuple(steps)
    if stores:
        following.update(_to_stores(rows, columns, stores, total))
    every = tuple(range(total))
    row_lists = tuple(tuple(hole(x, y) for x in range(columns)) for y in range(rows))
    column_lists = tuple(tuple(hole(x, y) for y in range(rows)) for x in range(columns))
    rose = ("N", "E", "S", "W")
    groups = {"Orthogonal": rose, "Adjacent": rose, "All": rose, "Diagonal": ()}
    winds = {"Orthogonal": rose, "Adjacent": rose, "All": rose, "Diagonal": ()}
    sides = {
        "Board": every, "Bottom": row_lists[0], "Top": row_lists[-1],
        "Left": column_lists[0], "Right": column_lists[-1],
        "Corners": (row_lists[0][0], row_lists[0][-1], row_lists[-1][0], row_lists[-1][-1]),
    }  # fmt: skip
    board = Board("mancala", sites, rose, following, row_lists, column_lists, sides, groups, winds)
    return replace(board, on_points=True)


def _to_stores(rows: int, columns: int, stores: int, total: int) -> dict[str, tuple[int, ...]]:
    """The winds that lead into the stores and out of them."""
    first, last = 1, total - 1
    top = first + (rows - 1) * columns
    links = {"ESE": [(0, first)], "ENE": [(0, top)], "WNW": [(first, 0)], "WSW": [(top, 0)]}
    if stores > 1:
        links["ENE"].append((first + columns - 1, last))
        links["ESE"].append((top + columns - 1, last))
        links["WNW"].append((last, top + columns - 1))
        links["WSW"].append((last, first + columns - 1))
    return {
        name: tuple(dict(pairs).get(site, -1) for site in range(total))
        for name, pairs in links.items()
    }
