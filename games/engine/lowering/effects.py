"""Effects: what a move does besides, and moves that place, remove or change pieces."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import memory_number
from games.engine.lowering.builder import Builder
from games.engine.lowering.displacement import Displacement
from games.engine.lowering.displacing import each_target
from games.engine.lowering.large_tiles import has_tiles, lay_tile
from games.engine.lowering.numbers import variable_number
from games.engine.lowering.regions import EmittedRegion, Region, region_of
from games.engine.lowering.registry import appends, lowers
from games.engine.lowering.sites import default_type

# The last operand of ADD holds the rotation in its low byte and the value above it: here none.
NO_VALUE = -256


@appends("moves moveAgain")
def move_again(b: Builder, t: Typed) -> None:
    b.act("NEXT", b.game("mover"))


@lowers("moves move Pass", "moves pass")
def pass_(b: Builder, t: Typed) -> None:
    b.run("add_pass", 0)


def sites_of(b: Builder, t: Typed, one: str, several: str) -> Region:
    """A region, or the single site that a number gives."""
    if t.has(several):
        return region_of(b, t.args[several])
    site = b.number(t.args[one])
    return EmittedRegion(lambda b, visit: visit(b.temp(site, "site")))


def _level_to_remove(b: Builder, t: Typed, site: ir.Expression) -> ir.Expression:
    """-1 where the level is the top one as the move is listed; another keeps its number."""
    if not (t.has("level") and b.features["STACKS"]):
        return ir.Const(-1)
    level = b.temp(b.call("greater", b.number(t.args["level"]), 0), "level")
    return ir.choose(level.same(b.call("top_level", site)), -1, level)


def _remove_later(b: Builder, t: Typed, site: ir.Expression) -> None:
    """At the end of the turn a piece goes, or as many of a stack as the move says, at least one."""
    b.act("REMOVE_LATER", site)
    if t.has("count") and b.features["STACKS"]:
        with b.counting(1, b.number(t.args["count"])):
            b.act("REMOVE_LATER", site)


@appends("moves remove")
def remove(b: Builder, t: Typed) -> None:
    later = t.has("at") and t.args["at"].word == "EndOfTurn"
    if later:
        b.features["SEQUENCES"] = 1

    def look(site: ir.Expression) -> None:
        with b.when(b.call("what_safe", site, -1).differs(0)):
            if later:
                _remove_later(b, t, site)
            elif t.has("count"):
                b.act("TAKE", site, b.number(t.args["count"]))
            else:
                b.act("REMOVE", site, _level_to_remove(b, t, site))

    sites_of(b, t, "locationFunction", "regionFunction").each(b, look)


@lowers("moves move Remove")
def remove_as_move(b: Builder, t: Typed) -> None:
    def look(site: ir.Expression) -> None:
        with b.when(b.call("what_safe", site, -1).differs(0)):
            with b.proposing(site, site):
                if t.has("at") and t.args["at"].word == "EndOfTurn":
                    b.features["SEQUENCES"] = 1
                    _remove_later(b, t, site)
                elif t.has("count"):
                    b.act("TAKE", site, b.number(t.args["count"]))
                else:
                    b.act("REMOVE", site, _level_to_remove(b, t, site))

    sites_of(b, t, "locationFunction", "regionFunction").each(b, look)


def pieces_of(b: Builder, piece: Typed | None) -> list[ir.Expression]:
    """The components of a `(piece …)`; without one, the mover's first."""
    if piece is None:
        own = [0] * (b.equipment.players + 2)
        for each in reversed([c for c in b.equipment.components if not c.faces]):
            own[each.owner] = each.index
        return [b.table(own).load(b.game("mover"))]
    if piece.has("component"):
        return [b.number(piece.args["component"])]
    if piece.has("components"):
        return [b.number(each) for each in piece.args["components"].items]
    if piece.has("nameComponents"):
        names = [str(each.value) for each in piece.args["nameComponents"].items]
    else:
        names = [str(piece.args["nameComponent"].value)]
    return [_of_mover(b, name) for name in names]


def _of_mover(b: Builder, name: str) -> ir.Expression:
    """A component by its name: the mover's, where each player has one."""
    found = b.equipment.named(name)
    if not found:
        return ir.Const(-1)
    if len(found) == 1:
        return ir.Const(found[0].index)
    by_owner = [0] * (b.equipment.players + 2)
    for each in found:
        by_owner[each.owner] = each.index
    return b.table(by_owner).load(b.game("mover"))


def _in_play(b: Builder, to: Typed, site: ir.Expression) -> ir.Expression:
    """Cells of a board that is played on its points lie under it: what comes there is not seen."""
    if to.has("type") and to.args["type"].word == "Cell" and default_type(b) != "Cell":
        return site >= b.equipment.sites
    return ir.Const(1)


@lowers("moves add", "moves move Add", "moves claim", "moves move Claim")
def add(b: Builder, t: Typed) -> None:
    """A piece comes on each of some sites.

    As in the published language an addition to a region whose `apply` has effects is listed twice.
    """
    piece, to = t.get("what"), t.args["to"]
    pieces = pieces_of(b, piece)
    local = b.number(piece.get("state"), -1) if piece is not None else ir.Const(-1)
    apply = to.get("effect")

    def put(site: ir.Expression, placed: ir.Local, effect: Typed | None) -> None:
        with b.proposing(site, site):
            b.store("mv_label", b.game("move_count") - 1, placed)
            if effect is not None:
                b.set_context("from_", site)
                b.effect(effect)
            with b.when(_in_play(b, to, site)):
                if to.has("level") and b.features["STACKS"]:
                    level, state = b.number(to.args["level"]), b.call("greater", local, 0)
                    b.act("INSERT", site, level, placed, state)
                else:
                    b.act("ADD", site, placed, b.number(t.get("count"), 1), local, NO_VALUE)

    with b.keeping("from_"):
        for placed in [b.temp(what, "placed") for what in pieces]:

            def look(site: ir.Expression, placed: ir.Local = placed) -> None:
                with b.when(ir.both(b.is_site(site), b.truth(to.get("If")))):
                    if has_tiles(b):
                        turn = None if piece is None or not piece.has("state") else local
                        lay_tile(b, site, placed, turn, lambda: put(site, placed, None))
                        return
                    if apply is None or not apply.has("effect"):
                        put(site, placed, None)
                        return
                    applies = b.temp(b.truth(apply.get("If")), "applies")
                    with b.when(applies):
                        put(site, placed, apply.args["effect"])
                        if to.has("region"):
                            put(site, placed, apply.args["effect"])
                    with b.when(ir.negate(applies)):
                        put(site, placed, None)

            each_target(b, to, look)


@lowers("moves promote", "moves move Promote")
def promote(b: Builder, t: Typed) -> None:
    site = b.number(t.get("locationFn"), b.context("to"))
    piece = t.args["what"]
    owner = None
    if t.has("who") or t.has("role"):
        owner = roles.player_of(b, t, "who", "role")
    pieces = pieces_of(b, piece)
    if owner is not None and piece.has("nameComponent"):
        by_owner = [0] * (b.equipment.players + 2)
        for each in b.equipment.named(str(piece.args["nameComponent"].value)):
            by_owner[each.owner] = each.index
        pieces = [b.table(by_owner).load(owner)]
    where = b.temp(site, "where")
    with b.when(where >= 0):
        for what in pieces:
            becomes = b.temp(what, "becomes")
            some = becomes > 0 if piece.has("component") else ir.Const(1)
            with b.when(some), b.proposing(where, where):
                b.store("mv_label", b.game("move_count") - 1, becomes)
                b.act("PROMOTE", where, -1, becomes)


@lowers("moves select", "moves move Select")
def select(b: Builder, t: Typed) -> None:
    """A choice of a site, or of two, that does nothing by itself."""

    d = Displacement(b, t)
    to = t.get("to")
    reachable = _selectable(b, t.get("from"))

    def start(frm: ir.Expression) -> None:
        with b.when(frm < reachable):
            choose(frm)

    def choose(frm: ir.Expression) -> None:
        if to is None or not (to.has("region") or to.has("loc")):
            with b.proposing(frm, frm):
                b.act("SELECT", frm, frm)
                if b.features["STACKS"]:
                    b.run("set_level", d.level)
            return

        def look(target: ir.Expression) -> None:
            with b.when(ir.both(target >= 0, b.truth(to.get("If")))):
                with b.proposing(frm, target):
                    b.act("SELECT", frm, target)

        each_target(b, to, look)

    d.from_each(start, chosen=True)


def _selectable(b: Builder, origin: Typed | None) -> int:
    """The first site that cannot be chosen: hands are cells, chosen among points only as `Cell`."""
    type_ = origin.get("type") if origin is not None else None
    cells = type_.word == "Cell" if type_ is not None else default_type(b) == "Cell"
    return b.equipment.total if cells else b.equipment.sites


@appends("moves swap")
def swap_pieces(b: Builder, t: Typed) -> None:
    b.act("SWAP_PIECES", *_swapped(b, t))


@lowers("moves swap", "moves move Swap")
def swap_as_move(b: Builder, t: Typed) -> None:
    """Two pieces change places: a move from the one site to the other."""
    one, two = (b.temp(site, "swapped") for site in _swapped(b, t))
    with b.proposing(one, two):
        b.act("SWAP_PIECES", one, two)


def _swapped(b: Builder, t: Typed) -> tuple[ir.Expression, ir.Expression]:
    return b.number(t.get("locA"), b.context("to")), b.number(t.get("locB"), b.context("from_"))


@lowers("moves move Swap/2", "moves swap/2")
def swap_players(b: Builder, t: Typed) -> None:
    """Two players change sides; the turn stays with the side that has it."""
    newest = b.temp(b.call("new_move", -1, -1), "newest")
    b.store("mv_flags", newest, 2)
    one = roles.player_of(b, t, "player1", "role1")
    two = roles.player_of(b, t, "player2", "role2")
    b.act("SWAP_PLAYERS", one, two)
    b.act("NEXT", b.game("mover"))


@appends("moves set Counter")
def set_counter(b: Builder, t: Typed) -> None:
    b.act("COUNTER", b.number(t.get("newValue"), -1))


@appends("moves set Pot")
def set_pot(b: Builder, t: Typed) -> None:
    b.act("POT", b.number(t.get("newValue"), 0))


@appends("moves set Var")
def set_variable(b: Builder, t: Typed) -> None:
    value = b.number(t.get("newValue"), -1)
    if t.has("name"):
        b.act("VAR", variable_number(b, t, "name"), value)
    else:
        b.act("TEMP", value)


@appends("moves set Pending")
def set_pending(b: Builder, t: Typed) -> None:
    if t.has("region"):
        region_of(b, t.args["region"]).each(b, lambda site: b.act("PENDING", site))
        return
    b.act("PENDING", b.number(t.get("value"), 1))


@appends("moves set State", "moves set Count", "moves set Value")
def set_at_site(b: Builder, t: Typed) -> None:
    site = b.temp(b.number(t.args["at"]), "site")
    value = b.number(t.args["value"])
    if t.word == "Count":
        b.act("COUNT", site, b.call("count_piece", site), value)
        return
    b.act(t.word.upper(), site, b.number(t.get("level"), -1), value)


@appends("moves set Value/2", "moves set Score")
def set_of_player(b: Builder, t: Typed) -> None:
    who = roles.player_of(b, t, "player", "role")
    op = {"Value": "PLAYER_VALUE", "Score": "SCORE", "Amount": "AMOUNT"}[t.word]
    b.act(op, who, b.number(t.args["value"]))


@appends("moves set/2")
def set_next_player(b: Builder, t: Typed) -> None:
    if t.has("nextPlayers"):
        raise b.missing(t, "several players")
    b.act("NEXT", roles.player_of(b, t, "who"))


@lowers("moves move Set")
def choose_next_player(b: Builder, t: Typed) -> None:
    """A move of nothing, which the number of the player that it names tells from others."""
    if t.has("nextPlayers"):
        raise b.missing(t, "several players")
    who = b.temp(roles.player_of(b, t, "who"), "who")
    with b.when(ir.both(who > 0, who <= b.equipment.players)):
        with b.proposing(-1, -1):
            b.store("mv_label", b.game("move_count") - 1, who)
            b.act("NEXT", who)


@appends("moves set Team")
def set_team(b: Builder, t: Typed) -> None:
    number = b.number(t.args["team"])
    for role in t.args["roles"].items:
        b.act("TEAM", roles.player(b, role.word), number)


@appends("moves addScore")
def add_score(b: Builder, t: Typed) -> None:
    b.act("SCORE", roles.player_of(b, t, "player", "role"), b.number(t.args["score"]), 1)


@appends("moves addScore/2")
def add_scores(b: Builder, t: Typed) -> None:
    players = t.args["players"] if t.has("players") else t.args["roles"]
    for who, score in zip(players.items, t.args["scores"].items, strict=False):
        player = roles.player(b, who.word) if t.has("roles") else b.number(who)
        b.act("SCORE", player, b.number(score), 1)


@appends("moves remember Value")
def remember(b: Builder, t: Typed) -> None:
    number = memory_number(b, t)
    b.act("REMEMBER", number, b.number(t.args["value"]), b.truth(t.get("unique"), 0))


@appends("moves forget Value/2")
def forget(b: Builder, t: Typed) -> None:
    b.act("FORGET", memory_number(b, t), b.number(t.args["value"]))


@appends("moves forget Value")
def forget_all(b: Builder, t: Typed) -> None:
    """All values of a name or, without one, of all names; no move where there are none."""
    if t.has("name"):
        number = memory_number(b, t)
        with b.when(b.load("memory_count", number) > 0):
            b.act("FORGET_ALL", number, number + 1)
        return
    with b.when(b.call("remembers_any")):
        b.act("FORGET_ALL", 0, b.features["MEMORIES"])


@appends("moves note")
def note(b: Builder, t: Typed) -> None:
    """A message changes nothing, but is a move that something may follow."""
    b.act("NOTHING")


@appends("moves flip")
def flip(b: Builder, t: Typed) -> None:
    pairs = [0] * 256
    for each in b.equipment.components:
        if each.flips is not None:
            one, two = each.flips
            pairs[one], pairs[two] = two, one
    site = b.temp(b.number(t.get("loc"), b.context("to")), "site")
    local = b.call("state_safe", site, -1)
    b.act("STATE", site, -1, b.table(pairs).load(local))
