"""Groups of sites that touch several regions, or could still come to."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import read_directions
from games.engine.lowering.groups import group_at, grow, list_item, list_length
from games.engine.lowering.regions import ChosenRegion, ListRegion, Region, fixed, region_of
from games.engine.lowering.registry import lowers
from games.engine.lowering.sites import region_body


@lowers("booleans is Connected")
def connected(b: Builder, t: Typed) -> ir.Expression:
    """Whether one group touches all regions, or as many as the number says."""
    number = b.number(t.get("number"), -1)
    every = [region for regions in _regions(b, t) for region in regions]

    def body() -> None:
        touched = b.temp(0, "touched")

        def use(at: ir.Local) -> None:
            for n, region in enumerate(every):
                # Where all are wanted, the first that is not touched ends the search.
                with b.when(touched.same(n) if number == ir.Const(-1) else ir.Const(1)):
                    with b.when(_touches(b, ListRegion(at), region)):
                        b.assign(touched, touched + 1)

        group_at(b, t, b.number(t.get("at"), b.game("last_to")), use)
        wanted = number if number != ir.Const(-1) else ir.const(_amount(b, t))
        b.give(touched >= wanted)

    return b.computed("connected", body)


@lowers("booleans is Blocked")
def blocked(b: Builder, t: Typed) -> ir.Expression:
    """Whether no way over a player's own and empty sites can join his regions any more."""
    number = b.number(t.get("number"), -1)
    directions = read_directions(b, t.get("directions"))
    first, *others = [region for regions in _regions(b, t) for region in regions] or (None,)
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


def _touches(b: Builder, group: ListRegion, region: Region) -> ir.Expression:
    found = b.temp(0, "found")

    def look(site: ir.Expression) -> None:
        with b.when(region.has(b, site)):
            b.assign(found, 1)
            b.leave()

    group.each(b, look)
    return found


def _regions(b: Builder, t: Typed) -> list[list[Region]]:
    if t.has("regions"):
        return [[region_of(b, each) for each in t.args["regions"].items]]
    if t.has("regionType"):
        return [static_regions(b, t.args["regionType"].word)]
    return [_of_role(b, t)]


def _of_role(b: Builder, t: Typed) -> list[Region]:
    """The regions of a player, one by one; the mover's by whose turn it is."""
    by_owner = [_parts(b, owner) for owner in range(b.equipment.players + 2)]
    longest = max(len(parts) for parts in by_owner)
    who = roles.player_of(b, t, "role")
    if isinstance(who, ir.Const):
        return by_owner[who.value]
    result = []
    for number in range(longest):
        region: Region = fixed(())
        for owner, parts in enumerate(by_owner):
            if number < len(parts):
                region = ChosenRegion(who.same(owner), parts[number], region)
        result.append(region)
    return result


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
