"""Boards of several layers: on which one a site lies, and whether anything bears it."""

from __future__ import annotations

from games.engine.boards.pyramid import DOWN
from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import TableRegion
from games.engine.lowering.registry import lowers


@lowers("ints layer")
def layer(b: Builder, t: Typed) -> ir.Expression:
    """0 is the lowest; what lies beside the board is there, too."""
    board = b.equipment.board
    assert board is not None
    known = [*(board.layers or (0,) * len(board)), 0]
    return b.table(known).load(_on_board(b, b.number(t.args["of"])))


@lowers("booleans is Flat")
def is_flat(b: Builder, t: Typed) -> ir.Expression:
    """Whether all sites below one, on which what comes there would lie, are occupied."""
    board = b.equipment.board
    assert board is not None
    below = [board.following[way] for way in DOWN if way in board.following]
    rows = [tuple(each[site] for each in below if each[site] >= 0) for site in range(len(board))]
    where = _on_board(b, b.number(t.get("value"), b.context("to")))
    missing = TableRegion([*rows, ()], where).any(b, lambda site: b.load("what", site).same(0))
    return ir.negate(missing)


def _on_board(b: Builder, site: ir.Expression) -> ir.Expression:
    """The number of a site of the board; of any other, the number after the last of them."""
    sites = b.equipment.sites
    return ir.choose(ir.both(site >= 0, site < sites), site, sites)
