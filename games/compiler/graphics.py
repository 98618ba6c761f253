"""What the metadata of a text asks of the drawing: a checkered board, crosses on squares.

The rest of the metadata is for other programs, and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.compiler.build import Build
from games.compiler.regions import sites_of
from games.ludemes.tree import Braces, Form, Node, Text, walk

# Ludii's name for the figure that marks squares of an ashtapada.
CROSS = "thinCross"


def is_checkered(metadata: Form | None) -> bool:
    """Whether the text asks for a board drawn as for chess: `(board Style Chess)`."""
    return any(
        form.keyword == "board" and [n.span.text for n in form.arguments()] == ["Style", "Chess"]
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


def _is_cross(node: Node) -> bool:
    return isinstance(node, Text) and node.value == CROSS


def _forms(metadata: Form | None) -> Iterator[Form]:
    return (n for n in walk(metadata) if isinstance(n, Form)) if metadata else iter(())
