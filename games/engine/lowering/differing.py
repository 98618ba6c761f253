"""Whether pieces differ."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import region_of
from games.engine.lowering.registry import lowers


@lowers("booleans all Different")
def all_different(b: Builder, t: Typed) -> ir.Expression:
    """Whether a condition holds for every site of a region, and no two hold the same piece.

    As published, two empty sites hold the same.
    """
    if not t.has("If"):
        raise b.missing(t, "of a puzzle")

    def body() -> None:
        seen = b.temp(b.call("new_list", b.equipment.total), "seen")
        was = b.temp(b.context("site"), "was")
        differ = b.temp(1, "differ")

        def look(site: ir.Expression) -> None:
            b.set_context("site", site)
            piece = b.temp(b.call("what_safe", site, -1), "piece")
            again = b.call("list_has", seen, piece)
            with b.when(ir.either(ir.negate(b.truth(t.args["If"])), again)):
                b.assign(differ, 0)
            with b.otherwise():
                b.run("list_add", seen, piece)

        region_of(b, t.args["region"]).each(b, look)
        b.set_context("site", was)
        b.give(differ)

    return b.computed("all_different", body)
