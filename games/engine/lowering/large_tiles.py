"""Tiles that cover several sites, laid in any of four turns."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import TableRegion
from games.engine.lowering.registry import NotImplementedLudeme

TURNS = 4
WINDS = ("N", "E", "S", "W")


def has_tiles(b: Builder) -> bool:
    """Whether some pieces of the game cover several sites."""
    return any(each.walk for each in b.equipment.components)


def lay_tile(
    b: Builder,
    site: ir.Expression,
    tile: ir.Local,
    turn: ir.Expression | None,
    otherwise: Callable[[], None],
) -> None:
    """Emit moves that lay a tile, in one turn or in each; or what is done with a piece."""
    with b.when(_is_tile(b, tile)):
        if turn is not None:
            _lay(b, site, tile, b.temp(turn, "turn"))
        else:
            with b.counting(0, TURNS) as each:
                _lay(b, site, tile, each)
    if not all(each.walk for each in b.equipment.components if each.name):
        with b.when(ir.negate(_is_tile(b, tile))):
            otherwise()


def _is_tile(b: Builder, tile: ir.Expression) -> ir.Expression:
    return b.table([0, *(int(bool(each.walk)) for each in b.equipment.components)]).load(tile)


def _lay(b: Builder, site: ir.Expression, tile: ir.Local, turn: ir.Expression) -> None:
    """One move, where the tile lies on the board and all its sites are free."""
    rows = b.once("tiles", lambda: _covered(b))
    index = b.temp((tile * TURNS + turn) * b.equipment.sites + site, "laid")
    region = TableRegion([row or () for row in rows], index)
    free = b.temp(b.table([int(row is not None) for row in rows]).load(index), "free")

    def look(covered: ir.Expression) -> None:
        with b.when(b.load("what", covered).differs(0)):
            b.assign(free, 0)

    region.each(b, look)
    cover = len(b.equipment.components)
    with b.when(ir.both(free, b.load("what", site).same(0))), b.proposing(site, site):
        b.store("mv_label", b.game("move_count") - 1, tile)
        b.act("ADD", site, tile, 1, turn)
        region.each(b, lambda covered: b.act("ADD", covered, cover, 1))


def _covered(b: Builder) -> list[tuple[int, ...] | None]:
    """For each piece, turn and site the other sites covered, or None beyond the board."""
    board = b.equipment.board
    assert board is not None
    if tuple(board.directions("Orthogonal")) != WINDS:
        raise NotImplementedLudeme("components tile: walk on this board")
    walks = [(), *(each.walk for each in b.equipment.components)]
    return [
        _walked(b, walk, turn, site)
        for walk in walks
        for turn in range(TURNS)
        for site in range(b.equipment.sites)
    ]


def _walked(b: Builder, walk: tuple[str, ...], turn: int, site: int) -> tuple[int, ...] | None:
    board = b.equipment.board
    assert board is not None
    found, here, facing = [], site, turn
    for step in walk:
        facing += {"L": -1, "R": 1}.get(step, 0)
        if step == "F":
            here = board.following[WINDS[facing % TURNS]][here]
            if here < 0:
                return None
            found.append(here)
    return tuple(each for each in dict.fromkeys(found) if each != site)
