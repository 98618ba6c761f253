"""Loops: pieces around sites from which no line leads to the edge of the board.

As published, the sites around the one asked about are looked at one by one: those that lines from
each reach, past all but pieces of the kind that stands there, must not touch the outer sites, and
what stands around all of them must belong to the player.
"""

from __future__ import annotations

from functools import partial

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import Directions, read_directions
from games.engine.lowering.groups import list_item, list_length
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.regions import ListRegion, Region, fixed
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import default_type

ADJACENT = Directions((("Adjacent", "Adjacent"),))
ORTHOGONAL = Directions((("Orthogonal", "Adjacent"),))


@lowers("booleans is Loop")
def is_loop(b: Builder, t: Typed) -> ir.Expression:
    """Whether pieces of a player form a loop around some site next to the one asked about."""
    if b.flag(t.get("path")) or t.has("regionStart"):
        raise b.missing(t, "of paths across tiles")
    if t.has("type") and t.args["type"].word != default_type(b):
        raise b.missing(t, f"on each {t.args['type'].word}")
    loop = Loop(b, t)

    def body() -> None:
        start = b.temp(b.number(t.get("start"), b.game("last_to")), "start")
        with b.when(ir.both(start >= 0, start < b.equipment.sites)):
            what = b.temp(b.load("what", start), "what")
            with b.when(what > 0):
                loop.around(start, what)
        b.give(0)

    return b.computed("loop", body)


class Loop:
    """What a question about loops asks for."""

    def __init__(self, b: Builder, t: Typed) -> None:
        self.b = b
        board = b.equipment.board
        assert board is not None
        self.outer: Region = fixed(board.sides.get("Outer", ()))
        self.directions = read_directions(b, t.get("directions"))
        self.colour = b.number(t.get("colour"), b.game("mover"))
        listed = t.args["surroundList"].items if t.has("surroundList") else ()
        words = [t.args["surround"].word] if t.has("surround") else [each.word for each in listed]
        self.inside = words

    def allowed(self, site: ir.Expression) -> ir.Expression:
        """Whether a site may lie within the loop, by whose piece stands there."""
        if not self.inside:
            return ir.Const(1)
        owner = self.b.call("who_safe", site, -1)
        return ir.either(*(owner.same(roles.player(self.b, word)) for word in self.inside))

    def around(self, start: ir.Expression, what: ir.Expression) -> None:
        """Emit the search from each site next to the start; the function gives 1 for a loop."""
        b = self.b
        near = b.temp(b.call("new_list", b.equipment.sites), "near")

        def look(ray: Ray) -> None:
            site = b.temp(ray.site(0), "next")
            with b.when(ir.both(ir.negate(self.outer.has(b, site)), self.allowed(site))):
                b.run("list_add_new", near, site)

        each_ray(b, ADJACENT, start, look)
        ListRegion(near).each(b, partial(self._from, what))
        b.set_game("list_top", near)

    def _from(self, what: ir.Expression, origin: ir.Expression) -> None:
        b = self.b
        group = b.temp(b.call("new_set"), "group")
        b.run("set_add", group, origin)
        closed, done = b.temp(1, "closed"), b.temp(0, "done")
        with b.loop(ir.both(closed, done < list_length(group))):
            here = b.temp(list_item(group, done), "here")
            b.assign(done, done + 1)
            each_ray(b, ORTHOGONAL, here, partial(self._along, what, group, closed))
        with b.when(closed):
            self._border(what, group)
        b.set_game("list_top", group)

    def _along(self, what: ir.Expression, group: ir.Local, closed: ir.Local, ray: Ray) -> None:
        """The sites of a line up to a piece of the loop's kind; an outer site opens the loop."""
        b = self.b
        with b.when(closed), b.counting(0, ray.length) as i:
            to = b.temp(ray.site(i), "to")
            with b.when(ir.negate(b.call("set_has", group, to))):
                with b.when(b.load("what", to).same(what)):
                    b.leave()
                outer = b.temp(self.outer.has(b, to), "outer")
                inner = ir.negate(outer) if self.inside else ir.Const(1)
                with b.when(ir.both(self.allowed(to), inner)):
                    b.run("set_add", group, to)
                with b.when(outer):
                    b.assign(closed, 0)
                    b.leave()

    def _border(self, what: ir.Expression, group: ir.Local) -> None:
        """The sites next to those inside must all be the player's, and linked to each other."""
        b = self.b
        border = b.temp(b.call("new_list", b.equipment.sites), "border")
        owned = b.temp(1, "owned")

        def near(ray: Ray) -> None:
            site = b.temp(ray.site(0), "site")
            with b.when(ir.negate(b.call("set_has", group, site))):
                b.run("list_add_new", border, site)
                with b.when(b.call("who_safe", site, -1).differs(self.colour)):
                    b.assign(owned, 0)

        ListRegion(group).each(b, lambda site: each_ray(b, ORTHOGONAL, site, near))
        with b.when(owned):
            self._linked(what, border)
        b.set_game("list_top", border)

    def _linked(self, what: ir.Expression, border: ir.Local) -> None:
        """Emit the walk along the border; sites that lead nowhere leave it."""
        b = self.b
        at, before, steps = b.temp(0, "at"), b.temp(0, "before"), b.temp(0, "steps")
        tries = b.temp(0, "tries")
        with b.loop(ir.both(list_length(border) > 0, tries < b.equipment.sites * 4)):
            b.assign(tries, tries + 1)
            here = b.temp(list_item(border, at), "here")
            following = b.temp(-1, "following")

            def look(ray: Ray) -> None:
                site = b.temp(ray.site(0), "site")
                on = ir.both(following < 0, b.call("list_has", border, site))
                with b.when(ir.both(on, b.load("what", site).same(what))):
                    b.assign(following, site)

            with b.when(b.load("what", here).same(what)):
                each_ray(b, self.directions, here, look)
            with b.when(following < 0):
                b.run("list_remove", border, here)
                b.assign(at, ir.choose(before < list_length(border), before, 0))
                b.emit(ir.Continue())
            b.assign(steps, steps + 1)
            with b.when(steps >= list_length(border)):
                b.give(1)
            b.assign(before, at)
            b.assign(at, b.call("list_index", border, following))
