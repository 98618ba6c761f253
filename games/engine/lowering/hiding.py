"""What is hidden from players: kept where the rules ask, or where pages can draw it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.effects import sites_of
from games.engine.lowering.regions import FilteredRegion, Region, fixed
from games.engine.lowering.registry import appends, lowers

ASKING = {"booleans is Hidden", "region sites Hidden"}
SETTING = {"start set Hidden", "moves set Hidden"}
# One bit each; a site that is hidden wholly has the first.
KINDS = ("", "What", "Who", "State", "Count", "Rotation", "Value")
SEVERAL = ("All", "Enemy", "NonMover")


def keeps_hidden(keys: Collection[str], stacks: bool) -> bool:
    """Whether the state says what is hidden; of stacks only rules could ask, which are refused."""
    return not ASKING.isdisjoint(keys) or (not stacks and not SETTING.isdisjoint(keys))


def _kinds(t: Typed) -> int:
    """The bits of what a form hides, or asks for."""
    listed = t.args["dataTypes"].items if t.has("dataTypes") else ()
    single = (t.args["dataType"],) if t.has("dataType") else ()
    words = [each.word for each in (*listed, *single)] or [""]
    return sum(1 << KINDS.index(word) for word in set(words))


def _players(b: Builder, t: Typed) -> Iterator[tuple[ir.Expression, ir.Expression]]:
    """Players with whether each is one of those that a form means."""
    word = roles.role_of(t, "To")
    if word in SEVERAL and not roles.teams(b):
        for who in range(1, b.equipment.players + 1):
            yield ir.Const(who), roles.is_of(b, word, ir.Const(who))
        return
    single = b.temp(roles.player_of(b, t, "to", "To"), "who")
    yield single, ir.both(single > 0, single <= b.equipment.players)


def _refuse_stacks(b: Builder, t: Typed) -> None:
    if b.features["HIDING"] and b.features["STACKS"]:
        raise b.missing(t, "where pieces are stacked")


@appends("moves set Hidden")
def set_hidden(b: Builder, t: Typed) -> None:
    """Who sees a piece changes no moves, unless the rules ask for it."""
    b.act("NOTHING")
    if not b.features["HIDING"]:
        return
    _refuse_stacks(b, t)
    value = b.temp(b.truth(t.get("value")), "value")

    def look(site: ir.Expression) -> None:
        for who, meant in _players(b, t):
            with b.when(ir.both(meant, site >= 0)):
                b.act("HIDE", site, who, _kinds(t), value)

    sites_of(b, t, "at", "region").each(b, look)


@lowers("start set Hidden")
def start_hidden(b: Builder, t: Typed) -> None:
    if not b.features["HIDING"]:
        return
    _refuse_stacks(b, t)
    value = b.temp(b.truth(t.get("value")), "value")

    def look(site: ir.Expression) -> None:
        for who, meant in _players(b, t):
            with b.when(ir.both(meant, site >= 0)):
                b.run("do_hide", site, who, _kinds(t), value)

    sites_of(b, t, "at", "region").each(b, look)


def _is_hidden(b: Builder, t: Typed, who: ir.Expression, site: ir.Expression) -> ir.Expression:
    return (b.load("hidden", who * b.equipment.total + site) & _kinds(t)).differs(0)


@lowers("booleans is Hidden")
def is_hidden(b: Builder, t: Typed) -> ir.Expression:
    _refuse_stacks(b, t)
    if roles.role_of(t, "To") in SEVERAL:
        raise b.missing(t, "from several players")
    site = b.temp(b.number(t.args["at"]), "site")
    who = b.temp(roles.player_of(b, t, "to", "To"), "who")
    known = ir.both(site >= 0, who > 0, who <= b.equipment.players)
    return ir.both(known, _is_hidden(b, t, who, site))


@lowers("region sites Hidden")
def sites_hidden(b: Builder, t: Typed) -> Region:
    _refuse_stacks(b, t)
    if roles.role_of(t, "To") in SEVERAL:
        raise b.missing(t, "from several players")
    who = b.temp(roles.player_of(b, t, "to", "To"), "who")
    board = fixed(range(b.equipment.sites))
    return FilteredRegion(board, lambda site: _is_hidden(b, t, who, site))
