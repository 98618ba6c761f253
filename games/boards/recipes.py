"""Boards from recipes: nested tuples such as `("rotate", 90.0, ("hex", "Hexagon", 5, None))`.

A recipe is what a `(board …)` says, read but not yet built; equal recipes are built once. To add
a shape or an operation: a function here that makes a `Planar`, its name in `COOKS`, and how its
form is read in `games.compiler.boards`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.boards import rings, shapes, triangles
from games.boards.assembly import assembled
from games.boards.concentric import concentric
from games.boards.graph import Board, BoardError
from games.boards.planar import Planar, merge
from games.boards.square import rectangle

Recipe = tuple[Any, ...]
LEAST_POINTS = 3
Places = tuple[tuple[float, float], ...]
Pairs = tuple[tuple[Any, Any], ...]


@lru_cache(maxsize=256)
def build(recipe: Recipe, on_points: bool = False) -> Board:
    """The board of a recipe, played on its cells or points. Raises BoardError for no such board."""
    name, *rest = recipe
    if name == "grid" and rest[2] is None and (not on_points or min(rest[:2]) >= LEAST_POINTS):
        return rectangle(rest[0], rest[1], on_points)
    if name == "rings" and not on_points:
        return concentric(rest[0])
    if name == "rotate" and rest[1][0] == "rings" and not on_points:
        return concentric(rest[1][1], rest[0])
    return assembled(planar(recipe, on_points), on_points)


@lru_cache(maxsize=64)
def surakarta(recipe: Recipe, loops: int | None = None, start: int = 1) -> Board:
    """A board of crossing lines with loops at its corners; `start` is the first line looped.

    Each loop is a track round the board both ways (`Track1F`, `Track1B`); at each corner, where
    a piece runs round the loop, the site before it stands twice.
    """
    if recipe[0] != "grid":
        raise BoardError("boards with loops are implemented on (square …) and (rectangle …) only")
    board = build(recipe, on_points=True)
    rows, columns = len(board.rows), len(board.columns)
    count = (min(rows, columns) - 2) // 2 if loops is None else loops
    if count < 1 or start < 0 or start + count > min(rows, columns):
        raise BoardError(f"{count} loops from line {start}: the board has no such lines")
    tracks = {}
    for loop in range(start, start + count):
        circle = _circle(rows, columns, loop)
        tracks[f"Track{loop}F"] = _with_bumps(circle)
        tracks[f"Track{loop}B"] = _with_bumps(circle[::-1])
    return replace(board, tracks=tracks)


def _circle(rows: int, columns: int, loop: int) -> list[tuple[int, bool]]:
    """Along four lines anticlockwise: each site, and whether its line ends there."""
    last = rows * columns - 1
    along = (range(columns), range(rows))
    sides = (
        [loop * columns + c for c in along[0]],
        [columns - 1 - loop + r * columns for r in along[1]],
        [last - loop * columns - c for c in along[0]],
        [last - (columns - 1) + loop - r * columns for r in along[1]],
    )
    return [(site, n in (0, len(side) - 1)) for side in sides for n, site in enumerate(side)]


def _with_bumps(circle: list[tuple[int, bool]]) -> tuple[int, ...]:
    found = []
    for (site, ends), (_, begins) in zip(circle, [*circle[1:], circle[0]], strict=True):
        found += [site, site] if ends and begins else [site]
    return tuple(found)


def planar(recipe: Recipe, on_points: bool) -> Planar:
    """The points, edges and faces of a recipe, newly made."""
    name, *rest = recipe
    return COOKS[name](on_points, *rest)


def _grid(on_points: bool, rows: int, columns: int, diagonals: str | None) -> Planar:
    return shapes.grid(rows, columns, on_points, diagonals)


def _diamond(on_points: bool, size: int, diagonals: str | None) -> Planar:
    return shapes.square_diamond(size, diagonals)


def _hex(on_points: bool, shape: str, first: int, second: int | None) -> Planar:
    made: dict[str, Callable[[], Planar]] = {
        "Hexagon": lambda: shapes.hexagon(first),
        "Rectangle": lambda: shapes.hex_rectangle(first, second or first),
        "Square": lambda: shapes.hex_rectangle(first, first),
        "Diamond": lambda: shapes.hex_diamond(first),
        "Prism": lambda: shapes.hex_diamond(first, second or first),
        "Star": lambda: shapes.hex_star(first),
        "Triangle": lambda: shapes.hex_triangle(first),
    }
    return made[shape]()


def _tri(on_points: bool, shape: str, first: int, second: int | None) -> Planar:
    made: dict[str, Callable[[], Planar]] = {
        "Triangle": lambda: triangles.triangle(first, on_points),
        "Hexagon": lambda: triangles.tri_hexagon(first, on_points),
        "Rectangle": lambda: triangles.tri_rectangle(first, second or first, on_points),
        "Square": lambda: triangles.tri_rectangle(first, first, on_points),
        "Diamond": lambda: triangles.tri_diamond(first, None, on_points),
        "Prism": lambda: triangles.tri_diamond(first, second or first, on_points),
    }
    return made[shape]()


def _wedge(on_points: bool, rows: int, columns: int) -> Planar:
    return shapes.wedge(rows, columns)


def _tiling(on_points: bool, kind: str, size: int) -> Planar:
    return shapes.tiling_3464(size)


def _rings(on_points: bool, counts: tuple[int, ...]) -> Planar:
    if not on_points:
        raise BoardError("rings as a part of a board are implemented with use:Vertex only")
    return rings.rings(counts)


def _polygons(on_points: bool, *arguments: Any) -> Planar:
    if not on_points:
        raise BoardError("polygons inside each other are implemented with use:Vertex only")
    return rings.polygons(*arguments)


def _graph(on_points: bool, points: Places, edges: Pairs) -> Planar:
    return Planar.from_edges(points, edges)


def _rotate(on_points: bool, degrees: float, inner: Recipe) -> Planar:
    return planar(inner, on_points).rotate(degrees)


def _shift(on_points: bool, dx: float, dy: float, inner: Recipe) -> Planar:
    return planar(inner, on_points).shift(dx, dy)


def _scale(on_points: bool, by_x: float, by_y: float, inner: Recipe) -> Planar:
    return planar(inner, on_points).scale(by_x, by_y)


def _merge(on_points: bool, *inner: Recipe) -> Planar:
    return merge([planar(each, on_points) for each in inner])


def _renumber(on_points: bool, kinds: tuple[str, ...], inner: Recipe) -> Planar:
    made = planar(inner, on_points)
    made.reorder(not kinds or "Vertex" in kinds, not kinds or "Cell" in kinds)
    return made


def _add(on_points: bool, inner: Recipe | None, points: Places, edges: Pairs) -> Planar:
    made = Planar() if inner is None else planar(inner, on_points)
    for x, y in points:
        made.find_or_add(x, y)
    for a, b in edges:
        ends = [end if isinstance(end, int) else made.find_or_add(*end) for end in (a, b)]
        made.join(*ends)
    return made


def _remove(
    on_points: bool,
    inner: Recipe,
    cells: tuple[int, ...],
    edges: Pairs,
    points: tuple[Any, ...],
    trim: bool,
) -> Planar:
    made = planar(inner, on_points)
    if (beyond := [cell for cell in cells if not 0 <= cell < len(made.faces)]) != []:
        raise BoardError(f"there is no cell {beyond[0]} to remove: 0 to {len(made.faces) - 1}")
    made.remove_faces(cells, trim)
    for a, b in edges:
        made.remove_edge(_point(made, a), _point(made, b))
    made.remove_points([_point(made, point) for point in points])
    return made


def _point(made: Planar, point: Any) -> int:
    """The number of a point that is given by its number or its place."""
    found = point if isinstance(point, int) else made.find(*point)
    if found is None or not 0 <= found < len(made.points):
        raise BoardError(f"there is no point {point} to remove")
    return found


COOKS: dict[str, Callable[..., Planar]] = {
    "grid": _grid,
    "diamond": _diamond,
    "hex": _hex,
    "tri": _tri,
    "wedge": _wedge,
    "tiling": _tiling,
    "rings": _rings,
    "polygons": _polygons,
    "graph": _graph,
    "rotate": _rotate,
    "shift": _shift,
    "scale": _scale,
    "merge": _merge,
    "renumber": _renumber,
    "add": _add,
    "remove": _remove,
}
