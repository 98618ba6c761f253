"""Groups of connected sites: their size, number, liberties, territory, and whether they connect."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import Array
from games.engine.lowering.arrays import Visit as VisitNumber
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import AnyDirections, Ray, each_ray, read_directions
from games.engine.lowering.regions import (
    ChosenRegion,
    ContextRegion,
    ListRegion,
    Region,
    fixed,
    region_of,
)
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import region_body

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
            with b.when(joins(near)):
                b.run("list_add_new", at, near)

        each_ray(b, directions, here, look)


def group_at(b: Builder, t: Typed, origin: ir.Expression, use: Callable[[ir.Local], None]) -> None:
    """Emit the group that a site belongs to, as a list; `use` emits what is done with it."""
    directions = read_directions(b, t.get("directions"))
    with b.keeping("to"):
        at = b.temp(b.call("new_list", b.equipment.total), "group")
        start = b.temp(origin, "origin")
        owner = b.temp(b.call("who_safe", start, -1), "owner")
        joins = joining(b, t.get("If"), owner)
        with b.when(ir.both(start >= 0, joins(start))):
            b.run("list_add", at, start)
            grow(b, at, directions, joins)
        use(at)
        b.set_game("list_top", at)


def joining(b: Builder, condition: Typed | None, owner: ir.Expression) -> Joins:
    """What makes a site join: a condition on `(to)`, or pieces of the same owner."""

    def joins(site: ir.Expression) -> ir.Expression:
        if condition is None:
            what = b.load("what", site)
            return ir.both(what.differs(0), b.load("OWNER", what).same(owner))

        def body() -> None:
            b.set_context("to", ir.Local("near"))
            b.give(b.truth(condition))

        return b.call(b.function("joins", body, ("near",)), site)

    return joins


@lowers("ints size Group")
def size_of_group(b: Builder, t: Typed) -> ir.Expression:
    def body() -> None:
        size = b.temp(0, "size")
        group_at(b, t, b.number(t.args["at"]), lambda at: b.assign(size, list_length(at)))
        b.give(size)

    return b.computed("size_of_group", body)


def each_group(b: Builder, t: Typed, use: Callable[[ir.Local], None]) -> None:
    """Emit a loop over all groups on the board, each as a list."""
    directions = read_directions(b, t.get("directions"))
    sites = b.equipment.sites
    with b.keeping("to"):
        seen = b.temp(b.call("new_list", sites), "seen")
        with b.counting(0, sites) as site:
            owner = b.temp(b.call("who_safe", site, -1), "owner")
            if t.has("role"):
                wanted = roles.is_of(b, roles.role_of(t, "role"), owner)
            elif t.has("of"):
                wanted = owner.same(b.number(t.args["of"]))
            else:
                wanted = ir.Const(1)
            joins = joining(b, t.get("If"), owner)
            fresh = ir.negate(b.call("list_has", seen, site))
            with b.when(ir.both(wanted, fresh, joins(site))):
                at = b.temp(b.call("new_list", sites), "group")
                b.run("list_add", at, site)
                grow(b, at, directions, joins)
                ListRegion(at).each(b, lambda member: b.run("list_add_new", seen, member))
                use(at)
                b.set_game("list_top", at)
        b.set_game("list_top", seen)


@lowers("ints count Groups")
def count_groups(b: Builder, t: Typed) -> ir.Expression:
    least = b.number(t.get("min"), 0)

    def body() -> None:
        total = b.temp(0, "total")

        def use(at: ir.Local) -> None:
            with b.when(list_length(at) >= least):
                b.assign(total, total + 1)

        each_group(b, t, use)
        b.give(total)

    return b.computed("count_groups", body)


@lowers("intArray sizes Group")
def sizes_of_groups(b: Builder, t: Typed) -> Array:
    least = b.number(t.get("min"), 0)

    def emit(b: Builder, visit: VisitNumber) -> None:
        def use(at: ir.Local) -> None:
            with b.when(list_length(at) >= least):
                visit(b.temp(list_length(at), "size"))

        each_group(b, t, use)

    return Array(emit)


@lowers("moves forEach Group")
def for_each_group(b: Builder, t: Typed) -> None:
    """Moves for each group, whose sites are `(sites)` in them."""
    with b.keeping("region"):

        def use(at: ir.Local) -> None:
            b.set_context("region", at)
            b.moves(t.args["moves"])

        each_group(b, t, use)


@lowers("booleans all Groups")
def all_groups(b: Builder, t: Typed) -> ir.Expression:
    """Of every group, whose sites are `(sites)` in the condition."""

    def body() -> None:
        fits = b.temp(1, "fits")
        groups = t.get("of")
        with b.keeping("region"):

            def use(at: ir.Local) -> None:
                b.set_context("region", at)
                with b.when(ir.negate(b.truth(t.args["If"]))):
                    b.assign(fits, 0)

            _groups_of(b, t, groups, use)
        b.give(fits)

    return b.computed("all_groups", body)


def _groups_of(
    b: Builder, t: Typed, condition: Typed | None, use: Callable[[ir.Local], None]
) -> None:
    directions = read_directions(b, t.get("directions"))
    sites = b.equipment.sites
    with b.keeping("to"):
        seen = b.temp(b.call("new_list", sites), "seen")
        with b.counting(0, sites) as site:
            owner = b.temp(b.call("who_safe", site, -1), "owner")
            joins = joining(b, condition, owner)
            with b.when(ir.both(ir.negate(b.call("list_has", seen, site)), joins(site))):
                at = b.temp(b.call("new_list", sites), "group")
                b.run("list_add", at, site)
                grow(b, at, directions, joins)
                ListRegion(at).each(b, lambda member: b.run("list_add_new", seen, member))
                use(at)
                b.set_game("list_top", at)
        b.set_game("list_top", seen)


@lowers("region sites/2")
def sites_of_context(b: Builder, t: Typed) -> Region:
    return ContextRegion()


@lowers("ints count Liberties")
def liberties(b: Builder, t: Typed) -> ir.Expression:
    """The sites next to a group of which something holds: that they are empty, unless said."""
    directions = read_directions(b, t.get("directions"))
    condition = t.get("If")

    def body() -> None:
        free = b.temp(0, "free")
        with b.keeping("to"):
            at = b.temp(b.call("new_list", b.equipment.total), "group")
            origin = b.temp(b.number(t.get("at"), b.game("last_to")), "origin")
            owner = b.temp(b.call("who_safe", origin, -1), "owner")
            joins = joining(b, None, owner)
            with b.when(ir.both(origin >= 0, joins(origin))):
                b.run("list_add", at, origin)
                grow(b, at, directions, joins)
            found = b.temp(b.call("new_list", b.equipment.total), "liberties")

            def around(site: ir.Expression) -> None:
                def look(ray: Ray) -> None:
                    near = b.temp(ray.site(0), "near")
                    b.set_context("to", near)
                    empty = b.load("what", near).same(0)
                    with b.when(b.truth(condition) if condition is not None else empty):
                        b.run("list_add_new", found, near)

                each_ray(b, directions, site, look)

            ListRegion(at).each(b, around)
            b.assign(free, list_length(found))
            b.set_game("list_top", at)
        b.give(free)

    return b.computed("liberties", body)


@lowers("ints size Territory")
def territory(b: Builder, t: Typed) -> ir.Expression:
    """The empty sites of areas that only one player's pieces border."""
    directions = read_directions(b, t.get("direction"))
    sites = b.equipment.sites

    def body() -> None:
        who = b.temp(roles.player_of(b, t, "role", "player"), "who")
        total = b.temp(0, "total")
        seen = b.temp(b.call("new_list", sites), "seen")
        with b.counting(0, sites) as site:
            fresh = ir.negate(b.call("list_has", seen, site))
            with b.when(ir.both(b.load("what", site).same(0), fresh)):
                at = b.temp(b.call("new_list", sites), "area")
                own, other = b.temp(0, "own"), b.temp(0, "other")
                b.run("list_add", at, site)

                def joins(near: ir.Expression) -> ir.Expression:
                    return b.load("what", near).same(0)

                grow(b, at, directions, joins)

                def border(member: ir.Expression) -> None:
                    b.run("list_add_new", seen, member)

                    def look(ray: Ray) -> None:
                        owner = b.temp(b.call("who_safe", ray.site(0), -1), "owner")
                        with b.when(owner.same(who)):
                            b.assign(own, 1)
                        with b.when(ir.both(owner.differs(who), owner.differs(0))):
                            b.assign(other, 1)

                    each_ray(b, directions, member, look)

                ListRegion(at).each(b, border)
                with b.when(ir.both(own, ir.negate(other))):
                    b.assign(total, total + list_length(at))
                b.set_game("list_top", at)
        b.set_game("list_top", seen)
        b.give(total)

    return b.computed("territory", body)


@lowers("booleans is Connected")
def connected(b: Builder, t: Typed) -> ir.Expression:
    """Whether one group touches all regions, or as many as the number says."""
    number = b.number(t.get("number"), -1)

    def body() -> None:
        touched = b.temp(0, "touched")

        def use(at: ir.Local) -> None:
            group = ListRegion(at)
            for regions in _regions(b, t, at):
                for region in regions:
                    with b.when(_touches(b, group, region)):
                        b.assign(touched, touched + 1)

        group_at(b, t, b.number(t.get("at"), b.game("last_to")), use)
        wanted = number if number != ir.Const(-1) else ir.const(_amount(b, t))
        b.give(touched >= wanted)

    return b.computed("connected", body)


def _touches(b: Builder, group: ListRegion, region: Region) -> ir.Expression:
    found = b.temp(0, "found")

    def look(site: ir.Expression) -> None:
        with b.when(region.has(b, site)):
            b.assign(found, 1)
            b.leave()

    group.each(b, look)
    return found


def _regions(b: Builder, t: Typed, at: ir.Local) -> list[list[Region]]:
    if t.has("regions"):
        return [[region_of(b, each) for each in t.args["regions"].items]]
    if t.has("regionType"):
        return [static_regions(b, t.args["regionType"].word)]
    return [_of_role(b, t)]


def _of_role(b: Builder, t: Typed) -> list[Region]:
    """The regions of a player, one by one; the mover's by whose turn it is."""
    by_owner = [_parts(b, owner) for owner in range(b.equipment.players + 2)]
    longest = max(len(parts) for parts in by_owner)
    who = roles.player_of(b, t, "role")
    if isinstance(who, ir.Const):
        return by_owner[who.value]
    result = []
    for number in range(longest):
        region: Region = fixed(())
        for owner, parts in enumerate(by_owner):
            if number < len(parts):
                region = ChosenRegion(who.same(owner), parts[number], region)
        result.append(region)
    return result


def _parts(b: Builder, owner: int) -> list[Region]:
    found: list[Region] = []
    for each in b.equipment.regions:
        if each.owner != owner:
            continue
        if each.body.has("regionsFn"):
            found += [region_of(b, part) for part in each.body.args["regionsFn"].items]
        elif each.body.has("staticRegion"):
            found += static_regions(b, each.body.args["staticRegion"].word)
        else:
            found.append(region_body(b, each.body, owner))
    return found


def _amount(b: Builder, t: Typed) -> int:
    if t.has("regions"):
        return len(t.args["regions"].items)
    if t.has("regionType"):
        return len(static_regions(b, t.args["regionType"].word))
    return max(len(_parts(b, owner)) for owner in range(b.equipment.players + 2))


def static_regions(b: Builder, word: str) -> list[Region]:
    """The sides or corners of a board, each a region."""
    board = b.equipment.board
    assert board is not None
    if word == "Sides":
        names = [name for name in board.sides if name.startswith("Side ")]
        return [fixed(board.sides[name]) for name in names]
    if word == "Corners":
        return [fixed((site,)) for site in board.sides.get("Corners", ())]
    if word == "SidesNoCorners":
        corners = set(board.sides.get("Corners", ()))
        names = [name for name in board.sides if name.startswith("Side ")]
        return [fixed([s for s in board.sides[n] if s not in corners]) for n in names]
    raise b.missing_word(word)
