"""Squares, hexagons, triangles and other tilings as graphs.

The outlines are those of the first design, which numbers them as Ludii does; here are the forms
that it has not, and squares without its bound on the length of a side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from games.boards import shapes, triangles
from games.boards.graph import BoardError, Point
from games.boards.planar import MOST_POINTS, Planar, made_of
from games.engine.boards import values
from games.engine.boards.graph import Graph
from games.engine.boards.outlines import outline_of, within
from games.engine.boards.registry import CELL, makes
from games.engine.boards.sides import hexagonal
from games.engine.language import Typed

ROOT3 = sqrt(3)
# Where the lattice of an outline begins and ends beyond the outline's bounds.
BEYOND = 3


def lattice(rows: int, columns: int, use: str, diagonals: str | None = None) -> Graph:
    """Squares in rows and columns, or the points where so many lines cross."""
    written = f"{rows} by {columns} {'cells' if use == CELL else 'points'}"
    rows, columns = rows + (use == CELL), columns + (use == CELL)
    if rows < 1 or columns < 1 or rows * columns > MOST_POINTS:
        most = f"{MOST_POINTS} corners" if use == CELL else str(MOST_POINTS)
        raise BoardError(f"a board of {written}: write up to {most} in all")
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
        return _of_hexagons(outline_of(item.args["poly"]))
    return _hexagons_within(values.wholes(item.args["sides"]))


def _hexagons_within(sides: Sequence[int]) -> Graph:
    return _of_hexagons(hexagonal(sides, _hexagon_at))


def _of_hexagons(outline: Sequence[Point]) -> Graph:
    places = within(outline, _hexagon_at, BEYOND)
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
        "Star": lambda: _triangles_in_star(first),
        "Limping": lambda: _triangles_within((first, first + 1), first),
    }
    if shape not in made:
        raise BoardError(f"(tri {shape} …) is not implemented")
    return Graph.of(made[shape]())


def _triangles_in_star(size: int) -> Planar:
    """A hexagon of triangles with six points."""
    shapes.check_size(size)
    span = range(4 * size + 1)
    return made_of([_triangle_at(r, c) for r in span for c in span if shapes.in_star(r, c, size)])


@makes("graph tri/2")
def triangles_by_sides(item: Typed, use: str) -> Graph:
    """Triangles within sides of given lengths, or within an outline."""
    if item.has("poly"):
        outline = outline_of(item.args["poly"])
        return Graph.of(made_of(within(outline, _triangle_at, BEYOND - 1)))
    sides = values.wholes(item.args["sides"])
    limping = len(sides) == 2 and sides[0] == sides[1] - 1
    return Graph.of(_triangles_within(sides, sides[0] if limping else BEYOND - 1))


def _triangles_within(sides: Sequence[int], beyond: int) -> Planar:
    return made_of(within(hexagonal(sides, _triangle_at), _triangle_at, beyond))


def _hexagon_at(row: int, column: int) -> Point:
    return ROOT3 * (column - 0.5 * row), 1.5 * row


def _triangle_at(row: int, column: int) -> Point:
    return column - 0.5 * row, ROOT3 / 2 * row


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
