"""Moves for each of several things: sites, numbers, players, levels, directions."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import array_of
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import read_directions
from games.engine.lowering.ranges import read_range
from games.engine.lowering.rays import Ray, each_ray
from games.engine.lowering.regions import TableRegion, ascending, region_of
from games.engine.lowering.registry import lowers


@lowers("moves forEach Site")
def for_each_site(b: Builder, t: Typed) -> None:
    """Moves for each site; where none has any, others once and, as published, without a `then`."""
    start = b.temp(b.game("move_count"), "start") if t.has("noMoveYet") else None
    with b.keeping("site", "to"):

        def look(site: ir.Expression) -> None:
            b.set_context("site", site)
            b.set_context("to", site)
            b.moves(t.args["generator"])

        ascending(b, region_of(b, t.args["regionFn"])).each(b, look)
        if start is not None:
            if t.has("then"):
                b.run("add_then", start, b.then(t.args["then"]))
            with b.when(b.game("move_count").same(start)):
                b.moves(t.args["noMoveYet"])


@lowers("moves forEach Value")
def for_each_number(b: Builder, t: Typed) -> None:
    with b.keeping("value"):
        with b.counting(b.number(t.args["min"]), b.number(t.args["max"]) + 1) as number:
            b.set_context("value", number)
            b.moves(t.args["generator"])


@lowers("moves forEach Value/2")
def for_each_value(b: Builder, t: Typed) -> None:
    with b.keeping("value"):

        def look(value: ir.Expression) -> None:
            b.set_context("value", value)
            b.moves(t.args["generator"])

        array_of(b, t.args["values"]).each(b, look)


@lowers("moves forEach Player")
def for_each_player(b: Builder, t: Typed) -> None:
    with b.keeping("player"), b.counting(1, b.equipment.players + 1) as who:
        b.set_context("player", who)
        b.moves(t.args["moves"])


@lowers("moves forEach")
def for_each_of_players(b: Builder, t: Typed) -> None:
    with b.keeping("player"):

        def look(value: ir.Expression) -> None:
            b.set_context("player", value)
            b.moves(t.args["moves"])

        array_of(b, t.args["players"]).each(b, look)


@lowers("moves forEach Level/2")
def for_each_level(b: Builder, t: Typed) -> None:
    up = not t.has("stackDirection") or t.args["stackDirection"].word != "FromTop"
    with b.keeping("level"):
        size = b.temp(b.call("size_safe", b.number(t.args["site"])), "size")
        with b.counting(0, size) as i:
            b.set_context("level", i if up else size - 1 - i)
            b.moves(t.args["moves"])


@lowers("moves forEach Direction")
def for_each_direction(b: Builder, t: Typed) -> None:
    """Moves for each direction: to the sites at a distance in it, up to one that does not fit."""

    directions = read_directions(b, t.get("directions"))
    origin = t.get("from")
    between = t.get("between")
    low: ir.Expression = ir.Const(1)
    high: ir.Expression = ir.Const(1)
    condition = None
    if between is not None:
        condition = between.get("If")
        if between.has("range"):
            low, high = (b.temp(each, "bound") for each in read_range(b, between.args["range"]))

    def fits() -> ir.Expression:
        return b.truth(t.args["to"].get("If")) if t.has("to") else ir.Const(1)

    with b.keeping("to", "between", "facing"):
        site = b.number(origin.get("loc"), b.context("from_")) if origin else b.context("from_")
        start = b.temp(site, "origin")

        def look(ray: Ray) -> None:
            b.set_context("facing", ray.facing)
            with b.counting(0, b.call("lesser", ray.length, high)) as i:
                target = b.temp(ray.site(i), "target")
                if condition is not None:  # asked, as published, of the sites before the nearest
                    b.set_context("between", target)
                    with b.when(ir.both(i + 1 < low, ir.negate(b.truth(condition)))):
                        b.leave()
                b.set_context("to", target)
                with b.when(ir.negate(fits())):
                    b.leave()
                with b.when(i + 1 >= low):
                    _one_direction(b, t)

        with b.when(start >= 0):
            each_ray(b, directions, start, look)


def _one_direction(b: Builder, t: Typed) -> None:
    if t.has("moves"):
        b.moves(t.args["moves"])
        return
    to = t.args["to"]
    if not to.has("effect"):
        raise b.missing(t, "without moves")
    effect = to.args["effect"]
    with b.when(b.truth(effect.get("If"))):
        if effect.has("effect"):
            b.moves(effect.args["effect"])


@lowers("moves firstMoveOnTrack")
def first_on_track(b: Builder, t: Typed) -> None:
    """The moves of the first piece along a track that has any."""
    name = t.get("trackName")
    owner = roles.role_of(t, "owner") or "Mover"
    who = roles.player(b, owner)
    rows = []
    for p in range(b.equipment.players + 2):
        found = [x for x in b.equipment.tracks if (name is None or str(name.value) in x.name)]
        own = [x for x in found if x.owner == p] or [x for x in found if x.owner == 0] or found
        rows.append(own[0].sites if own else ())

    start = b.temp(b.game("move_count"), "start")
    with b.keeping("site"):

        def look(site: ir.Expression) -> None:
            with b.when(b.game("move_count").same(start)):
                b.set_context("site", site)
                b.moves(t.args["moves"])

        TableRegion(rows, who).each(b, look)
