"""Parts of graphs: what lies within an outline or without, and what several have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.boards.graph import Point
from games.boards.planar import SAME_WHEN_MERGED
from games.engine.boards.crossed import Edge
from games.engine.boards.graph import Graph
from games.engine.boards.outlines import inside, outline_of, widened
from games.engine.boards.registry import make, makes
from games.engine.language import Typed


@makes("graph keep")
def keep(item: Typed, use: str) -> Graph:
    """The part of a graph whose vertices lie within an outline, with faces found anew."""
    return kept_within(make(item.args["graphFn"], use), outline_of(item.args["poly"]))


def kept_within(made: Graph, outline: Sequence[Point]) -> Graph:
    """What of a graph lies within an outline."""
    wide = widened(outline)
    return _without(made, (n for n, at in enumerate(made.points) if not inside(at, wide)))


@makes("graph clip")
def clip(item: Typed, use: str) -> Graph:
    """The graph without the vertices within an outline, with faces found anew."""
    made, wide = make(item.args["graphFn"], use), widened(outline_of(item.args["poly"]))
    return _without(made, (n for n, at in enumerate(made.points) if inside(at, wide)))


def _without(made: Graph, gone: Iterable[int]) -> Graph:
    """The graph without some points. As in Ludii, nothing turns around another point any more."""
    made.remove_points(gone)
    made.pivots, made.curved = {}, set()
    made.sort_around()
    made.make_faces()
    made.turn_faces()
    return made


@makes("graph hole")
def hole(item: Typed, use: str) -> Graph:
    """The graph without the faces whose middles lie within an outline."""
    made, outline = make(item.args["graphFn"], use), widened(outline_of(item.args["poly"]))
    gone = [n for n, face in enumerate(made.faces) if inside(made.middle(face), outline)]
    made.remove_faces(gone)
    return made


@makes("graph remove/2")
def cut(item: Typed, use: str) -> Graph:
    """The graph without the vertices within an outline."""
    made, outline = make(item.args["graphFn"], use), outline_of(item.args["poly"])
    made.remove_points(n for n, point in enumerate(made.points) if inside(point, outline))
    return made


@makes("graph intersect", "graph intersect/2")
def intersect(item: Typed, use: str) -> Graph:
    """The vertices and edges of the first graph that all the others have, too."""
    listed = item.args["graphs"].items if item.has("graphs") else None
    first, *others = (
        make(each, use) for each in listed or (item.args["graphA"], item.args["graphB"])
    )
    if not others:
        return first
    kept = [edge for edge in first.lines if all(_has_edge(first, edge, other) for other in others)]
    gone = [
        n for n, at in enumerate(first.points)
        if not all(_near(at, other.points) for other in others)
    ]  # fmt: skip
    made = Graph(list(first.points), [[] for _ in first.points])
    made.join_all(kept)
    return _without(made, gone)


def _near(at: Point, points: Iterable[Point]) -> list[int]:
    """Which points lie in the same place."""
    x, y = at
    return [n for n, (px, py) in enumerate(points) if abs(px - x) + abs(py - y) < SAME_WHEN_MERGED]


def _has_edge(board: Graph, edge: Edge, other: Graph) -> bool:
    a, b = (_near(board.points[end], other.points) for end in edge)
    return any(m in other.around[n] for n in a for m in b)
