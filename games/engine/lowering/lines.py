"""Lines of pieces."""

from __future__ import annotations

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
    if t.has("byLevel"):
        raise b.missing(t, "byLevel:")
    pivots = _pivots(b, t)
    length = b.number(t.args["length"])
    exact = b.truth(t.get("exact"), 0)
    dirn = t.get("dirn")
    one_way = dirn is not None and dirn.word not in ("Adjacent", "Orthogonal", "Diagonal", "All")
    pairs = _axes(b, dirn.word if dirn is not None else "Adjacent", one_way)

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


def _fits(b: Builder, t: Typed, pivot: ir.Expression):  # type: ignore[no-untyped-def]
    """Whether the piece on a site belongs to the line."""
    if t.has("whats"):
        kinds = [b.temp(b.number(each), "kind") for each in t.args["whats"].items]
    elif t.has("what"):
        kinds = [b.temp(b.number(t.args["what"]), "kind")]
    elif t.has("who"):
        kinds = []
    else:
        kinds = [b.temp(b.load("what", pivot), "kind")]
    owner = b.temp(roles.player(b, t.args["who"].word), "owner") if t.has("who") else None

    def fits(site: ir.Expression) -> ir.Expression:
        what = b.load("what", site)
        if owner is not None:
            tests = [what.differs(0), b.field("OWNER").load(what).same(owner)]
        else:
            tests = [ir.either(*(what.same(kind) for kind in kinds))]
        if t.has("If"):

            def body() -> None:
                b.set_context("to", ir.Local("here"))
                b.give(b.truth(t.args["If"]))

            tests.append(b.call(b.function("line_if", body, ("here",)), site))
        return ir.both(*tests)

    return fits
