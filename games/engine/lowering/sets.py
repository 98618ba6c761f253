"""Regions made of others: union, intersection, difference, a choice, a list of sites."""

from __future__ import annotations

from games.boards import BoardError
from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.arrays import array_of
from games.engine.lowering.builder import Builder
from games.engine.lowering.regions import (
    ChosenRegion,
    CommonRegion,
    EmittedRegion,
    FilteredRegion,
    Region,
    UnionRegion,
    Visit,
    fixed,
    region_of,
)
from games.engine.lowering.registry import lowers


def joined(parts: list[Region]) -> Region:
    """The union; constant where all parts are."""
    if not parts:
        return fixed(())
    if len(parts) == 1:
        return parts[0]
    if all(part.static is not None for part in parts):
        return fixed([site for part in parts for site in part.static or ()])
    return UnionRegion(parts)


@lowers("region union", "region union/2")
def union(b: Builder, t: Typed) -> Region:
    return joined([region_of(b, each) for each in _several(t)])


@lowers("region intersection", "region intersection/2")
def intersection(b: Builder, t: Typed) -> Region:
    first, *rest = [region_of(b, each) for each in _several(t)]
    for other in rest:
        first = _within(b, first, other)
    return first


def _within(b: Builder, one: Region, other: Region) -> Region:
    if one.static is not None and other.static is not None:
        return fixed([site for site in one.static if site in other.static])
    if one.static is None and other.static is not None:
        one, other = other, one
    if one.static is not None:
        return CommonRegion(b, one, other)
    return FilteredRegion(one, lambda site: other.has(b, site))


def _several(t: Typed) -> tuple[Typed, ...]:
    if t.has("regions"):
        return t.args["regions"].items
    return t.args["region1"], t.args["region2"]


@lowers("region difference")
def difference(b: Builder, t: Typed) -> Region:
    source = region_of(b, t.args["source"])
    if t.has("siteToRemove"):
        gone = b.number(t.args["siteToRemove"])
        if source.static is not None and isinstance(gone, ir.Const):
            return fixed([site for site in source.static if site != gone.value])
        return FilteredRegion(source, lambda site: site.differs(gone))
    other = region_of(b, t.args["subtraction"])
    if source.static is not None and other.static is not None:
        return fixed([site for site in source.static if site not in other.static])
    return FilteredRegion(source, lambda site: ir.negate(other.has(b, site)))


@lowers("region if")
def chosen(b: Builder, t: Typed) -> Region:
    no = region_of(b, t.args["notOk"]) if t.has("notOk") else fixed(())
    return ChosenRegion(b.truth(t.args["cond"]), region_of(b, t.args["ok"]), no)


@lowers("region sites/5")
def listed(b: Builder, t: Typed) -> Region:
    if t.has("array"):
        return EmittedRegion(
            lambda b, visit: array_of(b, t.args["array"]).each(b, visit), unique=True
        )
    values = [b.number(each) for each in t.args["sites"].items]
    if all(isinstance(each, ir.Const) for each in values):
        return fixed([each.value for each in values if isinstance(each, ir.Const)])

    def emit(b: Builder, visit: Visit) -> None:
        for value in values:
            site = b.temp(value, "site")
            with b.when(site >= 0):
                visit(site)

    return EmittedRegion(emit, unique=len(values) > 1)


@lowers("region sites/4")
def coordinates(b: Builder, t: Typed) -> Region:
    """The sites with these coordinates; as published, one that no site has means none."""
    board = b.equipment.board
    assert board is not None
    found, unknown = [], None
    for each in t.args["coords"].items:
        try:
            found.append(board.named(str(each.value)))
        except BoardError as error:
            unknown = error
    if unknown is not None and not found:
        raise b.missing(t, str(unknown)) from unknown
    return fixed(found)
