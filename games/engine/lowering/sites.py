"""Regions of the board: named parts, players' regions, and what stands where."""

from __future__ import annotations

import re
from typing import cast

from games.boards import BoardError
from games.engine.boards.reading import read_element
from games.engine.ir import nodes as ir
from games.engine.language import Typed, walk
from games.engine.lowering import roles
from games.engine.lowering.arrays import array_of
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import (
    ChosenRegion,
    ContextRegion,
    EmittedRegion,
    FilteredRegion,
    Region,
    TableRegion,
    Visit,
    fixed,
    region_of,
)
from games.engine.lowering.registry import NotImplementedLudeme, lowers
from games.engine.lowering.sets import joined
from games.ludemes.source import LudemeError

COORDINATE = re.compile("[A-Z]{1,2}[0-9]{1,2}")


def board_sites(b: Builder) -> TableRegion:
    return fixed(range(b.equipment.sites))


@lowers("region sites Board")
def whole_board(b: Builder, t: Typed) -> Region:
    return board_sites(b)


PARTS = ("Top", "Bottom", "Left", "Right", "Inner", "Outer", "Perimeter", "Corners",
         "ConcaveCorners", "ConvexCorners", "Major", "Minor", "Centre")  # fmt: skip


@lowers(*(f"region sites {part}" for part in PARTS))
def part_of_board(b: Builder, t: Typed) -> Region:
    return fixed(part_sites(b, t.word))


def part_sites(b: Builder, word: str) -> tuple[int, ...]:
    """The sites of a part of the board by its name. Raises NotImplementedLudeme."""
    board = b.equipment.board
    assert board is not None
    try:
        return board.region(word)
    except BoardError as error:
        raise NotImplementedLudeme(f"(sites {word}) on this board") from error


@lowers("region sites Row", "region sites Column", "region sites Phase")
def numbered_part(b: Builder, t: Typed) -> Region:
    board = b.equipment.board
    assert board is not None
    if t.word == "Phase":
        lists = [board.sides.get(f"Phase {n}", ()) for n in range(6)]
    else:
        lists = list(board.rows if t.word == "Row" else board.columns)
    return TableRegion([tuple(sorted(each)) for each in lists], b.number(t.get("index"), 0))


@lowers("region sites Side")
def side(b: Builder, t: Typed) -> Region:
    board = b.equipment.board
    assert board is not None
    if board.kind == "edges":
        raise b.missing(t, "on edges")
    if t.has("direction"):
        return fixed(board.sides.get(f"Side {t.args['direction'].word}", ()))
    rows: list[tuple[int, ...]] = [()] * (b.equipment.players + 2)
    for who, facing in b.equipment.directions.items():
        rows[who] = board.sides.get(f"Side {facing}", ())
    return TableRegion(rows, roles.player_of(b, t, "player", "role"))


@lowers("region sites")
def region_by_owner(b: Builder, t: Typed) -> Region:
    """The named regions of a player, or those of a name."""
    name = t.get("name")
    text = None if name is None else str(name.value)
    if not t.args:
        return ContextRegion()
    if any(each.row is None and each.value is None for each in t.args.values()):
        return fixed(())
    if not t.has("player") and not t.has("role"):
        kind = t.args["siteType"].word if t.has("siteType") else default_type(b)
        return named_region(b, text, t) if kind == default_type(b) else _element(b, kind, text, t)
    if t.has("siteType") and t.args["siteType"].word != default_type(b):
        raise b.missing(t, f"on sites of the kind {t.args['siteType'].word}")
    who = roles.player_of(b, t, "player", "role")
    role = roles.role_of(t, "role")
    if role in ("All", "Each"):
        return owned_regions(b, text, ir.Const(0), t)
    return owned_regions(b, text, who, t)


def _element(b: Builder, kind: str, name: str | None, t: Typed) -> Region:
    """The one element of a kind that is not played on, by its coordinate."""
    if name is None or not COORDINATE.fullmatch(name):
        raise b.missing(t, f"regions of the kind {kind}")
    board = next(each for each in walk(b.equipment.game) if each.key.startswith("containers"))
    try:
        return fixed([read_element(board, kind, name)])
    except LudemeError as error:
        raise b.missing(t, error.message) from error


def named_region(b: Builder, name: str | None, t: Typed) -> Region:
    """All regions of just that name, whoever's they are; else the site that is called so.

    As in Ludii a name that nothing has means no sites.
    """
    found = [each for each in b.equipment.regions if name is None or name == each.name]
    if found:
        return joined([region_body(b, each.body, each.owner) for each in found])
    hand = container_region(b, name)
    if hand is not None:
        return hand
    board = b.equipment.board
    assert board is not None
    if name is not None and COORDINATE.fullmatch(name):
        try:
            return fixed([board.named(name)])
        except BoardError as error:
            raise b.missing(t, f"the site {name!r}, which this board has not") from error
    return fixed(())


def container_region(b: Builder, name: str | None) -> Region | None:
    found = [
        range(each.first, each.first + each.size)
        for each in b.equipment.containers
        if name is not None and each.name.startswith(name)
    ]
    return fixed([site for sites in found for site in sites]) if found else None


def owned_regions(b: Builder, name: str | None, who: ir.Expression, t: Typed) -> Region:
    """The regions of one player, of that name if one is given.

    Those of other players are not looked at where the player is known: they may be made of these.
    """
    players = b.equipment.players
    if isinstance(who, ir.Const) and who.value in range(players + 2):
        return _regions_of_owner(b, name, who.value)
    rows = [_regions_of_owner(b, name, owner) for owner in range(players + 2)]
    if all(row.static is not None for row in rows):
        return TableRegion([row.static or () for row in rows], who)
    result = rows[0]
    for owner in range(1, players + 2):
        result = ChosenRegion(who.same(owner), rows[owner], result)
    return result


def _regions_of_owner(b: Builder, name: str | None, owner: int) -> Region:
    return joined(
        [
            region_body(b, each.body, owner)
            for each in b.equipment.regions
            if each.owner == owner and (name is None or name in each.name)
        ]
    )


def region_body(b: Builder, item: Typed, owner: int) -> Region:
    """The sites of a `(regions …)`, which may hold a list, parts of the board or regions."""

    def make() -> Region:
        if item.has("sites"):
            return fixed([int(str(each.value)) for each in item.args["sites"].items])
        if item.has("regionFn"):
            return region_of(b, item.args["regionFn"])
        if item.has("regionsFn"):
            return joined([region_of(b, each) for each in item.args["regionsFn"].items])
        if item.has("staticRegion"):
            return _static_region(b, item.args["staticRegion"].word)
        return joined([_static_region(b, each.word) for each in item.args["staticRegions"].items])

    return cast(Region, b.once(("region", id(item), owner), make))


def _static_region(b: Builder, word: str) -> Region:
    board = b.equipment.board
    assert board is not None
    groups = {
        "AllSites": [tuple(range(len(board)))],
        "Rows": board.rows,
        "Columns": board.columns,
        "Corners": [(site,) for site in board.sides.get("Corners", ())],
        "Sides": [sites for name, sites in board.sides.items() if name.startswith("Side ")],
    }
    if word not in groups or (board.kind == "edges" and word in ("Corners", "Sides")):
        raise NotImplementedLudeme(f"the region {word}")
    return fixed([site for group in groups[word] for site in group])


def of_container(b: Builder, number: Typed) -> TableRegion:
    rows = [range(c.first, c.first + c.size) for c in b.equipment.containers]
    return TableRegion(rows, b.number(number))


def default_type(b: Builder) -> str:
    board = b.equipment.board
    assert board is not None
    if board.kind == "edges":
        return "Edge"
    return "Vertex" if board.on_points else "Cell"


@lowers("region sites Hand")
def hand_sites(b: Builder, t: Typed) -> Region:
    """The hand of a player; as published, that of nobody where none is named."""
    if not (t.has("pid") or t.has("role")):
        return fixed(())
    rows: list[range] = []
    for who in range(b.equipment.players + 2):
        hand = b.equipment.hand(who) if who else None
        rows.append(range(hand.first, hand.first + hand.size) if hand is not None else range(0))
    return TableRegion(rows, roles.player_of(b, t, "pid", "role"))


@lowers("region sites Start")
def start_sites(b: Builder, t: Typed) -> Region:
    """Where pieces of a kind stood when the game began."""
    piece = t.args["pid"]
    what = _piece_number(b, piece)
    return FilteredRegion(board_sites(b), lambda site: b.load("start_what", site).same(what))


def _piece_number(b: Builder, piece: Typed) -> ir.Expression:
    if piece.has("component"):
        return b.number(piece.args["component"])
    found = b.equipment.named(str(piece.args["nameComponent"].value))
    return ir.Const(found[0].index if found else -1)


class PendingRegion(Region):
    """What is pending: sites, or any numbers that rules keep there for later."""

    def each(self, b: Builder, visit: Visit) -> None:
        with b.counting(0, b.field("pending").length) as number:
            with b.when(b.load("pending", number)):
                visit(number)

    def has(self, b: Builder, site: ir.Operand) -> ir.Expression:
        number = ir.const(site)
        return ir.both(number >= 0, number < b.field("pending").length, b.load("pending", number))


@lowers("region sites Pending")
def pending(b: Builder, t: Typed) -> Region:
    return PendingRegion()


@lowers("region sites ToClear")
def to_clear(b: Builder, t: Typed) -> Region:
    return FilteredRegion(board_sites(b), lambda site: b.load("captured", site).differs(0))


@lowers("region sites LastTo", "region sites LastFrom")
def last_site(b: Builder, t: Typed) -> Region:
    """The sites of all actions of the last move, with what followed from them."""
    bit = 2 if t.word == "LastTo" else 1
    return FilteredRegion(board_sites(b), lambda site: (b.load("touched", site) & bit).differs(0))


@lowers("region last Between")
def between_of_last(b: Builder, t: Typed) -> Region:
    """The sites that the last move hopped over."""
    return FilteredRegion(board_sites(b), lambda site: b.load("passed_over", site))


@lowers("region sites From", "region sites To")
def of_moves(b: Builder, t: Typed) -> Region:
    """The sites that some moves start from, or go to."""
    field = "mv_from" if t.word == "From" else "mv_to"

    def emit(b: Builder, visit: Visit) -> None:
        start = b.temp(b.game("move_count"), "start")
        actions = b.temp(b.game("action_count"), "actions")
        b.moves(t.args["moves"])
        end = b.temp(b.game("move_count"), "end")
        b.set_game("move_count", start)
        b.set_game("action_count", actions)
        with b.counting(start, end) as m:
            site = b.temp(b.load(field, m), "site")
            with b.when(site >= 0):
                visit(site)

    return EmittedRegion(emit, unique=True)


@lowers("region forEach/2")
def filtered(b: Builder, t: Typed) -> Region:
    """The sites of a region of which something holds; the condition sees each as `(site)`."""
    inner, condition = region_of(b, t.args["region"]), t.args["If"]

    def emit(b: Builder, visit: Visit) -> None:
        def look(site: ir.Expression) -> None:
            was = b.temp(b.context("site"), "was")
            b.set_context("site", site)
            fits = b.temp(b.truth(condition), "fits")
            b.set_context("site", was)
            with b.when(fits):
                visit(site)

        inner.each(b, look)

    return EmittedRegion(emit)


@lowers("region forEach/3")
def for_each_site(b: Builder, t: Typed) -> Region:
    """The union of a region worked out for each site of another."""
    outer = region_of(b, t.args["of"])

    def emit(b: Builder, visit: Visit) -> None:
        with b.keeping("site"):

            def look(site: ir.Expression) -> None:
                b.set_context("site", site)
                region_of(b, t.args["region"]).each(b, visit)

            outer.each(b, look)

    return EmittedRegion(emit, unique=True)


@lowers("region forEach")
def for_each_player(b: Builder, t: Typed) -> Region:
    def emit(b: Builder, visit: Visit) -> None:
        with b.keeping("player"):

            def look(who: ir.Expression) -> None:
                b.set_context("player", who)
                region_of(b, t.args["region"]).each(b, visit)

            array_of(b, t.args["players"]).each(b, look)

    return EmittedRegion(emit, unique=True)


def near_table(b: Builder, word: str, site: ir.Expression) -> TableRegion:
    """The sites one step away in a relation, for a site known at run time."""
    board = b.equipment.board
    assert board is not None
    try:
        rows = [board.near(s, word) for s in range(len(board))]
    except BoardError as error:
        raise NotImplementedLudeme(f"the relation {word} on this board") from error
    return TableRegion(rows, site)
