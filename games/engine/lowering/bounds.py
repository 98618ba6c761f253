"""Whether a number may be looked up in a table."""

from __future__ import annotations

from games.engine.ir import nodes as ir

PLAYERS = ("mover", "next", "prev")


def within(index: ir.Expression, size: int) -> ir.Expression:
    """Whether a table of that size has an entry at an index.

    The players before, at and after the turn are always in tables of players: they are not checked.
    """
    if isinstance(index, ir.Load) and index.field in PLAYERS:
        return ir.Const(1)
    return ir.both(index >= 0, index < size)
