"""Squares, hexagons, triangles and other tilings as graphs.

The outlines are those of the first design, which numbers them as Ludii does; here are the forms
that it has not, and squares without its bound on the length of a side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from games.boards import shapes, triangles
from games.boards.graph import BoardError, Point
from games.boards.planar import MOST_POINTS, Planar, joined_at_one, made_of, rounded
from games.engine.boards import values
from games.engine.boards.graph import Graph
from games.engine.boards.outlines import inside, widened
from games.engine.boards.registry import CELL, makes
from games.engine.language import Typed

ROOT3 = sqrt(3)
TURNS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
# Where the lattice of an outline begins and ends beyond the outline's bounds.
BEYOND = 3


def lattice(rows: int, columns: int, use: str, diagonals: str | None = None) -> Graph:
    """Squares in rows and columns, or the points where so many lines cross."""
    rows, columns = rows + (use == CELL), columns + (use == CELL)
    if rows < 1 or columns < 1 or rows * columns > MOST_POINTS:
        raise BoardError(f"a board of {rows} by {columns} points: write up to {MOST_POINTS} in all")
    return Graph.of(shapes.points_of_grid(rows, columns, diagonals))


def diagonals_of(item: Typed) -> str | None:
    """The word for lines across squares; None for none."""
    found = item.get("diagonals")
    return None if found is None or found.word == "Implied" else found.word


@makes("graph square")
def square(item: Typed, use: str) -> Graph:
    """Squares in a square, a limping square or a diamond."""
    if values.flag(item.get("pyramidal")):
        raise BoardError("pyramidal: in (square …) is not implemented")
    size, shape = values.whole(item.args["dim"]), _word(item, "Square")
    if shape == "Diamond":
        return Graph.of(shapes.square_diamond(size, diagonals_of(item)))
    if shape not in ("Square", "Limping"):
        raise BoardError(f"(square {shape} …) is not implemented")
    return lattice(size, size + (shape == "Limping"), use, diagonals_of(item))


@makes("graph rectangle")
def rectangle(item: Typed, use: str) -> Graph:
    """Squares in rows and columns."""
    rows, columns = two_sizes(item)
    return lattice(rows, columns, use, diagonals_of(item))


def _word(item: Typed, default: str) -> str:
    found = item.get("shape")
    return default if found is None else found.word


def two_sizes(item: Typed) -> tuple[int, int]:
    """The one or two sizes of a shape; the second is the first where it is left out."""
    first = values.whole(item.args["dimA"])
    second = item.get("dimB")
    return first, first if second is None else values.whole(second)


@makes("graph hex")
def hexagons(item: Typed, use: str) -> Graph:
    """Hexagons, in a hexagon or another outline."""
    shape, (first, second) = _word(item, "Hexagon"), two_sizes(item)
    if shape == "Limping" or (shape == "Hexagon" and item.has("dimB")):
        return _hexagons_within((first, first + 1 if shape == "Limping" else second))
    made: dict[str, Callable[[], Planar]] = {
        "Hexagon": lambda: shapes.hexagon(first),
        "Rectangle": lambda: shapes.hex_rectangle(first, second),
        "Square": lambda: shapes.hex_rectangle(first, first),
        "Diamond": lambda: shapes.hex_diamond(first),
        "Prism": lambda: shapes.hex_diamond(first, second),
        "Star": lambda: shapes.hex_star(first),
        "Triangle": lambda: shapes.hex_triangle(first),
    }
    if shape not in made:
        raise BoardError(f"(hex {shape} …) is not implemented")
    return Graph.of(made[shape]())


@makes("graph hex/2")
def hexagons_by_sides(item: Typed, use: str) -> Graph:
    """Hexagons within sides of given lengths, or within an outline."""
    if item.has("poly"):
        return _of_hexagons(values.places(item.args["poly"].get("pts")))
    return _hexagons_within(values.wholes(item.args["sides"]))


def _hexagons_within(sides: Sequence[int]) -> Graph:
    return _of_hexagons(_outline(sides, _hexagon_at))


def _of_hexagons(outline: Sequence[Point]) -> Graph:
    places = _within(outline, _hexagon_at, BEYOND)
    return Graph.of(shapes.of_cells(places, shapes.HEXAGON))


@makes("graph tri")
def triangles_(item: Typed, use: str) -> Graph:
    """Triangles, in a triangle or another outline."""
    shape, (first, second) = _word(item, "Triangle"), two_sizes(item)
    points = use != CELL
    made: dict[str, Callable[[], Planar]] = {
        "Triangle": lambda: triangles.triangle(first, points),
        "Hexagon": lambda: triangles.tri_hexagon(first, points),
        "Rectangle": lambda: triangles.tri_rectangle(first, second, points),
        "Square": lambda: triangles.tri_rectangle(first, first, points),
        "Diamond": lambda: triangles.tri_diamond(first, None, points),
        "Prism": lambda: triangles.tri_diamond(first, second, points),
        "Limping": lambda: _triangles_within((first, first + 1), first),
    }
    if shape not in made:
        raise BoardError(f"(tri {shape} …) is not implemented")
    return Graph.of(made[shape]())


@makes("graph tri/2")
def triangles_by_sides(item: Typed, use: str) -> Graph:
    """Triangles within sides of given lengths, or within an outline."""
    if item.has("poly"):
        outline = values.places(item.args["poly"].get("pts"))
        return Graph.of(made_of(_within(outline, _triangle_at, BEYOND - 1)))
    sides = values.wholes(item.args["sides"])
    limping = len(sides) == 2 and sides[0] == sides[1] - 1
    return Graph.of(_triangles_within(sides, sides[0] if limping else BEYOND - 1))


def _triangles_within(sides: Sequence[int], beyond: int) -> Planar:
    return made_of(_within(_outline(sides, _triangle_at), _triangle_at, beyond))


def _hexagon_at(row: int, column: int) -> Point:
    return ROOT3 * (column - 0.5 * row), 1.5 * row


def _triangle_at(row: int, column: int) -> Point:
    return column - 0.5 * row, ROOT3 / 2 * row


Place = Callable[[int, int], Point]


def _outline(sides: Sequence[int], place: Place) -> list[Point]:
    """The corners of an outline whose sides have so many places, turning right, or left below 0."""
    if not sides:
        raise BoardError("the sides of a board: write one or more lengths")
    row = column = 0
    step, corners = 1, [place(0, 0)]
    for n in range(max(5, len(sides))):
        side = sides[n % len(sides)]
        side += 1 if side < 0 else -1
        step = (step + (-1 if side < 0 else 1)) % 6
        if side > 0:
            row, column = row + side * TURNS[step][0], column + side * TURNS[step][1]
            corners.append(place(row, column))
    return corners


def _within(outline: Sequence[Point], place: Place, beyond: int) -> list[Point]:
    """The places of a lattice that lie within an outline."""
    wide = widened(outline)
    xs, ys = zip(*wide, strict=True)
    columns = range(int(min(xs)) - beyond, int(max(xs)) + beyond + 1)
    rows = range(int(min(ys)) - beyond, int(max(ys)) + beyond + 1)
    if len(rows) * len(columns) > 100 * MOST_POINTS:
        raise BoardError("the outline of the board is too large")
    return [at for r in rows for c in columns if inside(at := place(r, c), wide)]


@makes("graph tiling T3464/2")
def tiling_3464(item: Typed, use: str) -> Graph:
    """Hexagons, squares and triangles."""
    return Graph.of(shapes.tiling_3464(_size(item)))


def _size(item: Typed) -> int:
    if item.has("dimB"):
        raise BoardError(f"({item.row.keyword} …) with two sizes is not implemented")  # type: ignore[union-attr]
    return values.whole(item.args["dimA"])


@makes("graph tiling T33434/2")
def tiling_33434(item: Typed, use: str) -> Graph:
    """Squares and pairs of triangles, in a diamond."""
    size, half, high = _size(item), 0.5, ROOT3 / 2
    shapes.check_size(size)
    corners = (
        (-half, -half - high), (half, -half - high), (-half - high, -high), (half + high, -high),
        (0.0, -half), (-1 - high, 0.0), (-high, 0.0), (high, 0.0), (1 + high, 0.0), (0.0, half),
        (-half - high, high), (half + high, high), (-half, half + high), (half, half + high),
    )  # fmt: skip
    unit = (1 + ROOT3) / 2
    cells = ((unit * (c - r), unit * (r + c)) for r in range(size) for c in range(size))
    return Graph.of(shapes.of_cells(cells, corners))


@makes("graph tiling T3636/2")
def tiling_3636(item: Typed, use: str) -> Graph:
    """Hexagons and triangles, in a hexagon or a rhombus."""
    first, second = two_sizes(item)
    shapes.check_size(first, second)
    rows, columns, half = 2 * first - 1, 2 * second - 1, (2 * second - 1) // 2
    whole = item.has("dimB")
    cells = (
        (2 * (c - 0.5 * r), ROOT3 * r)
        for r in range(rows)
        for c in range(columns)
        if whole or (c <= half + r and r - c <= half)
    )
    return Graph.of(shapes.of_cells(cells, [(y, x) for x, y in shapes.HEXAGON]))


@makes("graph tiling T488/2")
def tiling_488(item: Typed, use: str) -> Graph:
    """Octagons and squares, in rows and columns."""
    rows, columns = two_sizes(item)
    shapes.check_size(rows, columns)
    half, wide = 0.5, (1 + sqrt(2)) / 2
    turns = ((half, wide), (wide, half), (wide, -half), (half, -wide))
    corners = (*turns, *((-x, -y) for x, y in turns))
    cells = [(2 * wide * c, 2 * wide * r) for r in range(rows) for c in range(columns)]
    made = Graph.of(joined_at_one(rounded(shapes.corners_of(cells, corners))))
    made.lines.sort()
    return made


@makes("graph wedge")
def wedge(item: Typed, use: str) -> Graph:
    """A point above rows that grow wider."""
    columns = item.get("columns")
    width = 3 if columns is None else values.whole(columns)
    made = Graph.of(shapes.wedge(values.whole(item.args["rows"]), width))
    made.lines.sort(key=lambda edge: ((edge[0] - 1) // width, edge[1] != edge[0] + 1, edge[0]))
    made.lines.sort(key=lambda edge: edge[0] > 0)
    return made


@makes("graph graph")
def listed(item: Typed, use: str) -> Graph:
    """Vertices and edges, one by one."""
    edges = values.numbered(item.get("edges"))
    if any(len(edge) != 2 for edge in edges):
        raise BoardError("an edge is written {a b}")
    return Graph.from_edges(values.places(item.args["vertices"]), edges)  # type: ignore[arg-type]
