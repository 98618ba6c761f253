"""Random games of the second design on its machine, ply by ply, with the clauses that show up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from games.engine.play.chance import WORD, Chance
from games.engine.play.machine import Machine
from games.play.second.core import Core
from games.play.second.position import ENDS

# Spreads seeds that lie close together (Knuth, The Art of Computer Programming, 6.4).
SPREAD = 2654435761

Roles = Counter[tuple[str, str]]
Throw = list[int] | None
Choose = Callable[[Machine, Chance, int], int]


def chance_of(seed: int) -> Chance:
    """The numbers that a game of that seed draws."""
    return Chance((seed * SPREAD + 1) & WORD or 1)


def any_move(machine: Machine, chance: Chance, count: int) -> int:
    """One of so many moves."""
    return chance.below(count)


def drawn_plies(
    machine: Machine, seed: int, choose: Choose = any_move
) -> Iterator[tuple[int, int, Throw]]:
    """The moves of a random game: how many there are, the number of one, and the throw for it.

    The caller plays each move before asking for the next; the machine is ready to play it.
    """
    chance = chance_of(seed)
    machine.throw(None)
    machine.start()
    while not machine.over:
        yield _drawn(machine, chance, choose)


def _drawn(machine: Machine, chance: Chance, choose: Choose) -> tuple[int, int, Throw]:
    machine.throw(None)
    count = machine.call("generate")
    throw: Throw = None
    if machine.waits_for_throw:
        throw = chance.throw(machine.manifest.dice)
        machine.throw(throw)
        count = machine.call("generate")
    chosen = choose(machine, chance, count)
    if throw is None and machine.manifest.dice and _asks_after(machine, chosen):
        throw = chance.throw(machine.manifest.dice)
        machine.throw(throw)
        machine.call("generate")
    return count, chosen, throw


def _asks_after(machine: Machine, chosen: int) -> bool:
    """Whether what follows from a move needs a throw; the position stays as it is."""
    before = machine.position
    machine.call("play", chosen)
    asks = machine.waits_for_throw
    machine.position = before
    machine.throw(None)
    machine.call("generate")
    return asks


def played(core: Core, machine: Machine, chosen: int) -> Roles:
    """Play a move; how often each clause shows up with it, by name and role."""
    made = machine.get(machine.manifest.moves.columns["clause"], chosen)
    machine.call("play", chosen)
    fired = [each for each in machine.fired() if each.number != made]
    roles: Roles = Counter(
        (core.clause_of[each.number], "effect") for each in fired if not each.form.startswith(ENDS)
    )
    if made >= 0:
        roles[core.clause_of[made], "allowed"] += 1
    ends = [each.number for each in fired if each.form.startswith(ENDS)]
    if machine.over and ends:
        roles[core.clause_of[ends[0]], "ended"] += 1
    return Counter({pair: times for pair, times in roles.items() if pair[0]})
