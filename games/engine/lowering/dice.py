"""Dice: their throw, and moves for each of them."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering.builder import Builder
from games.engine.lowering.draws import DRAWN
from games.engine.lowering.registry import appends, lowers

MOST_DICE = 3


@lowers("moves forEach Die")
def for_each_die(b: Builder, t: Typed) -> None:
    """Moves for each die in force, as `(pips)`, which they use up.

    With a double that is played again the face is kept until both dice are used, and then set once
    more. Two or three dice may be used together.
    """
    which = b.number(t.get("handDiceIndex"), 0)
    if not isinstance(which, ir.Const):
        raise b.missing(t, "dice that change")
    if which.value >= len(list(b.equipment.dice())):
        raise b.missing(t, "of a hand of dice that is not there")
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


@lowers(DRAWN)
def draw(b: Builder, t: Typed) -> ir.Expression:
    """A number drawn at random: the face of the only die that such a game has, or by that face."""
    if not b.features["SEEDED"]:
        return b.call("drawn_number")
    given = t.args["range"]
    low = b.temp(b.number(given.args["min"]), "low")
    high = b.number(given.get("max"), low)
    return low + b.temp(b.call("drawn_below", high - low + 1), "drawn")


@appends("moves roll")
def roll(b: Builder, t: Typed) -> None:
    b.run("roll")
