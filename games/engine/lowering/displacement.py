"""What moves of a piece have in common: the start, conditions on the way, effects."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.ranges import read_range
from games.engine.lowering.regions import EmittedRegion, Region, region_of


class Displacement:
    """What moves of a piece have in common: the start, conditions on the way, effects."""

    def __init__(self, b: Builder, t: Typed) -> None:
        self.b, self.t = b, t
        self.origin, self.to, self.between = t.get("from"), t.get("to"), t.get("between")
        self.stack = b.flag(t.get("stack"))
        self.level = (
            b.number(self.origin.get("level"), -1) if self.origin is not None else ir.Const(-1)
        )
        self.effect = self._part(self._apply(self.to), "effect")
        self.effect_if = self._part(self._apply(self.to), "If")
        self.side_effect = self._part(self._apply(self.between), "effect")
        self.trail = self._part(self.between, "trail")

    @staticmethod
    def _part(typed: Typed | None, name: str) -> Typed | None:
        return None if typed is None else typed.get(name)

    @staticmethod
    def _apply(typed: Typed | None) -> Typed | None:
        return None if typed is None else typed.get("effect")

    def to_if(self) -> Typed | None:
        return self._part(self.to, "If")

    def between_if(self) -> Typed | None:
        return self._part(self.between, "If")

    def bounds(self, low: int, high: int) -> tuple[ir.Expression, ir.Expression]:
        """The range of `(between …)`, or these where there is none."""
        found = self._part(self.between, "range")
        if found is None:
            return ir.Const(low), ir.Const(high)
        return read_range(self.b, found)

    def from_each(self, visit: Callable[[ir.Expression], None], *, chosen: bool = False) -> None:
        """Emit a loop over the sites to start from, as `(from)`; as `(to)` too where they are only
        chosen.
        """
        b = self.b
        moved = () if self._starts_here() else ("from_",)
        names = (*moved, "to") if chosen else moved
        with b.keeping(*moved, "to", "between"):

            def start(site: ir.Expression) -> None:
                with b.keeping(*names):
                    for name in names:
                        b.set_context(name, site)
                    condition = self._part(self.origin, "If")
                    with b.when(ir.both(site >= 0, b.truth(condition))):
                        visit(site)

            self.origins().each(b, start)

    def _starts_here(self) -> bool:
        """Whether the only site to start from is `(from)` already."""
        return self.origin is None or not (self.origin.has("region") or self.origin.has("loc"))

    def origins(self) -> Region:
        b, origin = self.b, self.origin
        if origin is not None and origin.has("region"):
            return region_of(b, origin.args["region"])
        site = b.context("from_")
        if origin is not None and origin.has("loc"):
            where = b.number(origin.args["loc"])
            return EmittedRegion(lambda b, visit: visit(b.temp(where, "from")))
        return EmittedRegion(lambda b, visit: visit(b.temp(site, "from")))

    def move(
        self,
        frm: ir.Expression,
        to: ir.Expression,
        sides: Callable[[], None] | None = None,
        effect_if: Typed | None = None,
        trail: Callable[[], None] | None = None,
    ) -> None:
        """Emit one move with its effects before the piece goes, and what it leaves behind after."""
        b = self.b
        with b.proposing(frm, to):
            if sides is not None:
                sides()
            if self.effect is not None:
                with b.when(b.truth(effect_if)):
                    b.effect(self.effect)
            self.go(frm, to)
            if trail is not None:
                trail()

    def go(self, frm: ir.Expression, to: ir.Expression) -> None:
        b = self.b
        if self.stack:
            b.act("MOVE_STACK", frm, to, 0)
        else:
            b.act("MOVE", frm, self.level, to, -1)
        if b.features["STACKS"]:
            b.run("set_level", self.level)
