"""What is solved: a text with options, compiled so that positions can be visited."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from games.engine.language import read_and_bind
from games.engine.lowering.compile import Compiled
from games.engine.lowering.extras import MOST_THROWS, OUTCOMES, SUCCESSORS
from games.engine.passes import OPTIONAL
from games.engine.play.chance import Chance
from games.engine.play.machine import Machine
from games.engine.play.random_play import random_ply
from games.play.machine import within_the_stack
from games.play.second import program_of
from games.play.second.random_games import SPREAD
from games.solve.lasting import Lasting, lasting
from games.solve.limits import Unsolvable

PLAYERS = 2
# Random games that are looked at, and how far.
GAMES, PLIES = 100, 100
WORD = 4


@dataclass(frozen=True)
class Problem:
    """Rules as text, with the chosen "Option/Item"s.

    Unless it is `wide`, only those bytes tell positions apart that change in random games: whoever
    finds another that does raises Wider.
    """

    text: str
    options: tuple[str, ...] = ()
    wide: bool = False

    @property
    def ready(self) -> Ready:
        """The compiled rules. Raises RulesError, Unsolvable."""
        return _ready(self)


class Ready:
    """A problem that has been compiled: its program, and which bytes of a state count.

    `throws` says whether its rules throw dice.
    """

    def __init__(self, problem: Problem) -> None:
        with within_the_stack():
            bound = read_and_bind(problem.text, None, problem.options, strict=True)
            plain = program_of(bound, OPTIONAL)
            self.throws = bool(plain.manifest.dice)
            extra = OUTCOMES if self.throws else SUCCESSORS
            self.compiled: Compiled = program_of(bound, extra=extra)
        _check(self.compiled)
        self.lasting: Lasting = lasting(plain.program)
        self.wide = problem.wide

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """The bytes of the state that tell positions apart, by their place in it."""
        if self.wide:
            return self.counting
        changing = np.flatnonzero(_changing(self.compiled))
        return np.intersect1d(self.counting, changing)

    @cached_property
    def counting(self) -> NDArray[np.int64]:
        """The bytes of the state that count, whether or not they ever change."""
        manifest = self.compiled.manifest
        first, size = manifest.state.offset, manifest.state.size
        found = []
        for name in sorted(self.lasting.fields):
            entry = manifest.fields[name]
            begin = entry.offset - first
            if 0 <= begin < size:
                found.append(np.arange(begin, begin + entry.width * entry.length))
        return np.concatenate(found).astype(np.int64)

    @cached_property
    def caps(self) -> tuple[tuple[int, int], ...]:
        """Capped counters: the offset in the state, and the highest value kept apart."""
        manifest = self.compiled.manifest
        return tuple(
            (manifest.fields[name].offset - manifest.state.offset, cap)
            for name, cap in self.lasting.caps.items()
        )

    def place(self, name: str) -> int:
        """Where a field of one number stands in the state."""
        manifest = self.compiled.manifest
        return manifest.fields[name].offset - manifest.state.offset


def _changing(compiled: Compiled) -> NDArray[np.bool_]:
    """Which bytes of the state are ever different in some random games."""
    machine = Machine(compiled)
    machine.start()
    first = np.frombuffer(machine.state, np.uint8)
    changed = np.zeros(len(first), np.bool_)
    for seed in range(1, GAMES + 1):
        chance = Chance(seed * SPREAD)
        machine.set("seed", seed * SPREAD)
        machine.start()
        for _ in range(PLIES):
            if compiled.manifest.dice:
                random_ply(machine, chance)
            else:
                machine.call("random_game", 1)
            changed |= np.frombuffer(machine.state, np.uint8) != first
            if machine.over:
                break
    return changed


@lru_cache(maxsize=2)
def _ready(problem: Problem) -> Ready:
    return Ready(problem)


def _check(compiled: Compiled) -> None:
    """Raise Unsolvable for games of a kind that is not solved."""
    manifest, features = compiled.manifest, compiled.features
    if (throws := prod(len(die.faces) for die in manifest.dice)) > MOST_THROWS:
        raise Unsolvable(f"there are {throws:,} throws: at most {MOST_THROWS:,} can be told apart")
    if len(manifest.players) != PLAYERS:
        raise Unsolvable(f"{len(manifest.players)} play: only games of two are solved")
    if features["REPEATS"] or features["NO_REPEAT"]:
        raise Unsolvable("the rules ask whether a position was there before: history decides")
