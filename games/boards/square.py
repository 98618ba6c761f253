"""Boards of squares, row by row from the near left: `(square n)` and `(rectangle rows columns)`."""

from __future__ import annotations

from functools import lru_cache

from games.boards.graph import COMPASS, Board, BoardError, Site

MAX_SIDE = 40
STEPS = {
    "N": (1, 0), "NE": (1, 1), "E": (0, 1), "SE": (-1, 1),
    "S": (-1, 0), "SW": (-1, -1), "W": (0, -1), "NW": (1, -1),
}  # fmt: skip


@lru_cache(maxsize=64)
def rectangle(rows: int, columns: int) -> Board:
    """A board of that many rows and columns. Raises BoardError for sizes out of 1 to 40."""
    for size in (rows, columns):
        if not 1 <= size <= MAX_SIDE:
            raise BoardError(f"a side of {size} squares: write 1 to {MAX_SIDE}")
    sites = tuple(_site(row, column, columns) for row in range(rows) for column in range(columns))
    following = {
        name: tuple(_next(site.index, step, rows, columns) for site in sites)
        for name, step in STEPS.items()
    }
    by_row = tuple(tuple(range(r * columns, (r + 1) * columns)) for r in range(rows))
    by_column = tuple(tuple(range(c, rows * columns, columns)) for c in range(columns))
    sides = {
        "Bottom": by_row[0], "Top": by_row[-1], "Left": by_column[0], "Right": by_column[-1],
    }  # fmt: skip
    return Board("square", sites, COMPASS, following, by_row, by_column, sides)


def _site(row: int, column: int, columns: int) -> Site:
    outline = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
    label = f"{_letters(column)}{row + 1}"
    return Site(row * columns + column, label, column + 0.5, row + 0.5, outline)


def _letters(column: int) -> str:
    letter = chr(ord("a") + column % 26)
    return letter if column < 26 else f"{chr(ord('a') + column // 26 - 1)}{letter}"


def _next(site: int, step: tuple[int, int], rows: int, columns: int) -> int:
    row, column = site // columns + step[0], site % columns + step[1]
    return row * columns + column if 0 <= row < rows and 0 <= column < columns else -1
