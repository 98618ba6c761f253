"""Regions while a program is built: sites in order, each once, that can be walked and asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.bounds import within
from games.engine.lowering.builder import Builder

Visit = Callable[[ir.Expression], None]
BITMAP_LIMIT = 200_000


class Region:
    """Base of all: a subclass gives `each`; the rest follows from it."""

    static: tuple[int, ...] | None = None

    def each(self, b: Builder, visit: Visit) -> None:
        """Emit a loop; `visit` emits its body for an expression that is a variable."""
        raise NotImplementedError

    def has(self, b: Builder, site: ir.Operand) -> ir.Expression:
        """Whether a site is in the region."""
        wanted = ir.Local("wanted")

        def body() -> None:
            def look(found: ir.Expression) -> None:
                with b.when(found.same(wanted)):
                    b.give(1)

            self.each(b, look)
            b.give(0)

        return b.call(b.function("has", body, ("wanted",)), site)

    def count(self, b: Builder) -> ir.Expression:
        def body() -> None:
            total = b.temp(0, "total")
            self.each(b, lambda site: b.assign(total, total + 1))
            b.give(total)

        return b.computed("count", body)

    def any(self, b: Builder, holds: Callable[[ir.Expression], ir.Expression]) -> ir.Expression:
        """Whether something holds of some site."""

        def body() -> None:
            def look(site: ir.Expression) -> None:
                with b.when(holds(site)):
                    b.give(1)

            self.each(b, look)
            b.give(0)

        return b.computed("any", body)

    def first(self, b: Builder) -> ir.Expression:
        """The first site, or -1."""

        def body() -> None:
            self.each(b, b.give)
            b.give(-1)

        return b.computed("first", body)


class TableRegion(Region):
    """One of several constant lists of sites, chosen by a number."""

    def __init__(self, rows: Sequence[Sequence[int]], index: ir.Operand = 0) -> None:
        self.rows = tuple(tuple(dict.fromkeys(row)) for row in rows)
        self.index = ir.const(index)
        if isinstance(self.index, ir.Const):
            within = 0 <= self.index.value < len(self.rows)
            self.static = self.rows[self.index.value] if within else ()

    def each(self, b: Builder, visit: Visit) -> None:
        if self.static is not None:
            return self._each_static(b, self.static, visit)
        starts, flat = self._flat()
        table = b.table(flat)
        at = b.table(starts)
        index = b.temp(self.index, "index")
        with b.when(self._within()), b.counting(at.load(index), at.load(index + 1)) as i:
            visit(b.temp(table.load(i), "site"))
        return None

    def _each_static(self, b: Builder, sites: tuple[int, ...], visit: Visit) -> None:
        if not sites:
            return
        run = range(sites[0], sites[0] + len(sites))
        if sites == tuple(run):
            with b.counting(run.start, run.stop) as site:
                visit(site)
            return
        table = b.table(sites)
        with b.counting(0, len(sites)) as i:
            visit(b.temp(table.load(i), "site"))

    def _flat(self) -> tuple[list[int], list[int]]:
        starts, flat = [0], list[int]()
        for row in self.rows:
            flat += row
            starts.append(len(flat))
        return starts, flat

    def has(self, b: Builder, site: ir.Operand) -> ir.Expression:
        total = b.equipment.total
        if len(self.rows) * total > BITMAP_LIMIT:
            return super().has(b, site)
        if self.static is not None:
            if isinstance(site, ir.Const):
                return ir.Const(int(site.value in self.static))
            marks = _marks([self.static], total)
            return b.call("bit", b.table(marks).base, site)
        marks = _marks(self.rows, total)
        address = self.index * (total + 1) + b.table(marks).base
        return ir.choose(self._within(), b.call("bit", address, site), 0)

    def count(self, b: Builder) -> ir.Expression:
        if self.static is not None:
            return ir.Const(len(self.static))
        counts = b.table([len(row) for row in self.rows])
        return ir.choose(self._within(), counts.load(self.index), 0)

    def first(self, b: Builder) -> ir.Expression:
        if self.static is not None:
            return ir.Const(self.static[0] if self.static else -1)
        return b.lookup([row[0] if row else -1 for row in self.rows], self.index)

    def _within(self) -> ir.Expression:
        """Whether there is a row of that number; without one there are no sites."""
        return within(self.index, len(self.rows))


def _marks(rows: Sequence[Sequence[int]], total: int) -> list[int]:
    """A byte for each row and site; each row begins with one for site -1."""
    marks = []
    for row in rows:
        inside = set(row)
        marks += [0, *(int(site in inside) for site in range(total))]
    return marks


def fixed(sites: Sequence[int]) -> TableRegion:
    """A constant region."""
    return TableRegion([sites])


class FilteredRegion(Region):
    """The sites of another region of which something holds."""

    def __init__(self, inner: Region, holds: Callable[[ir.Expression], ir.Expression]) -> None:
        self.inner, self.holds = inner, holds

    def each(self, b: Builder, visit: Visit) -> None:
        def look(site: ir.Expression) -> None:
            with b.when(self.holds(site)):
                visit(site)

        self.inner.each(b, look)

    def has(self, b: Builder, site: ir.Operand) -> ir.Expression:
        local = ir.Local("wanted")

        def body() -> None:
            b.give(ir.both(self.inner.has(b, local), self.holds(local)))

        return b.call(b.function("has", body, ("wanted",)), site)


class CommonRegion(FilteredRegion):
    """The sites of a constant region that another has, in its order."""

    def __init__(self, b: Builder, constant: Region, other: Region) -> None:
        super().__init__(constant, lambda site: other.has(b, site))
        self.turned = FilteredRegion(other, lambda site: constant.has(b, site))

    def count(self, b: Builder) -> ir.Expression:
        return self.turned.count(b)


class UnionRegion(Region):
    def __init__(self, parts: Sequence[Region]) -> None:
        self.parts = parts

    def each(self, b: Builder, visit: Visit) -> None:
        listed = ListRegion.of(b, self.parts)
        listed.each(b, visit)
        listed.release(b)

    def has(self, b: Builder, site: ir.Operand) -> ir.Expression:
        return ir.either(*(part.has(b, site) for part in self.parts))


class ListRegion(Region):
    """Sites in a list on the stack of lists."""

    def __init__(self, address: ir.Expression) -> None:
        self.address = address

    @classmethod
    def of(cls, b: Builder, parts: Sequence[Region]) -> ListRegion:
        """A list of the sites of all parts, each once."""
        at = b.temp(b.call("new_set"), "list")
        for n, part in enumerate(parts):
            part.each(b, partial(b.run, "set_add_new" if n else "set_add", at))
        return cls(at)

    def each(self, b: Builder, visit: Visit) -> None:
        word = ir.Load("list", 4, True, self.address)
        with b.counting(0, word) as i:
            visit(b.temp(ir.Load("list", 4, True, self.address + (i << 2) + 4), "site"))

    def release(self, b: Builder) -> None:
        b.set_game("list_top", self.address)


class EmittedRegion(Region):
    """Sites that a function emits as it finds them; `unique` where it may find one twice."""

    def __init__(self, emit: Callable[[Builder, Visit], Any], *, unique: bool = False) -> None:
        self.emit, self.unique = emit, unique

    def each(self, b: Builder, visit: Visit) -> None:
        if not self.unique:
            self.emit(b, visit)
            return
        at = b.temp(b.call("new_set"), "list")
        self.emit(b, lambda site: b.run("set_add_new", at, site))
        ListRegion(at).each(b, visit)
        b.set_game("list_top", at)

    def has(self, b: Builder, site: ir.Operand) -> ir.Expression:
        return Region.has(EmittedRegion(self.emit), b, site)


class ChosenRegion(Region):
    """One region or another by a condition."""

    def __init__(self, condition: ir.Expression, yes: Region, no: Region) -> None:
        self.condition, self.yes, self.no = condition, yes, no

    def each(self, b: Builder, visit: Visit) -> None:
        with b.when(self.condition):
            self.yes.each(b, visit)
        if isinstance(self.condition, ir.Const):
            if not self.condition.value:
                self.no.each(b, visit)
            return
        if self.no.static == ():
            return
        with b.when(ir.negate(self.condition)):
            self.no.each(b, visit)

    def has(self, b: Builder, site: ir.Operand) -> ir.Expression:
        return ir.choose(self.condition, self.yes.has(b, site), self.no.has(b, site))


class ContextRegion(Region):
    """The sites that `(sites)` means within a loop over groups."""

    def each(self, b: Builder, visit: Visit) -> None:
        ListRegion(b.temp(b.context("region"), "region")).each(b, visit)


class AscendingRegion(Region):
    """The sites of another region by their numbers, all found before the first is visited."""

    def __init__(self, inner: Region) -> None:
        self.inner = inner

    def each(self, b: Builder, visit: Visit) -> None:
        at = b.temp(b.call("new_list", b.equipment.total), "list")
        self.inner.each(b, lambda site: b.run("list_add_in_order", at, site))
        ListRegion(at).each(b, visit)
        b.set_game("list_top", at)

    def has(self, b: Builder, site: ir.Operand) -> ir.Expression:
        return self.inner.has(b, site)


def ascending(b: Builder, region: Region) -> Region:
    """A region whose sites are visited in the order of their numbers."""
    return region if _in_order(region) else AscendingRegion(region)


def _in_order(region: Region) -> bool:
    if isinstance(region, FilteredRegion):
        return _in_order(region.inner)
    rows = region.rows if isinstance(region, TableRegion) else [(1, 0)]
    return all(list(row) == sorted(row) for row in rows)


def region_of(b: Builder, typed: Typed) -> Region:
    """The region that a node means."""
    return cast(Region, b.lower(typed))
