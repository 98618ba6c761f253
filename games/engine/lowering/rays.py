"""The rays that lead from a site in some directions, and loops over them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from games.boards import BoardError
from games.engine.ir import nodes as ir
from games.engine.ir.schema import Field
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import (
    AnyDirections,
    ChosenDirections,
    Directions,
    ExceptDirections,
    TowardsDirections,
)

# Boards are shared by rulesets, and with them tables of rays: those of larger boards are not.
LARGE_BOARD = 400
# A bit for each way from one site to another fits in a word.
MOST_WAYS = 31
# Entries of a table of rays: of two bytes up to so many, and never more than that.
NARROW, LARGEST = 1 << 16, 1 << 20


@dataclass(frozen=True)
class RayTable:
    """Rays, each with its length before its sites, and lists of them; `starts` by facing and site.

    An entry of `width` bytes holds the number of any other. No list has more than `most` rays;
    where that is one, `only` says where it begins: without one, at a length of 0.
    """

    base: int
    width: int
    starts: Field
    most: int
    only: Field

    @classmethod
    def of(cls, b: Builder, words: Sequence[int], starts: Sequence[int]) -> RayTable:
        """The table with these entries."""
        width = 2 if len(words) <= NARROW else 4
        most = max((words[start] for start in starts), default=0)
        only = [words[start + 1] if words[start] else start for start in starts]
        found = starts if most > 1 else only
        return cls(b.layout.table(words, width).base, width, b.table(starts), most, b.table(found))

    def word(self, at: ir.Expression, field: str = "rays") -> ir.Expression:
        """An entry by its number."""
        return ir.Load(field, self.width, False, at << (self.width >> 1), self.base)


class Ray:
    """A ray found at run time: its length, and its sites by number from the nearest."""

    def __init__(
        self, b: Builder, table: RayTable, at: ir.Expression, facing: ir.Expression
    ) -> None:
        self._table, self._at, self.facing = table, at, facing
        self.length = b.temp(table.word(at), "length")

    def site(self, number: ir.Operand) -> ir.Expression:
        return self._table.word(self._at + (ir.const(number) + 1), "ray_site")

    def has(self, number: int) -> ir.Expression:
        """Whether there is a site of that number."""
        return self.length > number


class Near(Ray):
    """The first sites of a ray, and nothing else of it: they stand in a table one by one."""

    def __init__(self, table: Field, at: ir.Expression) -> None:
        self._sites, self._at = table, at

    def site(self, number: ir.Operand) -> ir.Expression:
        # Only the first is a site for certain.
        field = "ray_site" if ir.const(number) == ir.Const(0) else "near_site"
        place = (self._at + number) * self._sites.width
        return ir.Load(field, self._sites.width, self._sites.signed, place, self._sites.base)

    def has(self, number: int) -> ir.Expression:
        return self.site(number) >= 0 if number else ir.Const(1)


def each_ray(
    b: Builder,
    directions: AnyDirections,
    site: ir.Expression,
    visit: Callable[[Ray], None],
    facing: ir.Operand | None = None,
    near: int = 0,
) -> None:
    """Emit a loop over the rays from a site in some directions; none is empty.

    Relative directions are those of the piece on the site, unless `facing` says otherwise. With
    `near` a ray gives only so many of its first sites.
    """
    if isinstance(directions, ChosenDirections):
        condition = b.temp(b.truth(directions.condition), "choice")
        with b.when(condition):
            each_ray(b, directions.yes, site, visit, facing, near)
        with b.when(ir.negate(condition)):
            each_ray(b, directions.no, site, visit, facing, near)
        return
    if isinstance(directions, TowardsDirections):
        _each_ray_towards(b, directions, site, visit)
        return
    if isinstance(directions, ExceptDirections):
        _each_ray_except(b, directions, site, visit)
        return
    index = ir.const(site)
    if directions.relative and len(b.facings) > 1:
        faced = b.call("facing_at", site) if facing is None else ir.const(facing)
        index = faced * b.equipment.sites + site
    with b.when(ir.const(site) < b.equipment.sites):
        if near:
            _each_near(b, directions, index, visit, near)
        else:
            _each_whole(b, directions, index, visit)


def _each_whole(
    b: Builder, directions: Directions, index: ir.Expression, visit: Callable[[Ray], None]
) -> None:
    table = _rays(b, directions)
    if table.most == 1:
        facing = table.word(table.starts.load(index) + 2)
        ray = Ray(b, table, b.temp(table.only.load(index), "ray"), facing)
        with b.counting_one(ray.length > 0):
            visit(ray)
        return
    at = b.temp(table.starts.load(index), "rays")
    with b.counting(0, table.word(at)) as i:
        entry = at + (i << 1) + 1
        start = b.temp(table.word(entry), "ray")
        visit(Ray(b, table, start, table.word(entry + 1)))


def _each_near(
    b: Builder,
    directions: Directions,
    index: ir.Expression,
    visit: Callable[[Ray], None],
    near: int,
) -> None:
    starts, sites, most = cast(
        tuple[Field, Field, int],
        b.once(("near", directions, len(b.facings), near), lambda: _nearest(b, directions, near)),
    )
    begin, end = b.temp(starts.load(index), "begin"), b.temp(starts.load(index + 1), "end")
    if most == 1:
        with b.counting_one(begin < end):
            visit(Near(sites, begin))
    else:
        at = b.temp(begin - near, "at")
        with b.loop(at + near < end):
            b.assign(at, at + near)
            visit(Near(sites, at))


def next_sites(b: Builder, directions: Directions) -> list[int]:
    """For each site the next on its first ray, or itself where it has none.

    For directions that are the same for all pieces.
    """
    words, starts = _words(b, directions)
    rays = (words[start + 1] if words[start] else None for start in starts)
    return [site if ray is None else words[ray + 1] for site, ray in enumerate(rays)]


def _nearest(b: Builder, directions: Directions, near: int) -> tuple[Field, Field, int]:
    """Where the sites of each facing and site begin, the first of each ray, and the most rays.

    Where a ray has fewer, -1 stands for those that it lacks.
    """
    words, starts = _words(b, directions)
    begins, sites = array("i", [0]), array("i")
    for start in starts:
        for ray in words[start + 1 : start + 1 + 2 * words[start] : 2]:
            found = words[ray + 1 : ray + 1 + min(near, words[ray])]
            sites.extend((*found, *(-1,) * (near - len(found))))
        begins.append(len(sites))
    most = max((words[start] for start in starts), default=0)
    return b.table(begins), b.table(sites), most


def _each_ray_towards(
    b: Builder, towards: TowardsDirections, site: ir.Expression, visit: Callable[[Ray], None]
) -> None:
    """The rays from a site in the directions that lead from one given site to another."""
    every = Directions((("All", "Adjacent"), ("Adjacent", "Adjacent"))).ways(b, "N")
    found = b.temp(0, "found")
    for one, leads in _each_way(b, towards, every):
        with b.when(ir.both(leads, ir.negate(found) if towards.only_first else 1)):
            b.assign(found, 1)
            each_ray(b, one, site, visit)


def _each_ray_except(
    b: Builder, directions: ExceptDirections, site: ir.Expression, visit: Callable[[Ray], None]
) -> None:
    ways = directions.directions.ways(b, "N")
    known = [list(_each_way(b, towards, ways)) for towards in directions.without]
    for found in zip(*known, strict=True):
        with b.when(ir.negate(ir.either(*(leads for _, leads in found)))):
            each_ray(b, found[0][0], site, visit)


def _each_way(
    b: Builder, towards: TowardsDirections, ways: tuple[str, ...]
) -> Iterator[tuple[Directions, ir.Local]]:
    """Each way by itself, with whether it leads from one given site to another."""
    board = b.equipment.board
    assert board is not None
    size = len(board)
    origin = b.temp(towards.origin(b), "origin")
    target = b.temp(towards.target(b), "target")
    known = ir.both(origin >= 0, origin < size, target >= 0, target < size)
    few = size <= LARGE_BOARD and len(ways) <= MOST_WAYS
    if few:
        bits = b.once(("leading", ways), lambda: b.table(_leading(b, ways)))
        led = b.temp(ir.choose(known, bits.load(origin * size + target), 0), "led")
    for number, way in enumerate(ways):
        one = Directions(((way, "Adjacent"),))
        leads = b.temp((led >> number) & 1 if few else 0, "leads")
        if not few:
            _look_for(b, one, origin, target, known, leads)
        yield one, leads


def _look_for(  # type: ignore[no-untyped-def]
    b: Builder, one: Directions, origin, target, known: ir.Expression, leads: ir.Local
) -> None:
    """Emit a search along one way for the other site."""

    def look(ray: Ray) -> None:
        with b.counting(0, ray.length) as i, b.when(ray.site(i).same(target)):
            b.assign(leads, 1)
            b.leave()

    with b.when(known):
        each_ray(b, one, origin, look)


def _leading(b: Builder, ways: tuple[str, ...]) -> list[int]:
    """For each site and each other a bit for each of the ways that lead from the one to it."""
    board = b.equipment.board
    assert board is not None
    size = len(board)
    found = [0] * (size * size)
    for number, way in enumerate(ways):
        for site in range(size):
            for other in board.ray(site, way):
                found[site * size + other] |= 1 << number
    return found


def _rays(b: Builder, directions: Directions) -> RayTable:
    """The table of rays for each facing and site, and where each begins in it."""
    key = "rays", directions, len(b.facings)
    return cast(RayTable, b.once(key, lambda: RayTable.of(b, *_words(b, directions))))


def _words(b: Builder, directions: Directions) -> tuple[array[int], array[int]]:
    """Rays, each with its length before its sites, lists of them, and where the lists begin."""
    facings = tuple(b.facings if directions.relative else b.facings[:1])
    board = b.equipment.board
    assert board is not None

    def listed() -> tuple[array[int], array[int]]:
        return _listed_rays(b, directions, facings)

    key = "words", directions, facings, tuple(b.facings)
    found: tuple[array[int], array[int]] = (
        b.once(key, listed) if len(board) > LARGE_BOARD else board.remember(key, listed)
    )
    return found


def _listed_rays(
    b: Builder, directions: Directions, facings: tuple[str, ...]
) -> tuple[array[int], array[int]]:
    board = b.equipment.board
    assert board is not None
    words, starts = array("I"), array("I")
    known: dict[tuple[int, ...], int] = {}
    faced = {name: number for number, name in enumerate(b.facings)}
    by_site = directions.by_site or bool(directions.without)

    def with_facings(ways: Iterable[str]) -> list[tuple[str, int]]:
        return [(way, faced.get(way.split("#")[0], 0)) for way in ways]

    for facing in facings:
        ways = with_facings(directions.ways(b, facing))
        for site in range(len(board)):
            places: list[int] = []
            here = with_facings(directions.ways_from(b, facing, site)) if by_site else ways
            for way, faces in here:
                if ray := board.ray(site, way):
                    if ray not in known:
                        known[ray] = len(words)
                        words.extend((len(ray), *ray))
                    places += [known[ray], faces]
            starts.append(len(words))
            words.extend((len(places) // 2, *places))
            if len(words) > LARGEST:
                raise BoardError("the board is too large for these directions")
    return words, starts
