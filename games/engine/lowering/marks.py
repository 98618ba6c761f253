"""Tables that mark kinds of piece, with which sixteen sites are looked at together."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.engine.ir import nodes as ir
from games.engine.lowering.builder import Builder

BLOCK_SIZE = 16
MARK = 128


def blocks(b: Builder) -> int:
    """How many blocks of 16 kinds there are, nothing among them."""
    return -(-(len(b.equipment.components) + 1) // BLOCK_SIZE)


def marks_of(b: Builder, kinds: Iterable[int]) -> ir.Expression:
    """The table that marks some kinds, by their numbers."""
    return ir.Const(_table(b, (frozenset(kinds),)))


def marks_of_player(
    b: Builder, who: ir.Expression, kinds: Collection[int] | None = None
) -> ir.Expression:
    """The table that marks the kinds of a player's pieces, or those of them that are listed."""
    players = b.equipment.players
    rows: list[set[int]] = [set() for _ in range(players + 3)]
    for each in b.equipment.components:
        if kinds is None or each.index in kinds:
            rows[each.owner].add(each.index)
    base, size = _table(b, tuple(map(frozenset, rows))), blocks(b) * BLOCK_SIZE
    if isinstance(who, ir.Load) and who.field in ("mover", "next", "prev"):
        return who * size + base
    # The last row marks nothing: it is for numbers that no player has.
    known = ir.both(who >= 0, who <= players + 1)
    return ir.choose(known, who, players + 2) * size + base


def _table(b: Builder, rows: tuple[frozenset[int], ...]) -> int:
    def make() -> int:
        size = blocks(b) * BLOCK_SIZE
        data = bytearray(size * len(rows))
        for n, row in enumerate(rows):
            for kind in row:
                data[n * size + kind] = MARK
        return b.layout.bytes(bytes(data))

    return int(b.once(("marks", rows), make))
