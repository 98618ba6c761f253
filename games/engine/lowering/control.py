"""Control over pieces that goes from one player to another."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.effects import sites_of
from games.engine.lowering.regions import Region, fixed
from games.engine.lowering.registry import lowers

EVERYONE = ("All", "Each", "Any")


@lowers("moves take Control")
def take_control(b: Builder, t: Typed) -> None:
    """Pieces become those of the same name of another player, each by a move of its own."""
    if b.features["STACKS"]:
        raise b.missing(t, "where pieces are stacked")
    by = b.temp(roles.player_of(b, t, "by", "By"), "by")
    everyone = roles.role_of(t, "of") in EVERYONE
    of = by if everyone else b.temp(roles.player_of(b, t, "of", "Of"), "of")
    becomes = b.table(_of_others(b))
    owners = b.equipment.players + 2

    def look(site: ir.Expression) -> None:
        piece = b.temp(b.call("what_safe", site, -1), "piece")
        owner = b.call("who_safe", site, -1)
        theirs = ir.both(piece > 0, everyone or owner.same(of))
        with b.when(theirs):
            taken = b.temp(becomes.load(piece * owners + by), "taken")
            with b.when(taken > 0), b.proposing(site, site):
                turn = b.call("rotation_at", site, -1)
                worth = b.call("value_at", site, -1)
                b.act("REMOVE", site, -1)
                kept = (b.call("count_at", site), b.call("state_at", site, -1))
                b.act("ADD", site, taken, *kept, worth * 256 + turn)

    _sites(b, t).each(b, look)


def _sites(b: Builder, t: Typed) -> Region:
    if t.has("at") or t.has("to"):
        return sites_of(b, t, "at", "to")
    return fixed(range(b.equipment.total))


def _of_others(b: Builder) -> list[int]:
    """For each piece and player the player's first piece of that name, 0 where there is none."""
    pieces = b.equipment.components
    table = [0] * (b.equipment.players + 2)
    for piece in pieces:
        for owner in range(b.equipment.players + 2):
            found = (p.index for p in pieces if p.name == piece.name and p.owner == owner)
            table.append(next(found, 0))
    return table
