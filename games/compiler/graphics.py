"""What the metadata of a text asks of the drawing: a checkered board, crosses on squares, lines.

The rest of the metadata is for other programs, and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.boards import Board
from games.boards.graph import Point
from games.compiler.build import Build, is_word
from games.compiler.regions import sites_of
from games.ludemes.alike import word_of
from games.ludemes.tree import Braces, Form, Node, Number, Text, opened, walk

# Ludii's name for the figure that marks squares of an ashtapada.
CROSS = "thinCross"


def is_checkered(metadata: Form | None) -> bool:
    """Whether the text asks for a board drawn as for chess: `(board Style Chess)`."""
    return any(
        form.keyword == "board" and [word_of(n) for n in form.arguments()] == ["Style", "Chess"]
        for form in _forms(metadata)
    )


def crossed_sites(build: Build, metadata: Form | None) -> tuple[int, ...]:
    """The sites that `(show Symbol "thinCross" sites)` marks.

    Sites given in other ways than by number or `(sites …)` are not marked. Raises LudemeError for
    sites that the board does not have.
    """
    found: list[int] = []
    for form in _forms(metadata):
        _, *rest = form.arguments() or [form]
        if form.keyword == "show" and len(rest) == 2 and _is_cross(rest[0]):
            where = rest[1]
            found += (sites_of(build, where, 1) or ()) if isinstance(where, Braces | Form) else ()
    return tuple(dict.fromkeys(found))


def drawn_lines(board: Board, metadata: Form | None) -> tuple[tuple[Point, Point], ...]:
    """The lines that `(show Line {{a b} …})` draws between points, or between cells with `Cell`.

    Points are numbered as in Ludii where the board is of squares or played on its points; lines
    on other boards, and to what the board does not have, are left out.
    """
    found: list[tuple[Point, Point]] = []
    for form in _forms(metadata):
        kind, *rest = form.arguments() or [form]
        if form.keyword == "show" and is_word(kind, "Line") and rest:
            cells = any(is_word(node, "Cell") for node in rest) or board.on_points
            places = [(site.x, site.y) for site in board.sites] if cells else board.corners
            found += [line for pair in opened(rest[0]) for line in _line(pair, places)]
    return tuple(found)


def _line(pair: Node, places: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    ends = [node.value for node in opened(pair) if isinstance(node, Number)]
    if len(ends) == 2 and all(0 <= end < len(places) for end in ends):
        yield places[int(ends[0])], places[int(ends[1])]


def _is_cross(node: Node) -> bool:
    return isinstance(node, Text) and node.value == CROSS


def _forms(metadata: Form | None) -> Iterator[Form]:
    return (n for n in walk(metadata) if isinstance(n, Form)) if metadata else iter(())
