"""Pieces moved or placed along a line: pushing, shooting."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import Directions, read_directions
from games.engine.lowering.effects import pieces_of
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.registry import appends, lowers


def _origin(b: Builder, t: Typed) -> ir.Expression:
    """The site that the line begins at: that of `(from …)`, else where the last move went."""
    origin = t.get("from")
    loc = origin.get("loc") if origin is not None else None
    return b.temp(b.number(loc, b.game("last_to")), "origin")


@appends("moves push")
def push(b: Builder, t: Typed) -> None:
    """All pieces in a row from a site go one site on, up to the first gap or off the board."""
    if t.has("then"):
        raise b.missing(t, "with a then")
    directions = read_directions(b, t.args["directions"])
    if not isinstance(directions, Directions) or directions.relative:
        raise b.missing(t, "directions that change")
    only = Directions(tuple((way, "Adjacent") for way in directions.ways(b, "N")[:1]))
    origin = _origin(b, t)

    def look(ray: Ray) -> None:
        pushed = b.temp(b.load("what", origin), "pushed")
        b.act("REMOVE", origin, -1)
        with b.counting(0, ray.length) as i:
            site = b.temp(ray.site(i), "site")
            standing = b.temp(b.load("what", site), "standing")
            with b.when(standing.differs(0)):
                b.act("REMOVE", site, -1)
            with b.when(pushed.differs(0)):
                b.act("ADD", site, pushed, 1)
            with b.when(standing.same(0)):
                b.leave()
            b.assign(pushed, standing)

    with b.when(origin >= 0):
        each_ray(b, only, origin, look)


@lowers("moves shoot", "moves move Shoot")
def shoot(b: Builder, t: Typed) -> None:
    """A piece lands on a site in line with the shooter, over empty sites only unless said."""
    to = t.get("to")
    condition = to.get("If") if to is not None else None
    directions = read_directions(b, t.get("dirn"))
    with b.keeping("to", "between"):
        before = b.temp(b.context("between"), "before") if to is not None else None
        origin = _origin(b, t)
        for piece in pieces_of(b, t.args["what"]):
            shot = b.temp(piece, "shot")

            def look(ray: Ray, shot: ir.Local = shot) -> None:
                if before is not None:
                    b.set_context("between", before)
                with b.counting(0, ray.length) as i:
                    site = b.temp(ray.site(i), "site")
                    b.set_context("to", site)
                    empty = b.load("what", site).same(0)
                    with b.when(ir.negate(empty if condition is None else b.truth(condition))):
                        b.leave()
                    b.set_context("between", site)
                    with b.proposing(site, site):
                        b.store("mv_label", b.game("move_count") - 1, shot)
                        b.act("ADD", site, shot, 1)

            with b.when(ir.both(origin >= 0, shot >= 0)):
                each_ray(b, directions, origin, look)


@lowers("moves attract")
def attract(b: Builder, t: Typed) -> None:
    """All pieces in line with a site go as near to it as they can, each a move of its own."""
    word = t.args["dirn"].word if t.has("dirn") else "Adjacent"
    origin = _origin(b, t)

    def look(ray: Ray) -> None:
        with b.counting(0, ray.length) as i:
            site = b.temp(ray.site(i), "site")
            with b.when(b.load("what", site).differs(0)):
                b.run("new_move", site, site)
                b.act("REMOVE", site, -1)
        place = b.temp(0, "place")
        with b.counting(0, ray.length) as j:
            piece = b.temp(b.load("what", ray.site(j)), "piece")
            with b.when(piece.differs(0)):
                near = b.temp(ray.site(place), "near")
                b.run("new_move", near, near)
                b.act("ADD", near, piece, 1, -1, 0)
                b.assign(place, place + 1)

    with b.when(ir.both(origin >= 0, origin < b.equipment.sites)):
        each_ray(b, Directions(((word, "Adjacent"),)), origin, look)
