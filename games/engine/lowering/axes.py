"""What lies straight across a site, where the relations of a board bend or branch.

There a relation has no wind for each of its ways, and opposites are found by where the sites lie.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import cast

from games.boards.steps import straight
from games.engine.ir import nodes as ir
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import Directions
from games.engine.lowering.rays import Ray, RayTable

Line = tuple[int, ...]


def bends(b: Builder, word: str) -> bool:
    """Whether the ways of a direction or relation are no winds."""
    return any("#" in way for way in Directions(((word, "Adjacent"),)).ways(b, "N"))


def rays_across(
    b: Builder, site: int, directions: Directions, others: Directions
) -> Iterator[tuple[Line, Line]]:
    """Rays from a site two by two, the second straight on behind the first; () where none is.

    The first goes in one of `directions`, the second in one of these or of `others`.
    """
    rays, beyond = _rays_from(b, site, directions), _rays_from(b, site, others)
    pairs = {*combinations(rays, 2), *product(rays, (ray for ray in beyond if ray not in rays))}
    across = [pair for pair in sorted(pairs) if _meet(b, pair[0][0], site, pair[1][0])]
    joined = {ray for pair in across for ray in pair}
    yield from across
    yield from ((ray, ()) for ray in rays if ray not in joined)


def _rays_from(b: Builder, site: int, directions: Directions) -> list[Line]:
    board = b.equipment.board
    assert board is not None
    if site >= len(board):
        return []
    found = (board.ray(site, way) for way in directions.ways(b, "N"))
    return list(dict.fromkeys(ray for ray in found if ray))


def _meet(b: Builder, one: int, middle: int, other: int) -> bool:
    board = b.equipment.board
    assert board is not None
    one_place, here, beyond = ((board.sites[n].x, board.sites[n].y) for n in (one, middle, other))
    return straight(one_place, here, beyond)


def each_axis(
    b: Builder, word: str, one_way: bool, site: ir.Expression, visit: Callable[[Ray, Ray], None]
) -> None:
    """Emit a loop over the rays from a site with those across; one of no sites where none is."""
    table = cast(RayTable, b.once(("axes", word, one_way), lambda: _axes(b, word, one_way)))
    at = b.temp(table.starts.load(site), "axes")
    amount = table.word(at)
    with b.when(site < b.equipment.sites), b.counting(0, amount) as i:
        entry = at + (i << 1) + 1
        ends = [b.temp(table.word(entry + n), "ray") for n in range(2)]
        visit(*(Ray(b, table, end, ir.Const(0)) for end in ends))


def _axes(b: Builder, word: str, one_way: bool) -> RayTable:
    directions = Directions(((word, "Adjacent"),))
    others = Directions((("All", "Adjacent"),)) if one_way else directions
    words, starts = array("I"), array("I")
    known: dict[Line, int] = {}
    for site in range(b.equipment.sites):
        places: list[int] = []
        for pair in rays_across(b, site, directions, others):
            for ray in pair:
                if ray not in known:
                    known[ray] = len(words)
                    words.extend((len(ray), *ray))
                places.append(known[ray])
        starts.append(len(words))
        words.extend((len(places) // 2, *places))
    return RayTable.of(b, words, starts)
