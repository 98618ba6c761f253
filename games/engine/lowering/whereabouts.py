"""Where a piece stands: its site, or its level on a site."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import EmittedRegion, Region, region_of
from games.engine.lowering.registry import lowers


@lowers("ints where")
def where_piece(b: Builder, t: Typed) -> ir.Expression:
    owner = roles.player_of(b, t, "indexPlayer", "role")
    by_owner = _by_owner(b, str(t.args["namePiece"].value))
    state = b.number(t.get("state"), -1)
    return b.call("site_of_piece", b.table(by_owner).load(owner), state)


def _by_owner(b: Builder, name: str) -> list[int]:
    """The component of each owner by its name; -1 for who has none."""
    found = [-1] * (b.equipment.players + 2)
    for each in b.equipment.components:
        if name in (each.name, each.label):
            found[each.owner] = each.index
    return found


@lowers("ints where/2")
def where_component(b: Builder, t: Typed) -> ir.Expression:
    return b.call("site_of_piece", b.number(t.args["what"]), -1)


@lowers("ints where Level", "ints where Level/2")
def level_of_piece(b: Builder, t: Typed) -> ir.Expression:
    """The level at which a piece stands on a site, looked for from the top down by default."""
    if t.has("what"):
        wanted = b.number(t.args["what"])
    else:
        owner = roles.player_of(b, t, "indexPlayer", "role")
        wanted = b.table(_by_owner(b, str(t.args["namePiece"].value))).load(owner)
    state, down = b.number(t.get("state"), -1), b.truth(t.get("fromTop"))
    return b.call("level_of_piece", b.number(t.args["at"]), wanted, state, down)


@lowers("ints count Stack")
def count_stack(b: Builder, t: Typed) -> ir.Expression:
    """How many levels of stacks fit a condition, as `(level)` of `(to)`, up to one that stops."""
    region: Region
    if t.has("to"):
        region = region_of(b, t.args["to"])
    else:
        where = t.args["at"]
        region = EmittedRegion(lambda b, visit: visit(b.temp(b.number(where), "site")))
    down = t.has("stackDirection") and t.args["stackDirection"].word == "FromTop"

    def body() -> None:
        total = b.temp(0, "total")
        with b.keeping("to", "level"):

            def look(site: ir.Expression) -> None:
                size = b.temp(b.call("size_safe", site), "size")
                with b.counting(0, size) as n:
                    b.set_context("to", site)
                    b.set_context("level", size - 1 - n if down else n)
                    with b.when(b.truth(t.get("stop"), 0)):
                        b.leave()
                    with b.when(b.truth(t.get("If"))):
                        b.assign(total, total + 1)

            region.each(b, look)
        b.give(total)

    return b.computed("count_stack", body)
