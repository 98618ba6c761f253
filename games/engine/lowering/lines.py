"""Lines of pieces."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import Directions, Ray, each_ray
from games.engine.lowering.regions import EmittedRegion, Region, region_of
from games.engine.lowering.registry import lowers


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
    pairs = _pairs(b, t)

    def body() -> None:
        was = b.temp(b.context("to"), "was")
        wanted = b.temp(length, "length")
        only = b.temp(exact, "exact")

        def look(site: ir.Expression) -> None:
            _through(b, t, site, wanted, only, pairs, was)

        pivots.each(b, look)
        b.set_context("to", was)
        b.give(0)

    return b.computed("line", body)


def _pairs(b: Builder, t: Typed) -> tuple[tuple[str, ...], ...]:
    dirn = t.get("dirn")
    one_way = dirn is not None and dirn.word not in ("Adjacent", "Orthogonal", "Diagonal", "All")
    return _axes(b, dirn.word if dirn is not None else "Adjacent", one_way)


def _by_level(b: Builder, t: Typed) -> ir.Expression:
    """Lines through the top of a stack: down it, level, rising one way and falling the other."""
    if set(t.args) & {"exact", "contiguous", "If"}:
        raise b.missing(t, "byLevel: with exact:, contiguous: or if:")
    pivots, pairs, number = _pivots(b, t), _pairs(b, t), b.number(t.args["length"])

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


def _through(b: Builder, t: Typed, site, wanted, only, pairs, was) -> None:  # type: ignore[no-untyped-def]
    fits = _fits(b, t, site)
    with b.when(ir.both(site >= 0, site < b.equipment.sites, fits(site))):
        for pair in pairs:
            count = b.temp(1, "count")
            for way in pair:
                _count_along(b, way, site, count, fits, t)
            enough = ir.choose(only, count.same(wanted), count >= wanted)
            with b.when(enough):
                b.set_context("to", was)
                b.give(1)


def _count_along(b: Builder, way: str, site, count: ir.Local, fits, t: Typed) -> None:  # type: ignore[no-untyped-def]

    contiguous = t.get("contiguous") is None or b.flag(t.get("contiguous"), True)

    def look(ray: Ray) -> None:
        with b.counting(0, ray.length) as i:
            here = b.temp(ray.site(i), "here")
            with b.when(fits(here)):
                b.assign(count, count + 1)
            if contiguous:
                with b.otherwise():
                    b.leave()

    each_ray(b, Directions(((way, "Adjacent"),)), site, look)


def _kinds(b: Builder, t: Typed, pivot: ir.Expression) -> Callable[[ir.Expression], ir.Expression]:
    """Whether a piece is of those that the line is made of: the pivot's kind, unless said."""
    if t.has("who"):
        owner = b.temp(roles.player(b, t.args["who"].word), "owner")
        return lambda what: ir.both(what.differs(0), b.field("OWNER").load(what).same(owner))
    if t.has("whats"):
        numbers = [b.number(each) for each in t.args["whats"].items]
    elif t.has("what"):
        numbers = [b.number(t.args["what"])]
    else:
        numbers = [b.load("what", pivot)]
    kinds = [b.temp(number, "kind") for number in numbers]
    return lambda what: ir.either(*(what.same(kind) for kind in kinds))


def _fits(b: Builder, t: Typed, pivot: ir.Expression) -> Callable[[ir.Expression], ir.Expression]:
    """Whether the piece on a site belongs to the line."""
    kinds = _kinds(b, t, pivot)

    def fits(site: ir.Expression) -> ir.Expression:
        tests = [kinds(b.load("what", site))]
        if t.has("If"):

            def body() -> None:
                b.set_context("to", ir.Local("here"))
                b.give(b.truth(t.args["If"]))

            tests.append(b.call(b.function("line_if", body, ("here",)), site))
        return ir.both(*tests)

    return fits
