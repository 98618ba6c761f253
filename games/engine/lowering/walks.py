"""Walks such as {F F R F}: forward and to either side, from each orthogonal direction."""

from __future__ import annotations

from games.boards import Board
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import Region, TableRegion
from games.engine.lowering.registry import lowers

Walks = tuple[tuple[str, ...], ...]
AHEAD = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}


@lowers("region sites/2")
def ends_of_walks(b: Builder, t: Typed) -> Region:
    rows = leaps(b, t.args["possibleSteps"], t.get("rotations"))
    start = b.number(t.get("index"), b.context("from_"))
    return TableRegion([(), *rows, ()], b.call("lesser", start, b.equipment.sites) + 1)


def leaps(
    b: Builder, walks: Typed, rotations: Typed | None, *, forward: bool = False
) -> list[tuple[int, ...]]:
    """Where walks lead from each site; with `forward`, ahead only, as each facing has it."""
    paths = tuple(tuple(step.word for step in walk.items) for walk in walks.items)
    turned = rotations is None or b.flag(rotations, True)
    facings = tuple(b.facings if forward else b.facings[:1])
    found: list[tuple[int, ...]] = b.once(("leaps", paths, forward, turned, facings), lambda: [
        _ends(b, paths, facing if forward else None, turned, site)
        for facing in facings
        for site in range(b.equipment.sites)
    ])  # fmt: skip
    return found


def _ends(b: Builder, walks: Walks, facing: str | None, turned: bool, site: int) -> tuple[int, ...]:
    board = b.equipment.board
    assert board is not None
    ways = board.winds.get("Orthogonal", board.rose[::2])
    ends = [
        board._walked(site, walk, ways, begin)
        for walk in walks
        for begin in (range(len(ways)) if turned else [0])
    ]
    there = [end for end in ends if end >= 0]
    if facing is not None:
        there = [end for end in there if _is_ahead(board, facing, site, end)]
    return tuple(dict.fromkeys(there))


def _is_ahead(board: Board, facing: str, site: int, end: int) -> bool:
    ahead = AHEAD.get(facing, AHEAD["N"])
    dx = board.sites[end].x - board.sites[site].x
    dy = board.sites[end].y - board.sites[site].y
    return bool(dx * ahead[0] + dy * ahead[1] > 0)
