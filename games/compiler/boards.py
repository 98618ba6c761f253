"""Read `(board …)` and `(surakartaBoard …)`: what stands in them becomes a recipe, then a board.

To add a shape: its reader here, under its keyword in `SHAPES`, and its cook in
`games.boards.recipes`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from games.boards import Board, BoardError, build, surakarta
from games.boards.recipes import Recipe
from games.boards.shapes import DIAGONALS
from games.ludemes.alike import word_of
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node, Number, Range, Word, opened, written

USES = ("Cell", "Vertex")
SQUARE_SHAPES = ("Square", "Limping", "Diamond")
HEX_SHAPES = ("Hexagon", "Rectangle", "Square", "Diamond", "Prism", "Star", "Triangle")
TRI_SHAPES = ("Triangle", "Hexagon", "Rectangle", "Square", "Diamond", "Prism")
POLYGONS = {"Triangle": 3, "Square": 4, "Hexagon": 6}
MOST_IN_RANGE = 4000
LARGEST = 1_000_000


def read_board(form: Form) -> Board:
    """The board of a `(board …)` or `(surakartaBoard …)`. Raises LudemeError where it is wrong."""
    arguments = form.arguments()
    shape = arguments[0] if arguments else None
    if not isinstance(shape, Form):
        raise LudemeError("the board needs a shape, such as (square 8)", form.span, form.origin)
    if len(arguments) > 1:
        raise _missing(arguments[1], f"{written(arguments[1])} in ({form.keyword} …)")
    recipe = _shape(shape)
    try:
        if form.keyword == "surakartaBoard":
            _only(form, "loops", "from")
            start = _named_whole(form, "from")
            return surakarta(recipe, _named_whole(form, "loops"), 1 if start is None else start)
        _only(form, "use")
        return build(recipe, _use(form) == "Vertex")
    except BoardError as error:
        raise LudemeError(str(error), shape.span, shape.origin) from error


def _use(form: Form) -> str:
    node = form.named("use")
    if node is None:
        return "Cell"
    if not isinstance(node, Word) or node.name not in USES:
        raise _missing(node, f"use:{written(node)}", USES)
    return node.name


def _named_whole(form: Form, name: str) -> int | None:
    node = form.named(name)
    return None if node is None else _whole(node)


def _shape(node: Node) -> Recipe:
    """The recipe of a shape or of an operation on shapes."""
    if not isinstance(node, Form):
        raise _wrong(node, f"a shape belongs here, such as (square 8), not {written(node)}")
    reader = SHAPES.get(node.keyword)
    if reader is None:
        raise _missing(node, f"a board made by ({node.keyword} …)", tuple(SHAPES))
    return reader(node)


# Messages


def _wrong(node: Node, message: str) -> LudemeError:
    return LudemeError(message, node.span, node.origin)


def _missing(node: Node, what: str, known: Sequence[str] = ()) -> LudemeError:
    these = f"; these are: {', '.join(known)}" if known else ""
    return _wrong(node, f"{what} is not implemented{these}")


def _only(form: Form, *known: str) -> None:
    """Refuse every named argument that is not read."""
    for item in form.items:
        if item.name is not None and item.name not in known:
            raise _missing(item.node, f"{item.name}: in ({form.keyword} …)", known)


# Numbers


def _number(node: Node) -> int | float:
    value: int | float | None = None
    if isinstance(node, Number):
        value = node.value
    elif isinstance(node, Form) and node.keyword in SUMS and node.arguments():
        value = reduce(SUMS[node.keyword], map(_number, node.listed()))
    if value is None:
        raise _wrong(node, f"a number belongs here, not {written(node)}")
    if not abs(value) <= LARGEST:
        raise _wrong(node, f"{written(node)} is too large: {LARGEST} at the most")
    return value


def _quotient(a: int | float, b: int | float) -> int | float:
    if b == 0:
        return 0
    return int(a / b) if isinstance(a, int) and isinstance(b, int) else a / b


SUMS: dict[str, Callable[[int | float, int | float], int | float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _quotient,
}


def _whole(node: Node) -> int:
    value = _number(node)
    if not isinstance(value, int):
        raise _wrong(node, f"a whole number belongs here, not {written(node)}")
    return value


def _wholes(node: Node) -> tuple[int, ...]:
    """Whole numbers and ranges of them, in a list or alone."""
    found: list[int] = []
    for each in opened(node):
        if isinstance(each, Range):
            if each.last - each.first > MOST_IN_RANGE:
                raise _wrong(each, f"{written(each)} is too wide: {MOST_IN_RANGE} at the most")
            found.extend(range(each.first, each.last + 1))
        else:
            found.append(_whole(each))
    return tuple(found)


def _sizes(form: Form, nodes: Sequence[Node], least: int, most: int) -> list[int]:
    """The sizes of a shape. Raises LudemeError for too few or too many."""
    if not least <= len(nodes) <= most:
        takes = f"{least}" if least == most else f"{least} or {most}"
        place = nodes[most] if len(nodes) > most else form
        plural = "" if takes == "1" else "s"
        raise _wrong(place, f"({form.keyword} …) takes {takes} whole number{plural}")
    return [_whole(node) for node in nodes]


# Shapes


def _square(form: Form) -> Recipe:
    """Squares in a square, a limping square or a diamond."""
    shape, (size, _) = _shaped(form, SQUARE_SHAPES)
    if shape == "Diamond":
        return "diamond", size, _diagonals(form)
    return "grid", size, size + (shape == "Limping"), _diagonals(form)


def _rectangle(form: Form) -> Recipe:
    """Squares in rows and columns."""
    sizes = _sizes(form, form.arguments(), 1, 2)
    return "grid", sizes[0], sizes[-1], _diagonals(form)


def _diagonals(form: Form) -> str | None:
    _only(form, "diagonals")
    node = form.named("diagonals")
    if node is None or (isinstance(node, Word) and node.name == "Implied"):
        return None
    if not isinstance(node, Word) or node.name not in DIAGONALS:
        raise _missing(node, f"diagonals:{written(node)}", ("Implied", *DIAGONALS))
    return node.name


def _hex(form: Form) -> Recipe:
    """Hexagons, in a hexagon or another outline."""
    _only(form)
    shape, sizes = _shaped(form, HEX_SHAPES)
    return "hex", shape, *sizes


def _tri(form: Form) -> Recipe:
    """Triangles, in a triangle or another outline."""
    _only(form)
    shape, sizes = _shaped(form, TRI_SHAPES)
    return "tri", shape, *sizes


def _shaped(form: Form, shapes: Sequence[str]) -> tuple[str, tuple[int, int | None]]:
    """The word for a shape, by default the first, and its one or two sizes."""
    arguments = form.arguments()
    shape = shapes[0]
    if arguments and isinstance(arguments[0], Word):
        shape = arguments[0].name
        if shape not in shapes:
            raise _missing(arguments[0], f"({form.keyword} {shape} …)", shapes)
        arguments = arguments[1:]
    sizes = _sizes(form, arguments, 1, 2 if shape in ("Rectangle", "Prism") else 1)
    return shape, (sizes[0], sizes[1] if len(sizes) > 1 else None)


def _wedge(form: Form) -> Recipe:
    """A triangle of sites that grows by a point in each row."""
    _only(form)
    sizes = _sizes(form, form.arguments(), 1, 2)
    return "wedge", sizes[0], sizes[1] if len(sizes) > 1 else 3


def _tiling(form: Form) -> Recipe:
    """Other regular tilings of the plane."""
    _only(form)
    kind, *sizes = form.arguments() or [form]
    if not isinstance(kind, Word) or kind.name != "T3464":
        raise _missing(kind, f"the tiling {written(kind)}", ("T3464",))
    return "tiling", kind.name, *_sizes(form, sizes, 1, 1)


def _concentric(form: Form) -> Recipe:
    """Rings of sites around a middle."""
    arguments = form.arguments()
    if form.named("sides") is None and not (arguments and isinstance(arguments[0], Word)):
        _only(form)
        return "rings", tuple(count for node in arguments for count in _wholes(node))
    _only(form, "sides", "rings", "midpoints", "joinMidpoints", "joinCorners")
    corners = _named_whole(form, "sides")
    if corners is None:
        shape = word_of(arguments[0])
        if shape not in POLYGONS or len(arguments) > 1:
            raise _missing(arguments[-1], f"{written(arguments[-1])} here", tuple(POLYGONS))
        corners = POLYGONS[shape]
    rings = _named_whole(form, "rings")
    defaults = {"midpoints": True, "joinMidpoints": True, "joinCorners": False}
    flags = (_flag(form, name, default) for name, default in defaults.items())
    return "polygons", corners, 3 if rings is None else rings, *flags


def _flag(form: Form, name: str, default: bool) -> bool:
    node = form.named(name)
    if node is None:
        return default
    if not isinstance(node, Word) or node.name not in ("True", "False"):
        raise _wrong(node, f"write True or False here, not {written(node)}")
    return node.name == "True"


def _graph(form: Form) -> Recipe:
    """Vertices and edges, one by one."""
    _only(form, "vertices", "edges")
    if form.arguments():
        raise _wrong(form, "(graph vertices:{…} edges:{…}) takes only these")
    edges = _pairs(form.named("edges"))
    if any(not isinstance(end, int) for edge in edges for end in edge):
        raise _wrong(form, "the edges of a graph are pairs of numbers of its vertices")
    return "graph", _places(form.named("vertices")), edges


# Operations


def _inner(form: Form, before: int) -> tuple[list[int | float], Recipe]:
    """So many numbers, or one more, and the shape that an operation works on."""
    *numbers, shape = form.arguments() or [form]
    if shape is form or len(numbers) not in (before, before + 1):
        raise _wrong(form, f"({form.keyword} …) takes {before} numbers and a shape")
    return [_number(node) for node in numbers], _shape(shape)


def _rotate(form: Form) -> Recipe:
    """A shape turned by some degrees."""
    _only(form)
    numbers, inner = _inner(form, 1)
    if len(numbers) > 1:
        raise _wrong(form, "(rotate degrees shape) takes one number")
    return "rotate", float(numbers[0]), inner


def _shift(form: Form) -> Recipe:
    """A shape moved aside."""
    _only(form)
    numbers, inner = _inner(form, 2)
    if any(numbers[2:]):
        raise _missing(form, "a board of several layers, (shift dx dy dz …),")
    return "shift", float(numbers[0]), float(numbers[1]), inner


def _scale(form: Form) -> Recipe:
    """A shape made larger or smaller."""
    _only(form)
    numbers, inner = _inner(form, 1)
    if not all(numbers):
        raise _wrong(form, "a board cannot be made 0 times as large")
    return "scale", float(numbers[0]), float(numbers[-1]), inner


def _merge(form: Form) -> Recipe:
    """Several shapes as one, joined where they touch."""
    _only(form)
    shapes = form.listed()
    if len(shapes) < 2:
        raise _wrong(form, "(merge …) takes two shapes or more")
    return "merge", *(_shape(node) for node in shapes)


def _renumber(form: Form) -> Recipe:
    """A shape whose sites are numbered row by row again."""
    _only(form)
    *kinds, shape = form.arguments() or [form]
    if shape is form:
        raise _wrong(form, "(renumber …) takes a shape")
    for kind in kinds:
        if not isinstance(kind, Word) or kind.name not in ("Vertex", "Edge", "Cell"):
            raise _wrong(kind, f"write Vertex, Edge or Cell here, not {written(kind)}")
    return "renumber", tuple(word_of(kind) for kind in kinds), _shape(shape)


def _add(form: Form) -> Recipe:
    """A shape with more cells, vertices or edges."""
    _only(form, "vertices", "edges")
    arguments = form.arguments()
    if len(arguments) > 1:
        raise _wrong(arguments[1], "(add …) takes one shape")
    inner = _shape(arguments[0]) if arguments else None
    return "add", inner, _places(form.named("vertices")), _pairs(form.named("edges"))


def _remove(form: Form) -> Recipe:
    """A shape without some cells, vertices or edges."""
    _only(form, "cells", "edges", "vertices", "trimEdges")
    arguments = form.arguments()
    if len(arguments) != 1:
        raise _missing(form, "(remove …) with other than one shape and named arguments")
    cells, vertices = form.named("cells"), form.named("vertices")
    points: tuple[object, ...] = ()
    if vertices is not None:
        by_place = any(isinstance(node, Braces) for node in opened(vertices))
        points = _places(vertices) if by_place else _wholes(vertices)
    return (
        "remove", _shape(arguments[0]), () if cells is None else _wholes(cells),
        _pairs(form.named("edges")), points, _flag(form, "trimEdges", True),
    )  # fmt: skip


def _places(node: Node | None) -> tuple[tuple[float, float], ...]:
    """Places `{{x y} …}`."""
    return () if node is None else tuple(_place(each) for each in opened(node))


def _place(node: Node) -> tuple[float, float]:
    numbers = [float(_number(each)) for each in opened(node)]
    if len(numbers) != 2:
        raise _wrong(node, f"a place is written {{x y}}, not {written(node)}")
    return numbers[0], numbers[1]


def _pairs(node: Node | None) -> tuple[tuple[object, object], ...]:
    """Edges `{{a b} …}`, their ends given by numbers or by places."""
    return () if node is None else tuple(_pair(each) for each in opened(node))


def _pair(node: Node) -> tuple[object, object]:
    ends = opened(node)
    if not isinstance(node, Braces) or len(ends) != 2:
        raise _wrong(node, f"an edge is written {{a b}}, not {written(node)}")
    a, b = (_place(end) if isinstance(end, Braces) else _whole(end) for end in ends)
    return a, b


SHAPES: dict[str, Callable[[Form], Recipe]] = {
    "square": _square,
    "rectangle": _rectangle,
    "hex": _hex,
    "tri": _tri,
    "tiling": _tiling,
    "wedge": _wedge,
    "concentric": _concentric,
    "graph": _graph,
    "rotate": _rotate,
    "shift": _shift,
    "scale": _scale,
    "merge": _merge,
    "renumber": _renumber,
    "add": _add,
    "remove": _remove,
}
BOARD_KEYWORDS = ("board", "surakartaBoard")
