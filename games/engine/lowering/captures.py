"""Captures by what stands around: custodial, surrounding, intervening, in a line."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed, walk
from games.engine.lowering.axes import rays_across
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import AnyDirections, Directions, read_directions
from games.engine.lowering.effects import pieces_of
from games.engine.lowering.groups import list_item, list_length
from games.engine.lowering.ranges import read_range
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.regions import ListRegion, TableRegion
from games.engine.lowering.registry import lowers

FAR = 1000
ALL = Directions((("All", "Adjacent"),))
Test = Callable[[], ir.Expression]


class Capture:
    """The parts of a capture: its start, the pieces taken, those that take, the effect."""

    def __init__(self, b: Builder, t: Typed) -> None:
        self.b = b
        self.origin, self.between, self.to = t.get("from"), t.get("between"), t.get("to")
        apply = self.between.get("effect") if self.between is not None else None
        self.effect = apply.get("effect") if apply is not None else None

    def start(self) -> ir.Expression:
        loc = self.origin.get("loc") if self.origin is not None else None
        return self.b.temp(self.b.number(loc, self.b.game("last_to")), "origin")

    def reach(self) -> ir.Expression:
        found = self.between.get("range") if self.between is not None else None
        return ir.Const(FAR) if found is None else read_range(self.b, found)[1]

    def target_at(self, site: ir.Expression) -> ir.Expression:
        """Whether a piece there may be taken: an enemy's, unless the rule says otherwise.

        `between` is the site from then on.
        """
        return self._at(self.between, "between", "is_enemy", site)

    def friend_at(self, site: ir.Expression) -> ir.Expression:
        """Whether a piece there takes with the one that moved; `to` is the site from then on."""
        return self._at(self.to, "to", "is_friend", site)

    def is_friend(self, site: ir.Expression) -> ir.Expression:
        """As `friend_at`, as part of a condition."""
        return self._asked("is_friend", site)

    def is_enemy(self, site: ir.Expression) -> ir.Expression:
        """Whether an enemy's piece stands there, or what the rule says of `to`."""
        return self._asked("is_enemy", site)

    def _asked(self, usual: str, site: ir.Expression) -> ir.Expression:
        b = self.b

        def body() -> None:
            b.give(self._at(self.to, "to", usual, ir.Local("asked")))

        return b.call(b.function("ask_to", body, ("asked",)), site)

    def _at(self, part: Typed | None, name: str, usual: str, site: ir.Expression) -> ir.Expression:
        b = self.b
        b.set_context(name, site)
        if part is not None and part.has("If"):
            return b.truth(part.args["If"])
        return b.call(usual, b.call("who_safe", site, -1))

    def take(self, site: ir.Expression) -> None:
        """Emit what happens to a piece that is taken: it goes, unless the rule says so."""
        b = self.b
        b.set_context("between", site)
        if self.effect is not None:
            b.moves(self.effect)
        else:
            with b.proposing(-1, -1):
                b.act("REMOVE", site, -1)


@lowers("moves custodial")
def custodial(b: Builder, t: Typed) -> None:
    c = Capture(b, t)
    directions = read_directions(b, t.get("dirnChoice"))
    with b.keeping("from_", "to", "between"):
        origin = c.start()
        most = b.temp(c.reach(), "most")

        def look(ray: Ray) -> None:
            end = b.temp(0, "end")
            with b.loop(ir.both(end < ray.length, end < most)):
                with b.when(ir.negate(c.target_at(b.temp(ray.site(end), "asked")))):
                    b.leave()
                b.assign(end, end + 1)
            with b.when(ir.both(end > 0, end < ray.length)):
                with b.when(c.friend_at(b.temp(ray.site(end), "asked"))):
                    with b.counting(0, end) as i:
                        c.take(b.temp(ray.site(i), "taken"))

        with b.when(origin >= 0):
            each_ray(b, directions, origin, look)


@lowers("moves intervene")
def intervene(b: Builder, t: Typed) -> None:
    """Enemies on both sides of the piece that has moved are taken."""
    c = Capture(b, t)
    to = t.get("to")
    apply = to.get("effect") if to is not None else None
    c.effect = apply.get("effect") if apply is not None else None
    directions = read_directions(b, t.get("dirnChoice"))
    if not isinstance(directions, Directions):
        raise b.missing(t, "directions by a condition")
    if c.between is not None:
        raise b.missing(t, "between:")
    sites = b.equipment.sites
    rows = [
        [
            one[0] * sites + other[0]
            for one, other in rays_across(b, site, directions, directions)
            if other
        ]
        for site in range(sites)
    ]
    pairs = TableRegion(rows, c.start())

    def look(pair: ir.Expression) -> None:
        first, second = b.temp(pair // sites, "first"), b.temp(pair % sites, "second")
        with b.when(ir.both(c.is_enemy(first), c.is_enemy(second))):
            for site in (first, second):
                b.set_context("to", site)
                if c.effect is not None:
                    b.moves(c.effect)
                else:
                    with b.proposing(-1, -1):
                        b.act("REMOVE", site, -1)

    with b.keeping("from_", "to", "between"):
        pairs.each(b, look)


@lowers("moves surround")
def surround(b: Builder, t: Typed) -> None:
    """Neighbours that are surrounded on all sides, but for so many exceptions, are taken."""
    c = Capture(b, t)
    relation = t.args["relation"].word if t.has("relation") else "Adjacent"
    directions = Directions(((relation, "Adjacent"),))
    allowed = b.number(t.get("except"), 0)
    helpers = pieces_of(b, t.args["with"]) if t.has("with") else []
    with b.keeping("from_", "to", "between"):
        origin = c.start()

        def look(ray: Ray) -> None:
            target = b.temp(ray.site(0), "target")
            with b.when(c.target_at(target)):
                free = b.temp(0, "free")
                helped = b.temp(int(not helpers), "helped")

                def around(other: Ray) -> None:
                    site = b.temp(other.site(0), "site")
                    joins = ir.either(site.same(origin), c.is_friend(site))
                    with b.when(ir.negate(joins)):
                        b.assign(free, free + 1)
                    for helper in helpers:
                        with b.when(b.load("what", site).same(helper)):
                            b.assign(helped, 1)

                each_ray(b, directions, target, around, near=1)
                with b.when(ir.both(free <= allowed, helped)):
                    c.take(target)

        with b.when(origin >= 0):
            each_ray(b, directions, origin, look)


@lowers("moves enclose")
def enclose(b: Builder, t: Typed) -> None:
    """Groups of enemies next to a site without a liberty, but for so many, are taken."""
    c = Capture(b, t)
    directions = read_directions(b, t.get("directions"))
    allowed = b.number(t.get("numException"), 0)
    condition = c.between.get("If") if c.between is not None else None
    of_empty = condition is not None and any(e.key == "booleans is Empty" for e in walk(condition))
    with b.keeping("from_", "to", "between"):
        origin = c.start()
        most = b.temp(allowed, "most")
        seen = b.temp(b.call("new_set"), "seen")

        def look(ray: Ray) -> None:
            target = b.temp(ray.site(0), "target")
            empty = b.load("what", target).same(0)
            wanted = ir.either(c.target_at(target), ir.both(most > 0, empty))
            with b.when(ir.both(wanted, ir.negate(b.call("set_holds", seen, target)))):
                at = b.temp(b.call("new_set"), "group")
                b.run("set_join", at, target)
                enclosed = _is_enclosed(c, directions, at, seen, b.temp(most - empty, "left"))
                if of_empty:
                    with b.when(enclosed):
                        b.assign(enclosed, _is_one_chain(b, directions, at))
                with b.when(enclosed):
                    ListRegion(at).each(b, c.take)
                b.set_game("list_top", at)

        with b.when(b.call("what_safe", origin, -1) > 0):
            each_ray(b, directions, origin, look, near=1)
        b.set_game("list_top", seen)


def _is_enclosed(
    c: Capture, directions: AnyDirections, at: ir.Local, seen: ir.Local, left: ir.Local
) -> ir.Local:
    """Emit the growth of a group over what may be taken and as many empty sites as are left."""
    b = c.b
    enclosed = b.temp(1, "enclosed")
    done = b.temp(0, "done")
    with b.loop(ir.both(enclosed, done < list_length(at))):
        here = b.temp(list_item(at, done), "here")
        b.assign(done, done + 1)

        def look(ray: Ray) -> None:
            near = b.temp(ray.site(0), "near")
            with b.when(c.target_at(near)):
                b.run("set_join", at, near)
            with b.otherwise():
                free = b.load("what", near).same(0)
                with b.when(ir.both(free, ir.negate(b.call("set_holds", at, near)))):
                    with b.when(left > 0):
                        b.run("set_join", at, near)
                    with b.otherwise():
                        b.assign(enclosed, 0)
                        b.leave()
                    b.assign(left, left - 1)

        each_ray(b, directions, here, look, near=1)
        with b.when(enclosed):
            b.run("set_join", seen, here)
    return enclosed


def _is_one_chain(b: Builder, directions: AnyDirections, group: ir.Local) -> ir.Expression:
    """Whether what stands around a group is one chain of neighbours.

    As published: from the first, always on to the first neighbour that is left, without a way back.
    """

    def body() -> None:
        at = ir.Local("at")
        around = b.temp(b.call("new_set"), "around")

        def look(ray: Ray) -> None:
            near = b.temp(ray.site(0), "near")
            with b.when(ir.negate(b.call("set_holds", at, near))):
                b.run("set_join", around, near)

        ListRegion(at).each(b, lambda site: each_ray(b, directions, site, look, near=1))
        here = b.temp(list_item(around, ir.Const(0)), "here")
        with b.loop(list_length(around) > 1):
            following = b.temp(-1, "following")

            def go_on(ray: Ray) -> None:
                near = b.temp(ray.site(0), "near")
                with b.when(ir.both(following < 0, b.call("list_has", around, near))):
                    b.assign(following, near)

            each_ray(b, ALL, here, go_on, near=1)
            with b.when(following < 0):
                b.set_game("list_top", around)
                b.give(0)
            b.run("list_remove", around, here)
            b.assign(here, following)
        b.set_game("list_top", around)
        b.give(1)

    return b.call(b.function("one_chain", body, ("at",)), group)


@lowers("moves directional")
def directional(b: Builder, t: Typed) -> None:
    """All pieces in a row on from a site, of which something holds, are taken."""
    c = Capture(b, t)
    to = t.get("to")
    apply = to.get("effect") if to is not None else None
    effect = apply.get("effect") if apply is not None else None
    directions = read_directions(b, t.get("directions"))
    with b.keeping("from_", "to", "between"):
        origin = c.start()

        def look(ray: Ray) -> None:
            with b.counting(0, ray.length) as i:
                site = b.temp(ray.site(i), "site")
                b.set_context("to", site)
                condition = to.get("If") if to is not None else None
                enemy = b.call("is_enemy", b.call("who_safe", site, -1))
                with b.when(ir.negate(b.truth(condition) if condition is not None else enemy)):
                    b.leave()
                if effect is not None:
                    b.moves(effect)
                else:
                    with b.proposing(-1, -1):
                        b.act("REMOVE", site, -1)

        with b.when(origin >= 0):
            each_ray(b, directions, origin, look)
