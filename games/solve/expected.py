"""A solved game with throws: how likely the first player wins, and the best first moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from games.engine.manifest import Manifest
from games.engine.play.game import Game
from games.solve.backwards import NOBODY
from games.solve.chances import Lots, explore, swept
from games.solve.limits import Bounds
from games.solve.problem import Problem
from games.solve.throwing import Thrower, thrower

KIND = "chances"


@dataclass(frozen=True)
class ThrownMove:
    """A move, and how likely the first player wins after it."""

    move: str
    chance: float


@dataclass(frozen=True)
class OpeningThrow:
    """A throw by the values of its dice in order, how likely it is, and its moves, best first."""

    values: tuple[int, ...]
    likely: float
    moves: tuple[ThrownMove, ...]


@dataclass(frozen=True)
class Expected:
    """How likely the first player wins from the opening if both play for the most.

    `even` counts the positions in which both are as likely to win, within a thousandth; `sweeps`
    are those that it took until no chance changed by a billionth.
    """

    chance: float
    positions: int
    ends: int
    even: int
    sweeps: int
    throws: tuple[OpeningThrow, ...]

    @property
    def endless(self) -> int:
        """Who wins a game that never ends: nobody, it counts as half a win."""
        return NOBODY

    @property
    def percent(self) -> float:
        """The first player's chance in 100."""
        return 100 * self.chance

    def written(self) -> dict[str, Any]:
        """As JSON."""
        return {"kind": KIND, **asdict(self)}

    @staticmethod
    def read(data: dict[str, Any]) -> Expected:
        """From what `written` gives."""
        throws = tuple(
            OpeningThrow(
                tuple(each["values"]),
                each["likely"],
                tuple(ThrownMove(**move) for move in each["moves"]),
            )
            for each in data["throws"]
        )
        rest = {name: value for name, value in data.items() if name != "kind"}
        return Expected(**{**rest, "throws": throws})


def expect(
    problem: Problem,
    bounds: Bounds | None = None,
    progress: Callable[[int], None] = lambda positions: None,
) -> Expected:
    """Solve a game of two with throws. Raises SolveError saying why it is not solved."""
    bounds = bounds or Bounds()
    problem, lots = explore(problem, bounds, progress)
    found = swept(lots, bounds)
    return Expected(
        chance=float(found.chances[0]),
        positions=lots.size,
        ends=int((lots.winners > 0).sum()),
        even=int((np.abs(found.chances - 0.5) < 0.001).sum()),
        sweeps=found.sweeps,
        throws=_throws(thrower(problem), lots, found.chances),
    )


def _throws(machine: Thrower, lots: Lots, chances: Any) -> tuple[OpeningThrow, ...]:
    """The throws of the opening, the likeliest first; dice that fall alike are one throw."""
    machine.start()
    game = Game(machine.ready.compiled, machine)
    likely = dict(zip(machine.manifest.throws(), machine.chances.tolist(), strict=True))
    falls: dict[tuple[int, ...], float] = {}
    moves: dict[tuple[int, ...], dict[str, float]] = {}
    after = list(game.after_each())
    for faces in {ply.throw for ply, _ in after}:
        values = _values(machine.manifest, faces)
        falls[values] = falls.get(values, 0.0) + likely.get(faces, 1.0)
    for ply, position in after:
        number = _number(machine, lots, position.state)
        moves.setdefault(_values(machine.manifest, ply.throw), {})[ply.move] = float(
            chances[number]
        )
    side = 1 if lots.movers[0] == 1 else -1
    return tuple(
        OpeningThrow(values, falls[values], _ranked(moves[values], side))
        for values in sorted(falls, key=lambda each: (-falls[each], each))
    )


def _ranked(moves: dict[str, float], side: int) -> tuple[ThrownMove, ...]:
    ranked = sorted(moves.items(), key=lambda each: (-side * each[1], each[0]))
    return tuple(ThrownMove(move, chance) for move, chance in ranked)


def _values(manifest: Manifest, faces: tuple[int, ...]) -> tuple[int, ...]:
    """What dice show, in order."""
    return tuple(sorted(die.faces[face] for die, face in zip(manifest.dice, faces, strict=False)))


def _number(machine: Thrower, lots: Lots, state: bytes) -> int:
    """The number of a position that was found."""
    read = machine.known(state)
    return int(lots.index.find(read.keys, read.checks)[0])
