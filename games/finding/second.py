"""Search random and guided games of the second design, and replay what was found.

What a clause forbids is not traced there: only the other roles are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from games.compiler.finding import LONGEST, TRIES
from games.engine.play.chance import Chance
from games.engine.play.game import Game, Ply, move_name
from games.engine.play.machine import Machine, Move
from games.engine.play.record import written_ply
from games.finding.clearness import cost
from games.finding.found import Found
from games.play.second import SecondRules
from games.play.second.random_games import Throw, any_move, drawn_plies, played

Entry = tuple[int, int, int]  # cost, number of the game, ply


def find_in_second(rules: SecondRules, games: int, seed: int, kept: int) -> list[Found]:
    """The clearest moments of each clause in each role, `kept` at most, the clearest first."""
    best: dict[tuple[str, str], list[Entry]] = {}
    for number in range(seed, seed + games):
        for at, pair in _moments(rules, number):
            entries = best.setdefault(pair, [])
            entries.append((at[0], number, at[1]))
            entries.sort()
            del entries[kept:]
    order = {clause: place for place, clause in enumerate(rules.clauses)}
    pairs = sorted(best, key=lambda pair: (pair[1], order[pair[0]]))
    return [
        Found(clause, role, number, _labels(rules, number, ply))
        for clause, role in pairs
        for _, number, ply in best[clause, role]
    ]


def _moments(rules: SecondRules, number: int) -> Iterator[tuple[tuple[int, int], tuple[str, str]]]:
    """Each clause and role of a game where it is clearest: its cost and ply."""
    seen: dict[tuple[str, str], tuple[int, int]] = {}
    machine = rules.core.machines.machine()
    for ply, (chosen, _throw) in enumerate(_plies(machine, number), start=1):
        men = sum(1 for piece in machine.numbers("what") if piece)
        roles = played(rules.core, machine, chosen)
        decided = machine.over and 0 < machine.get("winner") <= rules.players
        for pair, times in roles.items():
            here = cost(men, ply, times - 1, decided=decided), ply
            seen[pair] = min(here, seen.get(pair, here))
    yield from ((at, pair) for pair, at in seen.items())


def _plies(machine: Machine, number: int) -> Iterator[tuple[int, Throw]]:
    """The number of each move of a game, with its throw; the caller plays each move."""
    choose = _guided if number % 2 else any_move
    for _, chosen, throw in islice(drawn_plies(machine, number, choose), LONGEST):
        yield chosen, throw


def _guided(machine: Machine, chance: Chance, count: int) -> int:
    """The first of a few random moves that ends on an occupied site; else the last of them."""
    to = machine.manifest.moves.columns["to"]
    chosen = 0
    for _ in range(TRIES):
        chosen = chance.below(count)
        site = machine.get(to, chosen)
        if site >= 0 and machine.get("what", site):
            break
    return chosen


def _labels(rules: SecondRules, number: int, plies: int) -> tuple[str, ...]:
    """The labels of a game's plies up to one."""
    machine, labels = rules.core.machines.machine(), list[str]()
    for chosen, throw in _plies(machine, number):
        labels.append(_label(rules, machine, chosen, tuple(throw or ())))
        if len(labels) == plies:
            break
        machine.throw(throw)
        machine.call("generate")
        machine.call("play", chosen)
    return tuple(labels)


def _label(rules: SecondRules, machine: Machine, chosen: int, throw: tuple[int, ...]) -> str:
    """A move as it is recorded; the position stays as it is."""
    before = machine.position
    move = machine.legal_moves()[chosen]
    base = move_name(machine, move)
    named = Game(rules.core.compiled, machine).moves(throw)
    alike = [name for name in named if name == base or name.startswith(f"{base} (")]
    name = alike[0] if len(alike) == 1 else _same(machine, named, alike, move, throw)
    machine.position = before
    return written_ply(machine.manifest, Ply(name, throw))


def _same(
    machine: Machine, named: dict[str, Move], alike: list[str], move: Move, throw: tuple[int, ...]
) -> str:
    """The name whose move leads to the same position."""
    before, led = machine.position, dict[str, bytes]()
    for name, each in [*((name, named[name]) for name in alike), ("", move)]:
        machine.position = before
        machine.throw(list(throw) or None)
        machine.call("generate")
        machine.play(each)
        led[name] = machine.state
    return next(name for name in alike if led[name] == led[""])
