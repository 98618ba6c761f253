"""Set-ups that are drawn: pieces on any sites of a region, and in any order on one site."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.groups import list_length
from games.engine.lowering.regions import ListRegion, Region, Visit, region_of
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import board_sites
from games.engine.lowering.start import component


@lowers("region sites Random")
def any_sites(b: Builder, t: Typed) -> Region:
    """So many sites of a region, drawn where the region is written."""
    at = b.temp(b.call("new_list", b.equipment.total), "drawn")
    number = b.temp(b.number(t.get("num"), 1), "number")
    _draw(b, _region(b, t), number, lambda site: b.run("list_add", at, site))
    return ListRegion(at)


@lowers("start place Random/3")
def place_anywhere(b: Builder, t: Typed) -> None:
    """So many of each piece on sites of a region that are empty, as long as there are any."""
    region = _region(b, t)
    count, state, value = _numbers(b, t)
    for name in t.args["item"].items:
        piece = component(b, t, str(name.value))

        def put(site: ir.Expression, piece: int = piece) -> None:
            b.run("do_add", site, piece, 1, state, 0, value)

        _draw(b, region, count, put, empty=True)


@lowers("start place Random")
def place_in_any_order(b: Builder, t: Typed) -> None:
    """Pieces on one site, each as often as is said."""
    counts = t.args["count"].items if t.has("count") else ()
    names = [str(each.value) for each in t.args["pieces"].items]
    if counts and len(counts) < len(names):
        raise b.missing(t, "counts of fewer pieces")
    _pile(b, t, names, [b.number(each) for each in counts] or [ir.Const(1)] * len(names))


@lowers("start place Random/2")
def place_numbers_in_any_order(b: Builder, t: Typed) -> None:
    items = t.args["items"].items
    names = [str(each.args["item"].value) for each in items]
    _pile(b, t, names, [b.number(each.args["count"]) for each in items])


def _pile(b: Builder, t: Typed, names: list[str], counts: list[ir.Expression]) -> None:
    site = b.temp(b.number(t.args["where"]), "site")
    _, state, value = _numbers(b, t, counted=False)
    known = [b.temp(count, "count") for count in counts[: len(names)]]
    room: ir.Expression = ir.Const(0)
    for count in known:
        room = room + count
    at = b.temp(b.call("new_list", room), "pieces")
    for name, count in zip(names, known, strict=True):
        piece = component(b, t, name)
        with b.counting(0, count):
            b.run("list_add", at, piece)
    with b.loop(list_length(at) > 0):
        b.run("do_add", site, b.call("take_any", at), 1, state, 0, value)
    b.set_game("list_top", at)


def _numbers(
    b: Builder, t: Typed, *, counted: bool = True
) -> tuple[ir.Expression, ir.Expression, ir.Expression]:
    """How many pieces, their state and their value, each worked out once."""
    count = b.number(t.get("count"), 1) if counted else ir.Const(1)
    state, value = b.number(t.get("state"), 0), b.number(t.get("value"), 0)
    return b.temp(count, "count"), b.temp(state, "state"), b.temp(value, "value")


def _region(b: Builder, t: Typed) -> Region:
    return region_of(b, t.args["region"]) if t.has("region") else board_sites(b)


def _draw(
    b: Builder, region: Region, number: ir.Expression, visit: Visit, *, empty: bool = False
) -> None:
    """Emit a visit of so many sites, each once, or of all where there are fewer."""
    at = b.temp(b.call("new_list", b.equipment.total), "sites")

    def add(site: ir.Expression) -> None:
        with b.when(b.load("what", site).same(0) if empty else 1):
            b.run("list_add_new", at, site)

    region.each(b, add)
    there = b.temp(list_length(at), "there")
    with b.counting(0, ir.choose(number < there, number, there)):
        visit(b.temp(b.call("take_any", at), "drawn"))
    b.set_game("list_top", at)
