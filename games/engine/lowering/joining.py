"""Moves made of other moves: choices, conditions, sequences, priorities, the longest of them."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.registry import appends, lowers


def listed(t: Typed) -> tuple[Typed, ...]:
    """The moves that a form joins."""
    if t.has("list"):
        return t.args["list"].items
    if t.has("list1"):
        return t.args["list1"], t.args["list2"]
    return t.args["movesA"], t.args["movesB"]


@lowers("moves or", "moves or/2", "moves and", "moves and/2")
def all_of(b: Builder, t: Typed) -> None:
    for each in listed(t):
        b.moves(each)


@appends("moves seq")
def sequence(b: Builder, t: Typed) -> None:
    for each in t.args["moves"].items:
        b.effect(each)


@lowers("moves append")
def append(b: Builder, t: Typed) -> None:
    """All moves of a list as one, which goes by the sites of the first; none where it is empty."""
    newest = b.temp(b.call("new_move", -1, -1), "newest")
    b.moves(t.args["list"])
    b.run("append_moves", newest)


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
    for n, each in enumerate(listed(t)):
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
        forced = b.temp(0, "forced")
        b.run("push_state")
        b.run("run_moves", start, end)
        with b.when(b.game("throw_needed").same(0)):
            b.moves(t.args["next"])
            if b.features["DICE"] and b.equipment.drawn is None:
                with b.when(b.game("move_count").same(end)):
                    b.run("add_pass", 4)
                    b.assign(forced, 1)
        b.run("pop_state_keeping_moves")
        b.run("prepend", end, start, end, forced)
        b.run("drop_moves", start, end)
    if t.has("ifAfterwards"):
        _keep_if(b, start, t.args["ifAfterwards"])


def _keep_if(b: Builder, start: ir.Local, condition: Typed) -> None:
    """Drop the moves since `start` after which a condition does not hold."""
    after = b.function("after", lambda: b.give(b.truth(condition)))

    def body() -> None:
        b.run("push_state")
        b.run("try_move", ir.Local("m"))
        with b.when(b.game("mover").same(b.game("next"))):
            b.set_game("next", b.game("prev"))
        with b.keeping("from_", "to", "site", "between", "level"):
            fits = b.temp(b.call(after), "fits")
        b.run("pop_state_keeping_moves")
        b.give(fits)

    tests = b.tables.setdefault("FITS", [])
    name = b.function("fits", body, ("m",))
    if name not in tests:
        tests.append(name)
    b.emit(ir.KeepMoves(start, tests.index(name), after))


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


@lowers("moves apply", "moves apply/2", "moves apply/3")
def apply(b: Builder, t: Typed) -> None:
    with b.when(b.truth(t.get("If"))):
        if t.has("effect"):
            b.moves(t.args["effect"])


@lowers("moves max Moves", "moves max Captures")
def longest(b: Builder, t: Typed) -> None:
    """Of some moves those that take most, or that begin the longest rows of moves of one player.

    With values, a row counts by the values that the pieces taken in it had before each move.
    Within the search for the longest row all moves count: the longest are among them.
    """
    worth = b.flag(t.get("withValue"))
    if worth and b.features["STACKS"]:
        raise b.missing(t, "withValue: where pieces are stacked")
    if b.once("best by value", lambda: worth) != worth:
        raise b.missing(t, "withValue: beside one without it")
    captures = int(t.word == "Captures")

    def body() -> None:
        start = b.temp(b.game("move_count"), "start")
        b.moves(t.args["moves"])
        with b.when(ir.either(b.game("measuring").same(0), captures)):
            b.run("keep_best", start, captures)

    b.together("best", body)


@lowers("moves allCombinations")
def combinations(b: Builder, t: Typed) -> None:
    """Every pair of a move of one list and a move of another, made together as the first."""

    def body() -> None:
        start = b.temp(b.game("move_count"), "start")
        b.moves(t.args["listA"])
        middle = b.temp(b.game("move_count"), "middle")
        b.moves(t.args["listB"])
        b.run("combine", start, middle)

    b.together("pairs", body)
