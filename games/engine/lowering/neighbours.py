"""Regions found from a site: around it, in a direction, in sight, along a track, as far as …"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import read_directions
from games.engine.lowering.equipment import Track
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.regions import (
    EmittedRegion,
    ListRegion,
    Region,
    TableRegion,
    Visit,
    fixed,
    region_of,
)
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import part_sites
from games.engine.lowering.tracks import chosen_track


@lowers("region sites Around")
def around(b: Builder, t: Typed) -> Region:
    """The sites at a distance of a site or region, with those nearer in the same directions."""
    directions = read_directions(b, t.get("directions"))
    distance = b.number(t.get("distance"), 1)
    kind = t.args["type"].word if t.has("type") else ""
    include = t.get("includeSelf")

    names = ("from_", "to") if t.has("If") else ("to",)

    def near(b: Builder, visit: Visit, site: ir.Expression) -> None:
        def look(ray: Ray) -> None:
            with b.when(ray.length >= distance):
                target = b.temp(ray.site(distance - 1), "near")
                with b.when(_fits(b, t, kind, target)):
                    visit(target)

        if t.has("If"):
            b.set_context("from_", site)
        each_ray(b, directions, site, look)

    def emit(b: Builder, visit: Visit) -> None:
        with b.keeping(*names):
            if t.has("regionWhere"):
                with _other_than(b, t, visit) as (origins, other):
                    origins.each(b, partial(near, b, other))
            else:
                site = b.temp(b.number(t.args["where"]), "centre")
                with b.when(site >= 0):
                    near(b, visit, site)
            if include is not None:
                with b.when(b.truth(include)):
                    _self(b, t, visit)

    return EmittedRegion(emit, unique=True)


@contextmanager
def _other_than(b: Builder, t: Typed, visit: Visit) -> Iterator[tuple[Region, Visit]]:
    """The region whose surroundings are asked for, and a visit of sites that are not in it.

    Where the region itself is asked for as well it makes no difference.
    """
    origins = region_of(b, t.args["regionWhere"])
    if t.has("includeSelf") and b.truth(t.args["includeSelf"]) == ir.Const(1):
        yield origins, visit
        return
    listed = None if origins.static is not None else ListRegion.of(b, [origins])

    def other(site: ir.Expression) -> None:
        inside = b.call("set_has", listed.address, site) if listed else origins.has(b, site)
        with b.when(ir.negate(inside)):
            visit(site)

    yield listed or origins, other
    if listed is not None:
        listed.release(b)


@lowers("region sites Playable")
def playable(b: Builder, t: Typed) -> Region:
    """The empty sites next to a piece; on an empty board its centre."""
    directions = read_directions(b, None)

    def beside(site: ir.Expression) -> ir.Expression:
        def body() -> None:
            def look(ray: Ray) -> None:
                with b.when(b.load("what", ray.site(0)).differs(0)):
                    b.give(1)

            each_ray(b, directions, ir.Local("site"), look)

        return b.call(b.function("beside", body, ("site",)), site)

    def emit(b: Builder, visit: Visit) -> None:
        alone = b.temp(1, "alone")
        with b.counting(0, b.equipment.sites) as site:
            with b.when(b.load("what", site).differs(0)):
                b.assign(alone, 0)
        with b.when(alone):
            fixed(part_sites(b, "Centre")).each(b, visit)
        with b.when(ir.negate(alone)), b.counting(0, b.equipment.sites) as site:
            with b.when(ir.both(b.load("what", site).same(0), beside(site))):
                visit(site)

    return EmittedRegion(emit)


def _self(b: Builder, t: Typed, visit: Visit) -> None:
    if t.has("regionWhere"):
        region_of(b, t.args["regionWhere"]).each(b, visit)
    else:
        visit(b.temp(b.number(t.args["where"]), "self"))


def _fits(b: Builder, t: Typed, kind: str, target: ir.Expression) -> ir.Expression:
    what = b.load("what", target)
    owner = b.field("OWNER").load(what)
    tests: dict[str, ir.Expression] = {
        "": ir.Const(1), "Empty": what.same(0), "NotEmpty": what.differs(0),
        "Own": owner.same(b.game("mover")), "NotOwn": owner.differs(b.game("mover")),
        "Enemy": b.call("is_enemy", owner), "NotEnemy": ir.negate(b.call("is_enemy", owner)),
    }  # fmt: skip
    if kind not in tests:
        raise b.missing(t, kind)
    if not t.has("If"):
        return tests[kind]

    def body() -> None:
        b.set_context("to", ir.Local("near"))
        b.give(b.truth(t.args["If"]))

    return ir.both(tests[kind], b.call(b.function("fits", body, ("near",)), target))


@lowers("region sites Direction")
def in_direction(b: Builder, t: Typed) -> Region:
    """The sites met going from a site, up to one that stops the way."""
    directions = read_directions(b, t.get("directions"))
    stop = t.get("stop")
    distance = t.get("distance")
    included = t.get("included")

    def from_site(b: Builder, origin: ir.Expression, visit: Visit) -> None:
        if included is not None:
            with b.when(b.truth(included)):
                visit(origin)

        def look(ray: Ray) -> None:
            far = b.temp(ray.length, "far")
            if distance is not None:
                b.assign(far, b.call("lesser", far, b.number(distance)))
            with b.counting(0, far) as i:
                site = b.temp(ray.site(i), "met")
                b.set_context("to", site)
                if stop is not None:
                    with b.when(b.truth(stop)):
                        with b.when(b.truth(t.get("stopIncluded"), 0)):
                            visit(site)
                        b.leave()
                visit(site)

        each_ray(b, directions, origin, look)

    def emit(b: Builder, visit: Visit) -> None:
        with b.keeping("to"):
            if t.has("From"):
                region_of(b, t.args["From"]).each(b, lambda site: from_site(b, site, visit))
            else:
                origin = b.temp(b.number(t.args["from"]), "origin")
                with b.when(origin >= 0):
                    from_site(b, origin, visit)

    return EmittedRegion(emit, unique=True)


@lowers("region sites LineOfSight")
def line_of_sight(b: Builder, t: Typed) -> Region:
    """On each line from a site: the empty sites, the farthest of them, or the first piece."""
    directions = read_directions(b, t.get("directions"))
    kind = t.args["typeLoS"].word if t.has("typeLoS") else "Piece"

    def emit(b: Builder, visit: Visit) -> None:
        origin = b.temp(b.number(t.get("at"), b.context("from_")), "origin")

        def look(ray: Ray) -> None:
            farthest = b.temp(-1, "farthest")
            with b.counting(0, ray.length) as i:
                site = b.temp(ray.site(i), "met")
                with b.when(b.load("what", site).differs(0)):
                    if kind == "Piece":
                        visit(site)
                    b.leave()
                if kind == "Empty":
                    visit(site)
                b.assign(farthest, site)
            if kind == "Farthest":
                with b.when(farthest >= 0):
                    visit(farthest)

        with b.when(origin >= 0):
            each_ray(b, directions, origin, look)

    return EmittedRegion(emit, unique=True)


@lowers("region expand")
def expand(b: Builder, t: Typed) -> Region:
    """A region with what lies around it, some steps far, or as one line in a direction."""
    steps = b.number(t.get("steps"), 1)
    inner = region_of(b, t.args["region"]) if t.has("region") else None
    origin = b.number(t.args["origin"]) if t.has("origin") else None
    word = t.args["dirn"].word if t.has("dirn") else None
    if inner is None and isinstance(origin, ir.Const):
        inner = fixed((origin.value,))
    if inner is not None and inner.static is not None and isinstance(steps, ir.Const):
        return fixed(_expanded(b, inner.static, steps.value, word))
    if not isinstance(steps, ir.Const):
        raise b.missing(t, "steps that change")
    far = steps.value

    def emit(b: Builder, visit: Visit) -> None:
        def grow(site: ir.Expression) -> None:
            rows = [_expanded(b, (s,), far, word) for s in range(b.equipment.sites)]

            with b.when(site >= 0):
                TableRegion(rows, site).each(b, visit)

        if inner is not None:
            inner.each(b, grow)
        else:
            grow(b.temp(0 if origin is None else origin, "origin"))

    return EmittedRegion(emit, unique=True)


def _expanded(b: Builder, sites: tuple[int, ...], steps: int, word: str | None) -> tuple[int, ...]:
    board = b.equipment.board
    assert board is not None
    found = dict.fromkeys(sites)
    edge = [site for site in sites if 0 <= site < len(board)]
    relation = word or "Adjacent"
    for _ in range(steps):
        if not edge:  # however many steps are written
            break
        around = (near for site in edge for near in board.near(site, relation))
        edge = list(dict.fromkeys(near for near in around if near not in found))
        found.update(dict.fromkeys(edge))
    return tuple(found)


@lowers("region sites Between/2", "region sites Between")
def between(b: Builder, t: Typed) -> Region:
    """The sites on a line between two."""
    if not t.has("to"):
        raise b.missing(t, "without two ends")
    directions = read_directions(b, t.get("directions"))

    def emit(b: Builder, visit: Visit) -> None:
        origin = b.temp(b.number(t.args["from"]), "origin")
        target = b.temp(b.number(t.args["to"]), "target")
        with b.keeping("between"):

            def show(site: ir.Expression) -> None:
                b.set_context("between", site)
                with b.when(b.truth(t.get("cond"))):
                    visit(site)

            def look(ray: Ray) -> None:
                with b.counting(0, ray.length) as i:
                    with b.when(ray.site(i).same(target)):
                        with b.when(b.truth(t.get("fromIncluded"), 0)):
                            show(origin)
                        with b.counting(0, i) as j:
                            show(b.temp(ray.site(j), "met"))
                        with b.when(b.truth(t.get("toIncluded"), 0)):
                            show(target)
                        b.leave()

            with b.when(ir.both(origin >= 0, target >= 0)):
                each_ray(b, directions, origin, look)

    return EmittedRegion(emit, unique=True)


@lowers("region sites Track")
def along_track(b: Builder, t: Typed) -> Region:
    """The sites of a track, or those from one site on to another."""
    name = str(t.args["name"].value) if t.has("name") else ""
    who = roles.player_of(b, t, "pid", "role", default=0)
    track = chosen_track(b, who, partial(_named_so, name))
    first, last = t.get("from"), t.get("to")

    def emit(b: Builder, visit: Visit) -> None:
        line = b.temp(track, "track")
        with b.when(line >= 0):
            length = b.temp(b.load("TRACK_LENGTH", line), "length")
            start = b.call("track_index", line, b.number(first)) if first is not None else 0
            at = b.temp(start, "at")
            end = b.temp(b.number(last), "end")
            with b.when(at < length), b.counting(0, length):
                site = b.temp(b.call("track_site", line, at), "site")
                with b.when(site >= 0):
                    visit(site)
                if last is not None:
                    with b.when(site.same(end)):
                        b.leave()
                b.assign(at, b.call("track_next", line, at))
                with b.when(at < 0):
                    b.leave()

    return EmittedRegion(emit, unique=True)


def _named_so(name: str, tracks: list[Track], player: int) -> Track | None:
    """The first track of that name, or of the player or nobody with it in its name."""
    for each in tracks:
        if each.name == name or (name in each.name and each.owner in (player, 0)):
            return each
    return None
