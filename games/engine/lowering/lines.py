"""Lines of pieces."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.axes import bends, each_axis
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import Directions
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.regions import EmittedRegion, Region, region_of
from games.engine.lowering.registry import lowers

Fits = Callable[[ir.Expression], ir.Expression]


@lowers("booleans is Line")
def line(b: Builder, t: Typed) -> ir.Expression:
    """Whether pieces of some kinds stand in a line through a site, as many as the length or more.

    With `exact:` no more than that. The condition sees each site of the line as `(to)`.
    """
    if b.flag(t.get("byLevel")):
        return _by_level(b, t)
    pivots = _pivots(b, t)
    length = b.number(t.args["length"])
    exact = b.truth(t.get("exact"), 0)

    def body() -> None:
        was = b.temp(b.context("to"), "was")
        wanted = b.temp(length, "length")
        only = b.temp(exact, "exact")

        def told(count: ir.Local) -> None:
            with b.when(ir.choose(only, count.same(wanted), count >= wanted)):
                b.set_context("to", was)
                b.give(1)

        def look(site: ir.Expression) -> None:
            _through(b, t, site, told)

        pivots.each(b, look)
        b.set_context("to", was)
        b.give(0)

    return b.computed("line", body)


def _direction(t: Typed) -> tuple[str, bool]:
    """The word for the directions of a line, and whether it is that of one direction alone."""
    word = t.args["dirn"].word if t.has("dirn") else "Adjacent"
    return word, word not in ("Adjacent", "Orthogonal", "Diagonal", "All")


def _by_level(b: Builder, t: Typed) -> ir.Expression:
    """Lines through the top of a stack: down it, level, rising one way and falling the other."""
    if set(t.args) & {"exact", "contiguous", "If"}:
        raise b.missing(t, "byLevel: with exact:, contiguous: or if:")
    pivots, pairs, number = _pivots(b, t), _axes(b, *_direction(t)), b.number(t.args["length"])

    def body() -> None:
        wanted = b.temp(number, "length")

        def look(site: ir.Expression) -> None:
            top = b.temp(b.call("size_safe", site) - 1, "top")
            kinds = _kinds(b, t, site)

            def along(ways: tuple[str, ...], slope: int) -> None:
                count = b.temp(1, "count")
                for way, rise in zip(ways, (slope, -slope), strict=False):
                    _count_rising(b, way, site, top, rise, kinds, count)
                with b.when(count >= wanted):
                    b.give(1)

            with b.when(ir.both(top >= 0, kinds(b.call("what_at", site, top)))):
                below = b.temp(top, "below")
                run = ir.both(below > 0, kinds(b.call("what_at", site, below - 1)))
                with b.loop(run):
                    b.assign(below, below - 1)
                with b.when(top - below + 1 >= wanted):
                    b.give(1)
                for ways in pairs:
                    for slope in (0, -1, 1):
                        along(ways, slope)

        pivots.each(b, look)
        b.give(0)

    return b.computed("line_by_level", body)


def _count_rising(  # type: ignore[no-untyped-def]
    b: Builder, way: str, site, top, rise: int, kinds, count: ir.Local
) -> None:
    def look(ray: Ray) -> None:
        with b.counting(0, ray.length) as i:
            level = b.temp(top + (i + 1) * rise, "level")
            inside = ir.both(level >= 0, level < b.call("size_at", ray.site(i)))
            with b.when(ir.negate(inside)):
                b.leave()
            with b.when(ir.negate(kinds(b.call("what_at", ray.site(i), level)))):
                b.leave()
            b.assign(count, count + 1)

    each_ray(b, Directions(((way, "Adjacent"),)), site, look)


def _pivots(b: Builder, t: Typed) -> Region:
    if t.has("throughAny"):
        return region_of(b, t.args["throughAny"])
    site = b.number(t.get("through"), b.game("last_to"))
    return EmittedRegion(lambda b, visit: visit(b.temp(site, "through")))


def _axes(b: Builder, word: str, one_way: bool) -> tuple[tuple[str, ...], ...]:
    """The directions two by two, of which each line is looked at once."""
    board = b.equipment.board
    assert board is not None
    ways = Directions(((word, "Adjacent"),)).ways(b, "N")
    opposite = {a: z for pair in board.opposites for a, z in (pair, pair[::-1])}
    found: list[tuple[str, ...]] = []
    for way in ways:
        other = opposite.get(way.split("#")[0])
        if one_way:
            found.append((way, other) if other else (way,))
        elif other is None or (other, way) not in found:
            found.append((way, other) if other is not None else (way,))
    return tuple(found)


def _through(b: Builder, t: Typed, site: ir.Expression, told: Callable[[ir.Local], None]) -> None:
    """Emit how many pieces stand in each line through a site, told one after another."""
    fits = _fits(b, t, site)
    # As published, where there are stacks the condition is not asked of the piece in the middle.
    begins = _fits(b, t, site, asked=False) if b.features["STACKS"] else fits
    word, one_way = _direction(t)

    def count_all(*ends: Ray, on: tuple[str, ...] = ()) -> None:
        count = b.temp(1, "count")
        add = partial(_count_along, b, t, fits=fits, count=count)
        for ray in ends:
            add(ray)
        for way in on:
            each_ray(b, Directions(((way, "Adjacent"),)), site, add)
        told(count)

    with b.when(ir.both(site >= 0, site < b.equipment.sites, begins(site))):
        if bends(b, word):
            each_axis(b, word, one_way, site, count_all)
        elif one_way:  # as published, no line where nothing lies that way
            for way, *across in _axes(b, word, one_way):
                look = partial(count_all, on=tuple(across))
                each_ray(b, Directions(((way, "Adjacent"),)), site, look)
        else:
            for ways in _axes(b, word, one_way):
                count_all(on=ways)


def _count_along(b: Builder, t: Typed, ray: Ray, fits: Fits, count: ir.Local) -> None:
    contiguous = t.get("contiguous") is None or b.flag(t.get("contiguous"), True)
    with b.counting(0, ray.length) as i:
        here = b.temp(ray.site(i), "here")
        with b.when(fits(here)):
            b.assign(count, count + 1)
        if contiguous:
            with b.otherwise():
                b.leave()


def _kinds(b: Builder, t: Typed, pivot: ir.Expression) -> Fits:
    """Whether a piece is of those that the line is made of: the pivot's kind, unless said."""
    if t.has("who"):
        owner = b.temp(roles.player(b, t.args["who"].word), "owner")
        return lambda what: b.load("HELD_BY", what).same(owner)
    if t.has("whats"):
        numbers = [b.number(each) for each in t.args["whats"].items]
    elif t.has("what"):
        numbers = [b.number(t.args["what"])]
    else:
        numbers = [b.load("what", pivot)]
    kinds = [b.temp(number, "kind") for number in numbers]
    return lambda what: ir.either(*(what.same(kind) for kind in kinds))


def _stands(b: Builder, t: Typed, kinds: Fits, site: ir.Expression) -> ir.Expression:
    """Whether such a piece stands on a site: on any level of a stack, unless the top is asked."""
    if not b.features["STACKS"] or b.flag(t.get("top")):
        return kinds(b.load("what", site))
    found = b.temp(0, "found")
    with b.counting(0, b.load("size", site)) as level:
        with b.when(kinds(b.load("level_what", site * b.features["LEVELS"] + level))):
            b.assign(found, 1)
            b.leave()
    return found


def _fits(b: Builder, t: Typed, pivot: ir.Expression, *, asked: bool = True) -> Fits:
    """Whether the piece on a site belongs to the line."""
    kinds = _kinds(b, t, pivot)

    def fits(site: ir.Expression) -> ir.Expression:
        tests = [_stands(b, t, kinds, site)]
        if asked and t.has("If"):

            def body() -> None:
                b.set_context("to", ir.Local("here"))
                b.give(b.truth(t.args["If"]))

            tests.append(b.call(b.function("line_if", body, ("here",)), site))
        return ir.both(*tests)

    return fits
