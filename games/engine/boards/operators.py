"""Operations on graphs: moving, joining, adding and removing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from games.boards.graph import BoardError, Point
from games.boards.planar import placed
from games.engine.boards import values
from games.engine.boards.graph import Graph
from games.engine.boards.registry import CELL, VERTEX, make, makes
from games.engine.language import Typed

# Vertices this many mean lengths of edges apart are joined where a form says connect:True.
NEAR = 1.1
# How many vertices may all be joined to each other.
MOST_COMPLETE = 60


def _inner(item: Typed, use: str) -> Graph:
    """The graph that an operation works on."""
    return make(item.args["graph"] if item.has("graph") else item.args["graphFn"], use)


# Moving


@makes("graph rotate")
def rotate(item: Typed, use: str) -> Graph:
    """The graph turned about the middle of its bounds."""
    made = _inner(item, use)
    made.rotate(float(values.number(item.args["degreesFn"])))
    return made


@makes("graph shift")
def shift(item: Typed, use: str) -> Graph:
    """The graph moved aside."""
    dx, dy = (float(values.number(item.args[name])) for name in ("dx", "dy"))
    if item.has("dz") and values.number(item.args["dz"]):
        raise BoardError("a board of several layers, (shift dx dy dz …), is not implemented")
    made = _inner(item, use)
    made.shift(dx, dy)
    return made


@makes("graph scale")
def scale(item: Typed, use: str) -> Graph:
    """The graph made larger or smaller."""
    by_x = float(values.number(item.args["scaleX"]))
    by_y = float(values.number(item.args["scaleY"])) if item.has("scaleY") else by_x
    if not by_x or not by_y:
        raise BoardError("a board cannot be made 0 times as large")
    made = _inner(item, use)
    made.scale(by_x, by_y)
    return made


@makes("graph skew")
def skew(item: Typed, use: str) -> Graph:
    """The graph slanted: the higher a point, the farther it moves to the right."""
    made, amount = _inner(item, use), float(values.number(item.args["amount"]))
    lowest = min((y for _, y in made.points), default=0.0)
    made.moved(lambda x, y: (x + (y - lowest) * amount, y))
    return made


@makes("graph renumber")
def renumber(item: Typed, use: str) -> Graph:
    """The graph with its sites numbered again, row by row."""
    names = ("siteTypeA", "siteTypeB", "siteTypeC")
    kinds = {item.args[name].word for name in names if item.has(name)}
    made = _inner(item, use)
    made.reorder(*(not kinds or kind in kinds for kind in ("Vertex", "Cell", "Edge")))
    return made


@makes("graph makeFaces")
def with_faces(item: Typed, use: str) -> Graph:
    """The graph with its faces found anew."""
    made = _inner(item, use)
    made.make_faces(uncrossed=True)
    return made


# Several graphs


def _several(item: Typed, use: str) -> list[Graph]:
    listed = item.args["graphs"].items if item.has("graphs") else None
    return [make(each, use) for each in listed or (item.args["graphA"], item.args["graphB"])]


@makes("graph merge", "graph merge/2")
def merge(item: Typed, use: str) -> Graph:
    """Graphs laid over each other: vertices in the same place become one."""
    made = merged(_several(item, use))
    _connect(made, item, range(len(made.points)))
    return made


def merged(boards: Sequence[Graph]) -> Graph:
    """One graph of several, with faces found anew."""
    made = Graph()
    places: dict[tuple[int, int], list[int]] = {}
    edges: dict[frozenset[int], tuple[int, int]] = {}
    for board in boards:
        new = [placed(made, places, x, y) for x, y in board.points]
        for a, b in board.lines:
            if new[a] != new[b]:
                edges.setdefault(frozenset((new[a], new[b])), (new[a], new[b]))
        made.pivots |= {new[a]: new[b] for a, b in board.pivots.items()}
        made.curved |= {frozenset(new[p] for p in edge) for edge in board.curved}
    made.join_all(edges.values())
    made.make_faces()
    made.turn_faces()
    return made


@makes("graph union", "graph union/2")
def union(item: Typed, use: str) -> Graph:
    """Graphs beside each other, not joined where they meet."""
    first, *others = _several(item, use)
    for other in others:
        first.append(other)
    _connect(first, item, range(len(first.points)))
    return first


def _connect(made: Graph, item: Typed, new: Iterable[int]) -> None:
    """Join points that are new to those near them, where the form asks for it."""
    if values.flag(item.get("connect")):
        connected(made, new)
        if item.key != "graph add":
            made.make_faces(uncrossed=True)


def connected(made: Graph, new: Iterable[int]) -> None:
    """Join some points to all others about the mean length of an edge away."""
    near = NEAR * made.average_length()
    for a in new:
        for b in range(len(made.points)):
            if a != b and made.length((a, b)) < near:
                made.join(a, b)


# Changing


@makes("graph trim")
def trim(item: Typed, use: str) -> Graph:
    """The graph without edges that end loosely, and without vertices that no edge reaches."""
    made = _inner(item, use)
    for a, b in reversed(made.edges()):
        if len(made.around[a]) == 1 or len(made.around[b]) == 1:
            made.remove_edge(a, b)
    pivots = set(made.pivots.values())
    made.remove_points(n for n, joined in enumerate(made.around) if not joined and n not in pivots)
    return made


@makes("graph dual")
def dual(item: Typed, use: str) -> Graph:
    """A vertex in the middle of each face, joined to those of the faces beside it."""
    source, made = _inner(item, use), Graph()
    if not source.faces:
        raise BoardError("(dual …) of a graph without faces")
    beside = source.faces_by_edge()
    for face in source.faces:
        made.add_point(*source.middle(face))
    for edge in source.lines:
        faces = beside.get(frozenset(edge), ())
        if len(faces) == 2:
            made.join(*faces)
    made.make_faces()
    made.reorder()
    return made


@makes("graph complete")
def complete(item: Typed, use: str) -> Graph:
    """The graph with every pair of vertices joined, or every pair of each cell's."""
    made = _inner(item, use)
    if values.flag(item.get("eachCell")):
        for face in made.faces:
            for a, b in combinations(face, 2):
                made.join(a, b)
        return made
    count = len(made.points)
    if count > MOST_COMPLETE:
        raise BoardError(f"(complete …) of {count} points: {MOST_COMPLETE} at the most")
    made.clear_edges()
    made.join_all(combinations(range(count), 2))
    made.make_faces(uncrossed=True)
    return made


@makes("graph subdivide")
def subdivide(item: Typed, use: str) -> Graph:
    """The graph with a vertex in the middle of each face of so many sides or more."""
    made = _inner(item, use)
    least = values.whole(item.args["min"]) if item.has("min") else 1
    if use == VERTEX:
        made.make_faces(uncrossed=True)
    split = [face for face in made.faces if len(face) >= least]
    for face in reversed(split):
        middle = made.add_point(*made.middle(face))
        for corner in face:
            made.join(middle, corner)
    made.faces = []
    if use == CELL:
        made.make_faces(uncrossed=True)
    return made


@makes("graph recoordinate")
def recoordinate(item: Typed, use: str) -> Graph:
    """The graph as it is: coordinates always follow from where the sites lie."""
    return _inner(item, use)


# Adding and removing


@makes("graph add")
def add(item: Typed, use: str) -> Graph:
    """The graph with more vertices, edges or cells."""
    made = _inner(item, use) if item.has("graph") else Graph()
    for ends in values.routes(item.get("edgesCurved")):
        _join(made, ends[:2], curved=True)
    known = len(made.points)
    for x, y in values.places(item.get("vertices")):
        made.find_or_add(x, y)
    new = range(known, len(made.points))
    for ends in values.routes(item.get("edges")):
        _join(made, ends)
    for corners in values.routes(item.get("cells")):
        found = [made.find_or_add(x, y) for x, y in corners]
        for a, b in zip(found, [*found[1:], found[0]], strict=True):
            made.join(a, b)
        made.add_face(found)
    for edge in values.numbered(item.get("Edges")):
        if len(edge) != 2:
            raise BoardError("an edge is written {a b}")
        made.join(*edge)
    for cell in values.numbered(item.get("Cells")):
        made.add_face(cell)
    _connect(made, item, new)
    return made


def _join(made: Graph, ends: Sequence[Point], curved: bool = False) -> None:
    if len(ends) != 2:
        raise BoardError("an edge is written {{x y} {x y}}")
    a, b = (made.find_or_add(x, y) for x, y in ends)
    made.join(a, b)
    if curved:
        made.curved.add(frozenset((a, b)))


@makes("graph remove")
def remove(item: Typed, use: str) -> Graph:
    """The graph without some cells, edges or vertices."""
    made, trim_edges = _inner(item, use), values.flag(item.get("trimEdges"), True)
    cells = [_face(made, corners) for corners in values.routes(item.get("cells"))]
    cells += _numbered("cell", values.wholes(item.get("Cells")), len(made.faces))
    made.remove_faces(cells, trim_edges)
    edges = [[_point(made, end) for end in ends] for ends in values.routes(item.get("edges"))]
    edges += [
        _checked("point", edge, len(made.points)) for edge in values.numbered(item.get("Edges"))
    ]
    for ends in edges:
        _remove_edge(made, ends)
    points = [_point(made, at) for at in values.places(item.get("vertices"))]
    points += _numbered("point", values.wholes(item.get("Vertices")), len(made.points))
    made.remove_points(points)
    return made


def _remove_edge(made: Graph, ends: Sequence[int]) -> None:
    if len(ends) != 2:
        raise BoardError(f"an edge to remove has two ends, not {len(ends)}")
    made.remove_edge(*ends)


def _checked(what: str, numbers: Iterable[int], count: int) -> list[int]:
    found = list(numbers)
    for each in found:
        if not 0 <= each < count:
            raise BoardError(f"there is no {what} {each} to remove: 0 to {count - 1}")
    return found


def _numbered(what: str, numbers: Sequence[int], count: int) -> list[int]:
    """What has these numbers, taken away from the last on; one that is named twice takes the next.

    As published: after a removal, the number is that of what came after.
    """
    left, gone = list(range(count)), []
    for each in sorted(_checked(what, numbers, count), reverse=True):
        if each >= len(left):
            raise BoardError(f"there is no {what} {each} to remove twice: 0 to {count - 1}")
        gone.append(left.pop(each))
    return gone


def _point(made: Graph, at: Point) -> int:
    found = made.find(*at)
    if found is None:
        raise BoardError(f"there is no point {at} to remove")
    return found


def _face(made: Graph, corners: Sequence[Point]) -> int:
    wanted = {_point(made, at) for at in corners}
    for number, face in enumerate(made.faces):
        if set(face) == wanted:
            return number
    raise BoardError(f"there is no cell with the corners {corners} to remove")
