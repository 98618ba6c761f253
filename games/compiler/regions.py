"""Regions that are known when the rules are compiled: sets of sites, for each player."""

from __future__ import annotations

from games.boards import BoardError
from games.compiler.build import Build
from games.compiler.equipment import ROLES, region_body
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node, Number, Text, Word


def region_table(build: Build, node: Node) -> int | None:
    """A table of bytes, 1 for each site in the region, at [player * SITES + site].

    None where the region cannot be known before play; the reason is then among `build.missing`.
    """
    rows = [bytes(len(build.equipment.board))]
    for player in range(1, build.equipment.players + 1):
        sites = sites_of(build, node, player)
        if sites is None:
            return None
        rows.append(bytes(int(site in sites) for site in range(len(build.equipment.board))))
    return build.table(b"".join(rows))


def sites_of(build: Build, node: Node, player: int) -> tuple[int, ...] | None:
    """The sites of a region as the player whose move it is sees them, in order, or None."""
    if isinstance(node, Number):
        return (_checked(build, node),)
    if isinstance(node, Text):
        return (_by_label(build, node),)
    if isinstance(node, Braces):
        return _together(build, node.nodes(), player)
    if isinstance(node, Form):
        return _form(build, node, player)
    build.miss(node, f"the region {node.span.text}")
    return None


def _checked(build: Build, node: Number) -> int:
    if not isinstance(node.value, int) or not 0 <= node.value < len(build.equipment.board):
        last = len(build.equipment.board) - 1
        raise LudemeError(f"there is no site {node.value}: 0 to {last}", node.span, node.origin)
    return node.value


def _by_label(build: Build, node: Text) -> int:
    try:
        return build.equipment.board.site(node.value)
    except BoardError as error:
        raise LudemeError(str(error), node.span, node.origin) from error


def _together(build: Build, nodes: list[Node], player: int) -> tuple[int, ...] | None:
    found: list[int] = []
    for node in nodes:
        sites = sites_of(build, node, player)
        if sites is None:
            return None
        found.extend(sites)
    return tuple(dict.fromkeys(found))


def _form(build: Build, form: Form, player: int) -> tuple[int, ...] | None:
    if form.keyword == "union":
        return _together(build, form.arguments(), player)
    if form.keyword != "sites" or not form.arguments():
        build.miss(form, f"the region ({form.keyword} …)")
        return None
    first, *rest = form.arguments()
    if isinstance(first, Braces | Text):
        return sites_of(build, first, player)
    if isinstance(first, Word):
        found = _by_word(build, form, first.name, rest, player)
        if found is not None:
            return found
    build.miss(form, f"the region {form.span.text}")
    return None


def _by_word(
    build: Build, form: Form, word: str, rest: list[Node], player: int
) -> tuple[int, ...] | None:
    board = build.equipment.board
    if word in board.sides:
        return board.sides[word]
    if word == "Board":
        return tuple(range(len(board)))
    if word in ("Row", "Column") and len(rest) == 1 and isinstance(rest[0], Number):
        return _line(board.rows if word == "Row" else board.columns, rest[0])
    role = {"Mover": player, "Next": 3 - player, **ROLES}.get(word)
    if role is not None and len(rest) == 1 and isinstance(rest[0], Text):
        return _named(build, form, rest[0].value, role)
    return None


def _line(lines: tuple[tuple[int, ...], ...], node: Number) -> tuple[int, ...]:
    if not isinstance(node.value, int) or not 0 <= node.value < len(lines):
        message = f"there is no such line: 0 to {len(lines) - 1}"
        raise LudemeError(message, node.span, node.origin)
    return lines[node.value]


def _named(build: Build, form: Form, name: str, role: int) -> tuple[int, ...] | None:
    regions = build.equipment.regions
    region = regions.get((name, role)) or regions.get((name, 0))
    if region is None:
        known = ", ".join(sorted({f'"{n}"' for n, _ in regions})) or "none"
        message = f'no region "{name}" for player {role}: the equipment has {known}'
        raise LudemeError(message, form.span, form.origin)
    return sites_of(build, region_body(region), role)
