"""Regions: sets of sites, known when the rules are compiled or asked about in play.

`sites_of` gives the sites of a region that never changes; `member` an expression for whether a site
is in any region, by table where it never changes.
"""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Board, BoardError
from games.boards.compass import WINDS
from games.compiler.build import NUMBERS_PER_LINE, Build, Scope
from games.compiler.dispatch import Table, first_word, parts_of
from games.compiler.equipment import region_body
from games.compiler.values import number, numbers
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node, Number, Text, Word, written

# Numbers that are one site, and so a region of that site.
SINGLE_SITES: dict[str, tuple[str, ...]] = {
    "last": ("To", "From"), "from": (), "to": (), "between": (), "site": (), "ahead": (),
    "mapEntry": (), "where": (), "var": (), "value": (), "handSite": (),
}  # fmt: skip

Sites = tuple[int, ...]
Static = Callable[[Build, Form, int], Sites | None]
Dynamic = Callable[[Build, Form, Scope, str], str]
static_regions: Table[Static] = Table("region")
dynamic_regions: Table[Dynamic] = Table("region")


def member(build: Build, node: Node, scope: Scope, site: str) -> str:
    """An expression that is 1 when a site is in the region. What is missing is noted, and is 0."""
    table = region_table(build, node)
    if table is not None:
        return f"ld8({table} + {scope.me} * SITES + {site})"
    if isinstance(node, Braces):
        return any_of([member(build, each, scope, site) for each in node.nodes()])
    if isinstance(node, Form):
        lowering = dynamic_regions.find(build, node)
        if lowering is not None:
            return build.sized(lowering(build, node, scope, site), node)
        if numbers.knows(node):
            return f"({site} == {number(build, node, scope)})"
    return build.miss(node, f"the region {written(node)}")


def any_of(parts: list[str]) -> str:
    """`or` of expressions, constants folded."""
    left = [part for part in parts if part != "0"]
    if "1" in left:
        return "1"
    return f"({' or '.join(left)})" if len(left) > 1 else (left[0] if left else "0")


def all_of(parts: list[str]) -> str:
    """`and` of expressions, constants folded."""
    left = [part for part in parts if part != "1"]
    if "0" in left:
        return "0"
    return f"({' and '.join(left)})" if len(left) > 1 else (left[0] if left else "1")


def region_table(build: Build, node: Node) -> int | None:
    """A table of bytes, 1 for each site in the region, at [player * SITES + site].

    None where the region is not known before play.
    """
    count = build.layout.sites
    rows = [bytes(count)]
    for player in range(1, build.equipment.players + 1):
        sites = sites_of(build, node, player)
        if sites is None:
            return None
        row = bytearray(count)
        for site in sites:
            row[site] = 1
        rows.append(bytes(row))
    return build.table(b"".join(rows))


def sites_of(build: Build, node: Node, player: int) -> Sites | None:
    """The sites of a region as the player whose move it is sees them, in order.

    None where that is not known before play. Raises LudemeError for sites that do not exist.
    """
    sites = _sites_of(build, node, player)
    build.spend(1 + len(sites or ()) // NUMBERS_PER_LINE, node)
    return sites


def _sites_of(build: Build, node: Node, player: int) -> Sites | None:
    if isinstance(node, Number):
        return (_checked(build, node),)
    if isinstance(node, Text):
        return (_by_label(build, node),)
    if isinstance(node, Braces):
        return together(build, node.nodes(), player)
    if not isinstance(node, Form):
        return None
    if node.keyword == "sites":
        return _sites(build, node, player)
    lowering = static_regions.find(build, node)
    return lowering(build, node, player) if lowering is not None else None


def _checked(build: Build, node: Number) -> int:
    if not isinstance(node.value, int) or not 0 <= node.value < build.layout.sites:
        last = build.layout.sites - 1
        message = f"there is no site {node.value}: sites of this board are 0 to {last}"
        raise LudemeError(message, node.span, node.origin)
    return node.value


def _by_label(build: Build, node: Text) -> int:
    try:
        return build.equipment.board.site(node.value)
    except BoardError as error:
        raise LudemeError(str(error), node.span, node.origin) from error


def together(build: Build, nodes: list[Node], player: int) -> Sites | None:
    """The sites of several regions, each once."""
    found: list[int] = []
    for node in nodes:
        sites = sites_of(build, node, player)
        if sites is None:
            return None
        found.extend(sites)
    return tuple(dict.fromkeys(found))


def _sites(build: Build, form: Form, player: int) -> Sites | None:
    """`(sites …)`: by word, by name, or listed."""
    plain = len(form.body()) == len(form.items) - 1
    if not plain or not form.arguments():
        return None
    first, *rest = form.arguments()
    if isinstance(first, Text | Braces):
        parts_of(form, 1, 1, '(sites {site site}) or (sites "Name")')
    if isinstance(first, Text) and (first.value, 0) in build.equipment.regions:
        return named(build, form, first.value, 0)
    if isinstance(first, Text):
        return _called(build, first)
    if isinstance(first, Braces):
        return sites_of(build, first, player)
    lowering = static_regions.entries.get(("sites", first_word(form)))
    return lowering(build, form, player) if lowering else _by_role(build, form, rest, player)


def _called(build: Build, name: Text) -> Sites:
    """The site of that name. A name of no region and no site is nowhere: that is a doubt."""
    try:
        return (_by_label(build, name),)
    except LudemeError as error:
        build.doubts.append(error)
        return ()


def _by_role(build: Build, form: Form, rest: list[Node], player: int) -> Sites | None:
    """`(sites Mover "Name")`, or a side of the board."""
    word = first_word(form)
    role = player_of(build, word, player)
    if role is not None and len(rest) == 1 and isinstance(rest[0], Text):
        return named(build, form, rest[0].value, role)
    if role is not None and not rest:
        owned = [name for name, owner in build.equipment.regions if owner == role]
        lists = [named(build, form, name, role) for name in owned]
        known = [sites for sites in lists if sites is not None]
        return None if len(known) < len(lists) else tuple(dict.fromkeys(sum(known, ())))
    return build.equipment.board.sides.get(word) if not rest else None


def player_of(build: Build, role: str, mover: int) -> int | None:
    """The player that a role means when it is a player's turn, None where that is not known."""
    known = {"Mover": mover, **build.equipment.roles}
    if build.equipment.players == 2:
        known["Next"] = 3 - mover
    return known.get(role)


@static_regions.on("sites", "Board")
def _board(build: Build, form: Form, player: int) -> Sites | None:
    """All sites of the board."""
    parts_of(form, 1, 1, "(sites Board)")
    return tuple(range(len(build.equipment.board)))


@static_regions.on("sites", "Row", "Column")
def _line(build: Build, form: Form, player: int) -> Sites | None:
    """A row or column of the board, counted from 0."""
    board = build.equipment.board
    lines = board.rows if first_word(form) == "Row" else board.columns
    index = form.arguments()[1] if len(form.arguments()) == 2 else None
    if not isinstance(index, Number):
        return None
    if not isinstance(index.value, int) or not 0 <= index.value < len(lines):
        kind = first_word(form).lower()
        message = (
            f"there is no {kind} {index.value}: {kind}s of this board are 0 to {len(lines) - 1}"
        )
        raise LudemeError(message, index.span, index.origin)
    return lines[index.value]


@static_regions.on("sites", "Phase")
def _phase(build: Build, form: Form, player: int) -> Sites | None:
    """Sites of one colour; phase 0 has the board's first site."""
    index = form.arguments()[1] if len(form.arguments()) == 2 else None
    if "Phase 0" not in build.equipment.board.sides or not isinstance(index, Number):
        return None
    return build.equipment.board.region(f"Phase {index.value}")


@static_regions.on("sites", "Side")
def _side(build: Build, form: Form, player: int) -> Sites | None:
    """The rim towards a direction, or towards where a player looks."""
    towards = form.arguments()[1] if len(form.arguments()) == 2 else None
    board = build.equipment.board
    if not isinstance(towards, Word) or "Corners" not in board.sides:
        return None
    role = player_of(build, towards.name, player)
    direction = build.equipment.facing.get(role) if role is not None else towards.name
    return board.region(f"Side {direction}") if direction in board.rose + WINDS else None


@static_regions.on("union")
def _union(build: Build, form: Form, player: int) -> Sites | None:
    """What is in any of the regions."""
    return together(build, form.listed(), player)


@static_regions.on("intersection")
def _intersection(build: Build, form: Form, player: int) -> Sites | None:
    """What is in all of the regions."""
    parts = [sites_of(build, node, player) for node in form.listed()]
    if not parts:
        message = "nothing to intersect: write (intersection sites sites)"
        raise LudemeError(message, form.span, form.origin)
    if any(part is None for part in parts):
        return None
    first, *others = [dict.fromkeys(part) for part in parts if part is not None]
    return tuple(site for site in first if all(site in other for other in others))


@static_regions.on("difference")
def _difference(build: Build, form: Form, player: int) -> Sites | None:
    """What is in the first region and in none of the others."""
    nodes = parts_of(form, 2, 9, "(difference sites sites)")
    first, *others = [sites_of(build, node, player) for node in nodes]
    if first is None or any(other is None for other in others):
        return None
    without = {site for other in others for site in other or ()}
    return tuple(site for site in first if site not in without)


@static_regions.on("coord")
def _coord(build: Build, form: Form, player: int) -> Sites | None:
    """A site by its name: `(coord "A5")`."""
    (name,) = parts_of(form, 1, 1, '(coord "A1")')
    return sites_of(build, name, player) if isinstance(name, Text) else None


@static_regions.on("centrePoint")
def _centre_point(build: Build, form: Form, player: int) -> Sites | None:
    """The site in the middle of the board."""
    parts_of(form, 0, 0, "(centrePoint)")
    return _centre(build.equipment.board)[:1]


@static_regions.on("sites", "Centre")
def _sites_centre(build: Build, form: Form, player: int) -> Sites | None:
    """The sites in the middle of the board."""
    parts_of(form, 1, 1, "(sites Centre)")
    return _centre(build.equipment.board)


def _centre(board: Board) -> Sites:
    if "Centre" in board.sides:
        return board.region("Centre")
    x = sum(site.x for site in board.sites) / len(board)
    y = sum(site.y for site in board.sites) / len(board)
    away = {s.index: round((s.x - x) ** 2 + (s.y - y) ** 2, 6) for s in board.sites}
    return tuple(site for site, distance in away.items() if distance == min(away.values()))


def named(build: Build, form: Form, name: str, role: int) -> Sites | None:
    """The sites of a region of the equipment. Raises LudemeError for a name that is not there."""
    regions = build.equipment.regions
    region = regions.get((name, role)) or regions.get((name, 0))
    region = region or regions.get((f"{name}P{role}", 0)) or regions.get((f"{name}P{role}", role))
    if region is None and any(name == each for each, _ in regions):
        return ()
    if region is None:
        known = ", ".join(sorted({f'"{n}"' for n, _ in regions})) or "none"
        message = f'no region "{name}" for player {role}: the equipment has {known}'
        raise LudemeError(message, form.span, form.origin)
    if (name, role) in build.open_regions:
        message = f'the region "{name}" is part of itself: leave it out of its own sites'
        raise LudemeError(message, form.span, form.origin)
    build.open_regions.append((name, role))
    sites = sites_of(build, region_body(region), role)
    build.open_regions.pop()
    return sites
