"""Shapes that boards are made of, as points, edges and faces, numbered as Ludii numbers them.

Every function takes sizes in cells or, for a board played on its points (`on_points`), in
points; and raises BoardError for a size out of range.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin, sqrt

from games.boards.graph import BoardError, Point
from games.boards.planar import MOST_POINTS, Planar, joined_at_one, made_of

MOST = 40
DIAGONALS = ("Alternating", "Solid", "SolidNoSplit", "Concentric", "Radiating")
ROOT3 = sqrt(3)
# The corners of a cell that stands on a corner, from the top clockwise.
HEXAGON = (
    (0.0, 1.0), (ROOT3 / 2, 0.5), (ROOT3 / 2, -0.5),
    (0.0, -1.0), (-ROOT3 / 2, -0.5), (-ROOT3 / 2, 0.5),
)  # fmt: skip


def check_size(*sizes: int, most: int = MOST) -> None:
    """Raise BoardError for a size that no board has."""
    for size in sizes:
        if not 1 <= size <= most:
            raise BoardError(f"a board of size {size}: write 1 to {most}")


# Squares


def grid(rows: int, columns: int, on_points: bool, diagonals: str | None = None) -> Planar:
    """`(square n)` and `(rectangle rows columns)`, with lines across the squares as asked."""
    check_size(rows, columns)
    return points_of_grid(rows + (not on_points), columns + (not on_points), diagonals)


def points_of_grid(rows: int, columns: int, diagonals: str | None = None) -> Planar:
    """Points in rows and columns, joined to their neighbours, with lines across as asked."""
    board = Planar()
    for row in range(rows):
        for column in range(columns):
            board.add_point(float(column), float(row))
    corners = range(rows * columns)
    board.join_all((n, n + 1) for n in corners if (n + 1) % columns)
    board.join_all((n, n + columns) for n in corners[:-columns])
    if diagonals is not None:
        add_diagonals(board, rows, columns, diagonals)
    board.make_faces()
    board.reorder()
    return board


def square_diamond(size: int, diagonals: str | None = None) -> Planar:
    """`(square Diamond n)`: rows that grow from two points to 2n and shrink again."""
    check_size(size)
    board = joined_at_one(
        [
            (float(c), float(r))
            for r in range(2 * size)
            for c in range(2 * size)
            if size - 1 <= r + c < 3 * size and abs(r - c) <= size
        ]
    )
    if diagonals is not None:
        add_diagonals(board, 2 * size, 2 * size, diagonals)
    board.make_faces()
    board.reorder()
    return board


def add_diagonals(board: Planar, rows: int, columns: int, kind: str) -> None:
    """Draw lines across the squares. Raises BoardError for an unknown kind."""
    if kind not in DIAGONALS:
        raise BoardError(f"diagonals:{kind}: write one of {', '.join(DIAGONALS)}")
    if kind == "Radiating":
        _radiate(board, rows, columns)
        return
    for row in range(rows - 1):
        for column in range(columns - 1):
            places = ((column, row), (column, row + 1), (column + 1, row + 1), (column + 1, row))
            square = [found for x, y in places if (found := board.find(x, y)) is not None]
            if len(square) == len(places):
                _across(board, square, kind, _rises(row, column, rows, columns, kind))


def _across(board: Planar, square: list[int], kind: str, rises: bool) -> None:
    """Lines across one square, given by its corners from the lower left clockwise."""
    a, b, c, d = square
    if kind == "Solid":
        x, y = board.points[a]
        centre = board.add_point(x + 0.5, y + 0.5)
        for corner in square:
            board.join(corner, centre)
        return
    if rises or kind == "SolidNoSplit":
        board.join(a, c)
    if not rises or kind == "SolidNoSplit":
        board.join(b, d)


def _rises(row: int, column: int, rows: int, columns: int, kind: str) -> bool:
    if kind == "Concentric":
        return (row < rows // 2) != (column < columns // 2)
    return (row + column) % 2 == 0


def _radiate(board: Planar, rows: int, columns: int) -> None:
    row, column = rows // 2, columns // 2
    for n in range(max(rows // 2, columns // 2) + 1):
        for across, up in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
            a = board.find(row + n * across, column + n * up)
            b = board.find(row + (n + 1) * across, column + (n + 1) * up)
            if a is not None and b is not None:
                board.join(a, b)


# Hexagons


def hexagon(size: int, most: int = MOST_POINTS) -> Planar:
    """`(hex n)`: a hexagon with n cells on each side, rows lying flat."""
    check_size(size)
    board = Planar(most=most)
    rows = range(2 * size - 1)
    for part, corners in ((rows[:size], (4, 3, 2)), (rows[size - 1 :], (5, 0, 1))):
        for row in part:
            columns = [c for c in rows if c < size + row and row - c < size]
            for column in columns:
                taken = corners if column == columns[-1] else corners[:2]
                x, y = _cell(row, column)
                for n in taken:
                    board.add_point(x + HEXAGON[n][0], y + HEXAGON[n][1])
    made = joined_at_one(board.points, most)
    made.make_faces()
    made.reorder()
    return made


def hex_rectangle(rows: int, columns: int) -> Planar:
    """`(hex Rectangle rows columns)`: every second row, from the second, is one cell shorter."""
    check_size(rows, columns)
    cells = (
        _cell(row, column)
        for row in range(rows)
        for column in range((row + 1) // 2, columns + row // 2)
    )
    return of_cells(cells, HEXAGON)


def hex_triangle(size: int) -> Planar:
    """`(hex Triangle n)`: a row of n cells, and above it rows that are each one shorter."""
    check_size(size)
    return of_cells((_cell(r, c) for r in range(size) for c in range(r, size)), HEXAGON)


def hex_diamond(rows: int, columns: int | None = None) -> Planar:
    """`(hex Diamond n)` and `(hex Prism n m)`: columns of cells that stand on an edge."""
    check_size(rows, columns or rows)
    prism = columns is not None
    longest = rows + (columns or rows) - 1 if prism else rows
    cells = (
        (1.5 * (column - row), ROOT3 * (row + column) * 0.5)
        for row in range(longest)
        for column in range(longest)
        if not prism or abs(row - column) < rows
    )
    return of_cells(cells, tuple((y, x) for x, y in HEXAGON))


def hex_star(size: int) -> Planar:
    """`(hex Star n)`: a hexagon with six points."""
    check_size(size)
    longest = 4 * size + 1
    cells = (
        _cell(row, column)
        for row in range(longest)
        for column in range(longest)
        if in_star(row, column, size)
    )
    return of_cells(cells, HEXAGON)


def in_star(row: int, column: int, size: int) -> bool:
    """Whether a lattice has this row and column in a star."""
    if row < size or 2 * size < row <= 3 * size:
        return column >= size and column - row <= size
    if row <= 2 * size:
        return row - column <= size and column <= 3 * size
    return column <= 3 * size and row - column <= size


def _cell(row: int, column: int) -> Point:
    return ROOT3 * (column - 0.5 * row), 1.5 * row


def of_cells(cells: Iterable[Point], corners: Iterable[Point]) -> Planar:
    """A board of cells of one form, given by their middles."""
    return made_of(corners_of(cells, corners))


def corners_of(cells: Iterable[Point], corners: Iterable[Point]) -> list[Point]:
    """The corners of cells of one form, each once, in the order in which the cells have them."""
    points: list[Point] = []
    known: dict[tuple[int, int], None] = {}
    outline = tuple(corners)
    for x, y in cells:
        for dx, dy in outline:
            place = round((x + dx) * 8), round((y + dy) * 8)
            near = ((place[0] + i, place[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
            if not any(each in known for each in near):
                known[place] = None
                points.append((x + dx, y + dy))
    return points


# Others


def wedge(rows: int, columns: int = 3) -> Planar:
    """`(wedge rows columns)`: a point above rows that grow wider, for the arms of a board."""
    check_size(rows, columns)
    if columns < 2:
        raise BoardError("a wedge needs 2 columns or more")
    board, mid = Planar(), rows - 1
    board.add_point(float(mid), float(mid))
    for row in range(1, rows):
        for column in range(columns):
            part = column / (columns - 1)
            board.add_point(mid - row + part * 2 * row, float(mid - row))
    apex = [(0, c + 1) for c in range(columns)] if rows > 1 else []
    starts = range(1, len(board.points), columns)
    flat = [(s + c, s + c + 1) for s in starts for c in range(columns - 1)]
    down = [(s + c, s + columns + c) for s in starts[:-1] for c in range(columns)]
    board.join_all(apex + flat + down)
    return board


def tiling_3464(size: int) -> Planar:
    """`(tiling T3464 n)`: hexagons, squares and triangles, n hexagons on each side."""
    check_size(size)
    high = ROOT3 / 2
    corners = [(-0.5, high), (0.5, high), (1.0, 0.0), (0.5, -high), (-0.5, -high), (-1.0, 0.0)]
    far = (1 + high) / cos(radians(15))
    angles = [radians(15 + n * 30) for n in range(12)]
    corners += [(far * cos(angle), far * sin(angle)) for angle in angles]
    wide, tall = (3 + ROOT3) / 2, 1 + ROOT3
    span = range(2 * size - 1)
    cells = (
        (wide * (c - r), tall * (r + c) * 0.5)
        for r in span
        for c in span
        if c < size + r and r - c < size
    )
    return of_cells(cells, corners)
