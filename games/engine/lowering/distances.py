"""How many steps lie between sites, and the sites that are so many steps away."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.bounds import within
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import read_directions
from games.engine.lowering.groups import list_item, list_length
from games.engine.lowering.ranges import read_range
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.regions import (
    EmittedRegion,
    FilteredRegion,
    ListRegion,
    Region,
    TableRegion,
    Visit,
    region_of,
)
from games.engine.lowering.registry import lowers

NEVER = 1_000_000_000
Step = Callable[[ir.Expression, Visit], None]


@lowers("ints count Steps")
def steps(b: Builder, t: Typed) -> ir.Expression:
    """The least number of steps from a site to another, or to the nearest of a region.

    As published it is 0 where there is no such site.
    """
    if t.has("newRotation"):
        raise b.missing(t, "newRotation:")
    region = _target(b, t)
    origin = b.number(t.args["site1"])
    if t.has("stepMove"):
        return _steps_of_its_own(b, t, origin, region)
    flat = b.table([far for row in _all_distances(b, t) for far in row])
    sites = b.equipment.sites
    if t.has("site2"):
        target = b.number(t.args["site2"])
        known = ir.both(within(origin, sites), within(target, sites))
        return ir.choose(known, flat.load(origin * sites + target), 0)

    def body() -> None:
        start = b.temp(origin, "origin")
        least = b.temp(NEVER, "least")

        def look(site: ir.Expression) -> None:
            with b.when(within(site, sites)):
                far = flat.load(start * sites + site)
                b.assign(least, b.call("lesser", least, far))

        with b.when(within(start, sites)):
            region.each(b, look)
        b.give(ir.choose(least.same(NEVER), 0, least))

    return b.computed("steps", body)


def _target(b: Builder, t: Typed) -> Region:
    if t.has("region2"):
        return region_of(b, t.args["region2"])
    number = b.number(t.args["site2"])
    return EmittedRegion(lambda b, visit: visit(b.temp(number, "target")))


def _steps_of_its_own(b: Builder, t: Typed, origin: ir.Expression, region: Region) -> ir.Expression:
    """The steps by a rule of the text: none to nothing, never where there is no way."""

    def body() -> None:
        start = b.temp(origin, "origin")
        targets = b.temp(b.call("new_list", b.equipment.total), "targets")

        def add(site: ir.Expression) -> None:
            with b.when(site >= 0):
                b.run("list_add_new", targets, site)

        region.each(b, add)
        with b.when(ir.either(start < 0, list_length(targets).same(0))):
            b.give(0)
        with b.when(b.call("list_has", targets, start)):
            b.give(0)

        result = b.temp(NEVER, "result")

        def reached(current: ir.Local, number: ir.Local) -> None:
            with b.when(b.call("lists_meet", current, targets)):
                b.assign(result, number)

        _spread(b, t, start, reached, lambda number: result.same(NEVER))
        b.give(result)

    return b.computed("own_steps", body)


def _spread(
    b: Builder,
    t: Typed,
    start: ir.Local,
    reached: Callable[[ir.Local, ir.Local], None],
    goes_on: Callable[[ir.Local], ir.Expression],
) -> None:
    """Emit rounds of steps from a site; `reached` sees each round's sites and its number."""
    step = _step(b, t.args["stepMove"])
    total = b.equipment.total
    with b.keeping("from_", "to", "facing"):
        b.set_context("facing", b.call("facing_at", start))
        seen = b.temp(b.call("new_set"), "seen")
        current = b.temp(b.call("new_list", total), "current")
        following = b.temp(b.call("new_list", total), "following")
        b.run("set_add", seen, start)
        step(start, lambda site: b.run("list_add_new", current, site))
        number = b.temp(1, "number")
        ListRegion(current).each(b, lambda site: b.run("set_add_new", seen, site))
        reached(current, number)
        with b.loop(ir.both(list_length(current) > 0, goes_on(number))):
            with b.counting(0, list_length(current)) as i:
                here = b.temp(list_item(current, i), "here")

                def add(site: ir.Expression) -> None:
                    with b.when(ir.negate(b.call("set_has", seen, site))):
                        b.run("list_add_new", following, site)

                step(here, add)
            ListRegion(current).each(b, lambda site: b.run("set_add_new", seen, site))
            b.run("list_take", current, following)
            b.assign(number, number + 1)
            reached(current, number)


def _step(b: Builder, t: Typed) -> Step:
    """The steps from a site that the condition of a `(step …)` allows."""
    if set(t.args) - {"directions", "to"}:
        raise b.missing(t, "within a count of steps")
    directions = read_directions(b, t.get("directions"))
    condition = t.args["to"].get("If")

    def step(site: ir.Expression, visit: Visit) -> None:
        b.set_context("from_", site)

        def look(ray: Ray) -> None:
            near = b.temp(ray.site(0), "near")
            b.set_context("to", near)
            with b.when(b.truth(condition)):
                visit(near)

        each_ray(b, directions, site, look, b.context("facing"), near=1)

    return step


@lowers("region sites Distance")
def at_distance(b: Builder, t: Typed) -> Region:
    """The sites whose distance from a site lies in a range."""
    if t.has("newRotation"):
        raise b.missing(t, "newRotation:")
    low, high = read_range(b, t.args["distance"])
    origin = b.number(t.args["from"])
    if t.has("stepMove"):
        return _at_steps_of_its_own(b, t, origin, low, high)
    distances = _all_distances(b, t)
    if isinstance(low, ir.Const) and isinstance(high, ir.Const):
        return TableRegion(
            [_nearest_first(row, low.value, high.value) for row in distances], origin
        )
    flat = b.table([far for row in distances for far in row])
    reachable = TableRegion([_nearest_first(row, 0, NEVER) for row in distances], origin)

    def fits(site: ir.Expression) -> ir.Expression:
        far = b.temp(flat.load(origin * b.equipment.sites + site), "far")
        return ir.both(low >= 0, low <= far, far <= high)

    return FilteredRegion(reachable, fits)


def _at_steps_of_its_own(
    b: Builder, t: Typed, origin: ir.Expression, low: ir.Expression, high: ir.Expression
) -> Region:
    """The sites reached by so many steps of a rule of the text."""

    def emit(b: Builder, visit: Visit) -> None:
        start = b.temp(origin, "origin")
        least, most = b.temp(low, "least"), b.temp(high, "most")
        found = b.temp(b.call("new_set"), "found")

        def reached(current: ir.Local, number: ir.Local) -> None:
            with b.when(ir.both(number >= least, number <= most)):
                ListRegion(current).each(b, lambda site: b.run("set_add_new", found, site))

        with b.when(ir.both(start >= 0, start < b.equipment.sites, least >= 0)):
            _spread(b, t, start, reached, lambda number: number < most)
        ListRegion(found).each(b, visit)
        b.set_game("list_top", found)

    return EmittedRegion(emit)


def _nearest_first(row: list[int], low: int, high: int) -> list[int]:
    inside = [site for site, far in enumerate(row) if max(low, 0) <= far <= high]
    return sorted(inside, key=row.__getitem__)


def _all_distances(b: Builder, t: Typed) -> list[list[int]]:
    word = t.args["relation"].word if t.has("relation") else "Adjacent"
    make = lambda: [_distances(b, site, word) for site in range(b.equipment.sites)]  # noqa: E731
    found: list[list[int]] = b.once(("distances", word), make)
    return found


def _distances(b: Builder, site: int, word: str) -> list[int]:
    board = b.equipment.board
    assert board is not None
    far = [-1] * len(board)
    far[site] = 0
    edge = [site]
    while edge:
        here = edge.pop(0)
        for near in board.near(here, word):
            if far[near] < 0:
                far[near] = far[here] + 1
                edge.append(near)
    return far
