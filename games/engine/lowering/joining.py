"""Moves made of other moves: choices, conditions, sequences, loops, priorities."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.arrays import array_of
from games.engine.lowering.builder import Builder
from games.engine.lowering.directions import Ray, each_ray, read_directions
from games.engine.lowering.ranges import read_range
from games.engine.lowering.regions import TableRegion, region_of
from games.engine.lowering.registry import appends, lowers
from games.engine.lowering.sites import default_type

MOST_DICE = 3


def _listed(t: Typed) -> tuple[Typed, ...]:
    if t.has("list"):
        return t.args["list"].items
    if t.has("list1"):
        return t.args["list1"], t.args["list2"]
    return t.args["movesA"], t.args["movesB"]


@lowers("moves or", "moves or/2", "moves and", "moves and/2")
def all_of(b: Builder, t: Typed) -> None:
    for each in _listed(t):
        b.moves(each)


@appends("moves seq")
def sequence(b: Builder, t: Typed) -> None:
    for each in t.args["moves"].items:
        b.effect(each)


@lowers("moves append")
def append(b: Builder, t: Typed) -> None:
    newest = b.temp(b.call("new_move", -1, -1), "newest")
    b.moves(t.args["list"])
    b.run("absorb", newest, newest + 1)


@lowers("moves if")
def conditional(b: Builder, t: Typed) -> None:
    condition = b.truth(t.args["cond"])
    with b.when(condition):
        b.moves(t.args["list"])
    if not t.has("elseList"):
        return
    if isinstance(condition, ir.Const):
        if not condition.value:
            b.moves(t.args["elseList"])
        return
    with b.otherwise():
        b.moves(t.args["elseList"])


@lowers("moves priority", "moves priority/2")
def priority(b: Builder, t: Typed) -> None:
    """The first of some lists that has any move."""
    start = b.temp(b.game("move_count"), "start")
    for n, each in enumerate(_listed(t)):
        if n == 0:
            b.moves(each)
            continue
        with b.when(b.game("move_count").same(start)):
            b.moves(each)


@lowers("moves do")
def do(b: Builder, t: Typed) -> None:
    """Moves, then others in the position after them; `ifAfterwards` must hold after all."""
    start = b.temp(b.game("move_count"), "start")
    if not t.has("next"):
        b.moves(t.args["prior"])
    else:
        b.moves(t.args["prior"])
        end = b.temp(b.game("move_count"), "end")
        b.run("push_state")
        b.run("run_moves", start, end)
        with b.when(b.game("throw_needed").same(0)):
            b.moves(t.args["next"])
            if b.features["DICE"]:
                with b.when(b.game("move_count").same(end)):
                    b.run("add_pass", 4)
        b.run("pop_state_keeping_moves")
        b.run("prepend", end, start, end)
        b.run("drop_moves", start, end)
    if t.has("ifAfterwards"):
        _keep_if(b, start, t.args["ifAfterwards"])


def _keep_if(b: Builder, start: ir.Local, condition: Typed) -> None:
    """Drop the moves since `start` after which a condition does not hold."""
    kept = b.temp(start, "kept")
    end = b.temp(b.game("move_count"), "end")
    with b.counting(start, end) as m:
        b.run("push_state")
        b.run("try_move", m)
        with b.when(b.game("mover").same(b.game("next"))):
            b.set_game("next", b.game("prev"))
        with b.keeping("from_", "to", "site", "between", "level"):
            fits = b.temp(b.truth(condition), "fits")
        b.run("pop_state_keeping_moves")
        with b.when(fits):
            with b.when(kept < m):
                b.run("move_header", kept, m)
            b.assign(kept, kept + 1)
    b.set_game("move_count", kept)


@lowers("moves while")
def while_(b: Builder, t: Typed) -> None:
    """Moves again and again in the position that they lead to, as one move."""
    start = b.temp(b.call("new_move", -1, -1), "whole")
    b.run("push_state")
    rounds = b.temp(0, "rounds")
    with b.loop(ir.both(b.truth(t.args["condition"]), rounds < 1000)):
        before = b.temp(b.game("move_count"), "before")
        b.moves(t.args["moves"])
        b.run("run_moves", before, b.game("move_count"))
        b.run("absorb", start, before)
        b.assign(rounds, rounds + 1)
    b.run("pop_state_keeping_moves")


@lowers("moves forEach Site")
def for_each_site(b: Builder, t: Typed) -> None:
    start = b.temp(b.game("move_count"), "start") if t.has("noMoveYet") else None
    with b.keeping("site"):

        def look(site: ir.Expression) -> None:
            b.set_context("site", site)
            b.moves(t.args["generator"])

        region_of(b, t.args["regionFn"]).each(b, look)
        if start is not None:
            with b.when(b.game("move_count").same(start)):

                def again(site: ir.Expression) -> None:
                    b.set_context("site", site)
                    b.moves(t.args["noMoveYet"])

                region_of(b, t.args["regionFn"]).each(b, again)


@lowers("moves forEach Value")
def for_each_number(b: Builder, t: Typed) -> None:
    with b.keeping("value"):
        with b.counting(b.number(t.args["min"]), b.number(t.args["max"]) + 1) as number:
            b.set_context("value", number)
            b.moves(t.args["generator"])


@lowers("moves forEach Value/2")
def for_each_value(b: Builder, t: Typed) -> None:
    with b.keeping("value"):

        def look(value: ir.Expression) -> None:
            b.set_context("value", value)
            b.moves(t.args["generator"])

        array_of(b, t.args["values"]).each(b, look)


@lowers("moves forEach Player")
def for_each_player(b: Builder, t: Typed) -> None:
    with b.keeping("player"), b.counting(1, b.equipment.players + 1) as who:
        b.set_context("player", who)
        b.moves(t.args["moves"])


@lowers("moves forEach")
def for_each_of_players(b: Builder, t: Typed) -> None:
    with b.keeping("player"):

        def look(value: ir.Expression) -> None:
            b.set_context("player", value)
            b.moves(t.args["moves"])

        array_of(b, t.args["players"]).each(b, look)


@lowers("moves forEach Level/2")
def for_each_level(b: Builder, t: Typed) -> None:
    up = not t.has("stackDirection") or t.args["stackDirection"].word != "FromTop"
    with b.keeping("level"):
        size = b.temp(b.call("size_safe", b.number(t.args["site"])), "size")
        with b.counting(0, size) as i:
            b.set_context("level", i if up else size - 1 - i)
            b.moves(t.args["moves"])


@lowers("moves forEach Direction")
def for_each_direction(b: Builder, t: Typed) -> None:
    """Moves for each direction: to the sites at a distance in it, where they fit."""

    directions = read_directions(b, t.get("directions"))
    origin = t.get("from")
    between = t.get("between")
    low: ir.Expression = ir.Const(1)
    high: ir.Expression = ir.Const(1)
    condition = None
    if between is not None:
        condition = between.get("If")
        if between.has("range"):
            low, high = (b.temp(each, "bound") for each in read_range(b, between.args["range"]))
    with b.keeping("to", "between", "facing"):
        site = b.number(origin.get("loc"), b.context("from_")) if origin else b.context("from_")
        start = b.temp(site, "origin")

        def look(ray: Ray) -> None:
            b.set_context("facing", ray.facing)
            with b.counting(0, b.call("lesser", ray.length, high)) as i:
                target = b.temp(ray.site(i), "target")
                b.set_context("to", target)
                with b.when(i + 1 >= low):
                    _one_direction(b, t)
                if condition is not None:
                    b.set_context("between", target)
                    with b.when(ir.negate(b.truth(condition))):
                        b.leave()

        with b.when(start >= 0):
            each_ray(b, directions, start, look)


def _one_direction(b: Builder, t: Typed) -> None:
    if t.has("moves"):
        b.moves(t.args["moves"])
        return
    to = t.args["to"]
    with b.when(b.truth(to.get("If"))):
        if not to.has("effect"):
            raise b.missing(t, "without moves")
        effect = to.args["effect"]
        with b.when(b.truth(effect.get("If"))):
            if effect.has("effect"):
                b.moves(effect.args["effect"])


@lowers("moves apply", "moves apply/2", "moves apply/3")
def apply(b: Builder, t: Typed) -> None:
    with b.when(b.truth(t.get("If"))):
        if t.has("effect"):
            b.moves(t.args["effect"])


@lowers("moves max Moves", "moves max Captures")
def longest(b: Builder, t: Typed) -> None:
    """Of some moves those that begin the longest sequences of them."""
    start = b.temp(b.game("move_count"), "start")
    b.moves(t.args["moves"])
    name = b.function("replays", lambda: b.moves(t.args["moves"]))
    table = f"REPLAYS{name}"
    b.tables[table] = [name]
    counting = 1 if t.word == "Captures" else 0
    length = _sequence_length(b, name, counting)
    best = b.temp(0, "best")
    end = b.temp(b.game("move_count"), "end")
    lengths = b.temp(b.call("new_list", end - start), "lengths")
    with b.counting(start, end) as m:
        far = b.temp(b.call(length, m), "far")
        b.run("list_add", lengths, far)
        with b.when(far > best):
            b.assign(best, far)
    kept = b.temp(start, "kept")
    with b.counting(start, end) as m:
        far_m = ir.Load("list", 4, True, lengths + ((m - start) << 2) + 4)
        with b.when(far_m.same(best)):
            b.run("move_header", kept, m)
            b.assign(kept, kept + 1)
    b.set_game("move_count", kept)
    b.set_game("list_top", lengths)


def _sequence_length(b: Builder, generate: str, captures: int) -> str:
    """A function: the greatest number of moves in a row, beginning with move `m`."""
    name = f"sequence_{generate}_{captures}"
    if name in b.functions:
        return name

    def body() -> None:
        m = ir.Local("m")
        counted = b.temp(b.call("captures_of", m) if captures else 1, "counted")
        mover = b.temp(b.game("mover"), "mover")
        b.run("push_state")
        b.run("try_move", m)
        best = b.temp(0, "best")
        with b.when(b.game("next").same(mover)):
            start = b.temp(b.game("move_count"), "start")
            actions = b.temp(b.game("action_count"), "actions")
            with b.keeping("from_", "to", "site", "between", "level"):
                b.set_context("from_", b.game("last_to"))
                b.run(generate)
            end = b.temp(b.game("move_count"), "end")
            with b.counting(start, end) as k:
                far = b.temp(b.call(name, k), "far")
                with b.when(far > best):
                    b.assign(best, far)
            b.set_game("move_count", start)
            b.set_game("action_count", actions)
        b.run("pop_state_keeping_moves")
        b.give(counted + best)

    b.define(name, ("m",), body)
    return name


@lowers("moves forEach Piece")
def for_each_piece(b: Builder, t: Typed) -> None:
    """The moves of each piece of a player, or some moves for each, told as `(from)`."""
    names = _item_names(t)
    own = [c for c in b.equipment.components if not c.faces]
    if names is not None:
        own = [c for c in own if c.name in names or c.label in names]
    specific = t.get("specificMoves")
    word = roles.role_of(t, "role")
    everyone = word in ("All", "Each")
    who = roles.player_of(b, t, "player", "role", default=b.game("mover"))
    first, size = _container(b, t)
    handler = _piece_handler(b, own, specific)
    if handler is None:
        return
    with b.keeping("from_", "level"):
        asked = b.temp(who, "who")

        def visit() -> None:
            with b.counting(first, first + size) as site:
                _pieces_at(b, t, site, handler, asked, everyone)

        if word in ("", "Mover", "All", "Each", "Shared", "Neutral") and not t.has("player"):
            visit()
        else:
            _as_player(b, asked, visit)


def _as_player(b: Builder, asked: ir.Local, visit: Callable[[], None]) -> None:
    """The pieces of another player are moved as if it were that player's turn."""
    start = b.temp(b.game("move_count"), "start")
    turn = [(name, b.temp(b.game(name), name)) for name in ("mover", "next", "prev")]
    other = ir.both(asked >= 1, asked <= b.equipment.players)
    with b.when(other):
        for name, value in zip(
            ("prev", "next", "mover"), (turn[0][1], turn[0][1], asked), strict=True
        ):
            b.set_game(name, value)
    visit()
    for name, value in turn:
        b.set_game(name, value)
    b.run("set_mover", start, turn[0][1])


def _pieces_at(
    b: Builder,
    t: Typed,
    site: ir.Expression,
    handler: str,
    asked: ir.Expression,
    everyone: bool,
) -> None:
    def visit(what: ir.Expression, level: ir.Operand) -> None:
        mine = ir.Const(1) if everyone else b.field("OWNER").load(what).same(asked)
        with b.when(ir.both(what.differs(0), mine)):
            b.set_context("from_", site)
            b.set_context("level", level)
            b.emit(ir.Run(ir.Dispatch(handler, what, ())))

    if not b.features["STACKS"]:
        visit(b.temp(b.load("what", site), "what"), 0)
        return
    top = t.get("top")
    with b.when(b.call("size_at", site) > 0):
        if top is not None and b.truth(top) == ir.Const(1):
            size = b.temp(b.call("size_at", site) - 1, "top")
            visit(b.temp(b.load("what", site), "what"), size)
            return
        with b.counting(0, b.call("size_at", site)) as level:
            visit(b.temp(b.call("what_at", site, level), "what"), level)


def _item_names(t: Typed) -> set[str] | None:
    if t.has("item"):
        return {str(t.args["item"].value)}
    if t.has("items"):
        return {str(each.value) for each in t.args["items"].items}
    return None


def _container(b: Builder, t: Typed) -> tuple[ir.Expression, ir.Operand]:
    if t.has("on") and t.args["on"].word != default_type(b):
        raise b.missing(t, f"on:{t.args['on'].word}")
    if t.has("containerName"):
        name = str(t.args["containerName"].value)
        for each in b.equipment.containers:
            if each.name == name:
                return ir.Const(each.first), each.size
        raise b.missing(t, f"the container {name}")
    if t.has("container"):
        number = b.number(t.args["container"])
        firsts = b.table([c.first for c in b.equipment.containers])
        sizes = b.table([c.size for c in b.equipment.containers])
        return firsts.load(number), sizes.load(number)
    return ir.Const(0), b.equipment.sites


def _piece_handler(b: Builder, own, specific: Typed | None) -> str | None:  # type: ignore[no-untyped-def]
    """A table of functions by component: what each piece does."""
    b.functions.setdefault("nothing", ir.Function("nothing", (), ()))
    names = ["nothing"] * (len(b.equipment.components) + 1)
    for each in own:
        moves = specific if specific is not None else each.generator
        if moves is not None:
            names[each.index] = b.function("piece", partial(b.moves, moves))
    if set(names) == {"nothing"}:
        return None
    table = "PIECES_" + "_".join(dict.fromkeys(names))
    b.tables[table] = names
    return table


@lowers("moves forEach Die")
def for_each_die(b: Builder, t: Typed) -> None:
    """Moves for each die in force, told as `(pips)`, which they use up.

    With a double that is played again the face is kept until both dice are used, and then set once
    more. Two or three dice may be used together.
    """
    which = b.number(t.get("handDiceIndex"), 0)
    if not isinstance(which, ir.Const):
        raise b.missing(t, "dice that change")
    first, last = dice_numbers(b, which.value)
    with b.keeping("pips"):
        replay = b.temp(b.truth(t.get("replayDouble"), 0), "replay")
        for other in range(first + 1, last):
            with b.when(b.load("die_face", other).differs(b.load("die_face", first))):
                b.assign(replay, 0)
        with b.counting(first, last) as die:
            pips = b.temp(b.load("die_face", die), "pips")
            _moves_of_dice(b, t, (die,), pips, replay)
        if t.has("combined"):
            with b.when(b.truth(t.args["combined"])):
                _combined(b, t, range(first, last))


def _moves_of_dice(
    b: Builder,
    t: Typed,
    dice: tuple[ir.Operand, ...],
    pips: ir.Expression,
    replay: ir.Expression | None = None,
) -> None:
    b.set_context("pips", pips)
    with b.when(b.truth(t.get("If"))):
        start = b.temp(b.game("move_count"), "start")
        b.moves(t.args["moves"])
        for die in dice:
            b.run("use_die_in_moves", start, die)
        if replay is not None:
            b.run("replay_double", start, replay, pips)


def _combined(b: Builder, t: Typed, dice: range) -> None:
    groups = [tuple(dice)]
    if len(dice) > MOST_DICE:
        return
    if len(dice) == MOST_DICE:
        groups += [(dice[0], dice[1]), (dice[0], dice[2]), (dice[1], dice[2])]
    for group in groups:
        faces = [b.load("die_face", die) for die in group]
        with b.when(ir.both(*(face.differs(0) for face in faces))):
            total = faces[0]
            for face in faces[1:]:
                total = total + face
            _moves_of_dice(b, t, group, b.temp(total, "pips"))


def dice_numbers(b: Builder, which: int) -> tuple[int, int]:
    """The numbers of the dice in one set of dice."""
    first = 0
    for n, each in enumerate(b.equipment.dice()):
        if n == which:
            return first, first + each.size
        first += each.size
    raise IndexError(which)


@appends("moves roll")
def roll(b: Builder, t: Typed) -> None:
    b.run("roll")


@lowers("moves firstMoveOnTrack")
def first_on_track(b: Builder, t: Typed) -> None:
    """The moves of the first piece along a track that has any."""
    name = t.get("trackName")
    owner = roles.role_of(t, "owner") or "Mover"
    who = roles.player(b, owner)
    rows = []
    for p in range(b.equipment.players + 2):
        found = [x for x in b.equipment.tracks if (name is None or str(name.value) in x.name)]
        own = [x for x in found if x.owner == p] or [x for x in found if x.owner == 0] or found
        rows.append(own[0].sites if own else ())

    start = b.temp(b.game("move_count"), "start")
    with b.keeping("site"):

        def look(site: ir.Expression) -> None:
            with b.when(b.game("move_count").same(start)):
                b.set_context("site", site)
                b.moves(t.args["moves"])

        TableRegion(rows, who).each(b, look)


@lowers("moves allCombinations")
def combinations(b: Builder, t: Typed) -> None:
    raise b.missing(t, "every pair of moves")
