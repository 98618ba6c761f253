"""Rotation of pieces: relative directions are those of the way that a turned piece looks."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.equipment import Equipment
from games.engine.lowering.registry import NotImplementedLudeme, lowers

SETTING = ("moves set/3", "moves move Set/3")


def uses_rotation(equipment: Equipment, stacks: bool) -> bool:
    """Whether pieces are turned at the start or in play. Raises NotImplementedLudeme."""
    found = [
        each
        for each in equipment.nodes
        if each.key in (*SETTING, "ints rotation")
        or (each.key.startswith("start place") and each.has("rotation"))
    ]
    ends = [each for each in equipment.nodes if each.key == "parts to" and each.has("rotations")]
    if ends:
        raise NotImplementedLudeme("parts to: rotations", ends[0].node)
    if found and stacks:
        raise NotImplementedLudeme(f"{found[0].key}: rotation in stacks", found[0].node)
    return bool(found)


def ring(b: Builder) -> tuple[str, ...]:
    """The directions of the board clockwise, as far apart as pieces are turned."""
    board = b.equipment.board
    assert board is not None
    return tuple(board.winds.get("All", board.rose))


def turned_facings(b: Builder, ways: tuple[str, ...]) -> None:
    """The table of the facing that each facing becomes with each number of turns."""
    rows = []
    for facing in b.facings:
        at = ways.index(facing) if facing in ways else 0
        rows += [b.facings.index(ways[(at + turns) % len(ways)]) for turns in range(len(ways))]
    b.layout.named_table("TURNED", rows or [0])
    b.features["TURNS"] = len(ways)


@lowers(*SETTING)
def set_rotation(b: Builder, t: Typed) -> None:
    """A move for each rotation that a piece may be given, and for one turn to either side."""
    target = t.get("to")
    loc = target.get("loc") if target is not None else None
    site = b.temp(b.number(loc, b.context("from_")), "site")

    def turn(value: ir.Operand) -> None:
        with b.proposing(site, site):
            b.act("ROTATION", site, -1, value)

    listed = t.args["directions"].items if t.has("directions") else ()
    single = (t.args["direction"],) if t.has("direction") else ()
    with b.when(site >= 0):
        for each in (*listed, *single):
            turn(b.number(each))
        now = b.temp(b.call("rotation_at", site, -1), "now")
        turns = b.features["TURNS"]
        with b.when(b.truth(t.get("previous"))):
            turn(ir.choose(now > 0, now - 1, turns - 1))
        with b.when(b.truth(t.get("next"))):
            turn(ir.choose(now < turns - 1, now + 1, 0))
