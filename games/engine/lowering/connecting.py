"""Groups of sites that touch several regions, or could still come to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import zip_longest
from operator import or_

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import read_directions
from games.engine.lowering.groups import group_at, grow, list_item, list_length
from games.engine.lowering.regions import (
    ChosenRegion,
    ListRegion,
    Region,
    TableRegion,
    fixed,
    region_of,
)
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import region_body

BITS = 30  # regions that are looked for at once


@lowers("booleans is Connected")
def connected(b: Builder, t: Typed) -> ir.Expression:
    """Whether one group touches all regions, or as many as the number says."""
    number = b.number(t.get("number"), -1)
    every = _regions(b, t)
    wanted = number if number != ir.Const(-1) else ir.const(_amount(b, t))

    def body() -> None:
        touched = b.temp(0, "touched")

        def use(at: ir.Local) -> None:
            for first in range(0, len(every), BITS):
                found = _touched(b, ListRegion(at), every[first : first + BITS])
                b.assign(touched, touched + ir.Ones(found))

        group_at(b, t, b.number(t.get("at"), b.game("last_to")), use)
        b.give(touched >= wanted)

    return b.computed("connected", body)


@lowers("booleans is Blocked")
def blocked(b: Builder, t: Typed) -> ir.Expression:
    """Whether no way over a player's own and empty sites can join his regions any more."""
    number = b.number(t.get("number"), -1)
    directions = read_directions(b, t.get("directions"))
    first, *others = _regions(b, t) or (None,)
    if first is None:
        raise b.missing(t, "without a region")
    wanted = number if number != ir.Const(-1) else ir.const(_amount(b, t))

    def body() -> None:
        who = b.temp(roles.player_of(b, t, "role", default=b.game("mover")), "who")

        def free(site: ir.Expression) -> ir.Expression:
            what = b.load("what", site)
            return ir.either(what.same(0), b.field("OWNER").load(what).same(who))

        def look(site: ir.Expression) -> None:
            at = b.temp(b.call("new_set"), "way")
            with b.when(free(site)):
                b.run("set_add", at, site)
                grow(b, at, directions, free)
            joined = b.temp(1, "joined")
            for region in others:
                found = b.temp(0, "found")
                with b.counting(1, list_length(at)) as i:
                    with b.when(region.has(b, list_item(at, i))):
                        b.assign(found, 1)
                        b.leave()
                b.assign(joined, joined + found)
            with b.when(joined >= wanted):
                b.give(0)
            b.set_game("list_top", at)

        first.each(b, look)
        b.give(1)

    return b.computed("blocked", body)


def _touched(b: Builder, group: ListRegion, regions: list[Region]) -> ir.Local:
    """A bit for each region: whether a group has a site of it."""
    found = b.temp(0, "found")

    def look(site: ir.Expression) -> None:
        bits = [region.has(b, site) << n for n, region in enumerate(regions)]
        b.assign(found, reduce(or_, bits, found))
        with b.when(found.same((1 << len(regions)) - 1)):
            b.leave()

    group.each(b, look)
    return found


def _regions(b: Builder, t: Typed) -> list[Region]:
    if t.has("regions"):
        return [region_of(b, each) for each in t.args["regions"].items]
    if t.has("regionType"):
        return static_regions(b, t.args["regionType"].word)
    return _of_role(b, t)


def _of_role(b: Builder, t: Typed) -> list[Region]:
    """The regions of a player, one by one; the mover's by whose turn it is."""
    by_owner = [_parts(b, owner) for owner in range(b.equipment.players + 2)]
    who = roles.player_of(b, t, "role")
    if isinstance(who, ir.Const):
        return by_owner[who.value]
    return [_chosen(who, parts) for parts in zip_longest(*by_owner, fillvalue=fixed(()))]


def _chosen(who: ir.Expression, parts: Sequence[Region]) -> Region:
    """The region of a number, out of one for each owner."""
    rows = [part.static for part in parts if part.static is not None]
    if len(rows) == len(parts):
        return TableRegion(rows, who)
    region: Region = fixed(())
    for owner, part in enumerate(parts):
        region = ChosenRegion(who.same(owner), part, region)
    return region


def _parts(b: Builder, owner: int) -> list[Region]:
    found: list[Region] = []
    for each in b.equipment.regions:
        if each.owner != owner:
            continue
        if each.body.has("regionsFn"):
            found += [region_of(b, part) for part in each.body.args["regionsFn"].items]
        elif each.body.has("staticRegion"):
            found += static_regions(b, each.body.args["staticRegion"].word)
        else:
            found.append(region_body(b, each.body, owner))
    return found


def _amount(b: Builder, t: Typed) -> int:
    if t.has("regions"):
        return len(t.args["regions"].items)
    if t.has("regionType"):
        return len(static_regions(b, t.args["regionType"].word))
    return max(len(_parts(b, owner)) for owner in range(b.equipment.players + 2))


def static_regions(b: Builder, word: str) -> list[Region]:
    """The sides or corners of a board, each a region."""
    board = b.equipment.board
    assert board is not None
    if board.kind == "edges":
        raise b.missing_word(f"{word} of edges")
    if word == "Sides":
        names = [name for name in board.sides if name.startswith("Side ")]
        return [fixed(board.sides[name]) for name in names]
    if word == "Corners":
        return [fixed((site,)) for site in board.sides.get("Corners", ())]
    if word == "SidesNoCorners":
        corners = set(board.sides.get("Corners", ()))
        names = [name for name in board.sides if name.startswith("Side ")]
        return [fixed([s for s in board.sides[n] if s not in corners]) for n in names]
    raise b.missing_word(word)
