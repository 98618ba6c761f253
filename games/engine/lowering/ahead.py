"""The site ahead of another."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import (
    Directions,
    TowardsDirections,
    of_the_move_looked_at,
    read_directions,
)
from games.engine.lowering.rays import Ray, each_ray, next_sites
from games.engine.lowering.registry import lowers


@lowers("ints ahead")
def ahead(b: Builder, t: Typed) -> ir.Expression:
    """The site so many steps on in a direction; where none is there, the site itself."""
    directions = read_directions(b, t.get("directions"), "Forward")
    if isinstance(directions, TowardsDirections) and directions.only_first:
        directions = of_the_move_looked_at(directions)
    site = b.number(t.args["site"])
    steps = b.number(t.get("steps"), 1)
    if isinstance(directions, Directions) and not directions.relative and steps == ir.Const(1):
        return _next_in(b, directions, site)

    def body() -> None:
        at, far = b.temp(site, "at"), b.temp(steps, "far")

        def look(ray: Ray) -> None:
            with b.when(ray.length >= far):
                b.give(ray.site(far - 1))
            b.give(at)

        with b.when(at < 0):
            b.give(-1)
        facing = b.call("facing_ahead", at)
        each_ray(b, directions, at, look, facing)
        b.give(at)

    return b.computed("ahead", body)


def _next_in(b: Builder, directions: Directions, site: ir.Expression) -> ir.Expression:
    following = b.once(("following", directions), lambda: b.table(next_sites(b, directions)))

    def body() -> None:
        at = b.temp(site, "at")
        with b.when(ir.both(at >= 0, at < b.equipment.sites)):
            b.give(following.load(at))
        b.give(b.call("greater", at, -1))

    return b.computed("ahead", body)
