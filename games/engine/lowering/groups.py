"""Groups of connected sites: their size, number, liberties, territory, and whether they connect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import Array
from games.engine.lowering.arrays import Visit as VisitNumber
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import AnyDirections, read_directions
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.regions import (
    EmittedRegion,
    ListRegion,
    Region,
    Visit,
    region_of,
)
from games.engine.lowering.registry import lowers

Joins = Callable[[ir.Expression], ir.Expression]


def list_length(at: ir.Expression) -> ir.Expression:
    return ir.Load("list", 4, True, at)


def list_item(at: ir.Expression, number: ir.Expression) -> ir.Expression:
    return ir.Load("list", 4, True, at + (number << 2) + 4)


def grow(b: Builder, at: ir.Local, directions: AnyDirections, joins: Joins) -> None:
    """Emit the growth of a list of sites by their neighbours that join, until none is left."""
    done = b.temp(0, "done")
    with b.loop(done < list_length(at)):
        here = b.temp(list_item(at, done), "here")
        b.assign(done, done + 1)

        def look(ray: Ray) -> None:
            near = b.temp(ray.site(0), "near")
            with b.when(joins(near)), b.when(_lacks(b, at, near)):
                b.run("set_put", at, near)

        each_ray(b, directions, here, look, near=1)


def _lacks(b: Builder, at: ir.Local, site: ir.Local) -> ir.Expression:
    """Whether a list lacks a site: `set_holds` spelled out, as it is asked of each neighbour."""
    place = b.temp(list_item(at, site + b.equipment.total), "place")
    known = ir.both(place >= 0, place < list_length(at), list_item(at, place).same(site))
    return ir.negate(known)


def group_at(b: Builder, t: Typed, origin: ir.Expression, use: Callable[[ir.Local], None]) -> None:
    """Emit the group that a site belongs to, as a list; `use` emits what is done with it."""
    directions = read_directions(b, t.get("directions"))
    with b.keeping("to"):
        at = b.temp(b.call("new_set"), "group")
        start = b.temp(origin, "origin")
        owner = b.temp(b.call("who_safe", start, -1), "owner")
        joins = joining(b, t.get("If"), owner)
        with b.when(ir.both(start >= 0, joins(start))):
            b.run("set_add", at, start)
            grow(b, at, directions, joins)
        use(at)
        b.set_game("list_top", at)


def joining(b: Builder, condition: Typed | None, owner: ir.Expression) -> Joins:
    """What makes a site join: a condition on `(to)`, or pieces of the same owner."""
    if condition is None:
        return _held_by(b, owner)

    def joins(site: ir.Expression) -> ir.Expression:
        def body() -> None:
            b.set_context("to", ir.Local("near"))
            b.give(b.truth(condition))

        return b.call(b.function("joins", body, ("near",)), site)

    return joins


def _held_by(b: Builder, owner: ir.Expression) -> Joins:
    """Whether a piece of an owner stands on a site."""
    components = b.equipment.components
    kinds = {each.owner: each.index for each in components}
    if len(kinds) < len(components):
        return lambda site: b.load("HELD_BY", b.load("what", site)).same(owner)
    kind = b.temp(b.lookup([kinds.get(n, -1) for n in range(max(kinds) + 1)], owner), "kind")
    return lambda site: b.load("what", site).same(kind)


@lowers("ints size Group")
def size_of_group(b: Builder, t: Typed) -> ir.Expression:
    def body() -> None:
        size = b.temp(0, "size")
        group_at(b, t, b.number(t.args["at"]), lambda at: b.assign(size, list_length(at)))
        b.give(size)

    return b.computed("size_of_group", body)


Begins = Callable[[ir.Expression, ir.Expression], ir.Expression]


def each_group(b: Builder, t: Typed, use: Callable[[ir.Local], None], kind: Groups) -> None:
    """Emit a loop over the groups of a kind, each as a list."""
    directions = read_directions(b, t.get("directions"))
    sites = b.equipment.sites
    with b.keeping("to"):
        seen = b.temp(b.call("new_set"), "seen")
        with b.counting(0, sites) as site:
            owner = b.temp(b.call("who_safe", site, -1), "owner")
            joins = kind.joins(owner)
            fresh = ir.negate(b.call("set_holds", seen, site))
            with b.when(ir.both(kind.begins(site, owner), fresh, joins(site))):
                at = b.temp(b.call("new_set"), "group")
                b.run("set_add", at, site)
                grow(b, at, directions, joins)
                ListRegion(at).each(b, lambda member: b.run("set_join", seen, member))
                use(at)
                b.set_game("list_top", at)
        b.set_game("list_top", seen)


@dataclass(frozen=True)
class Groups:
    """Where groups may begin, by site and owner, and what joins one that an owner began."""

    begins: Begins
    joins: Callable[[ir.Expression], Joins]


def of_mover_or_fitting(b: Builder, condition: Typed | None) -> Groups:
    """Groups of pieces that fit a condition (empty sites may join), or of the mover's pieces."""

    def begins(site: ir.Expression, owner: ir.Expression) -> ir.Expression:
        occupied = b.load("what", site).differs(0)
        return occupied if condition is not None else owner.same(b.game("mover"))

    return Groups(begins, lambda owner: joining(b, condition, owner))


def _occupied(b: Builder) -> Joins:
    return lambda site: b.load("what", site).differs(0)


@lowers("ints count Groups")
def count_groups(b: Builder, t: Typed) -> ir.Expression:
    """The groups of sites that fit a condition, without one of pieces of whatever owner."""
    least = b.number(t.get("min"), 0)
    condition = t.get("If")
    fitting = _occupied(b) if condition is None else joining(b, condition, ir.Const(0))

    def body() -> None:
        total = b.temp(0, "total")

        def use(at: ir.Local) -> None:
            with b.when(list_length(at) >= least):
                b.assign(total, total + 1)

        each_group(b, t, use, Groups(lambda site, owner: ir.Const(1), lambda owner: fitting))
        b.give(total)

    return b.computed("count_groups", body)


@lowers("intArray sizes Group")
def sizes_of_groups(b: Builder, t: Typed) -> Array:
    """The sizes of a player's groups, or of those that all players' pieces make together."""
    if t.has("If"):
        raise b.missing(t, "if:")
    least = b.number(t.get("min"), 0)
    word = roles.role_of(t, "role")
    players = b.equipment.players

    def of_one(site: ir.Expression, owner: ir.Expression) -> ir.Expression:
        return owner.same(roles.player_of(b, t, "role", "of"))

    def of_any(site: ir.Expression, owner: ir.Expression) -> ir.Expression:
        return ir.both(owner > 0, owner <= players)

    together = not t.has("of") and word in ("", "All", "Shared")
    kind = (
        Groups(of_any, lambda owner: _occupied(b))
        if together
        else Groups(of_one, lambda owner: joining(b, None, owner))
    )

    def emit(b: Builder, visit: VisitNumber) -> None:
        def use(at: ir.Local) -> None:
            with b.when(list_length(at) >= least):
                visit(b.temp(list_length(at), "size"))

        each_group(b, t, use, kind)

    return Array(emit)


@lowers("moves forEach Group")
def for_each_group(b: Builder, t: Typed) -> None:
    """Moves for each group, whose sites are `(sites)` in them."""
    with b.keeping("region"):

        def use(at: ir.Local) -> None:
            b.set_context("region", at)
            b.moves(t.args["moves"])

        each_group(b, t, use, of_mover_or_fitting(b, t.get("If")))


@lowers("booleans all Groups")
def all_groups(b: Builder, t: Typed) -> ir.Expression:
    """Of every group, whose sites are `(sites)` in the condition."""

    def body() -> None:
        fits = b.temp(1, "fits")
        with b.keeping("region"):

            def use(at: ir.Local) -> None:
                b.set_context("region", at)
                with b.when(ir.negate(b.truth(t.args["If"]))):
                    b.assign(fits, 0)

            each_group(b, t, use, of_mover_or_fitting(b, t.get("of")))
        b.give(fits)

    return b.computed("all_groups", body)


@lowers("ints count Liberties")
def liberties(b: Builder, t: Typed) -> ir.Expression:
    """The empty sites next to the group of like pieces, of which the condition holds."""
    directions = read_directions(b, t.get("directions"))
    condition = t.get("If")

    def body() -> None:
        free = b.temp(0, "free")
        with b.keeping("from_", "to"):
            origin = b.temp(b.number(t.get("at"), b.game("last_to")), "origin")
            at = b.temp(b.call("new_set"), "group")
            with b.when(origin >= 0):
                alike_group(b, at, origin, directions, condition)
            found = b.temp(b.call("new_set"), "liberties")

            def around(site: ir.Expression) -> None:
                def look(ray: Ray) -> None:
                    near = b.temp(ray.site(0), "near")
                    outside = ir.negate(b.call("set_holds", at, near))
                    with b.when(ir.both(b.load("what", near).same(0), outside)):
                        b.run("set_join", found, near)

                each_ray(b, directions, site, look, near=1)

            ListRegion(at).each(b, around)
            b.assign(free, list_length(found))
            b.set_game("list_top", at)
        b.give(free)

    return b.computed("liberties", body)


def alike_group(
    b: Builder,
    at: ir.Local,
    origin: ir.Local,
    directions: AnyDirections,
    condition: Typed | None,
    alike: bool = True,
) -> None:
    """Emit the growth of a list from a site over pieces of its kind that fit the condition.

    Where a condition is given, `alike` says whether they must be of one kind besides.
    """
    what = b.temp(b.load("what", origin), "what")
    fits = None if condition is None else joining(b, condition, what)

    def joins(site: ir.Expression) -> ir.Expression:
        kind = b.load("what", site).same(what)
        if fits is None:
            return kind
        return ir.both(kind, fits(site)) if alike else fits(site)

    b.set_context("from_", origin)
    with b.when(ir.Const(1) if fits is None else fits(origin)):
        b.run("set_add", at, origin)
        grow(b, at, directions, joins)


@lowers("region sites Group")
def group(b: Builder, t: Typed) -> Region:
    """The sites connected with a site, or some, of which something holds, or of its kind."""
    directions = read_directions(b, t.get("directions"))
    condition = t.get("If")

    def emit(b: Builder, visit: Visit) -> None:
        def from_site(site: ir.Expression) -> None:
            with b.keeping("from_", "to"):
                origin = b.temp(site, "origin")
                at = b.temp(b.call("new_set"), "group")
                with b.when(origin >= 0):
                    alike_group(b, at, origin, directions, condition, alike=False)
            ListRegion(at).each(b, visit)
            b.set_game("list_top", at)

        if t.has("From"):
            region_of(b, t.args["From"]).each(b, from_site)
        else:
            from_site(b.number(t.args["at"]))

    return EmittedRegion(emit, unique=t.has("From"))


@lowers("ints size Territory")
def territory(b: Builder, t: Typed) -> ir.Expression:
    """The empty sites of areas that only one player's pieces border; pages show which they are."""
    directions = read_directions(b, t.get("direction"))
    sites = b.equipment.sites

    def body() -> None:
        who = b.temp(roles.player_of(b, t, "role", "player"), "who")
        total = b.temp(0, "total")
        seen = b.temp(b.call("new_set"), "seen")
        with b.counting(0, sites) as site:
            fresh = ir.negate(b.call("set_holds", seen, site))
            with b.when(ir.both(b.load("what", site).same(0), fresh)):
                at = b.temp(b.call("new_set"), "area")
                own, other = b.temp(0, "own"), b.temp(0, "other")
                b.run("set_add", at, site)

                def joins(near: ir.Expression) -> ir.Expression:
                    return b.load("what", near).same(0)

                grow(b, at, directions, joins)

                def border(member: ir.Expression) -> None:
                    b.run("set_join", seen, member)

                    def look(ray: Ray) -> None:
                        owner = b.temp(b.call("who_safe", ray.site(0), -1), "owner")
                        with b.when(owner.same(who)):
                            b.assign(own, 1)
                        with b.when(ir.both(owner.differs(who), owner.differs(0))):
                            b.assign(other, 1)

                    each_ray(b, directions, member, look, near=1)

                ListRegion(at).each(b, border)
                with b.when(ir.both(own, ir.negate(other))):
                    b.assign(total, total + list_length(at))
                    ListRegion(at).each(b, lambda held: b.store("territory", held, who))
                b.set_game("list_top", at)
        b.set_game("list_top", seen)
        b.give(total)

    return b.computed("territory", body)
