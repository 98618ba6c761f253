"""Patterns: pieces that stand along a walk of steps and turns, in any orthogonal direction."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import EmittedRegion, Region, Visit
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import default_type

Walk = tuple[str, ...]


class Pattern:
    """The sites of a walk from each site, and the pieces that must stand on them in turn."""

    def __init__(self, b: Builder, t: Typed) -> None:
        self.b, self.t = b, t
        board = b.equipment.board
        assert board is not None
        self.size = len(board)
        self.ways = tuple(board.winds.get("Orthogonal", board.rose[::2]))
        walk = tuple(step.word for step in t.args["walk"].items)
        prefixes = [walk[: n + 1] for n, step in enumerate(walk) if step == "F"]
        self.steps = len(prefixes)
        self.table = b.table(
            [
                board._walked(site, prefix, self.ways, begin)
                for site in range(self.size)
                for begin in range(len(self.ways))
                for prefix in prefixes
            ]
            or [-1]
        )

    def each(self, found: Visit, *, empty: bool = False) -> None:
        """Emit a loop over the directions; `found` is given where the sites of each begin.

        With `empty` a walk may start from an empty site though no pieces are named.
        """
        b = self.b
        start = b.temp(b.number(self.t.get("from"), b.game("last_to")), "start")
        with b.when(ir.both(start >= 0, start < self.size)):
            kinds = self._kinds(start)
            right = b.load("what", start).same(kinds[0])
            named = self.t.has("whats") or self.t.has("what")
            some = ir.Const(1) if empty or named else kinds[0].differs(0)
            with b.when(ir.both(some, right)), b.counting(0, len(self.ways)) as begin:
                at = b.temp((start * len(self.ways) + begin) * self.steps, "at")
                fits = b.temp(1, "fits")
                for n in range(self.steps):
                    kind = kinds[(n + 1) % len(kinds)]
                    site = b.temp(self.table.load(at + n), "site")
                    with b.when(ir.either(site < 0, b.call("what_safe", site, -1).differs(kind))):
                        b.assign(fits, 0)
                with b.when(fits):
                    found(at)

    def _kinds(self, start: ir.Expression) -> list[ir.Expression]:
        b, t = self.b, self.t
        if t.has("whats"):
            return [b.temp(b.number(each), "kind") for each in t.args["whats"].items]
        if t.has("what"):
            return [b.temp(b.number(t.args["what"]), "kind")]
        return [b.temp(b.load("what", start), "kind")]


def _of_default_type(b: Builder, t: Typed) -> None:
    if t.has("type") and t.args["type"].word != default_type(b):
        raise b.missing(t, f"on each {t.args['type'].word}")


@lowers("booleans is Pattern")
def is_pattern(b: Builder, t: Typed) -> ir.Expression:
    """Whether pieces stand along a walk from a site, in some direction."""
    _of_default_type(b, t)

    def body() -> None:
        Pattern(b, t).each(lambda at: b.give(1))
        b.give(0)

    return b.computed("pattern", body)


@lowers("region sites Pattern")
def pattern_sites(b: Builder, t: Typed) -> Region:
    """The sites of all walks from a site along which the pieces stand."""
    _of_default_type(b, t)

    def emit(b: Builder, visit: Visit) -> None:
        pattern = Pattern(b, t)

        def found(at: ir.Expression) -> None:
            visit(b.temp(b.number(t.get("from"), b.game("last_to")), "start"))
            with b.counting(0, pattern.steps) as n:
                visit(b.temp(pattern.table.load(at + n), "site"))

        pattern.each(found, empty=True)

    return EmittedRegion(emit, unique=True)
