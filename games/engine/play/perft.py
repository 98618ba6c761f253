"""Perft: how many games of some length there are, over all throws or over given ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.play.machine import Machine

Throw = tuple[int, ...]


def perft(machine: Machine, depth: int, throws: Sequence[Throw] = ()) -> int:
    """The number of games of that many plies from the position.

    Two games differ where a throw or a move does; dice are distinguished. With `throws` (the number
    of its face for each die), the first ply that asks for a throw gets the first of them, and so
    on; after the last, all throws are counted.
    """
    if depth == 0:
        return 1
    before = machine.position
    machine.throw(None)
    count = machine.call("generate")
    if machine.waits_for_throw:
        return sum(_after_throw(machine, depth, each, throws) for each in _thrown(machine, throws))
    if depth == 1 and not machine.manifest.dice:
        return count
    total = 0
    for move in range(count):
        total += _after_move(machine, depth, move, throws)
        machine.position = before
        machine.throw(None)
        machine.call("generate")
    return total


def _thrown(machine: Machine, throws: Sequence[Throw]) -> Iterable[Throw]:
    """The throws to count: the one that is given, or all."""
    if throws:
        return throws[:1]
    return machine.manifest.throws()


def _after_throw(machine: Machine, depth: int, throw: Throw, throws: Sequence[Throw]) -> int:
    """Games that begin with that throw; the position is afterwards what it was."""
    before = machine.position
    count = _generated(machine, throw)
    if depth == 1:
        return count
    total = 0
    for move in range(count):
        machine.call("play", move)
        total += perft(machine, depth - 1, throws[1:])
        machine.position = before
        _generated(machine, throw)
    return total


def _after_move(machine: Machine, depth: int, move: int, throws: Sequence[Throw]) -> int:
    """Games that begin with a move that needs no throw to be listed, but may need one after."""
    before = machine.position
    machine.call("play", move)
    if not machine.waits_for_throw:
        return perft(machine, depth - 1, throws)
    total = 0
    for throw in _thrown(machine, throws):
        machine.position = before
        _generated(machine, throw)
        machine.call("play", move)
        total += perft(machine, depth - 1, throws[1:])
    return total


def _generated(machine: Machine, throw: Throw) -> int:
    machine.throw(list(throw))
    return machine.call("generate")
