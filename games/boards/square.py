"""Boards of squares, row by row from the near left: `(square n)` and `(rectangle rows columns)`.

The same played on the points where lines cross has the same directions, but only the orthogonal
ones join points: Adjacent means those.
"""

from __future__ import annotations

from functools import lru_cache

from games.boards.graph import COMPASS, Board, BoardError, Point, Site, around

MAX_SIDE = 40
STEPS = {
    "N": (1, 0), "NE": (1, 1), "E": (0, 1), "SE": (-1, 1),
    "S": (-1, 0), "SW": (-1, -1), "W": (0, -1), "NW": (1, -1),
}  # fmt: skip


ORTHOGONAL, DIAGONAL = COMPASS[::2], COMPASS[1::2]
ON_CELLS = {
    "Orthogonal": ORTHOGONAL, "Diagonal": DIAGONAL,
    "Adjacent": COMPASS, "All": COMPASS, "OffDiagonal": (),
}  # fmt: skip
ON_POINTS = ON_CELLS | {"Adjacent": ORTHOGONAL}


@lru_cache(maxsize=64)
def rectangle(rows: int, columns: int, on_points: bool = False, most: int = MAX_SIDE) -> Board:
    """A board of that many rows and columns of squares, or of crossing lines.

    Raises BoardError for sizes out of 1 to `most`, or out of 3 to `most` for lines.
    """
    least = 3 if on_points else 1
    for size in (rows, columns):
        if not least <= size <= most:
            raise BoardError(f"a side of {size} squares: write {least} to {most}")
    sites = tuple(
        _site(row, column, columns, on_points) for row in range(rows) for column in range(columns)
    )
    following = {
        name: tuple(_next(site.index, step, rows, columns) for site in sites)
        for name, step in STEPS.items()
    }
    by_row = tuple(tuple(range(r * columns, (r + 1) * columns)) for r in range(rows))
    by_column = tuple(tuple(range(c, rows * columns, columns)) for c in range(columns))
    groups = ON_POINTS if on_points else ON_CELLS
    return Board(
        "points" if on_points else "square", sites, COMPASS, following, by_row, by_column,
        _regions(by_row, by_column), groups, groups,
        on_points=on_points, edges=_edges(rows, columns) if on_points else (),
    )  # fmt: skip


def _regions(
    rows: tuple[tuple[int, ...], ...], columns: tuple[tuple[int, ...], ...]
) -> dict[str, tuple[int, ...]]:
    everything = range(len(rows) * len(columns))
    border = {*rows[0], *rows[-1], *columns[0], *columns[-1]}
    corners = tuple(sorted({rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]}))
    centre = {*_middle(rows)} & {*_middle(columns)}
    return {
        "Bottom": rows[0], "Top": rows[-1], "Left": columns[0], "Right": columns[-1],
        "Side S": rows[0], "Side N": rows[-1], "Side W": columns[0], "Side E": columns[-1],
        **{f"Side {name}": () for name in DIAGONAL},
        "Corners": corners, "ConvexCorners": corners, "ConcaveCorners": (),
        "Outer": tuple(sorted(border)), "Perimeter": tuple(sorted(border)),
        "Inner": tuple(n for n in everything if n not in border),
        "Centre": tuple(sorted(centre)),
        **{
            f"Phase {phase}": tuple(
                n for n in everything if sum(divmod(n, len(columns))) % 2 == phase
            )
            for phase in range(min(2, len(everything)))
        },
        "Major": tuple(everything), "Minor": (),
    }  # fmt: skip


def _middle(lines: tuple[tuple[int, ...], ...]) -> list[int]:
    """The sites of the middle line, or of the two in the middle."""
    half = len(lines) // 2
    return [site for line in lines[(len(lines) - 1) // 2 : half + 1] for site in line]


def _edges(rows: int, columns: int) -> tuple[tuple[Point, Point], ...]:
    across = [((0.5, r + 0.5), (columns - 0.5, r + 0.5)) for r in range(rows)]
    up = [((c + 0.5, 0.5), (c + 0.5, rows - 0.5)) for c in range(columns)]
    return (*across, *up)


def _site(row: int, column: int, columns: int, on_point: bool) -> Site:
    corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
    outline = around(column + 0.5, row + 0.5) if on_point else corners
    label = f"{letters(column)}{row + 1}"
    return Site(row * columns + column, label, column + 0.5, row + 0.5, outline)


def letters(column: int) -> str:
    """How a column is called: a to z, then aa, ab and so on."""
    letter = chr(ord("a") + column % 26)
    return letter if column < 26 else f"{chr(ord('a') + column // 26 - 1)}{letter}"


def _next(site: int, step: tuple[int, int], rows: int, columns: int) -> int:
    row, column = site // columns + step[0], site % columns + step[1]
    return row * columns + column if 0 <= row < rows and 0 <= column < columns else -1
