"""A solved game: who wins from the opening, in how many moves, and by which."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from games.engine.play.game import move_name
from games.engine.play.machine import Machine
from games.solve.backwards import NOBODY, NOT, Values, values
from games.solve.limits import Bounds, Unsolvable
from games.solve.problem import Problem
from games.solve.space import Space, explore

# Raised when values or counts are no longer found in the same way.
VERSION = 1
# Moves of best play that are told.
MOST_TOLD = 400


@dataclass(frozen=True)
class FirstMove:
    """A move from the opening: who wins after it, and in how many moves more."""

    move: str
    winner: int
    moves: int


@dataclass(frozen=True)
class Solution:
    """The value of the opening, and counts over all positions that can arise.

    `winner` is 0 where nobody can force a win; then `moves` is -1. `longest` is how many moves the
    longest won position takes, `line` a game of best play: the winner hurries, the loser delays.
    """

    winner: int
    moves: int
    positions: int
    ends: int
    won: tuple[int, int]
    drawn: int
    longest: int
    endless: int
    first_moves: tuple[FirstMove, ...]
    line: tuple[str, ...]

    def written(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @staticmethod
    def read(data: dict[str, Any]) -> Solution:
        """From what `written` gives."""
        first = tuple(FirstMove(**each) for each in data["first_moves"])
        tuples = {name: tuple(data[name]) for name in ("won", "line")}
        return Solution(**{**data, **tuples, "first_moves": first})


def solve(
    problem: Problem,
    bounds: Bounds | None = None,
    executor: Executor | None = None,
    *,
    endless: int = NOBODY,
    progress: Callable[[int], None] = lambda positions: None,
) -> Solution:
    """Solve a game of two without chance. Raises SolveError saying why it is not solved.

    `endless` says who wins a game that goes on for ever: a player, or 0 for nobody.
    """
    if problem.ready.throws:
        raise Unsolvable("the rules throw dice: no player can force a win, there are only chances")
    space = explore(problem, bounds or Bounds(), executor, progress)
    found = values(space, endless)
    winners, moves = found.winners, found.moves
    return Solution(
        winner=int(winners[0]),
        moves=int(moves[0]),
        positions=space.size,
        ends=int((space.winners > 0).sum()),
        won=(int((winners == 1).sum()), int((winners == 2).sum())),
        drawn=int((winners == NOBODY).sum()),
        longest=int(moves.max()),
        endless=endless,
        first_moves=tuple(_first_moves(problem, space, found)),
        line=tuple(_line(problem, space, found)),
    )


def _first_moves(problem: Problem, space: Space, found: Values) -> list[FirstMove]:
    """The moves of the opening, best first."""
    machine = Machine(problem.ready.compiled)
    machine.start()
    after = space.after(0)
    told = {
        name: FirstMove(name, int(found.winners[to]), int(found.moves[to]))
        for name, to in zip(_names(machine), after.tolist(), strict=True)
    }
    mover = int(space.movers[0])
    return sorted(told.values(), key=lambda each: (*rank(each.winner, each.moves, mover),))


def rank(winner: int, moves: int, mover: int) -> tuple[int, int]:
    """How a position is ranked by who moved there: lower is better."""
    if winner == mover:
        return 0, moves
    return (1, 0) if winner == NOBODY else (2, -moves)


def _names(machine: Machine) -> list[str]:
    return [move_name(machine, move) for move in machine.legal_moves()]


def _line(problem: Problem, space: Space, found: Values) -> list[str]:
    """Best play from the opening, up to the end of a won game; none where it is drawn."""
    machine, line = Machine(problem.ready.compiled), list[str]()
    machine.start()
    at = 0
    while found.moves[at] not in (NOT, 0) and len(line) < MOST_TOLD:
        after, mover = space.after(at), int(space.movers[at])
        ranks = [rank(int(found.winners[to]), int(found.moves[to]), mover) for to in after]
        best = int(np.lexsort(np.array(ranks).T[::-1])[0])
        moves = machine.legal_moves()
        line.append(move_name(machine, moves[best]))
        machine.play(moves[best])
        at = int(after[best])
    return line
